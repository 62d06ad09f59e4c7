//! `known-extension`: an opcode outside the 1995 text has a meaning by convention.
//!
//! ## What it does
//! Notes opcodes that test suites and programs have agreed on, and says what they mean.
//! ## Why it matters
//! The text does not know it: only programs of the same convention read it, all others ignore it.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - D1 5;`
//! ## Use instead
//! Nothing; the operation is kept as it is.

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity};
use crate::epd::opcode::is_opcode;
use crate::language::{say, word};

pub(crate) static RULE: Rule =
    Rule { code: "I432", name: "known-extension", severity: Severity::Info, paragraph: "§5.3", run };

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        if let Some(extension) = view.extension
            && is_opcode(context.parse.opcode(view.operation))
            && !out.is_full()
        {
            let message = say("I432", [context.opcode(view), word(extension.key())]);
            out.push(Diagnostic::new(&RULE, view.operation.opcode, message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn notes_conventions() {
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - D1 5; pes +0.12;\n--------------------------^^ I432 known-extension: `D1` is outside the text; by convention positions after so many plies\n--------------------------------^^^ I432 known-extension: `pes` is outside the text; by convention an evaluation in pawns",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; foo 1; PV: e1d2;");
    }
}
