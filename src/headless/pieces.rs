//! Which piece of one position is which of the next, so that moving pieces can be animated.

use crate::chess::{Board, Piece, Square};

/// Most moves to animate; if more pieces moved, the new position is shown at once.
const MOST_MOVES: usize = 4;

/// A piece on the drawn board. It keeps its number as long as it is on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    /// A number that stays with the piece while it moves, so that its drawing is kept.
    pub number: u32,
    /// Where it is now.
    pub square: Square,
    /// Its type and colour.
    pub piece: Piece,
}

/// The pieces that are drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pieces {
    /// All drawn pieces.
    pub drawn: Vec<Drawn>,
    /// Whether too much changed to animate any move.
    pub is_still: bool,
    next: u32,
}

impl Pieces {
    /// The pieces of the next position. A piece that is on the same square in both stays. One that is missing
    /// from its square has moved to a square where it is new, the nearest one first.
    #[must_use]
    pub fn follow(&self, board: &Board) -> Self {
        let mut out = Self { drawn: Vec::with_capacity(32), is_still: false, next: self.next };
        let mut left = self.drawn.clone();
        let mut new = Vec::new();
        for (square, piece) in board.clone() {
            match left.iter().position(|drawn| (drawn.square, drawn.piece) == (square, piece)) {
                Some(at) => out.drawn.push(left.swap_remove(at)),
                None => new.push((square, piece)),
            }
        }
        out.is_still = new.len() > MOST_MOVES;
        for (square, piece) in new {
            let distance = |drawn: &Drawn| drawn.square.distance(square);
            let nearest = left
                .iter()
                .enumerate()
                .filter(|(_, drawn)| drawn.piece == piece && !out.is_still)
                .min_by_key(|(_, drawn)| distance(drawn))
                .map(|(at, _)| at);
            let number = nearest.map_or_else(
                || {
                    out.next += 1;
                    out.next
                },
                |at| left.swap_remove(at).number,
            );
            out.drawn.push(Drawn { number, square, piece });
        }
        out
    }

    /// The number of the piece on a square.
    pub fn on(&self, square: Square) -> Option<u32> {
        self.drawn.iter().find(|drawn| drawn.square == square).map(|drawn| drawn.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Chess, Position as _};

    fn board(fen: &str) -> Board {
        Board::from_ascii_board_fen(fen.as_bytes()).unwrap()
    }

    fn check(from: &str, to: &str, moves: &[(Square, Square)], is_still: bool) {
        let before = Pieces::default().follow(&board(from));
        let after = before.follow(&board(to));
        assert_eq!(after.is_still, is_still);
        assert_eq!(after.drawn.len(), board(to).occupied().count());
        for &(origin, target) in moves {
            assert_eq!(before.on(origin), after.on(target), "{origin} {target}");
        }
        let mut numbers: Vec<u32> = after.drawn.iter().map(|drawn| drawn.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), after.drawn.len());
    }

    #[test]
    fn pieces_that_move_keep_their_numbers() {
        let (white, black) = ("R3K2R", "4k3");
        let castled = format!("{black}/8/8/8/8/8/8/R4RK1");
        let before = format!("{black}/8/8/8/8/8/8/{white}");
        check(
            &before,
            &castled,
            &[(Square::E1, Square::G1), (Square::H1, Square::F1), (Square::A1, Square::A1)],
            false,
        );
        // A capture: the pawn disappears, the rook takes its square.
        check("8/8/8/8/7p/8/8/7R", "8/8/8/8/7R/8/8/8", &[(Square::H1, Square::H4)], false);
    }

    #[test]
    fn another_position_is_shown_at_once() {
        let start = Chess::default().board().clone();
        let pieces = Pieces::default().follow(&start);
        assert!(pieces.is_still);
        assert!(!pieces.follow(&start).is_still);
    }
}
