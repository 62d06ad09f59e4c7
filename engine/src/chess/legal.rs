//! Answers to the questions about legal moves that arise in reading EPD, without a list of all moves.
//!
//! To read a move is to ask from where a piece can go to one square; to write `+` or `#` after it is to ask
//! whether the king is attacked, and whether there is any move left. One test serves all moves except
//! castling: once the move is made, nothing attacks the king. Only sliding pieces on a line with the square
//! are looked at, one by one: there are few of them, and nothing may be in between.

use shakmaty::attacks;

use crate::chess::{Bitboard, Board, CastlingSide, Chess, Color, Position as _, Rank, Role, Square};

/// For each square, the squares on its files and ranks, and those on its diagonals.
static LINES: [(Bitboard, Bitboard); 64] = {
    let mut lines = [(Bitboard::EMPTY, Bitboard::EMPTY); 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::new(index);
        let empty = Bitboard::EMPTY;
        lines[index as usize] =
            (attacks::rook_attacks(square, empty), attacks::bishop_attacks(square, empty));
        index += 1;
    }
    lines
};

/// The squares that a queen or a knight reaches from a square of an empty board.
pub fn reach(from: Square) -> Bitboard {
    let (straight, diagonal) = LINES[from.to_usize()];
    straight | diagonal | attacks::knight_attacks(from)
}

/// The squares that are visible from a square along files, ranks and diagonals, up to the first piece on
/// each.
pub fn lines_of_sight(from: Square, board: &Board) -> Bitboard {
    attacks::queen_attacks(from, board.occupied())
}

/// The squares from which a piece of `role` can legally go to `to`, apart from castling.
pub fn origins(position: &Chess, role: Role, to: Square) -> Bitboard {
    let (board, us) = (position.board(), position.us());
    if us.contains(to) {
        return Bitboard::EMPTY;
    }
    let (straight, diagonal) = LINES[to.to_usize()];
    let near = match role {
        Role::Pawn => pawn_origins(position, to),
        Role::Knight => attacks::knight_attacks(to),
        Role::Bishop => diagonal,
        Role::Rook => straight,
        Role::Queen => straight | diagonal,
        Role::King => attacks::king_attacks(to),
    };
    let can_go = |&from: &Square| is_open(from, to, board.occupied()) && is_safe(position, role, from, to);
    (near & us & board.by_role(role)).into_iter().filter(can_go).collect()
}

/// Returns whether the side to move is in check.
pub fn is_check(position: &Chess) -> bool {
    let board = position.board();
    let king = board.king_of(position.turn());
    king.is_some_and(|king| is_attacked(board, king, !position.turn(), board.occupied(), Bitboard::EMPTY))
}

/// Returns whether the side to move is checkmated.
pub fn is_checkmate(position: &Chess) -> bool {
    is_check(position) && !can_move(position)
}

/// Returns whether the side to move is stalemated.
pub fn is_stalemate(position: &Chess) -> bool {
    !is_check(position) && !can_move(position)
}

/// Returns whether the side to move has a legal move.
pub fn can_move(position: &Chess) -> bool {
    let (board, us) = (position.board(), position.us());
    let king = board.king_of(position.turn());
    let can_go =
        |role: Role, from: Square, to: Bitboard| to.into_iter().any(|to| is_safe(position, role, from, to));
    // The king first: it usually has a move.
    if king.is_some_and(|king| can_go(Role::King, king, attacks::king_attacks(king) & !us)) {
        return true;
    }
    let checkers = position.checkers();
    // A check is answered by capturing the piece that gives it, or by a piece in between.
    let targets = match (king, checkers.first()) {
        (Some(king), Some(checker)) => attacks::between(king, checker).with(checker),
        _ => !us,
    };
    let can_another = |from: Square| match board.role_at(from) {
        Some(Role::Pawn) => can_go(Role::Pawn, from, pawn_targets(position, from, targets)),
        Some(role) => can_go(role, from, board.attacks_from(from) & targets),
        None => false,
    };
    !checkers.more_than_one() && (us & !board.kings()).into_iter().any(can_another)
        || checkers.is_empty() && can_castle(position)
}

/// Returns whether the king can castle: in Chess960 that may be the only legal move.
fn can_castle(position: &Chess) -> bool {
    let can_castle = |side| !position.castling_moves(side).is_empty();
    position.castles().any() && (can_castle(CastlingSide::KingSide) || can_castle(CastlingSide::QueenSide))
}

