//! A game as it was played, with what is known of each move.

use std::fmt;

use crate::chess::Move;
use crate::chess::notation::san;
use crate::chess::score::Score;
use crate::epd::position::fields_of;
use crate::event::Outcome;
use crate::event::openings::Start;

/// Why a game ended, as the tag `Termination` of PGN says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Termination {
    /// By the rules of chess, by resignation, or by a draw agreed on.
    Normal,
    /// By adjudication.
    Adjudication,
    /// The time ran out.
    TimeForfeit,
    /// An illegal move.
    IllegalMove,
    /// A program went away.
    Abandoned,
    /// A program did not answer.
    StalledConnection,
    /// The event was ended.
    Unterminated,
}

impl Termination {
    /// The value of the tag, in the words of cutechess where PGN has none.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Adjudication => "adjudication",
            Self::TimeForfeit => "time forfeit",
            Self::IllegalMove => "illegal move",
            Self::Abandoned => "abandoned",
            Self::StalledConnection => "stalled connection",
            Self::Unterminated => "unterminated",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What is known of a move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Note {
    /// Whether it was a move of the opening, played without thinking.
    pub is_book: bool,
    /// The score, from the side of the player who moved.
    pub score: Option<Score>,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The time used, in milliseconds.
    pub time: Option<u64>,
    /// What the player's clock shows after the move, in milliseconds.
    pub clock: Option<u64>,
}

/// A move that was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub m: Move,
    /// What is known of it.
    pub note: Note,
}

/// What is known of a game before its first move. Empty texts are written as unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    /// The tag `Event`.
    pub event: String,
    /// Where it is.
    pub site: String,
    /// `YYYY.MM.DD`.
    pub date: String,
    /// The round, in any form that PGN allows.
    pub round: String,
    /// The player with White.
    pub white: String,
    /// The player with Black.
    pub black: String,
    /// The time control of White and of Black, as PGN writes it.
    pub time_controls: Option<[String; 2]>,
    /// More tags, name and value.
    pub more: Vec<(String, String)>,
    /// Where the game starts.
    pub start: Start,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// The result.
    pub outcome: Outcome,
    /// Of which kind the end was.
    pub termination: Termination,
    /// The end in words, such as `White mates`.
    pub reason: String,
}

/// A game with its tags, moves and end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// What was known before.
    pub header: Header,
    /// The moves, each legal after those before.
    pub moves: Vec<PlayedMove>,
    /// How it ended; `None` while it is played.
    pub end: Option<End>,
}

impl GameRecord {
    /// The position after the last move.
    pub fn last(&self) -> Start {
        let mut last = self.header.start.clone();
        self.moves.iter().for_each(|played| last.play(played.m));
        last
    }

    /// The moves in SAN.
    pub fn sans(&self) -> Vec<String> {
        let mut here = self.header.start.clone();
        let mut sans = Vec::with_capacity(self.moves.len());
        for played in &self.moves {
            sans.push(san(&here.position, played.m));
            here.play(played.m);
        }
        sans
    }

    /// The last position as a record of EPD in the normal form, LF included: result and reason are in
    /// `c0`, the players and the number of the game in `id`, and `fmvn` and `hmvc` tell the counters (§6).
    pub fn final_epd(&self) -> String {
        let last = self.last();
        let Header { event, date, round, white, black, .. } = &self.header;
        let known = [event, date, round].map(String::as_str).into_iter().filter(|part| !part.is_empty());
        let which = known.collect::<Vec<_>>().join(" ");
        let end = self.end.as_ref().map_or("*".to_owned(), |end| format!("{} {}", end.outcome, end.reason));
        format!(
            "{} c0 \"{}\"; fmvn {}; hmvc {}; id \"{}\";\n",
            fields_of(&last.position),
            printable(end.trim()),
            last.fullmoves,
            last.halfmoves,
            printable(&format!("{white} - {black}, {which}")),
        )
    }
}

/// Most bytes of a string of EPD (§5.2.4).
const MOST_BYTES: usize = 255;

/// A text that fits into a string of EPD.
fn printable(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c == '"' || c.is_control() { '\'' } else { c }).collect();
    let end = (0..=plain.len().min(MOST_BYTES)).rev().find(|&end| plain.is_char_boundary(end)).unwrap_or(0);
    plain[..end].trim_end().to_owned()
}
