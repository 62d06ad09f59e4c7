//! The four fields as a position.
//!
//! The text of the fields is the data; the [`Chess`] made from them here serves move reading and the board,
//! and is never written back. Each field is read on its own, so that one bad field does not hide the others.
//! Chess960 castling fields (X-FEN and Shredder) are understood.

use crate::chess::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, File, FromSetup, Position as _,
    PositionErrorKinds, Rank, Role, Setup, Square, legal,
};
use crate::epd::Parse;
use crate::epd::game::{self, Game, Rights};
use crate::epd::placement::{PlacementFault, PlacementFinding, append_placement, read_placement};
use crate::text::span::Span;

/// What the castling field holds (§4.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CastlingReading {
    /// `-`, or letters of KQkq in order.
    Canonical,
    /// Letters of KQkq in another order; holds the text in order.
    Unordered(String),
    /// Chess960 letters (files of rooks).
    Chess960,
    /// Anything else.
    Malformed,
}

/// What the en passant field holds (§4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnPassantReading {
    /// `-`.
    None,
    /// A square on the rank that fits the side to move.
    Target(Square),
    /// Like `Target`, written with a capital file letter.
    Capital(Square),
    /// Anything else.
    Malformed,
}

/// The four fields, read.
#[derive(Debug, Clone)]
pub struct PositionReading {
    /// Findings in the placement field; without any, `board` holds all pieces.
    pub placement: Vec<PlacementFinding>,
    /// The pieces that could be read.
    pub board: Board,
    /// The side to move; `None` if the field is not `w` or `b` in either case.
    pub turn: Option<Color>,
    /// The castling field.
    pub castling: CastlingReading,
    /// Castling letters whose king and rook are not on their squares.
    pub vain_castling: Vec<u8>,
    /// The en passant field.
    pub en_passant: EnPassantReading,
    /// Whether the en passant square contradicts the board.
    pub vain_en_passant: bool,
    /// The legal position, if the fields make one. It leaves out vain castling rights and en passant squares,
    /// and accepts surplus material.
    pub chess: Option<Chess>,
    /// What is illegal about the position by the rules of chess.
    pub illegal: PositionErrorKinds,
}

impl PositionReading {
    /// Reads the four fields of a record. Missing fields count as malformed, but the board shows what it can.
    ///
    /// ```
    /// use epidote::chess::Position as _;
    /// use epidote::epd::parse;
    /// use epidote::epd::position::{EnPassantReading, PositionReading};
    /// let line = parse(b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq E3 bm c5;");
    /// let position = PositionReading::read(&line);
    /// assert!(matches!(position.en_passant, EnPassantReading::Capital(_)));
    /// assert_eq!(position.chess.unwrap().legal_moves().len(), 20);
    ///
    /// // One bad field does not hide the others.
    /// let position = PositionReading::read(&parse(b"4k3/8/8/8/8/8/8/4K3 x KQ -"));
    /// assert_eq!(position.turn, None);
    /// assert_eq!(position.vain_castling, b"KQ");
    /// assert_eq!(position.board.occupied().count(), 2);
    /// assert!(position.chess.is_none());
    /// ```
    pub fn read(parse: &Parse<'_>) -> Self {
        Self::read_as(parse, Game::Chess)
    }

    /// Like [`Self::read`], for a record of a file whose game is known.
    ///
    /// ```
    /// use epidote::epd::{game::Game, parse, position::PositionReading};
    /// let line = parse(b"4k3/8/8/8/8/8/8/R5K1 w Q -");
    /// assert_eq!(PositionReading::read(&line).vain_castling, b"Q");
    /// assert!(PositionReading::read_as(&line, Game::Chess960).vain_castling.is_empty());
    /// ```
    pub fn read_as(parse: &Parse<'_>, game: Game) -> Self {
        let placement_text = parse.field(0).unwrap_or_default();
        let (board, placement) = read_placement(placement_text);
        let turn = match parse.field(1) {
            Some(b"w" | b"W") => Some(Color::White),
            Some(b"b" | b"B") => Some(Color::Black),
            _ => None,
        };
        let castling_text = parse.field(2).unwrap_or_default();
        let (castling, rights, vain_castling) = read_castling(castling_text, &board, game);
        let en_passant = read_en_passant(parse.field(3).unwrap_or_default(), turn);
        let target = match en_passant {
            EnPassantReading::Target(square) | EnPassantReading::Capital(square) => Some(square),
            EnPassantReading::None | EnPassantReading::Malformed => None,
        };
        let vain_en_passant =
            target.zip(turn).is_some_and(|(square, turn)| !en_passant_possible(&board, turn, square));
        let mut reading = Self {
            placement,
            board,
            turn,
            castling,
            vain_castling,
            en_passant,
            vain_en_passant,
            chess: None,
            illegal: PositionErrorKinds::empty(),
        };
        let readable = reading.placement.iter().all(|f| f.fault == PlacementFault::SplitDigits);
        if let (true, Some(turn)) = (readable, turn) {
            reading.make_chess(turn, rights, target.filter(|_| !vain_en_passant));
        }
        reading
    }

