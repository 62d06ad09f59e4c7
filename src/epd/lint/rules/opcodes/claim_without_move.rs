//! `claim-without-move`: `draw_claim` by insufficient material comes without `sm`.
//!
//! ## What it does
//! Reports the one claim that may come without a move.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - draw_claim;`
//! ## Use instead
//! `(keep it)`

use crate::epd::lint::rules::opcodes::missing_supplied_move::is_insufficient;
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};

pub(crate) static RULE: Rule = Rule {
    code: "W412",
    name: "claim-without-move",
    severity: Severity::Warning,
    paragraph: "§6.10",
    looks_at: &[Trait::Outcome],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(view) = context.find("draw_claim") else { return };
    if context.find("sm").is_none() && is_insufficient(context) {
        out.push(Diagnostic::new(&RULE, view.operation.opcode, "W412"));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn notes_a_claim_by_material() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - draw_claim;
            --------------------------^^^^^^^^^^ W412 claim-without-move: a claim without a move is allowed for insufficient material only
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - draw_claim; sm Kd2;");
    }
}
