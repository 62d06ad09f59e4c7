//! Small questions about moves and positions that the search asks often.
//!
//! `cozy-chess` makes only legal moves and writes castling as the king taking its own rook. That matters for
//! the question "is this a capture?", so it is answered in one place. The table of positions has little room
//! per entry, so a move is packed into sixteen bits there.

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};

/// The packed form of "no move": a1 to a1.
pub(crate) const NO_MOVE: u16 = 0;

/// Six bits from, six bits to, three bits for the promotion.
pub(crate) fn pack(mv: Move) -> u16 {
    let promotion = mv.promotion.map_or(0, |piece| piece as u16);
    mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
}

/// The move of a packed form; it need not be legal anywhere.
pub(crate) fn unpack(packed: u16) -> Option<Move> {
    if packed == NO_MOVE {
        return None;
    }
    let from = Square::try_index(usize::from(packed & 63))?;
    let to = Square::try_index(usize::from(packed >> 6 & 63))?;
    let promotion = match packed >> 12 {
        0 => None,
        index => Some(Piece::try_index(usize::from(index))?),
    };
    Some(Move { from, to, promotion })
}

/// The piece that a move captures, if any (also en passant).
pub(super) fn victim(board: &Board, mv: Move) -> Option<Piece> {
    if board.colors(!board.side_to_move()).has(mv.to) {
        return board.piece_on(mv.to);
    }
    let slanted = mv.from.file() != mv.to.file();
    (slanted && board.pieces(Piece::Pawn).has(mv.from)).then_some(Piece::Pawn)
}

/// Returns whether the move changes the material: a capture, or a new queen.
pub(super) fn is_noisy(board: &Board, mv: Move) -> bool {
    mv.promotion == Some(Piece::Queen) || victim(board, mv).is_some()
}

/// The square on which a pawn can be captured en passant, if there is a pawn to do it.
pub(super) fn en_passant_target(board: &Board) -> Option<Square> {
    let side = board.side_to_move();
    let square = Square::new(board.en_passant()?, Rank::Sixth.relative_to(side));
    let takers = get_pawn_attacks(square, !side) & board.colored_pieces(side, Piece::Pawn);
    (!takers.is_empty()).then_some(square)
}

/// The number that identifies a position in the table and in repetitions.
///
/// After every double step the board notes an en passant square. It only makes two positions different if a
/// pawn can in fact capture there.
pub(crate) fn key(board: &Board) -> u64 {
    match en_passant_target(board) {
        Some(_) => board.hash(),
        None => board.hash_without_ep(),
    }
}

/// Returns whether the side to move has anything besides king and pawns.
pub(super) fn has_pieces(board: &Board) -> bool {
    let small = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
    !(board.colors(board.side_to_move()) & !small).is_empty()
}

/// Returns whether the side to move has a legal move.
pub(super) fn has_legal_move(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// All squares that the pawns of one side attack.
pub(crate) fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    let left = (pawns & !File::A.bitboard()).0;
    let right = (pawns & !File::H.bitboard()).0;
    BitBoard(match color {
        Color::White => left << 7 | right << 9,
        Color::Black => left >> 9 | right >> 7,
    })
}
