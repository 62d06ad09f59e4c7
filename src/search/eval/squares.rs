//! Material, and how much each square adds to it or takes away.
//!
//! A knight in the corner reaches two squares, in the centre eight. A table of
//! all pieces on all squares says what such things are worth. It is not
//! written out but computed from a few simple ideas: how far a square is from
//! the edge and how far it is advanced.

use super::{Tapered, s};
use crate::search::value::Value;
use cozy_chess::{Board, Color, Piece, Square};

/// What the pieces are worth: pawn, knight, bishop, rook, queen, king.
const MATERIAL: [Tapered; Piece::NUM] =
    [s(88, 112), s(340, 315), s(355, 330), s(480, 550), s(1020, 1010), s(0, 0)];

/// Having both bishops: together they reach every square.
const BISHOP_PAIR: Tapered = s(28, 50);

/// Worth of each piece on each square, from White's view.
static TABLE: [[Tapered; Square::NUM]; Piece::NUM] = build();

const fn build() -> [[Tapered; Square::NUM]; Piece::NUM] {
    let mut table = [[s(0, 0); Square::NUM]; Piece::NUM];
    let mut square = 0;
    while square < Square::NUM {
        // Below 8, so nothing can be cut off.
        #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "both are below 8")]
        let (file, rank) = ((square % 8) as Value, (square / 8) as Value);
        let mut piece = 0;
        while piece < Piece::NUM {
            let (base, here) = (MATERIAL[piece], bonus(piece, file, rank));
            table[piece][square] = s(base.mg + here.mg, base.eg + here.eg);
            piece += 1;
        }
        square += 1;
    }
    table
}

/// The distance from the nearer edge, 0 to 3.
const fn inward(line: Value) -> Value {
    if line < 4 { line } else { 7 - line }
}

const fn bonus(piece: usize, file: Value, rank: Value) -> Tapered {
    let (across, up) = (inward(file), inward(rank));
    // 0 at the edge of the board, 3 on the four centre squares.
    let ring = if across < up { across } else { up };
    match piece {
        // Pawns: take the centre, then advance.
        0 => {
            let centre = across * across;
            let stride = if rank >= 2 { rank - 1 } else { 0 };
            let held = if rank == 3 || rank == 4 { centre * 2 } else { 0 };
            s(centre - 5 + held + stride * 2, stride * stride * 2 - centre / 2)
        }
        // Knights: the centre, rather on the far side of it.
        1 => {
            let forward = if rank > 5 { 10 - rank } else { rank };
            s(ring * 12 + across * 3 + forward * 4 - 48, ring * 9 + across * 3 - 24)
        }
        // Bishops: off the first rank, on long diagonals.
        2 => {
            let diagonal = if file == rank || file + rank == 7 { 8 } else { 0 };
            let home = if rank == 0 { -12 } else { 0 };
            s(ring * 5 + diagonal + home - 8, ring * 4 - 6)
        }
        // Rooks: central files; the seventh rank.
        3 => {
            let seventh = if rank == 6 { 16 } else { 0 };
            s(across * 4 - 6 + seventh, seventh)
        }
        // Queens: not too early, centre in the endgame.
        4 => {
            let early = if rank > 2 { -4 } else { 0 };
            s(ring * 2 + early, ring * 10 + across * 2 - 18)
        }
        // Kings: castled at first, in the centre at the end.
        _ => {
            let exposed = if rank > 3 { 90 } else { rank * 28 };
            s(28 - exposed - across * 11, (across + up) * 10 + ring * 4 - 34)
        }
    }
}

/// Material and squares of both sides, from White's view.
pub(super) fn material_and_squares(board: &Board) -> Tapered {
    let mut sum = s(0, 0);
    for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
        let mut own = s(0, 0);
        for &piece in &Piece::ALL {
            for square in board.colored_pieces(color, piece) {
                own += TABLE[piece as usize][square.relative_to(color) as usize];
            }
        }
        if board.colored_pieces(color, Piece::Bishop).len() >= 2 {
            own += BISHOP_PAIR;
        }
        sum += own * sign;
    }
    sum
}
