//! Setting up a position by hand: changes to the four fields (§4), which may be illegal in between.
//!
//! Only fields whose meaning changes are rewritten. What a change makes impossible is removed: the right to
//! castle with a rook that is gone, an en passant target without its pawn.

mod chess960;
#[cfg(test)]
mod tests;

use crate::chess::{Bitboard, Board, CastlingSide, Color, File, Piece, Rank, START, Square};
use crate::epd::placement::write_placement;
use crate::epd::position::{
    CastlingReading, EnPassantReading, PositionReading, castling_pieces, en_passant_possible,
};
use crate::epd::{LineKind, Parse, parse};
use crate::text::edit::{Indel, TextEdit};
use crate::text::span::Span;

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Puts a piece on a square, or removes the one there.
    Put(Square, Option<Piece>),
    /// Removes the pieces on these squares.
    Remove(Bitboard),
    /// Moves a piece from one square to another.
    Move(Square, Square),
    /// Sets the side to move.
    Turn(Color),
    /// Adds or removes a right to castle.
    Castling(Color, CastlingSide, bool),
    /// Sets or removes the en passant target.
    EnPassant(Option<Square>),
    /// The position that a game begins with.
    Start,
    /// An empty board.
    Clear,
    /// The files mirrored: a becomes h. Nobody can castle afterwards.
    Mirror,
    /// One of the 960 starting positions of Chess960, by its number from 0.
    Chess960(u16),
    /// The four fields of another record or FEN.
    Fields(Vec<u8>),
}

/// A right to castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Right {
    /// Whose right it is.
    pub color: Color,
    /// The side of the board.
    pub side: CastlingSide,
    /// Whether the field has it.
    pub is_given: bool,
    /// Whether king and rook are placed so that it can be given.
    pub is_possible: bool,
}

/// The settings of a position besides its pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The side to move.
    pub turn: Color,
    /// White's rights, king side first, then Black's.
    pub rights: [Right; 4],
    /// The en passant target, if it can be one.
    pub en_passant: Option<Square>,
    /// The squares that can be en passant targets.
    pub targets: Vec<Square>,
}

impl Settings {
    /// The settings of a record.
    pub fn of(parsed: &Parse<'_>) -> Self {
        let reading = PositionReading::read(parsed);
        let turn = reading.turn_or_white();
        let letters = parsed.field(2).unwrap_or_default();
        let targets = targets(&reading.board, turn);
        let right = |color, side| Right {
            color,
            side,
            is_given: letters.iter().any(|&letter| meant(letter, &reading.board) == Some((color, side))),
            is_possible: castling_pieces(letter_of(color, side), &reading.board).is_some(),
        };
        Self {
            turn,
            rights: RIGHTS.map(|(color, side)| right(color, side)),
            en_passant: target_of(&reading).filter(|square| targets.contains(square)),
            targets,
        }
    }
}

const RIGHTS: [(Color, CastlingSide); 4] = [
    (Color::White, CastlingSide::KingSide),
    (Color::White, CastlingSide::QueenSide),
    (Color::Black, CastlingSide::KingSide),
    (Color::Black, CastlingSide::QueenSide),
];

/// The line with a change made; `None` if the line is neither a record nor blank, and for invalid fields.
///
/// ```
/// use epidote::chess::Square;
/// use epidote::epd::setup::{Change, set_up};
/// let line = b"4k3/8/8/8/8/8/8/4K2R w K - id \"x\";";
/// let line = set_up(line, &Change::Put(Square::H1, None)).unwrap();
/// assert_eq!(line, b"4k3/8/8/8/8/8/8/4K3 w - - id \"x\";");
/// ```
pub fn set_up(line: &[u8], change: &Change) -> Option<Vec<u8>> {
    let parsed = parse(line);
    match parsed.kind {
        LineKind::Record => {}
        // A blank line becomes a record.
        _ if line.iter().all(u8::is_ascii_whitespace) => return set_up(b"8/8/8/8/8/8/8/8 w - -", change),
        _ => return None,
    }
    Some(set_up_edit(&parsed, change)?.apply(line))
}

