//! `misspelled-opcode`: `fmvc` is written for `fmvn`.
//!
//! ## What it does
//! Finds the one misspelling that is common in real files.
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

/// What people write, and the opcode they mean; only §6.25 has the name `draw_decline`.
const MEANT: [(&[u8], &str, &str); 2] =
    [(b"draw_decline", "draw_reject", "§6.12"), (b"fmvc", "fmvn", "§6.14")];

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        let opcode = context.parse.opcode(view.operation);
        let Some((_, meant, paragraph)) = MEANT.iter().find(|(written, ..)| *written == opcode) else {
            continue;
        };
        if !context.has(meant) && !out.is_full() {
            let span = view.operation.opcode;
            let fix = Fix::unsafe_(say("fix.write", [(*meant).to_owned()]), TextEdit::replace(span, *meant));
            let message = say("W428", [context.opcode(view), (*meant).to_owned()]);
            out.push(Diagnostic::new(&RULE, span, message).in_paragraph(paragraph).with_fix(fix));
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
            r"
            4k3/8/8/8/8/8/8/4K3 w - - fmvc 1;
            --------------------------^^^^ W428 misspelled-opcode: `fmvc` is probably `fmvn`
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - draw_decline;
            --------------------------^^^^^^^^^^^^ W428 misspelled-opcode: `draw_decline` is probably `draw_reject`
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - fmvn 1;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - fmvc 1;", "4k3/8/8/8/8/8/8/4K3 w - - fmvn 1;");
    }
}
