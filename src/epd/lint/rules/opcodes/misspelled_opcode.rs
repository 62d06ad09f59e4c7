//! `misspelled-opcode`: `fmvc` stands for `fmvn`.
//!
//! ## What it does
//! Finds the one misspelling that is common in real files.
//! ## Why it matters
//! The opcode is one letter away from one of the text, and nobody reads it.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - fmvc 1;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - fmvn 1;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "W428",
    name: "misspelled-opcode",
    severity: Severity::Warning,
    paragraph: "§6.14",
    looks_at: &[Trait::UnknownOpcode],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        if context.parse.opcode(view.operation) == b"fmvc" && context.parse.operation("fmvn").is_none() {
            let span = view.operation.opcode;
            let fix = Fix::unsafe_(say("fix.write", ["fmvn".to_owned()]), TextEdit::replace(span, "fmvn"));
            out.push(
                Diagnostic::new(&RULE, span, say("W428", [context.opcode(view), "fmvn".to_owned()]))
                    .with_fix(fix),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_the_misspelling() {
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - fmvc 1;\n--------------------------^^^^ W428 misspelled-opcode: `fmvc` is probably `fmvn`",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - fmvn 1;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - fmvc 1;", "4k3/8/8/8/8/8/8/4K3 w - - fmvn 1;");
    }
}
