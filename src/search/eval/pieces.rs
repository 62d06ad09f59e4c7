//! Activity: what the pieces do from where they stand.
//!
//! Counted are the squares a piece can go to without being taken by a pawn
//! (mobility), rooks on files that pawns have left open, knights and bishops
//! on advanced squares that a pawn guards (outposts), bishops hemmed in by
//! their own pawns, and how many pieces look at the surroundings of the enemy
//! king. On the way the maps of attacked squares are filled in, which other
//! terms use.

use super::{Attacks, Tapered, count, rank_of, s};
use crate::search::value::Value;
use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

/// Mobility of a sort of piece: what each square more than `usual` is worth.
struct Mobility {
    usual: Value,
    each: Tapered,
    /// Danger units for reaching the enemy king's surroundings.
    on_king: Value,
}

const KNIGHT: Mobility = Mobility { usual: 4, each: s(6, 6), on_king: 22 };
const BISHOP: Mobility = Mobility { usual: 6, each: s(6, 6), on_king: 20 };
const ROOK: Mobility = Mobility { usual: 7, each: s(3, 6), on_king: 28 };
const QUEEN: Mobility = Mobility { usual: 12, each: s(2, 5), on_king: 36 };
/// Danger units for each square beside the king that is attacked.
const ON_KING_SQUARE: Value = 9;

const OPEN_FILE: Tapered = s(30, 12);
const HALF_OPEN_FILE: Tapered = s(13, 8);
const OUTPOST_KNIGHT: Tapered = s(26, 14);
const OUTPOST_BISHOP: Tapered = s(14, 8);
/// For each own pawn on a square of the bishop's colour.
const BISHOP_PAWN: Tapered = s(-3, -6);

/// What the pieces of one side do. Fills in what they attack.
pub(super) fn activity(board: &Board, color: Color, attacks: &mut [Attacks; 2]) -> Tapered {
    let enemy_pawns = attacks[!color as usize].by_pawns;
    let own_pawns = board.colored_pieces(color, Piece::Pawn);
    // Squares worth going to: not held by own pawns or king, not hit by pawns.
    let area = !(enemy_pawns | own_pawns | board.colored_pieces(color, Piece::King));
    let zone = king_zone(board.king(!color));
    let own = &mut attacks[color as usize];
    let mut score = s(0, 0);
    let mut weigh = |own: &mut Attacks, squares: BitBoard, kind: &Mobility| {
        own.add(squares);
        let reached = squares & zone;
        if !reached.is_empty() {
            own.on_king += kind.on_king + ON_KING_SQUARE * count(reached);
        }
        score += kind.each * (count(squares & area) - kind.usual);
    };
    let queens = board.pieces(Piece::Queen);
    let blockers = board.occupied();
    // A slider sees through its own kind standing in front of it.
    let through = blockers & !(board.colored_pieces(color, Piece::Queen));
    let through_rooks = through & !board.colored_pieces(color, Piece::Rook);
    for square in board.colored_pieces(color, Piece::Knight) {
        let squares = get_knight_moves(square);
        own.by_knights |= squares;
        weigh(own, squares, &KNIGHT);
    }
    for square in board.colored_pieces(color, Piece::Bishop) {
        let squares = get_bishop_moves(square, through);
        own.by_bishops |= squares;
        weigh(own, squares, &BISHOP);
    }
    for square in board.colored_pieces(color, Piece::Rook) {
        let squares = get_rook_moves(square, through_rooks);
        own.by_rooks |= squares;
        weigh(own, squares, &ROOK);
    }
    for square in queens & board.colors(color) {
        let squares = get_bishop_moves(square, blockers) | get_rook_moves(square, blockers);
        own.by_queens |= squares;
        weigh(own, squares, &QUEEN);
    }
    score + places(board, color, own.by_pawns, own_pawns)
}

/// The squares around a king, where an attack is felt.
pub(super) fn king_zone(king: Square) -> BitBoard {
    get_king_moves(king) | king.bitboard()
}

/// Files for rooks, outposts, and bishops among their own pawns.
fn places(board: &Board, color: Color, guarded: BitBoard, own_pawns: BitBoard) -> Tapered {
    let mut score = s(0, 0);
    for rook in board.colored_pieces(color, Piece::Rook) {
        let file = rook.file().bitboard();
        if (file & own_pawns).is_empty() {
            let open = (file & board.pieces(Piece::Pawn)).is_empty();
            score += if open { OPEN_FILE } else { HALF_OPEN_FILE };
        }
    }
    let enemy_pawns = board.colored_pieces(!color, Piece::Pawn);
    for (piece, bonus) in [(Piece::Knight, OUTPOST_KNIGHT), (Piece::Bishop, OUTPOST_BISHOP)] {
        for square in board.colored_pieces(color, piece) & guarded & outpost_ranks(color) {
            let rank = rank_of(square, color);
            let attackers = enemy_pawns & square.file().adjacent();
            if attackers.iter().all(|pawn| rank_of(pawn, color) <= rank) {
                score += bonus;
            }
        }
    }
    for bishop in board.colored_pieces(color, Piece::Bishop) {
        let shade =
            if BitBoard::DARK_SQUARES.has(bishop) { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
        score += BISHOP_PAWN * count(own_pawns & shade);
    }
    score
}

/// The fourth to the sixth rank.
fn outpost_ranks(color: Color) -> BitBoard {
    let rank = |rank: Rank| rank.relative_to(color).bitboard();
    rank(Rank::Fourth) | rank(Rank::Fifth) | rank(Rank::Sixth)
}
