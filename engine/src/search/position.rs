//! From the text of an EPD record to a board, and from moves back to text.
//!
//! The first four fields of an EPD record say where the pieces are, who is to move, who may still castle, and
//! whether a pawn can be captured en passant. The board itself (legal moves, hash) comes from the
//! `cozy-chess` crate. That crate is strict about its input, so this file first converts the fields to the
//! one form it accepts.
//!
//! Castling comes in two notations. `KQkq` names the wing; in Chess960, where a rook may start on any file,
//! it means the outermost rook on that wing. `HAha` names the rook's file. Both are converted to the second
//! one here. Chess960 also writes a castling move as "king takes own rook", since king and rook may be too
//! close for the usual two-square step to be clear. A position counts as Chess960 if it names files, or if a
//! right belongs to a king or rook that is not on its usual square.

use super::{Question, Report, SearchError};
use crate::chess::score::Score;
use cozy_chess::{Board, FenParseError, File, Move, Piece, Rank, Square, get_king_moves};
use std::fmt;

/// A board together with the way its castling moves are written.
#[derive(Debug, Clone)]
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) chess960: bool,
}

/// One move of a line: from, to, and the piece a pawn becomes.
///
/// Displayed in coordinates, as engines write it (`e2e4`, `e7e8q`). Castling is the king's two-square move
/// (`e1g1`) in standard chess and king-takes-rook (`e1h1`) in Chess960.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PvMove {
    from: Square,
    to: Square,
    promotion: Option<Piece>,
}

impl PvMove {
    /// The square the piece leaves, 0..=63: a1 is 0, b1 is 1, h8 is 63.
    pub fn from(self) -> u8 {
        self.from as u8
    }

    /// The square the piece goes to, 0..=63, counted like [`PvMove::from`].
    pub fn to(self) -> u8 {
        self.to as u8
    }

    /// The piece a pawn becomes: `n`, `b`, `r` or `q`; `None` for other moves.
    pub fn promotion(self) -> Option<char> {
        self.promotion.map(Into::into)
    }
}

impl fmt::Display for PvMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, promotion } = *self;
        Move { from, to, promotion }.fmt(f)
    }
}

impl Position {
    /// Reads the four fields. `halfmove_clock` counts plies since the last capture or pawn move; more than
    /// 100 counts as 100.
    pub(super) fn parse(four_fields: &str, halfmove_clock: u32) -> Result<Self, SearchError> {
        let mut fields = four_fields.split_ascii_whitespace();
        let (Some(pieces), Some(side), Some(castling), Some(en_passant), None) =
            (fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(invalid("four fields are needed: pieces, side to move, castling, en passant"));
        };
        if pieces.split('/').count() != Rank::NUM {
            return Err(invalid("the piece field must have eight ranks"));
        }
        // First without rights and en passant, so that the castling field can be read against the pieces and
        // a failure attributed to its field.
        let bare = read(pieces, side, "-", "-").map_err(|error| invalid(&error.to_string()))?;
        let kings = [cozy_chess::Color::White, cozy_chess::Color::Black].map(|c| bare.king(c));
        if get_king_moves(kings[0]).has(kings[1]) {
            return Err(invalid("the kings stand next to each other"));
        }
        let (rights, chess960) = castling_by_files(&bare, castling)?;
        // An impossible en passant square is dropped and everything else kept.
        let mut board = read(pieces, side, &rights, en_passant)
            .or_else(|_| read(pieces, side, &rights, "-"))
            .map_err(|error| invalid(&error.to_string()))?;
        board.set_halfmove_clock(u8::try_from(halfmove_clock.min(100)).unwrap_or(100));
        Ok(Self { board, chess960 })
    }

    /// The legal move written like this; castling in either way.
    pub(super) fn find(&self, text: &str) -> Option<Move> {
        let mv: Move = text.parse().ok()?;
        let board = &self.board;
        let mut meant = mv;
        if mv.from == board.king(board.side_to_move()) && !board.is_legal(mv) {
            // A king that moves two squares castles, as written in the usual game.
            let rights = board.castle_rights(board.side_to_move());
            let wing = [(File::G, rights.short), (File::C, rights.long)];
            let file = wing.into_iter().find(|(file, _)| *file == mv.to.file()).and_then(|(_, rook)| rook)?;
            meant.to = Square::new(file, mv.from.rank());
        }
        // The move must be written like this, and not only lead to the same square.
        (board.is_legal(meant) && (meant == mv || written(board, meant, false).to == mv.to)).then_some(meant)
    }
}

/// A valid question.
#[derive(Debug)]
pub struct Asked {
    /// The position to search.
    pub(crate) position: Position,
    /// The positions before it, the first one first.
    pub(crate) before: Vec<Board>,
    /// The moves to search; all of them if empty.
    pub(crate) only: Vec<Move>,
    /// The number of lines wanted.
    pub(crate) lines: usize,
}

