//! The names and drawings of pieces.

use crate::chess::{Color, Piece, Role, Square};
use crate::language::{Text, args, say, word};

/// The key of the name of a kind of piece.
pub(super) fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "role.pawn",
        Role::Knight => "role.knight",
        Role::Bishop => "role.bishop",
        Role::Rook => "role.rook",
        Role::Queen => "role.queen",
        Role::King => "role.king",
    }
}

/// The key of the name of a piece.
pub(super) fn piece_name(piece: Piece) -> &'static str {
    match (piece.color, piece.role) {
        (Color::White, Role::Pawn) => "piece.white-pawn",
        (Color::White, Role::Knight) => "piece.white-knight",
        (Color::White, Role::Bishop) => "piece.white-bishop",
        (Color::White, Role::Rook) => "piece.white-rook",
        (Color::White, Role::Queen) => "piece.white-queen",
        (Color::White, Role::King) => "piece.white-king",
        (Color::Black, Role::Pawn) => "piece.black-pawn",
        (Color::Black, Role::Knight) => "piece.black-knight",
        (Color::Black, Role::Bishop) => "piece.black-bishop",
        (Color::Black, Role::Rook) => "piece.black-rook",
        (Color::Black, Role::Queen) => "piece.black-queen",
        (Color::Black, Role::King) => "piece.black-king",
    }
}

/// A square and the piece on it.
pub(super) fn square_name(square: Square, piece: Option<Piece>) -> Text {
    say("board.square", args![square.to_string(), word(piece.map_or("board.empty", piece_name))])
}

/// The id of a piece's drawing in `index.html`.
pub(in crate::ui) fn piece_id(color: Color, role: Role) -> String {
    let side = if color.is_white() { 'w' } else { 'b' };
    format!("{side}{}", role.upper_char())
}
