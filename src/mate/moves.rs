//! The attacker's moves: which to try first, and which mate at once.

use crate::search::squares_of_check;
use cozy_chess::{
    BitBoard, Board, Move, Piece, get_between_rays, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_knight_moves, get_rook_moves, get_rook_rays,
};

/// A move of the attacker and the position after it.
#[derive(Debug, Clone)]
pub(super) struct Attempt {
    pub(super) mv: Move,
    pub(super) next: Board,
    /// The smaller, the earlier.
    rank: i32,
}

/// Whether the position is checkmate.
pub(super) fn is_mate(board: &Board) -> bool {
    !board.checkers().is_empty() && !board.generate_moves(|_| true)
}

/// A move that mates at once; `made` counts the moves that were tried.
pub(super) fn mate_in_one(board: &Board, made: &mut u64) -> Option<Move> {
    let squares = squares_of_check(board);
    let unmasking = unmasking(board);
    let mut found = None;
    board.generate_moves(|mut moves| {
        // A pawn may check as what it becomes, or by taking en passant; a king by castling.
        let is_special = matches!(moves.piece, Piece::Pawn | Piece::King);
        if !is_special && !unmasking.has(moves.from) {
            moves.to &= squares[moves.piece as usize];
        }
        for mv in moves {
            if mv.promotion.is_none() && !unmasking.has(mv.from) {
                let is_check = match moves.piece {
                    // En passant: the pawn that is taken may unmask a check too.
                    Piece::Pawn => {
                        squares[Piece::Pawn as usize].has(mv.to)
                            || (mv.from.file() != mv.to.file() && board.color_on(mv.to).is_none())
                    }
                    Piece::King => board.colors(board.side_to_move()).has(mv.to),
                    _ => true,
                };
                if !is_check {
                    continue;
                }
            }
            *made += 1;
            let mut next = board.clone();
            next.play_unchecked(mv);
            if is_mate(&next) {
                found = Some(mv);
                return true;
            }
        }
        false
    });
    found
}

/// The attacker's pieces that stand between the king and another one of his: any move of theirs may
/// give check.
fn unmasking(board: &Board) -> BitBoard {
    let side = board.side_to_move();
    let king = board.king(!side);
    let own = board.colors(side);
    let queens = board.pieces(Piece::Queen);
    let lines = (get_bishop_rays(king) & (board.pieces(Piece::Bishop) | queens))
        | (get_rook_rays(king) & (board.pieces(Piece::Rook) | queens));
    let mut found = BitBoard::EMPTY;
    for slider in lines & own {
        let between = get_between_rays(king, slider) & board.occupied();
        if between.len() == 1 {
            found |= between & own;
        }
    }
    found
}

/// All moves of the attacker, the most forcing first, onto the end of a list.
pub(super) fn attempts(board: &Board, first: Option<Move>, list: &mut Vec<Attempt>) {
    let start = list.len();
    let king = board.king(!board.side_to_move());
    let zone = get_king_moves(king) | king.bitboard();
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            let rank = if Some(mv) == first {
                i32::MIN
            } else if next.checkers().is_empty() {
                1000 - 16 * pressure(&next, mv, moves.piece, zone)
            } else {
                replies(&next)
            };
            list.push(Attempt { mv, next, rank });
        }
        false
    });
    list[start..].sort_unstable_by_key(|attempt| (attempt.rank, attempt.mv.from, attempt.mv.to));
}

fn replies(board: &Board) -> i32 {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += i32::try_from(moves.len()).unwrap_or(0);
        false
    });
    count
}

/// How many squares around the king the piece that moved bears on.
fn pressure(next: &Board, mv: Move, piece: Piece, zone: BitBoard) -> i32 {
    let occupied = next.occupied();
    let squares = match mv.promotion.unwrap_or(piece) {
        Piece::Knight => get_knight_moves(mv.to),
        Piece::Bishop => get_bishop_moves(mv.to, occupied),
        Piece::Rook => get_rook_moves(mv.to, occupied),
        Piece::Queen => get_bishop_moves(mv.to, occupied) | get_rook_moves(mv.to, occupied),
        Piece::King => get_king_moves(mv.to),
        Piece::Pawn => cozy_chess::get_pawn_attacks(mv.to, !next.side_to_move()),
    };
    i32::try_from((squares & zone).len()).unwrap_or(0)
}