    fn make_chess(&mut self, turn: Color, castling_rights: Bitboard, ep_square: Option<Square>) {
        let mut setup = Setup::empty();
        setup.board = self.board.clone();
        setup.turn = turn;
        setup.castling_rights = castling_rights;
        setup.ep_square = ep_square;
        // Chess960 accepts standard rights too.
        match Chess::from_setup(setup, CastlingMode::Chess960) {
            Ok(chess) => self.chess = Some(chess),
            Err(error) => {
                self.illegal = error.kinds();
                self.chess = error
                    .ignore_too_much_material()
                    .or_else(shakmaty::PositionError::ignore_impossible_check)
                    .or_else(shakmaty::PositionError::ignore_invalid_castling_rights)
                    .or_else(shakmaty::PositionError::ignore_invalid_ep_square)
                    .ok();
            }
        }
    }

    /// The side to move, White if the field does not say.
    pub fn turn_or_white(&self) -> Color {
        self.turn.unwrap_or(Color::White)
    }

    /// Returns whether the side to move is checkmated.
    pub fn is_checkmate(&self) -> bool {
        self.chess.as_ref().is_some_and(legal::is_checkmate)
    }

    /// Returns whether the side to move is stalemated.
    pub fn is_stalemate(&self) -> bool {
        self.chess.as_ref().is_some_and(legal::is_stalemate)
    }
}

/// Room for the four fields: 64 pieces and 7 slashes, `w`, `KQkq`, `e3` and the spaces.
const MOST_FIELDS: usize = 81;

/// The four fields of a position, with an en passant target only if a pawn can capture there: two positions
/// with the same moves have the same fields. A record is written with [`record_fields`].
pub fn fields_of(chess: &Chess) -> String {
    fields_with(chess, EnPassantMode::Legal, Rights::RookFiles)
}

/// The four fields of a position as a record has them, with rights of Chess960 by rook files: the en passant
/// target is given whenever the last move was a pawn advance of two squares, whether or not a pawn can
/// capture there (§4.4).
///
/// ```
/// use epidote::chess::notation::read_and_play;
/// use epidote::chess::Chess;
/// use epidote::epd::position::{fields_of, record_fields};
/// let mut position = Chess::default();
/// read_and_play(&mut position, b"e4");
/// assert!(record_fields(&position).ends_with("b KQkq e3"));
/// assert!(fields_of(&position).ends_with("b KQkq -"));
/// ```
pub fn record_fields(chess: &Chess) -> String {
    fields_with(chess, EnPassantMode::Always, Rights::RookFiles)
}

/// Appends what [`record_fields`] gives.
pub fn append_record_fields(chess: &Chess, out: &mut Vec<u8>) {
    append_fields(chess, EnPassantMode::Always, Rights::RookFiles, out);
}

fn fields_with(chess: &Chess, targets: EnPassantMode, rights: Rights) -> String {
    let mut fields = Vec::with_capacity(MOST_FIELDS);
    append_fields(chess, targets, rights, &mut fields);
    String::from_utf8(fields).unwrap_or_default()
}

/// Appends the four fields. `rights` is how those of Chess960 are spelled; by rook files, a reader need not know
/// which game it is.
fn append_fields(chess: &Chess, targets: EnPassantMode, rights: Rights, out: &mut Vec<u8>) {
    append_placement(chess.board(), out);
    out.extend_from_slice(if chess.turn().is_white() { b" w " } else { b" b " });
    game::append_rights(chess, rights, out);
    out.push(b' ');
    match chess.ep_square(targets) {
        Some(target) => out.extend([target.file().char() as u8, target.rank().char() as u8]),
        None => out.push(b'-'),
    }
}

/// The four fields as programs send them to each other: with an en passant target after every advance of two
/// squares (§4.4), whether or not a pawn can capture there.
pub fn fields_after_advance(chess: &Chess) -> String {
    fields_with(chess, EnPassantMode::Always, Rights::XFen)
}

/// The halfmove clock and the number of the move: `hmvc` and `fmvn`, or the FEN counters; 0 and 1 if the
/// record does not say. Numbers that are too large become the largest one of 32 bits.
pub fn move_counters(parse: &Parse<'_>) -> (u32, u32) {
    let number = |opcode, counter: Option<Span>| -> Option<u32> {
        let counter = || {
            let digits = parse.bytes(counter?);
            let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
            is_number
                .then(|| std::str::from_utf8(digits).ok()?.parse().ok())
                .map(|read| read.unwrap_or(u32::MAX))
        };
        let value = parse.integer(opcode).filter(|&value| value >= 0);
        value.map(|value| value.try_into().unwrap_or(u32::MAX)).or_else(counter)
    };
    let halfmoves = number("hmvc", parse.counters.map(|counters| counters.halfmoves));
    let fullmoves = number("fmvn", parse.counters.and_then(|counters| counters.fullmoves));
    (halfmoves.unwrap_or(0), fullmoves.unwrap_or(1).max(1))
}

