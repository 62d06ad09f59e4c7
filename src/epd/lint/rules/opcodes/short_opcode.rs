//! `short-opcode`: an opcode is a single letter.
//!
//! ## What it does
//! Finds opcodes of one character.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - a 1;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - Aa 1;`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "W424",
    name: "short-opcode",
    severity: Severity::Warning,
    paragraph: "§5.3",
    looks_at: &[Trait::UnknownOpcode],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        let opcode = context.parse.opcode(view.operation);
        if opcode.len() == 1 && opcode[0].is_ascii_alphabetic() && !out.is_full() {
            out.push(Diagnostic::new(&RULE, view.operation.opcode, say("W424", [context.opcode(view)])));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_single_letters() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - a 1;
            --------------------------^ W424 short-opcode: the opcode `a` is a single letter
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - Aa 1;");
    }
}