/// The squares from which a pawn on an otherwise ordinary board reaches a square.
fn pawn_origins(position: &Chess, to: Square) -> Bitboard {
    let turn = position.turn();
    if position.them().contains(to) || position.maybe_ep_square() == Some(to) {
        return attacks::pawn_attacks(!turn, to);
    }
    let back = turn.fold_wb(-8, 8);
    let one = Bitboard::from_square(to).shift(back);
    if to.rank() == turn.relative_rank(Rank::Fourth) { one | one.shift(back) } else { one }
}

/// The squares among `targets` that a pawn can go to. En passant takes a pawn elsewhere.
fn pawn_targets(position: &Chess, from: Square, targets: Bitboard) -> Bitboard {
    let turn = position.turn();
    let empty = !position.board().occupied();
    let ahead = turn.fold_wb(8, -8);
    let one = Bitboard::from_square(from).shift(ahead) & empty;
    let at_home = from.rank() == turn.relative_rank(Rank::Second);
    let two = if at_home { one.shift(ahead) & empty } else { Bitboard::EMPTY };
    let en_passant = position.maybe_ep_square().map_or(Bitboard::EMPTY, Bitboard::from_square);
    let taken = attacks::pawn_attacks(turn, from);
    (one | two | taken & position.them()) & targets | taken & en_passant
}

/// Returns whether nothing attacks our king once the piece on `from` is on `to`.
fn is_safe(position: &Chess, role: Role, from: Square, to: Square) -> bool {
    let (board, turn) = (position.board(), position.turn());
    let king = if role == Role::King { Some(to) } else { board.king_of(turn) };
    let en_passant = role == Role::Pawn && position.maybe_ep_square() == Some(to);
    let taken = if en_passant { Square::from_coords(to.file(), from.rank()) } else { to };
    let occupied = board.occupied().without(from).without(taken).with(to);
    king.is_none_or(|king| !is_attacked(board, king, !turn, occupied, Bitboard::from_square(taken)))
}

/// Returns whether a piece of `attacker` other than the `taken` one attacks the square.
fn is_attacked(board: &Board, square: Square, attacker: Color, occupied: Bitboard, taken: Bitboard) -> bool {
    let them = board.by_color(attacker) & !taken;
    let steps = attacks::pawn_attacks(!attacker, square) & board.pawns()
        | attacks::knight_attacks(square) & board.knights()
        | attacks::king_attacks(square) & board.kings();
    let (straight, diagonal) = LINES[square.to_usize()];
    let slides = straight & board.rooks_and_queens() | diagonal & board.bishops_and_queens();
    (steps & them).any() || (slides & them).into_iter().any(|slider| is_open(slider, square, occupied))
}

/// Returns whether there is nothing between two squares; true for squares on no common line.
fn is_open(from: Square, to: Square, occupied: Bitboard) -> bool {
    (attacks::between(from, to) & occupied).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::testing::{any_game, position};
    use proptest::prelude::*;

    /// Compares every answer in a position with the list of all moves.
    #[track_caller]
    fn check(position: &Chess) {
        let moves = position.legal_moves();
        assert_eq!(can_move(position), !moves.is_empty(), "{position:?}");
        assert_eq!(is_check(position), position.is_check(), "{position:?}");
        for role in Role::ALL {
            for to in Square::ALL {
                let known = moves.iter().filter(|m| !m.is_castle() && m.role() == role && m.to() == to);
                let known: Bitboard = known.filter_map(|m| m.from()).collect();
                assert_eq!(origins(position, role, to), known, "{role:?} to {to} in {position:?}");
            }
        }
    }

    #[test]
    fn agrees_with_the_list_where_it_is_hard() {
        check(&position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"));
        // En passant: it would open the rank to the king, it takes the pawn that gives check.
        check(&position("8/8/8/K2pP2q/8/8/8/4k3 w - d6"));
        check(&position("8/8/8/3pP3/2K5/8/8/7k w - d6"));
        check(&position("8/8/8/8/1k1Pp2R/8/8/4K3 b - d3"));
        // Pinned pieces, double check, mate, stalemate.
        check(&position("4k3/8/8/8/1b2r3/8/3NB3/4K3 w - -"));
        check(&position("4k3/8/8/8/4r3/8/3n4/4K3 w - -"));
        check(&position("6rk/6pp/7N/8/8/8/8/6QK b - -"));
        check(&position("7k/5Q2/6K1/8/8/8/8/8 b - -"));
        // Promotions, and castling as the only move.
        check(&position("3n3k/2P5/8/8/8/8/8/K7 w - -"));
        check(&position("5r1k/8/8/8/8/7p/7P/6KR w H -"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn agrees_with_the_list_in_any_game(game in any_game(160)) {
            game.iter().for_each(check);
        }
    }
}
