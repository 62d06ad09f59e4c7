//! `excluded-operations`: two operations exclude each other.
//!
//! ## What it does
//! Finds `draw_claim` with `draw_offer`, `draw_accept` with `draw_reject`, and `resign` with any of the first three.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - draw_accept; draw_reject;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - draw_accept;`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "E413",
    name: "excluded-operations",
    severity: Severity::Error,
    paragraph: "§6.25",
    looks_at: &[Trait::Outcome],
    run,
};

const PAIRS: [(&str, &str, &str); 6] = [
    ("draw_claim", "draw_offer", "§6.10"),
    ("draw_accept", "draw_reject", "§6.9"),
    ("draw_accept", "resign", "§6.25"),
    ("draw_claim", "resign", "§6.25"),
    ("draw_decline", "resign", "§6.25"),
    ("draw_offer", "resign", "§6.25"),
];

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (first, second, paragraph) in PAIRS {
        // §6.25 alone names `draw_decline`; the table of opcodes does not have it.
        let Some(first) = context.parse.operation(first) else { continue };
        let Some(second) = context.parse.operation(second) else { continue };
        let args = [context.quote(first.opcode), context.quote(second.opcode)];
        let diagnostic = Diagnostic::new(&RULE, second.opcode, say("E413", args));
        out.push(diagnostic.in_paragraph(paragraph));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_pairs_that_exclude_each_other() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - draw_accept; draw_reject;
            ---------------------------------------^^^^^^^^^^^ E413 excluded-operations: `draw_accept` and `draw_reject` exclude each other
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - draw_claim; draw_offer; sm Kd2;
            --------------------------------------^^^^^^^^^^ E413 excluded-operations: `draw_claim` and `draw_offer` exclude each other
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - draw_accept; resign;
            ---------------------------------------^^^^^^ E413 excluded-operations: `draw_accept` and `resign` exclude each other
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - draw_decline; resign;
            ----------------------------------------^^^^^^ E413 excluded-operations: `draw_decline` and `resign` exclude each other
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - draw_decline;");
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - resign;");
    }
}
