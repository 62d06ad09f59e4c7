//! `illegal-position`: the position breaks the rules of chess.
//!
//! ## What it does
//! Finds missing and surplus kings, pawns on the first or last rank, and a side in check that is not to move. A record with `ce -32768` says so itself, which is a warning.
//! ## Why it matters
//! No game can reach the position, so no program can search it; normalization asks for legal positions.
//! ## Example
//! `4k3/8/8/8/8/8/8/4R1K1 w - -`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4R1K1 b - -`

use crate::chess::PositionErrorKinds;
use crate::epd::legality::{concerned, names};
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::position::EnPassantReading;
use crate::language::{Text, say};
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E211",
    name: "illegal-position",
    severity: Severity::Error,
    paragraph: "§7.1",
    looks_at: &[Trait::OddPosition],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.first() else { return };
    if declared_illegal(context) {
        return;
    }
    for (kind, message) in faults() {
        if context.position.illegal.contains(kind) {
            let moves =
                context.operations.iter().any(|view| view.spec.is_some_and(|s| s.operands.are_moves()));
            // The fields say what stands where; only moves cannot be read in such a position.
            let squares = concerned(kind, &context.position.board, context.position.turn_or_white());
            let message =
                if squares.is_empty() { Text::from(message) } else { say(message, [names(squares)]) };
            let diagnostic = Diagnostic::new(&RULE, field, message).on(squares).clear_if(!moves);
            let turn = context.parse.fields.get(1).copied();
            out.push(match (kind == PositionErrorKinds::OPPOSITE_CHECK, turn) {
                (true, Some(turn)) => {
                    let other = if context.position.turn_or_white().is_white() { "b" } else { "w" };
                    let title = say("fix.other-side", [other.to_owned()]);
                    with_turn_fix(context, diagnostic, Fix::unsafe_(title, TextEdit::replace(turn, other)))
                }
                _ => diagnostic,
            });
        }
    }
}

/// Offers the fix unless the en passant target or the moves depend on the side to move.
fn with_turn_fix(context: &LintContext<'_>, diagnostic: Diagnostic, fix: Fix) -> Diagnostic {
    if context.position.en_passant == EnPassantReading::None { diagnostic.with_fix(fix) } else { diagnostic }
}

/// `ce -32768` is how a record tells that its position is illegal (§6.7).
pub(crate) fn declared_illegal(context: &LintContext<'_>) -> bool {
    context.score == Some(-32768)
}

pub(crate) fn faults() -> [(PositionErrorKinds, &'static str); 5] {
    [
        (PositionErrorKinds::EMPTY_BOARD, "E211.empty"),
        (PositionErrorKinds::MISSING_KING, "E211.king"),
        (PositionErrorKinds::TOO_MANY_KINGS, "E211.kings"),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "E211.pawn"),
        (PositionErrorKinds::OPPOSITE_CHECK, "E211"),
    ]
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_impossible_positions() {
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4R1K1 w - -\n^^^^^^^^^^^^^^^^^^^^^ E211 illegal-position: the side that is not to move is in check: e1, e8",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/8 w - -\n^^^^^^^^^^^^^^^^^ E211 illegal-position: a king is missing");
        check(
            &RULE,
            "4k2P/8/8/8/8/8/8/4K3 w - -\n^^^^^^^^^^^^^^^^^^^^ E211 illegal-position: a pawn stands on the first or the last rank: h8",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4R1K1 w - - ce -32768;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4R1K1 w - -", "4k3/8/8/8/8/8/8/4R1K1 b - -");
    }
}