/// The edit of a record that makes a change; `None` for invalid fields.
pub fn set_up_edit(parsed: &Parse<'_>, change: &Change) -> Option<TextEdit> {
    let fields = match change {
        Change::Start => given(START.as_bytes())?,
        Change::Fields(line) => given(line)?,
        _ => changed(parsed, change)?,
    };
    let mut indels: Vec<Indel> = Vec::new();
    let mut missing = Vec::new();
    let defaults: [&[u8]; 4] = [b"8/8/8/8/8/8/8/8", b"w", b"-", b"-"];
    for (at, (new, default)) in fields.into_iter().zip(defaults).enumerate() {
        if let Some(&span) = parsed.fields.get(at) {
            if let Some(insert) = new.filter(|new| new != parsed.bytes(span)) {
                indels.push(Indel { delete: span, insert });
            }
        } else {
            missing.push(b' ');
            missing.extend(new.unwrap_or_else(|| default.to_vec()));
        }
    }
    if !missing.is_empty() {
        let end = parsed.fields.last().map_or(0, |span| span.end);
        indels.push(Indel { delete: Span::empty(end), insert: missing });
    }
    Some(TextEdit::from_indels(indels))
}

/// The text of each field that changes.
type Fields = [Option<Vec<u8>>; 4];

/// The fields of another line, if they can be read.
fn given(line: &[u8]) -> Option<Fields> {
    let parsed = parse(line);
    let reading = PositionReading::read(&parsed);
    // What is missing counts as empty; what cannot be read makes no position.
    let has_castling = parsed.field(2).is_none() || reading.castling != CastlingReading::Malformed;
    let has_target = parsed.field(3).is_none() || reading.en_passant != EnPassantReading::Malformed;
    let is_readable = reading.placement.is_empty() && reading.turn.is_some() && has_castling && has_target;
    let field = |at| Some(parsed.field(at).unwrap_or(b"-").to_vec());
    is_readable.then(|| [field(0), field(1), field(2), field(3)])
}

fn changed(parsed: &Parse<'_>, change: &Change) -> Option<Fields> {
    let reading = PositionReading::read(parsed);
    let turn = reading.turn_or_white();
    let mut board = reading.board.clone();
    let nobody = || Some(b"-".to_vec());
    match change {
        Change::Put(square, piece) => put(&mut board, *square, *piece),
        Change::Remove(squares) => {
            for square in *squares {
                board.discard_piece_at(square);
            }
        }
        Change::Move(from, to) => {
            let piece = board.piece_at(*from)?;
            put(&mut board, *from, None);
            put(&mut board, *to, Some(piece));
        }
        Change::Clear => return Some([Some(write_placement(&Board::empty())), None, nobody(), nobody()]),
        Change::Mirror => {
            let target = target_of(&reading).map(|square| square_text(square.flip_horizontal()));
            return Some([Some(write_placement(&mirrored(&board))), None, nobody(), target]);
        }
        Change::Chess960(number) => {
            let placement = Some(write_placement(&chess960::array(*number)));
            return Some([placement, Some(b"w".to_vec()), Some(b"KQkq".to_vec()), nobody()]);
        }
        Change::Turn(color) => {
            let turn = if color.is_white() { "w" } else { "b" };
            // The target is behind a pawn of the side that has just moved.
            let target = (*color != reading.turn_or_white()).then(nobody).flatten();
            return Some([None, Some(turn.into()), None, target]);
        }
        Change::Castling(color, side, is_given) => {
            let mut letters = parsed.field(2).unwrap_or_default().to_vec();
            letters.retain(|&letter| {
                is_castling_letter(letter) && meant(letter, &board) != Some((*color, *side))
            });
            if *is_given {
                letters.push(letter_of(*color, *side));
            }
            return Some([None, None, Some(castling_text(letters)), None]);
        }
        Change::EnPassant(square) => {
            return Some([None, None, None, square.map(square_text).or_else(nobody)]);
        }
        Change::Start | Change::Fields(_) => return None,
    }
    let is_changed = board != reading.board;
    let target = target_of(&reading).filter(|_| !reading.vain_en_passant);
    let is_target_lost = target.is_some_and(|target| !en_passant_possible(&board, turn, target));
    Some([
        is_changed.then(|| write_placement(&board)),
        None,
        castling_left(parsed.field(2).unwrap_or_default(), &reading.board, &board),
        is_target_lost.then(nobody).flatten(),
    ])
}