/// Reads the castling field: how it is written, the rook squares, and the vain letters.
fn read_castling(text: &[u8], board: &Board, game: Game) -> (CastlingReading, Bitboard, Vec<u8>) {
    let mut rights = Bitboard::EMPTY;
    if text == b"-" {
        return (CastlingReading::Canonical, rights, Vec::new());
    }
    let letters_only = !text.is_empty()
        && text.len() <= 4
        && text.iter().all(|byte| matches!(byte.to_ascii_uppercase(), b'A'..=b'H' | b'K' | b'Q'));
    let repeated = (1..text.len()).any(|at| text[..at].contains(&text[at]));
    if !letters_only || repeated {
        return (CastlingReading::Malformed, rights, Vec::new());
    }
    let mut vain = Vec::new();
    let has_files = !text.iter().all(|letter| matches!(letter.to_ascii_uppercase(), b'K' | b'Q'));
    let mut chess960 = has_files;
    // X-FEN writes KQkq for Chess960 too. This is checked only if a rook is not at home.
    let mut is_x_fen = has_files || game == Game::Chess960;
    for &letter in text {
        match castling_pieces(letter, board) {
            Some((king, rook)) => {
                let at_home = king.file() == File::E && matches!(rook.file(), File::A | File::H);
                is_x_fen = is_x_fen || !at_home && game::is_x_fen(text, board);
                if at_home || is_x_fen {
                    rights.add(rook);
                    chess960 |= !at_home;
                } else {
                    vain.push(letter);
                }
            }
            None => vain.push(letter),
        }
    }
    if chess960 {
        return (CastlingReading::Chess960, rights, vain);
    }
    let sorted = || b"KQkq".iter().filter(|letter| text.contains(letter));
    let reading = if sorted().eq(text) {
        CastlingReading::Canonical
    } else {
        CastlingReading::Unordered(sorted().map(|&letter| char::from(letter)).collect())
    };
    (reading, rights, vain)
}

/// The squares of the king and the rook that a letter of the castling field means: of several rooks on that
/// side of the king the outer one, as in X-FEN.
pub(super) fn castling_pieces(letter: u8, board: &Board) -> Option<(Square, Square)> {
    let color = Color::from_white(letter.is_ascii_uppercase());
    let home = if color.is_white() { Rank::First } else { Rank::Eighth };
    let king = board.king_of(color).filter(|square| square.rank() == home)?;
    let rooks = board.rooks() & board.by_color(color) & Bitboard::from_rank(home);
    let rook = match letter.to_ascii_uppercase() {
        b'K' => rooks.into_iter().rfind(|rook| rook.file() > king.file()),
        b'Q' => rooks.into_iter().find(|rook| rook.file() < king.file()),
        file => File::from_char(file.to_ascii_lowercase().into())
            .map(|file| Square::from_coords(file, home))
            .filter(|&square| rooks.contains(square)),
    };
    Some((king, rook?))
}

fn read_en_passant(text: &[u8], turn: Option<Color>) -> EnPassantReading {
    if text == b"-" {
        return EnPassantReading::None;
    }
    let lower = text.to_ascii_lowercase();
    let Ok(square) = Square::from_ascii(&lower) else { return EnPassantReading::Malformed };
    let fits = match turn {
        Some(Color::White) => square.rank() == Rank::Sixth,
        Some(Color::Black) => square.rank() == Rank::Third,
        None => matches!(square.rank(), Rank::Third | Rank::Sixth),
    };
    match (fits, lower == text) {
        (true, true) => EnPassantReading::Target(square),
        (true, false) => EnPassantReading::Capital(square),
        (false, _) => EnPassantReading::Malformed,
    }
}

/// Returns whether the last move can have been the two-square advance over `target` (§4.4): the pawn is in
/// front of it, and both squares it passed are empty.
pub(super) fn en_passant_possible(board: &Board, turn: Color, target: Square) -> bool {
    let mover = turn.other();
    let (pawn_rank, origin_rank) =
        if mover.is_white() { (Rank::Fourth, Rank::Second) } else { (Rank::Fifth, Rank::Seventh) };
    let on = |rank| Square::from_coords(target.file(), rank);
    board.piece_at(on(pawn_rank)) == Some(Role::Pawn.of(mover))
        && board.piece_at(target).is_none()
        && board.piece_at(on(origin_rank)).is_none()
}

#[cfg(test)]
mod tests;
