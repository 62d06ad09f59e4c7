//! Threats: which pieces attack which. A sum over pieces cannot show this, because it depends on what stands between
//! them.
//!
//! Each side has a few numbers, which are weighted like those of the net and added to its output. What they count was
//! chosen from 112 numbers by what it took off the error of the net ([ADR 36](../../../../docs/adr/0036-threats-beside-the-net.md)).

use cozy_chess::{
    BitBoard, Color, File, Piece, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

/// Numbers of a side, in halves. By their places:
///
/// | places | what is counted |
/// |---|---|
/// | 0 to 5 | pieces of the other side that are attacked and not defended, by kind, the king too |
/// | 6 to 9 | squares for a check by a knight, a bishop, a rook, a queen, on which nothing can take it |
/// | 10 to 13 | knights, bishops, rooks and queens that are defended, but attacked by something worth less |
/// | 14, 15 | such pieces, and those that are not defended: all but one of them, and whether there is one |
/// | 16 | half of the squares beside the other king that are attacked, and defended by at most one placed |
/// | 17, 18 | half of those that it could step to without being in check, and whether there is none |
/// | 19 | those of 16 that are attacked twice |
pub const THREATS: usize = 20;

/// The numbers of both sides, by colour.
pub type Threats = [[i16; THREATS]; Color::NUM];

/// The pieces of each colour, by kind.
pub type PieceSets = [[BitBoard; Piece::NUM]; Color::NUM];

/// The value of 1.
const ONE: i16 = 2;

#[expect(clippy::cast_possible_truncation, reason = "a board has 64 squares")]
fn count(squares: BitBoard) -> i16 {
    squares.len() as i16
}

/// What the pawns of a side attack towards the files a and h.
fn by_pawns(pawns: BitBoard, color: Color) -> [BitBoard; 2] {
    let (to_a, to_h) = (pawns & !File::A.bitboard(), pawns & !File::H.bitboard());
    match color {
        Color::White => [BitBoard(to_a.0 << 7), BitBoard(to_h.0 << 9)],
        Color::Black => [BitBoard(to_a.0 >> 9), BitBoard(to_h.0 >> 7)],
    }
}

/// What the pieces of a side attack.
struct Attacks {
    /// By kind; the king's are in `all`.
    by: [BitBoard; Piece::NUM],
    all: BitBoard,
    /// By two or more of them.
    twice: BitBoard,
}

impl Attacks {
    fn of(pieces: &[BitBoard; Piece::NUM], color: Color, ring: BitBoard, occupied: BitBoard) -> Self {
        let [pawns, knights, bishops, rooks, queens, _] = *pieces;
        let [left, right] = by_pawns(pawns, color);
        let mut own = Self {
            by: [BitBoard::EMPTY; Piece::NUM],
            all: left | right | ring,
            twice: left & right | (left | right) & ring,
        };
        own.by[Piece::Pawn as usize] = left | right;
        for square in knights {
            own.note(Piece::Knight, get_knight_moves(square));
        }
        for square in bishops {
            own.note(Piece::Bishop, get_bishop_moves(square, occupied));
        }
        for square in rooks {
            own.note(Piece::Rook, get_rook_moves(square, occupied));
        }
        for square in queens {
            own.note(Piece::Queen, get_bishop_moves(square, occupied) | get_rook_moves(square, occupied));
        }
        own
    }

    fn note(&mut self, piece: Piece, moves: BitBoard) {
        self.twice |= self.all & moves;
        self.all |= moves;
        self.by[piece as usize] |= moves;
    }
}

/// The threats of both sides. All are 0 if a king is missing.
pub fn threats(pieces: &PieceSets) -> Threats {
    let colors = pieces.map(|pieces| pieces.into_iter().fold(BitBoard::EMPTY, |all, some| all | some));
    let occupied = colors[0] | colors[1];
    let king = |color: Color| pieces[color as usize][Piece::King as usize].next_square();
    let (Some(white), Some(black)) = (king(Color::White), king(Color::Black)) else {
        return Threats::default();
    };
    let kings = [white, black];
    let rings = kings.map(get_king_moves);
    let attacks =
        Color::ALL.map(|color| Attacks::of(&pieces[color as usize], color, rings[color as usize], occupied));
    Color::ALL.map(|color| {
        let (own, other) = (color as usize, !color as usize);
        let (ours, theirs) = (&attacks[own], &attacks[other]);
        let [pawns, knights, bishops, rooks, queens, _] = ours.by;
        let mut to = [0; THREATS];

        let open = ours.all & !theirs.all;
        for (to, &pieces) in to[..6].iter_mut().zip(&pieces[other]) {
            *to = ONE * count(pieces & open);
        }

        let safe = !theirs.all & !colors[own];
        if !((knights | bishops | rooks | queens) & safe).is_empty() {
            let diagonal = get_bishop_moves(kings[other], occupied) & safe;
            let straight = get_rook_moves(kings[other], occupied) & safe;
            to[6] = ONE * count(knights & get_knight_moves(kings[other]) & safe);
            to[7] = ONE * count(bishops & diagonal);
            to[8] = ONE * count(rooks & straight);
            to[9] = ONE * count(queens & (diagonal | straight));
        }

        let minor = pawns | knights | bishops;
        let mut hanging = 0;
        for (at, less) in [pawns, pawns, minor, minor | rooks].into_iter().enumerate() {
            let cheaply = count(pieces[other][at + 1] & less & !open);
            to[10 + at] = ONE * cheaply;
            hanging += ONE * cheaply + to[at + 1];
        }
        to[14] = (hanging - ONE).max(0);
        to[15] = hanging.min(ONE);

        let weak = rings[other] & ours.all & !theirs.twice;
        let free = rings[other] & !ours.all & !colors[other];
        to[16] = count(weak);
        to[17] = count(free);
        to[18] = if free.is_empty() { ONE } else { 0 };
        to[19] = ONE * count(weak & ours.twice);
        to
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::bench::POSITIONS;
    use cozy_chess::Board;

    fn pieces(board: &Board) -> PieceSets {
        Color::ALL.map(|color| Piece::ALL.map(|piece| board.colored_pieces(color, piece)))
    }

    /// The numbers of White that are not 0, with their places.
    #[track_caller]
    fn check(fields: &str, expect: &[(usize, i16)]) {
        let board: Board = format!("{fields} b - - 0 1").parse().unwrap();
        let white = threats(&pieces(&board))[0];
        let found: Vec<_> = white.into_iter().enumerate().filter(|&(_, number)| number != 0).collect();
        assert_eq!(found, expect, "{fields}");
    }

    #[test]
    fn what_is_counted() {
        // Two kings far from each other: the other one has three squares in its corner.
        check("7k/8/8/8/8/8/8/K7", &[(17, 3)]);
        // A rook that attacks a knight which nothing defends: one piece hangs. It can give check on the h-file.
        check("7k/8/8/3n4/8/8/8/K2R4", &[(1, 2), (8, 2), (15, 2), (17, 3)]);
        // A pawn that attacks a rook and a bishop: nothing defends the rook, and the bishop, which the rook defends, is
        // attacked by something worth less.
        check("7k/8/2b1r3/3P4/8/8/8/K7", &[(3, 2), (11, 2), (14, 2), (15, 2), (17, 3)]);
        // A smothered king; its rook covers the square it stands on.
        check("6rk/5Npp/8/8/8/8/8/K7", &[(18, 2)]);
        // A check by a rook, with a queen beside it: the king has no square left. The rook could check from four squares
        // more, the queen from three.
        check("7k/8/8/8/8/8/6QR/K7", &[(5, 2), (8, 8), (9, 6), (16, 3), (18, 2)]);
    }

    #[test]
    fn nothing_is_told_without_a_king() {
        let mut pieces = pieces(&Board::default());
        pieces[1][Piece::King as usize] = BitBoard::EMPTY;
        assert_eq!(threats(&pieces), Threats::default());
    }

    #[test]
    fn a_board_in_a_mirror_has_the_same_threats() {
        let mirrored = |squares: BitBoard| squares.flip_files();
        let turned = |squares: BitBoard| squares.flip_ranks();
        for fields in POSITIONS {
            let board: Board = format!("{fields} 0 1").parse().unwrap();
            let pieces = pieces(&board);
            assert_eq!(threats(&pieces.map(|pieces| pieces.map(mirrored))), threats(&pieces), "{fields}");
            let [white, black] = threats(&pieces);
            let [own, other] = pieces.map(|pieces| pieces.map(turned));
            assert_eq!(threats(&[other, own]), [black, white], "{fields}");
        }
    }
}
