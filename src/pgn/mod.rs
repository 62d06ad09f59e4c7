//! Games of PGN as EPD records: the positions of a game, each with the move played there.
//!
//! A record consists of the four fields, with the en passant target whenever a pawn has just advanced two
//! squares (§4.4), and, in the order of the normal form, `fmvn` and `hmvc` unless they are those of a first
//! move, an `id` with the game and the ply, and `sm`. Tags and comments are kept as operations if [`Keep`]
//! asks for it; variations are read on request. A game starts from its tag `FEN`, and is played by the rules
//! of Chess960, which are those of chess if king and rooks are at home; games of other variants fail. Moves
//! are read in any spelling that fits one legal move. A game ends at its result, at a blank line after moves,
//! at the next tag, and at a move that cannot be played; a text without tags, moves and results is not a
//! game. A move after a result begins the next game, since its tags may be missing; what follows a move that
//! cannot be played is skipped, up to a blank line or a tag.

mod engine_note;
mod game;
mod keep;
mod record;
mod tags;
mod tokens;
pub mod write;

use std::fmt;

use crate::language::{Text, args, say};
use crate::text::encoding::without_mark;
use crate::text::line_ends::with_line_feeds;
use game::Games;
use serde::{Deserialize, Serialize};

pub use keep::{Keep, Reading};

/// The name of the tag with which a game starts after a blank line, whatever precedes it: what is wrong with one game,
/// such as an unclosed comment, does not spread to the next, and a text can be read in parts.
const FIRST_TAG: &[u8] = b"Event ";

/// Which positions of a game become records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Positions {
    /// All, including the first and the last.
    Every,
    /// The last one.
    Final,
    /// The one after this many plies, 0 for the first; none if the game is shorter.
    AtPly(u32),
}

/// Why a game could not be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A move that cannot be played.
    Move {
        /// The move as written.
        san: String,
        /// Its place in the game, from 1.
        ply: u32,
    },
    /// The tag `FEN` has no legal position.
    Position(String),
    /// The game is neither chess nor Chess960.
    Variant(String),
    /// The text is not PGN.
    Unreadable(Text),
}

impl Fault {
    /// What is wrong.
    pub fn text(&self) -> Text {
        match self {
            Self::Move { san, ply } => say("why.game-move", args![san, *ply]),
            Self::Position(fen) => say("why.game-position", [fen.clone()]),
            Self::Variant(name) => say("why.game-variant", [name.clone()]),
            Self::Unreadable(reason) => say("why.game-text", [reason]),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english())
    }
}

/// The first game that could not be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The number of the game, from 1.
    pub game: usize,
    /// Why.
    pub fault: Fault,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game, self.fault)
    }
}

/// A summary of what was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games, including failed ones.
    pub games: usize,
    /// Records written.
    pub records: usize,
    /// Games that could not be read to their end. Their records up to there are written.
    pub failed: usize,
    /// The first game that could not be read to its end.
    pub first_failure: Option<Failure>,
    /// Words in games that are neither moves nor usual notes, and were skipped.
    pub passed_over: usize,
    /// The first of them, and the number of its game, from 1.
    pub first_passed_over: Option<(usize, String)>,
    /// Records whose comments did not fit into the registers and were cut.
    pub cut_comments: usize,
    /// For each record of this part, the line of the part on which its game begins, from 1; of games without tags
    /// in a row, that of the first. It is not added up.
    pub lines: Vec<usize>,
}

impl Summary {
    /// Adds the summary of the next part of the same text.
    pub fn add(&mut self, next: Self) {
        if self.first_failure.is_none() {
            let games = self.games;
            self.first_failure =
                next.first_failure.map(|Failure { game, fault }| Failure { game: games + game, fault });
        }
        if self.first_passed_over.is_none() {
            let games = self.games;
            self.first_passed_over = next.first_passed_over.map(|(game, word)| (games + game, word));
        }
        self.passed_over += next.passed_over;
        self.cut_comments += next.cut_comments;
        self.games += next.games;
        self.records += next.records;
        self.failed += next.failed;
    }
}

/// Reads whole games and writes a line of EPD, including LF, for each position asked for. `reading` is a
/// [`Reading`], or only the [`Positions`] that are wanted.
///
/// ```
/// use epidote::pgn::{Positions, records};
/// let pgn = b"[White \"Anna\"]\n[Black \"Boris\"]\n[Event \"Match\"]\n[Date \"2024.05.01\"]\n\n1. e4 e5 *\n";
/// let mut out = Vec::new();
/// let summary = records(pgn, Positions::AtPly(1), &mut out);
/// assert_eq!((summary.games, summary.records, summary.failed), (1, 1, 0));
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 \
///      id \"Anna - Boris, Match 2024.05.01, ply 1\"; sm e5;\n"
/// );
/// ```
pub fn records(pgn: &[u8], reading: impl Into<Reading>, out: &mut Vec<u8>) -> Summary {
    let pgn = &*with_line_feeds(pgn);
    let mut games = Games::new(reading.into(), out);
    let (mut from, mut line) = (0, 1);
    let starts = memchr::memmem::find_iter(pgn, FIRST_TAG).filter_map(|name| game_start(pgn, name));
    for end in starts.chain([pgn.len()]) {
        let game = &pgn[from..end];
        let blank = game.len() - game.trim_ascii_start().len();
        games.read(game, line + lines_of(&game[..blank]));
        line += lines_of(game);
        from = end;
    }
    games.into_summary()
}

/// Whether a text begins like a file of games.
///
/// ```
/// use epidote::pgn::begins_with_game;
/// assert!(begins_with_game("\u{feff}\r\n [Event \"?\"]".as_bytes()));
/// assert!(begins_with_game(b"[ Event \"?\" ]"));
/// assert!(!begins_with_game(b"[Site \"?\"]"));
/// ```
pub fn begins_with_game(head: &[u8]) -> bool {
    let head = without_mark(head).trim_ascii_start();
    let tag = head.strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    tag.is_some_and(|tag| tag.starts_with(b"Event \""))
}

/// The start of the last game in a part of a text: a line that starts with `[Event ` after a blank line.
/// Everything before it is whole games; the last one may continue in the next part. `None` if there is no
/// more than one game.
///
/// ```
/// use epidote::pgn::last_game_start;
/// assert_eq!(last_game_start(b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d"), Some(22));
/// assert_eq!(last_game_start(b"\n\n[Event \"a\"]\n\n1. e4 *\n"), None);
/// ```
pub fn last_game_start(bytes: &[u8]) -> Option<usize> {
    let mut starts = memchr::memmem::rfind_iter(bytes, FIRST_TAG).filter_map(|name| game_start(bytes, name));
    starts.next().filter(|&at| !bytes[..at].trim_ascii().is_empty())
}

fn lines_of(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

/// The bracket of the tag with this name, if a game starts there.
fn game_start(pgn: &[u8], name: usize) -> Option<usize> {
    let at = pgn[..name].iter().rposition(|byte| !matches!(byte, b' ' | b'\t'))?;
    (pgn[at] == b'[' && is_behind_blank_line(&pgn[..at])).then_some(at)
}

fn is_behind_blank_line(before: &[u8]) -> bool {
    let visible = before.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |at| at + 1);
    let blank = with_line_feeds(&before[visible..]);
    let Some(blank) = blank.strip_suffix(b"\n") else { return false };
    match blank.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')) {
        Some(byte) => *byte == b'\n',
        None => visible == 0,
    }
}

#[cfg(test)]
mod tests;