impl Asked {
    /// Checks a question.
    ///
    /// # Errors
    ///
    /// The position, a move played, or a move to search is not legal.
    pub fn of(question: &Question<'_>) -> Result<Self, SearchError> {
        let mut position = Position::parse(question.fields, question.halfmove_clock)?;
        position.chess960 |= question.is_chess960;
        let illegal = |mv: &&str| SearchError::IllegalMove((*mv).to_owned());
        let mut before = Vec::with_capacity(question.played.len());
        for mv in question.played {
            let played = position.find(mv).ok_or_else(|| illegal(mv))?;
            before.push(position.board.clone());
            position.board.play_unchecked(played);
        }
        let only = question.only.iter().map(|mv| position.find(mv).ok_or_else(|| illegal(mv)));
        let only = only.collect::<Result<_, _>>()?;
        Ok(Self { position, before, only, lines: question.lines.max(1) })
    }

    /// The report for a position without a legal move.
    pub fn ended(&self) -> Option<Report> {
        let board = &self.position.board;
        if board.generate_moves(|_| true) {
            return None;
        }
        let score = if board.checkers().is_empty() { Score::Centipawns(0) } else { Score::Mated(0) };
        Some(Report {
            line: 1,
            depth: 0,
            selective_depth: 0,
            score,
            pv: Vec::new(),
            nodes: 0,
            time_ms: 0,
            endgame_hits: 0,
        })
    }

    /// The material of both sides in pawns: knight and bishop 3, rook 5, queen 9.
    pub fn material(&self) -> u32 {
        let worth =
            [(Piece::Pawn, 1), (Piece::Knight, 3), (Piece::Bishop, 3), (Piece::Rook, 5), (Piece::Queen, 9)];
        worth.into_iter().map(|(piece, worth)| worth * self.position.board.pieces(piece).len()).sum()
    }

    /// Whether castling is written as in Chess960.
    pub fn is_chess960(&self) -> bool {
        self.position.chess960
    }

    /// The position in FEN, for another engine; castling by the files of the rooks in Chess960.
    pub fn fen(&self) -> String {
        let Position { board, chess960 } = &self.position;
        if *chess960 { format!("{board:#}") } else { board.to_string() }
    }

    /// The moves that can be played one after another, up to the first illegal one.
    pub fn playable(&self, line: &[&str]) -> Vec<PvMove> {
        let mut position = self.position.clone();
        let mut moves = Vec::with_capacity(line.len());
        for text in line {
            let Some(mv) = position.find(text) else { break };
            moves.push(written(&position.board, mv, position.chess960));
            position.board.play_unchecked(mv);
        }
        moves
    }
}

/// The move as written for `board`, the position it is played in.
pub(crate) fn written(board: &Board, mv: Move, chess960: bool) -> PvMove {
    let Move { from, mut to, promotion } = mv;
    let castles = board.colors(board.side_to_move()).has(to);
    if castles && !chess960 {
        let file = if from.file() < to.file() { File::G } else { File::C };
        to = Square::new(file, from.rank());
    }
    PvMove { from, to, promotion }
}

fn invalid(why: &str) -> SearchError {
    SearchError::InvalidPosition(why.to_owned())
}

/// Lets the crate read the fields, with castling in file letters.
fn read(pieces: &str, side: &str, castling: &str, en_passant: &str) -> Result<Board, FenParseError> {
    let fen = format!("{pieces} {side} {castling} {en_passant} 0 1");
    Board::from_fen(&fen, true)
}

/// Rewrites the castling field in file letters; also returns whether it is of Chess960.
fn castling_by_files(board: &Board, field: &str) -> Result<(String, bool), SearchError> {
    let mut rights = String::new();
    let mut chess960 = false;
    if field == "-" {
        return Ok((field.to_owned(), chess960));
    }
    for letter in field.chars() {
        let color =
            if letter.is_ascii_uppercase() { cozy_chess::Color::White } else { cozy_chess::Color::Black };
        let king = board.king(color);
        let back_rank = Rank::First.relative_to(color);
        let rooks = board.colored_pieces(color, Piece::Rook) & back_rank.bitboard();
        let rook_file = match letter.to_ascii_lowercase() {
            'k' => rooks.iter().map(Square::file).filter(|&f| f > king.file()).max(),
            'q' => rooks.iter().map(Square::file).filter(|&f| f < king.file()).min(),
            file @ 'a'..='h' => {
                chess960 = true;
                let named = File::try_from(file).map_err(|_| invalid("bad castling letter"))?;
                rooks.iter().map(Square::file).find(|&f| f == named)
            }
            _ => return Err(invalid(&format!("the castling field has the letter {letter:?}"))),
        };
        let Some(file) = rook_file.filter(|_| king.rank() == back_rank) else {
            return Err(invalid(&format!("no king and rook stand ready to castle as {letter:?} says")));
        };
        chess960 |= king.file() != File::E || !matches!(file, File::A | File::H);
        let written: char = file.into();
        rights.push(if letter.is_ascii_uppercase() { written.to_ascii_uppercase() } else { written });
    }
    Ok((rights, chess960))
}
