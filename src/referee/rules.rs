//! What a referee must know of a game: positions, moves and their notation, and the ends by rule.

use std::fmt;

use crate::chess::Color;
use crate::referee::ending::Cause;
use crate::referee::words::At;

/// Why a text is not a position or a move. Each has the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulesError {
    /// A position does not have all fields that it needs (§4).
    MissingFields(String),
    /// A position that cannot be played from.
    IllegalPosition(String),
    /// A text that is not a move at all.
    NotAMove(String),
    /// A move that cannot be played here.
    IllegalMove(String),
    /// A text that fits more than one move.
    AmbiguousMove(String),
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingFields(text) => {
                write!(f, "{text:?} does not have the four fields of a position (§4)")
            }
            Self::IllegalPosition(text) => write!(f, "{text:?} is not a legal position"),
            Self::NotAMove(text) => write!(f, "{text:?} is not a move"),
            Self::IllegalMove(text) => write!(f, "{text:?} cannot be played"),
            Self::AmbiguousMove(text) => write!(f, "{text:?} can be more than one move"),
        }
    }
}

impl std::error::Error for RulesError {}

/// A position of a game, with its rules. So far there is only chess (`ChessRules`).
pub trait Rules: Clone + fmt::Debug {
    /// A move of the game that is refereed.
    type Move: Copy + PartialEq + fmt::Debug;

    /// The position that games start from.
    fn start() -> Self;

    /// Sets up a position. Missing counters are those of a position without history.
    ///
    /// # Errors
    /// Why it is not a position.
    fn set_up(at: &At) -> Result<Self, RulesError>;

    /// The position as it goes over the wire, without counters.
    fn fields(&self) -> String;

    /// Plies since the last move that cannot be taken back (§6.15).
    fn hmvc(&self) -> u32;

    /// The number of the move (§6.14).
    fn fmvn(&self) -> u32;

    /// Whose move it is.
    fn turn(&self) -> Color;

    /// Reads a move.
    ///
    /// # Errors
    /// Why it is not a move here.
    fn read(&self, text: &str) -> Result<Self::Move, RulesError>;

    /// Writes a move as EPD wants it.
    fn spell(&self, m: Self::Move) -> String;

    /// Plays a move of this position.
    fn play(&mut self, m: Self::Move);

    /// Whether two positions count as one for repetition.
    fn is_same(&self, other: &Self) -> bool;

    /// The end of the game by the position alone: mate, stalemate, a dead position.
    fn end(&self) -> Option<Cause>;

    /// Whether the game is drawn because of too many plies without progress.
    fn is_drawn_by_count(&self, plies: u32) -> bool {
        self.hmvc() >= plies
    }

    /// Whether this side could ever win.
    fn can_win(&self, side: Color) -> bool;
}
