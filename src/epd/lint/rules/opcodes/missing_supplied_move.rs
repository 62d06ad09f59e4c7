//! `missing-supplied-move`: `draw_claim` or `draw_offer` comes without `sm`.
//!
//! ## What it does
//! Finds claims and offers without a supplied move. A claim by insufficient material needs none (W412).
//! ## Example
//! `4k3/8/8/8/8/8/8/3QK3 w - - draw_offer;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/3QK3 w - - draw_offer; sm Qd2;`

use crate::chess::Position;
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "E411",
    name: "missing-supplied-move",
    severity: Severity::Error,
    paragraph: "§6.10",
    looks_at: &[Trait::Outcome],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    if context.find("sm").is_some() {
        return;
    }
    for (opcode, paragraph) in [("draw_claim", "§6.10"), ("draw_offer", "§6.11")] {
        let Some(view) = context.find(opcode) else { continue };
        if opcode == "draw_claim" && is_insufficient(context) {
            continue;
        }
        let diagnostic = Diagnostic::new(&RULE, view.operation.opcode, say("E411", [context.opcode(view)]));
        out.push(diagnostic.in_paragraph(paragraph));
    }
}

/// Returns whether nobody can mate any more: a claim then needs no move (§8 step 10).
pub(crate) fn is_insufficient(context: &LintContext<'_>) -> bool {
    context.position.chess.as_ref().is_some_and(Position::is_insufficient_material)
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_claims_without_a_move() {
        check(
            &RULE,
            r"
            3qk3/8/8/8/8/8/8/3QK3 w - - draw_offer;
            ----------------------------^^^^^^^^^^ E411 missing-supplied-move: `draw_offer` needs the move that is played, `sm`
            ",
        );
        check(&RULE, "3qk3/8/8/8/8/8/8/3QK3 w - - draw_claim; sm Qd2;");
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - draw_claim;");
    }
}
