//! Why a position is illegal, and which squares show it.
//!
//! shakmaty finds the kinds of faults; the squares they concern are worked out here, so that a message can
//! name them and a board can mark them.

use crate::chess::{Bitboard, Board, Color, PositionErrorKinds, Rank};

/// The squares that show a fault of a position; none for what is missing.
pub fn concerned(kind: PositionErrorKinds, board: &Board, turn: Color) -> Bitboard {
    match kind {
        PositionErrorKinds::TOO_MANY_KINGS => Color::ALL
            .into_iter()
            .map(|color| board.kings() & board.by_color(color))
            .filter(|kings| kings.count() > 1)
            .fold(Bitboard::EMPTY, |all, kings| all | kings),
        PositionErrorKinds::PAWNS_ON_BACKRANK => {
            board.pawns() & (Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth))
        }
        PositionErrorKinds::OPPOSITE_CHECK => king_and_attackers(board, turn.other()),
        PositionErrorKinds::IMPOSSIBLE_CHECK => king_and_attackers(board, turn),
        _ => Bitboard::EMPTY,
    }
}

/// The king of `color` and the pieces that attack it.
fn king_and_attackers(board: &Board, color: Color) -> Bitboard {
    let kings = board.kings() & board.by_color(color);
    let attackers = |king| board.attacks_to(king, color.other(), board.occupied());
    kings.into_iter().fold(kings, |all, king| all | attackers(king))
}

/// The names of squares for messages, at most the first eight.
pub fn names(squares: Bitboard) -> String {
    const MOST: usize = 8;
    let mut names: Vec<String> = squares.into_iter().take(MOST).map(|square| square.to_string()).collect();
    if squares.count() > MOST {
        names.push("…".to_owned());
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::parse;
    use crate::epd::position::PositionReading;

    #[track_caller]
    fn check(fields: &str, kind: PositionErrorKinds, expect: &str) {
        let reading = PositionReading::read(&parse(fields.as_bytes()));
        assert!(reading.illegal.contains(kind), "{fields}: {:?}", reading.illegal);
        assert_eq!(names(concerned(kind, &reading.board, reading.turn_or_white())), expect, "{fields}");
    }

    #[test]
    fn names_the_squares() {
        check("4k3/8/8/8/8/8/8/4R1K1 w - -", PositionErrorKinds::OPPOSITE_CHECK, "e1, e8");
        check("4k2P/8/8/8/8/8/8/p3K3 w - -", PositionErrorKinds::PAWNS_ON_BACKRANK, "a1, h8");
        check("4k3/8/8/8/8/8/8/K3K3 w - -", PositionErrorKinds::TOO_MANY_KINGS, "a1, e1");
        check("4k3/8/8/8/8/8/8/8 w - -", PositionErrorKinds::MISSING_KING, "");
    }

    #[test]
    fn names_no_more_than_eight() {
        assert_eq!(names(Bitboard::from_rank(Rank::First)), "a1, b1, c1, d1, e1, f1, g1, h1");
        assert_eq!(names(Bitboard::FULL), "a1, b1, c1, d1, e1, f1, g1, h1, …");
    }
}
