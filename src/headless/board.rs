//! The geometry of the board: where squares are, and how two squares become a move.

use crate::chess::{Bitboard, Chess, Color, File, Move, Position, Rank, Square};

/// Side of a square in the units of the drawing; the board is eight squares wide.
pub const SQUARE: u32 = 100;

/// Column (left to right) and row (top to bottom) of a square, 0 to 7.
pub fn cell_of(square: Square, bottom: Color) -> (u32, u32) {
    let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
    match bottom {
        Color::White => (file, 7 - rank),
        Color::Black => (7 - file, rank),
    }
}

/// The square in a cell; columns and rows above 7 count as 7.
pub fn square_of(column: u32, row: u32, bottom: Color) -> Square {
    let (column, row) = (column.min(7), row.min(7));
    match bottom {
        Color::White => Square::from_coords(File::new(column), Rank::new(7 - row)),
        Color::Black => Square::from_coords(File::new(7 - column), Rank::new(row)),
    }
}

/// The square at a point, given in fractions of the board's width and height; `None` outside.
pub fn square_at(x: f64, y: f64, bottom: Color) -> Option<Square> {
    let cell = |part: f64| -> Option<u32> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be in 0..8")]
        (0.0..1.0).contains(&part).then_some((part * 8.0) as u32)
    };
    Some(square_of(cell(x)?, cell(y)?, bottom))
}

/// The upper left corner of a square in the units of the drawing.
pub fn corner_of(square: Square, bottom: Color) -> (u32, u32) {
    let (column, row) = cell_of(square, bottom);
    (column * SQUARE, row * SQUARE)
}

/// The middle of a square in the units of the drawing.
pub fn center_of(square: Square, bottom: Color) -> (u32, u32) {
    let (x, y) = corner_of(square, bottom);
    (x + SQUARE / 2, y + SQUARE / 2)
}

/// The square one step away on the screen; steps end at the edge.
pub fn step(square: Square, right: i32, down: i32, bottom: Color) -> Square {
    let (column, row) = cell_of(square, bottom);
    let moved = |at: u32, by: i32| at.saturating_add_signed(by).min(7);
    square_of(moved(column, right), moved(row, down), bottom)
}

/// The square that a move leads to on the board; for castling, the king's new square.
pub fn target_of(m: Move) -> Square {
    match (m, m.castling_side()) {
        (Move::Castle { king, .. }, Some(side)) => Square::from_coords(side.king_to_file(), king.rank()),
        _ => m.to(),
    }
}

/// Whether going from one square to another means this move. Castling can be meant by the king's new square
/// or by the rook's square. A king that stays where it is, as in Chess960, needs the square of the rook.
fn is_meant(m: Move, from: Square, to: Square) -> bool {
    let reaches = to != from && target_of(m) == to;
    m.from() == Some(from) && (reaches || (m.is_castle() && m.to() == to))
}

/// Whether the piece on `from` has a move that is meant by going to `to`.
pub fn is_target(from: Square, to: Square, legal: &[Move]) -> bool {
    legal.iter().any(|&m| is_meant(m, from, to))
}

/// The result of choosing a square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picked {
    /// At most the selection changed.
    Nothing,
    /// It makes this move on the board.
    Move(Move),
    /// A pawn promotes; these are the moves to choose from.
    Promotion(Vec<Move>),
}

/// The piece that the user has picked up, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hand {
    /// The square of that piece.
    pub from: Option<Square>,
}

impl Hand {
    /// Handles a click on a square, or a piece dropped on it. `legal` are the legal moves of the position.
    pub fn choose(&mut self, square: Square, legal: &[Move]) -> Picked {
        if let Some(from) = self.from {
            let meant: Vec<Move> = legal.iter().copied().filter(|&m| is_meant(m, from, square)).collect();
            match meant.as_slice() {
                [] => {}
                [m] => {
                    self.from = None;
                    return Picked::Move(*m);
                }
                // In Chess960 a king next to its rook may be able to both move there and castle.
                several if several.iter().all(|m| !m.is_promotion()) => {
                    self.from = None;
                    return Picked::Move(*several.iter().find(|m| !m.is_castle()).unwrap_or(&several[0]));
                }
                several => {
                    self.from = None;
                    return Picked::Promotion(several.to_vec());
                }
            }
            if from == square {
                self.from = None;
                return Picked::Nothing;
            }
        }
        self.from = can_move(square, legal).then_some(square);
        Picked::Nothing
    }
}

/// The legal moves of a position; none if there is no position.
pub fn legal_moves(position: Option<&Chess>) -> Vec<Move> {
    position.map(|position| position.legal_moves().to_vec()).unwrap_or_default()
}

/// Whether the piece on this square has a legal move.
pub fn can_move(square: Square, legal: &[Move]) -> bool {
    legal.iter().any(|m| m.from() == Some(square))
}