/// The castling field without the rights that the change of the board made impossible.
fn castling_left(field: &[u8], before: &Board, after: &Board) -> Option<Vec<u8>> {
    let is_lost = |letter: u8| {
        let pieces = castling_pieces(letter, before);
        pieces.is_some() && pieces != castling_pieces(letter, after)
    };
    let is_any_lost = field.iter().any(|&letter| is_lost(letter));
    is_any_lost.then(|| castling_text(field.iter().copied().filter(|&letter| !is_lost(letter)).collect()))
}

fn is_castling_letter(letter: u8) -> bool {
    matches!(letter.to_ascii_uppercase(), b'A'..=b'H' | b'K' | b'Q')
}

/// Letters in the order of the field: White's first, K before Q before others; `-` for none.
fn castling_text(letters: Vec<u8>) -> Vec<u8> {
    let first = b"KQkq";
    let others = |is_black: bool| {
        (0..=u8::MAX).filter(move |byte| byte.is_ascii_lowercase() == is_black && !first.contains(byte))
    };
    let white = first[..2].iter().copied().chain(others(false));
    let black = first[2..].iter().copied().chain(others(true));
    let text: Vec<u8> = white.chain(black).filter(|byte| letters.contains(byte)).collect();
    if text.is_empty() { b"-".to_vec() } else { text }
}

fn letter_of(color: Color, side: CastlingSide) -> u8 {
    match (color, side) {
        (Color::White, CastlingSide::KingSide) => b'K',
        (Color::White, CastlingSide::QueenSide) => b'Q',
        (Color::Black, CastlingSide::KingSide) => b'k',
        (Color::Black, CastlingSide::QueenSide) => b'q',
    }
}

/// The right that a letter of the castling field gives.
fn meant(letter: u8, board: &Board) -> Option<(Color, CastlingSide)> {
    let (king, rook) = castling_pieces(letter, board)?;
    let side = if rook.file() > king.file() { CastlingSide::KingSide } else { CastlingSide::QueenSide };
    Some((Color::from_white(letter.is_ascii_uppercase()), side))
}

fn target_of(reading: &PositionReading) -> Option<Square> {
    match reading.en_passant {
        EnPassantReading::Target(square) | EnPassantReading::Capital(square) => Some(square),
        EnPassantReading::None | EnPassantReading::Malformed => None,
    }
}

/// The squares that a pawn of the side not to move can just have passed.
fn targets(board: &Board, turn: Color) -> Vec<Square> {
    let rank = if turn.is_white() { Rank::Sixth } else { Rank::Third };
    let squares = File::ALL.into_iter().map(|file| Square::from_coords(file, rank));
    squares.filter(|&square| en_passant_possible(board, turn, square)).collect()
}

fn square_text(square: Square) -> Vec<u8> {
    vec![square.file().char() as u8, square.rank().char() as u8]
}

fn put(board: &mut Board, square: Square, piece: Option<Piece>) {
    match piece {
        Some(piece) => board.set_piece_at(square, piece),
        None => board.discard_piece_at(square),
    }
}

fn mirrored(board: &Board) -> Board {
    let mut out = Board::empty();
    for (square, piece) in board.clone() {
        out.set_piece_at(square.flip_horizontal(), piece);
    }
    out
}
