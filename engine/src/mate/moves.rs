//! The attacker's moves: which to try first, and which mate at once.

use crate::search::{pawn_attacks, squares_of_check, unmasking};
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// The moves of the attacker in the order in which they are tried, each with the position after it.
#[derive(Debug, Clone, Default)]
pub(super) struct Attempts {
    /// A rank (smaller is earlier), the move, and the index of its position.
    order: Vec<(i32, Move, u16)>,
    positions: Vec<Board>,
}

impl Attempts {
    pub(super) fn iter(&self) -> impl Iterator<Item = (Move, &Board)> {
        self.order.iter().filter_map(|&(_, mv, at)| Some((mv, self.positions.get(usize::from(at))?)))
    }
}

/// Returns whether the position is checkmate.
pub(super) fn is_mate(board: &Board) -> bool {
    !board.checkers().is_empty() && !board.generate_moves(|_| true)
}

/// A move that mates at once; `made` counts the moves that were tried.
pub(super) fn mate_in_one(board: &Board, made: &mut u64) -> Option<Move> {
    let side = board.side_to_move();
    let king = board.king(!side);
    let squares = squares_of_check(board);
    let unmasking = unmasking(board);
    // Where the king could go as things are: all these squares must be taken from it.
    let mut reach: Option<(Reach, BitBoard)> = None;
    let through_king = board.occupied() & !king.bitboard();
    let mut found = None;
    board.generate_moves(|mut moves| {
        // A piece that leaves its square may open a line to the king, or to where it could go.
        let is_special = unmasking.has(moves.from);
        if !is_special && !matches!(moves.piece, Piece::Pawn | Piece::King) {
            moves.to &= squares[moves.piece as usize];
        }
        let occupied = through_king & !moves.from.bitboard();
        for mv in moves {
            let is_en_passant = moves.piece == Piece::Pawn
                && mv.from.file() != mv.to.file()
                && board.color_on(mv.to).is_none();
            let castles = moves.piece == Piece::King && board.colors(side).has(mv.to);
            if mv.promotion.is_none() && !is_special && !is_en_passant && !castles {
                // A king gives check only by castling and by stepping out of a line.
                if moves.piece == Piece::King || !squares[moves.piece as usize].has(mv.to) {
                    continue;
                }
                let (reach, flights) = reach.get_or_insert_with(|| {
                    let reach = Reach::of(board);
                    let flights = get_king_moves(king) & !board.colors(!side) & !reach.all;
                    (reach, flights)
                });
                let taken = attacks(moves.piece, mv.to, side, occupied) | mv.to.bitboard();
                if !reach.of_sliders.has(moves.from) && !flights.is_subset(taken) {
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

/// What the side to move attacks, as if the other king were not in the way.
struct Reach {
    all: BitBoard,
    of_sliders: BitBoard,
}

impl Reach {
    fn of(board: &Board) -> Self {
        let side = board.side_to_move();
        let occupied = board.occupied() & !board.colored_pieces(!side, Piece::King);
        let own = |piece| board.colored_pieces(side, piece);
        let mut of_sliders = BitBoard::EMPTY;
        for square in own(Piece::Bishop) | own(Piece::Queen) {
            of_sliders |= get_bishop_moves(square, occupied);
        }
        for square in own(Piece::Rook) | own(Piece::Queen) {
            of_sliders |= get_rook_moves(square, occupied);
        }
        let mut all = of_sliders | get_king_moves(board.king(side)) | pawn_attacks(own(Piece::Pawn), side);
        for square in own(Piece::Knight) {
            all |= get_knight_moves(square);
        }
        Self { all, of_sliders }
    }
}

fn attacks(piece: Piece, square: Square, side: Color, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(square, side),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

/// All moves of the attacker, the most forcing first.
pub(super) fn attempts(board: &Board, first: Option<Move>, into: &mut Attempts) {
    into.order.clear();
    into.positions.clear();
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
            // No position has 65536 moves.
            into.order.push((rank, mv, u16::try_from(into.positions.len()).unwrap_or(u16::MAX)));
            into.positions.push(next);
        }
        false
    });
    // Moves are generated in a fixed order, so that equal ranks give the same order everywhere.
    into.order.sort_unstable_by_key(|&(rank, _, at)| (rank, at));
}

/// The number of legal moves.
pub(super) fn replies(board: &Board) -> i32 {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += i32::try_from(moves.len()).unwrap_or(0);
        false
    });
    count
}

/// How many squares around the king the moved piece attacks.
fn pressure(next: &Board, mv: Move, piece: Piece, zone: BitBoard) -> i32 {
    let squares = attacks(mv.promotion.unwrap_or(piece), mv.to, !next.side_to_move(), next.occupied());
    i32::try_from((squares & zone).len()).unwrap_or(0)
}