/// The squares that the piece on `from` can go to. For castling the square of the rook is the one if the
/// king's new square would not mean it.
pub fn targets(from: Square, legal: &[Move]) -> Vec<Square> {
    let own = || legal.iter().copied().filter(|m| m.from() == Some(from));
    let steps: Bitboard = own().filter(|m| !m.is_castle()).map(Move::to).collect();
    let castlings = own().filter(|m| m.is_castle()).map(|m| {
        let target = target_of(m);
        if target == from || steps.contains(target) { m.to() } else { target }
    });
    let squares: Bitboard = steps.into_iter().chain(castlings).collect();
    squares.into_iter().collect()
}

/// The outline of an arrow between the middles of two squares, as the points of a polygon. `width` is the
/// width of the shaft.
pub fn arrow(from: Square, to: Square, bottom: Color, width: f64) -> Vec<(f64, f64)> {
    let middle = |square| {
        let (x, y) = center_of(square, bottom);
        (f64::from(x), f64::from(y))
    };
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
    let (nx, ny) = (-uy, ux);
    let head = width * 2.2;
    let start = f64::from(SQUARE) * 0.22;
    let point = |along: f64, aside: f64| (x1 + ux * along + nx * aside, y1 + uy * along + ny * aside);
    let neck = (length - head).max(start);
    vec![
        point(start, width / 2.0),
        point(neck, width / 2.0),
        point(neck, width * 1.2),
        point(length, 0.0),
        point(neck, -width * 1.2),
        point(neck, -width / 2.0),
        point(start, -width / 2.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{CastlingMode, Fen, Role};

    fn legal(fen: &str) -> Vec<Move> {
        let fen: Fen = fen.parse().unwrap();
        let position: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
        position.legal_moves().to_vec()
    }

    fn squares(names: &str) -> Vec<Square> {
        names.split(' ').map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn squares_and_points_agree() {
        for bottom in [Color::White, Color::Black] {
            for square in Square::ALL {
                let (x, y) = center_of(square, bottom);
                assert_eq!(square_at(f64::from(x) / 800.0, f64::from(y) / 800.0, bottom), Some(square));
            }
        }
        assert_eq!(square_at(1.0, 0.5, Color::White), None);
        assert_eq!(square_at(-0.1, 0.5, Color::White), None);
    }

    #[test]
    fn steps_follow_the_screen() {
        assert_eq!(step(Square::E4, 1, 0, Color::White), Square::F4);
        assert_eq!(step(Square::E4, 1, 0, Color::Black), Square::D4);
        assert_eq!(step(Square::H8, 1, -1, Color::White), Square::H8);
    }

    #[test]
    fn two_squares_make_a_move() {
        let legal = legal("4k3/8/8/8/8/8/4P3/4K3 w - -");
        let mut hand = Hand::default();
        assert_eq!(hand.choose(Square::E2, &legal), Picked::Nothing);
        assert_eq!(targets(Square::E2, &legal), [Square::E3, Square::E4]);
        assert!(matches!(hand.choose(Square::E4, &legal), Picked::Move(m) if m.to() == Square::E4));
        assert_eq!(hand.choose(Square::E2, &legal), Picked::Nothing);
        hand.choose(Square::E1, &legal);
        assert_eq!(hand.from, Some(Square::E1), "another piece is picked up instead");
        hand.choose(Square::A8, &legal);
        assert_eq!(hand.from, None);
    }

    #[test]
    fn promotion_asks() {
        let legal = legal("7k/P7/8/8/8/8/8/4K3 w - -");
        let mut hand = Hand { from: Some(Square::A7) };
        let Picked::Promotion(moves) = hand.choose(Square::A8, &legal) else { panic!("a promotion") };
        assert_eq!(moves.len(), 4);
        assert!(moves.iter().any(|m| m.promotion() == Some(Role::Knight)));
    }

    #[test]
    fn castling_by_king_or_rook_square() {
        let legal = legal("4k3/8/8/8/8/8/8/R3K2R w KQ -");
        for square in [Square::G1, Square::H1] {
            let mut hand = Hand { from: Some(Square::E1) };
            assert!(matches!(hand.choose(square, &legal), Picked::Move(m) if m.is_castle()));
        }
        assert_eq!(targets(Square::E1, &legal), squares("c1 d1 f1 g1 d2 e2 f2"));
    }

    #[test]
    fn castling_of_chess960_by_the_square_of_the_rook() {
        // The king's new square is one that it can step to, or its own.
        for (fields, from, rook, expect) in [
            ("4k3/8/8/8/8/8/8/5K1R w H -", Square::F1, Square::H1, "e1 g1 h1 e2 f2 g2"),
            ("4k3/8/8/8/8/8/8/6KR w H -", Square::G1, Square::H1, "f1 h1 f2 g2 h2"),
        ] {
            let legal = legal(fields);
            let choose = |square| Hand { from: Some(from) }.choose(square, &legal);
            assert!(matches!(choose(rook), Picked::Move(m) if m.is_castle()), "{fields}");
            assert!(!matches!(choose(Square::G1), Picked::Move(m) if m.is_castle()), "{fields}");
            assert!(is_target(from, rook, &legal) && !is_target(from, from, &legal), "{fields}");
            assert_eq!(targets(from, &legal), squares(expect), "{fields}");
        }
    }
}
