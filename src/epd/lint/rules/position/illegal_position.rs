//! `illegal-position`: the position breaks the rules of chess.
//!
//! ## What it does
//! Finds missing and surplus kings, pawns on the first or last rank, and a side in check that is not to move. A record with `ce -32768` declares this itself (I217).
//! ## Example
//! `4k3/8/8/8/8/8/8/4R1K1 w - -`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4R1K1 b - -`

use crate::chess::{Board, Color, PositionErrorKinds, Role, Square};
use crate::epd::legality::{concerned, names};
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::setup::{Change, set_up_edit};
use crate::language::{Text, say};

/// The most surplus kings that fixes are offered for; a broken placement can have sixty.
const MOST_KINGS: usize = 4;

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
            // The pieces are clear all the same; only moves cannot be read in such a position.
            let squares = concerned(kind, &context.position.board, context.position.turn_or_white());
            let message =
                if squares.is_empty() { Text::from(message) } else { say(message, [names(squares)]) };
            let diagnostic = Diagnostic::new(&RULE, field, message).on(squares).clear_if(!moves);
            out.push(changes(context, kind).into_iter().fold(diagnostic, |diagnostic, (title, change)| {
                match set_up_edit(context.parse, &change) {
                    Some(edit) => diagnostic.with_fix(Fix::unsafe_(title, edit)),
                    None => diagnostic,
                }
            }));
        }
    }
}

/// Changes that would mend a fault, each with its title.
fn changes(context: &LintContext<'_>, kind: PositionErrorKinds) -> Vec<(Text, Change)> {
    let (board, turn) = (&context.position.board, context.position.turn_or_white());
    match kind {
        PositionErrorKinds::EMPTY_BOARD => vec![("fix.start-position".into(), Change::Start)],
        PositionErrorKinds::MISSING_KING => {
            let missing =
                Color::ALL.into_iter().filter(|&color| (board.kings() & board.by_color(color)).is_empty());
            missing.filter_map(|color| king_put(board, color)).collect()
        }
        PositionErrorKinds::TOO_MANY_KINGS => {
            let take =
                |square: Square| (say("fix.remove-king", [square.to_string()]), Change::Put(square, None));
            concerned(kind, board, turn).into_iter().take(MOST_KINGS).map(take).collect()
        }
        PositionErrorKinds::PAWNS_ON_BACKRANK => {
            let pawns = concerned(kind, board, turn);
            vec![(say("fix.remove-pawns", [names(pawns)]), Change::Remove(pawns))]
        }
        PositionErrorKinds::OPPOSITE_CHECK if context.parse.fields.len() > 1 => {
            let other = if turn.is_white() { "b" } else { "w" };
            vec![(say("fix.other-side", [other.to_owned()]), Change::Turn(turn.other()))]
        }
        _ => Vec::new(),
    }
}

/// Puts a missing king on its usual square, or on the nearest free square that is not attacked.
fn king_put(board: &Board, color: Color) -> Option<(Text, Change)> {
    let home = color.fold_wb(Square::E1, Square::E8);
    let is_fit = |&square: &Square| {
        board.piece_at(square).is_none()
            && board.attacks_to(square, color.other(), board.occupied()).is_empty()
    };
    let square = Square::ALL.into_iter().filter(is_fit).min_by_key(|square| square.distance(home))?;
    let title = if color.is_white() { "fix.put-king.white" } else { "fix.put-king.black" };
    Some((say(title, [square.to_string()]), Change::Put(square, Some(Role::King.of(color)))))
}

/// Returns whether the record declares its position illegal with `ce -32768` (§6.7).
pub(crate) fn declared_illegal(context: &LintContext<'_>) -> bool {
    context.score == Some(-32768)
}

/// Returns whether the rules of chess forbid the position.
pub(crate) fn is_illegal(context: &LintContext<'_>) -> bool {
    faults().iter().any(|(kind, _)| context.position.illegal.contains(*kind))
}

fn faults() -> [(PositionErrorKinds, &'static str); 5] {
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
            r"
            4k3/8/8/8/8/8/8/4R1K1 w - -
            ^^^^^^^^^^^^^^^^^^^^^ E211 illegal-position: the side not to move is in check: e1, e8
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/8 w - -
            ^^^^^^^^^^^^^^^^^ E211 illegal-position: a king is missing
            ",
        );
        check(
            &RULE,
            r"
            4k2P/8/8/8/8/8/8/4K3 w - -
            ^^^^^^^^^^^^^^^^^^^^ E211 illegal-position: a pawn on the first or last rank: h8
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4R1K1 w - - ce -32768;");
    }

    #[test]
    fn offers_what_mends_each_fault() {
        let check = |number, line, expect| check_fix(&RULE, number, line, expect);
        check(0, "4k3/8/8/8/8/8/8/4R1K1 w - -", "4k3/8/8/8/8/8/8/4R1K1 b - -");
        check(0, "4k2R/8/8/3pP3/8/8/8/4K3 w - d6 id \"x\";", "4k2R/8/8/3pP3/8/8/8/4K3 b - - id \"x\";");
        check(0, "4k3/8/8/8/8/8/8/8 w - -", "4k3/8/8/8/8/8/8/4K3 w - -");
        check(0, "8/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K -");
        check(0, "8/8/8/8/8/8/8/K3K3 w - -", "4k3/8/8/8/8/8/8/K3K3 w - -");
        // e1 is attacked by the rook, e2 too; d1 by the bishop; f1 is free.
        check(0, "4k3/8/8/8/4r2b/8/8/8 w - -", "4k3/8/8/8/4r2b/8/8/3K4 w - -");
        check(0, "4k3/8/8/8/8/8/8/K3K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - -");
        check(1, "4k3/8/8/8/8/8/8/K3K3 w - -", "4k3/8/8/8/8/8/8/K7 w - -");
        check(0, "4k2P/8/8/8/8/8/8/p3K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - -");
        check(0, "8/8/8/8/8/8/8/8 w - -", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    }
}
