//! Passed pawns.
//!
//! A passed pawn can no longer be stopped by pawns, so it ties down pieces,
//! and in the endgame it decides games. It counts for more the farther it has
//! come, if its next square and its road are free, and if its own king is near
//! and the enemy king far. When the enemy has only a king and the king is too
//! far away to catch it, the pawn is as good as a queen.

use super::{Attacks, Tapered, ahead, distance, rank_of, s, step};
use crate::search::value::Value;
use cozy_chess::{BitBoard, Board, Color, Piece, Rank, Square};

/// By rank, counted from the owner's side.
const BY_RANK: [Tapered; 8] =
    [s(0, 0), s(2, 14), s(6, 20), s(14, 40), s(42, 74), s(85, 130), s(140, 205), s(0, 0)];
/// The next square is held by an enemy piece; by rank.
const BLOCKED: [Tapered; 8] =
    [s(0, 0), s(0, -2), s(-2, -6), s(-6, -14), s(-14, -28), s(-30, -55), s(-55, -90), s(0, 0)];
/// The next square is free and safe, times the square of the steps made.
const FREE_STEP: Tapered = s(1, 2);
/// The whole road is safe, times the square of the steps made.
const FREE_ROAD: Tapered = s(1, 3);
/// A rook pushes from behind, or an enemy rook attacks from there.
const ROOK_BEHIND: Tapered = s(6, 22);
const UNSTOPPABLE: Tapered = s(0, 550);

/// What the passed pawns of one side are worth to it.
pub(super) fn passed(
    board: &Board,
    color: Color,
    pawns: BitBoard,
    own: &Attacks,
    enemy: &Attacks,
) -> Tapered {
    let mut score = s(0, 0);
    for pawn in pawns {
        let rank = rank_of(pawn, color);
        let row = pawn.relative_to(color).rank() as usize;
        let road = ahead(pawn, color);
        let Some(next) = step(pawn, color) else { continue };
        score += BY_RANK[row];
        let weight = (rank - 2).max(0);
        let kings = distance(board.king(!color), next) * 5 - distance(board.king(color), next) * 3;
        score += s(0, kings * weight);
        let steps = weight * weight;
        if board.colors(!color).has(next) {
            score += BLOCKED[row];
        } else if !board.occupied().has(next) {
            let contested = enemy.all & !own.all;
            if !enemy.all.has(next) || own.all.has(next) {
                score += FREE_STEP * steps;
            }
            if (road & (contested | board.colors(!color))).is_empty() {
                score += FREE_ROAD * steps;
            }
        }
        let behind = ahead(pawn, !color);
        if !(behind & board.colored_pieces(color, Piece::Rook)).is_empty() {
            score += ROOK_BEHIND;
        }
        if !(behind & board.colored_pieces(!color, Piece::Rook)).is_empty() {
            score -= ROOK_BEHIND;
        }
        if is_unstoppable(board, color, pawn, road) {
            score += UNSTOPPABLE;
        }
    }
    score
}

/// The "rule of the square": can the enemy king still catch the pawn?
fn is_unstoppable(board: &Board, color: Color, pawn: Square, road: BitBoard) -> bool {
    let pieces = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
    if !(board.colors(!color) & !pieces).is_empty() || !(road & board.occupied()).is_empty() {
        return false;
    }
    let goal = Square::new(pawn.file(), Rank::Eighth.relative_to(color));
    let double_step = Value::from(rank_of(pawn, color) == 1);
    let pawn_moves = 7 - rank_of(pawn, color) - double_step;
    let king_first = Value::from(board.side_to_move() != color);
    distance(board.king(!color), goal) - king_first > pawn_moves
}
