//! What records keep of a game besides positions and moves, and how it is written.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::epd::game::Game;
use crate::epd::write::printable;
use crate::pgn::Positions;
use crate::pgn::engine_note::EngineNote;
use crate::pgn::record::Names;

/// The most bytes of a string (§5.1).
const LONGEST: usize = 255;
/// The number of comment registers (§6.5).
const REGISTERS: usize = 10;

/// What is kept of a game as operations: nothing by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for on its own")]
pub struct Keep {
    /// The tag `ECO` as `eco` (§6.13).
    pub eco: bool,
    /// The tags `Event`, `Site`, `Date`, `Round`, `White` and `Black` as `ptp` (§6.20).
    pub event: bool,
    /// The tag `Result` as `ptp`.
    pub result: bool,
    /// Comments as `c0` of the position they follow; long ones continue in `c1` and so on (§6.5).
    pub comments: bool,
    /// What engines say in comments on their moves, as cutechess and fastchess write it: `ce`, `acd`, `acs`
    /// and `acn` of the position before the move. It is then no comment.
    pub engine: bool,
}

impl Keep {
    /// Everything.
    pub const ALL: Self = Self { eco: true, event: true, result: true, comments: true, engine: true };
}

/// How games are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reading {
    /// Which positions become records.
    pub positions: Positions,
    /// What is kept besides positions and moves.
    pub keep: Keep,
    /// Whether variations are read too. Each is a separate line, and the `id` of its positions has its
    /// number.
    pub variations: bool,
    /// The game of those whose tags do not name one.
    pub game: Game,
}

impl From<Positions> for Reading {
    fn from(positions: Positions) -> Self {
        Self { positions, keep: Keep::default(), variations: false, game: Game::Chess }
    }
}

/// The operations that all records of a game have, in ASCII order.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// `eco`, which comes before the counters.
    pub(super) before: Vec<u8>,
    /// `ptp`, which comes after the label.
    pub(super) behind: Vec<u8>,
}

impl Keep {
    /// What is kept of the tags of a game.
    pub(super) fn of_tags(self, names: &Names) -> Kept {
        let mut kept = Kept::default();
        if let Some(eco) = names.eco.as_deref().filter(|_| self.eco).map(<[u8]>::trim_ascii)
            && !matches!(eco, b"" | b"?")
        {
            kept.before = [b" eco \"", &*printable(eco, LONGEST), b"\";"].concat();
        }
        let tags: [(&str, &Option<Vec<u8>>, bool); 7] = [
            ("Event", &names.event, self.event),
            ("Site", &names.site, self.event),
            ("Date", &names.date, self.event),
            ("Round", &names.round, self.event),
            ("White", &names.white, self.event),
            ("Black", &names.black, self.event),
            ("Result", &names.result, self.result),
        ];
        let mut pairs = Vec::new();
        for (name, value, _) in tags.into_iter().filter(|(_, _, is_kept)| *is_kept) {
            let value = value.as_deref().unwrap_or_default().trim_ascii();
            if !value.is_empty() {
                pairs.extend([b" ", name.as_bytes(), b" \"", &*printable(value, LONGEST), b"\""].concat());
            }
        }
        if !pairs.is_empty() {
            kept.behind = [b" ptp", &*pairs, b";"].concat();
        }
        kept
    }
}

/// The comments after one position, as read.
#[derive(Debug, Clone, Default)]
pub(super) struct Comments {
    text: Vec<u8>,
    /// What `[%eval]` says of the position.
    pub(super) eval: Option<EngineNote>,
}

impl Comments {
    /// Adds a comment, with its blanks and line ends as single blanks. Clocks of sites (`[%clk]`, `[%emt]`) are no words about
    /// the position.
    pub(super) fn add(&mut self, text: &[u8]) {
        let text = without_clocks(text);
        for word in text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            if !self.text.is_empty() {
                self.text.push(b' ');
            }
            self.text.extend(printable(word, usize::MAX));
        }
    }

    /// The comments as `c0` to `c9`, cut between words where possible; and the number of bytes that did not
    /// fit.
    pub(super) fn operations(&self) -> (Vec<u8>, usize) {
        let mut out = Vec::new();
        let mut rest = &self.text[..];
        for register in 0..REGISTERS {
            if rest.is_empty() {
                break;
            }
            let end = part_end(rest);
            out.extend([format!(" c{register} \"").as_bytes(), &rest[..end], b"\";"].concat());
            rest = rest[end..].trim_ascii_start();
        }
        (out, rest.len())
    }
}

/// The text of a comment without what sites say of clocks.
fn without_clocks(text: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Cow::Borrowed(text);
    for mark in [&b"[%clk "[..], b"[%emt "] {
        while let Some(start) = memchr::memmem::find(&out, mark)
            && let Some(length) = memchr::memchr(b']', &out[start..])
        {
            out.to_mut().splice(start..=start + length, *b" ");
        }
    }
    out
}

/// The end of the first part of a long text: at a blank, or else between two characters.
fn part_end(text: &[u8]) -> usize {
    if text.len() <= LONGEST {
        return text.len();
    }
    let blank = text[..=LONGEST].iter().rposition(|&byte| byte == b' ').filter(|&at| at > 0);
    blank.unwrap_or_else(|| {
        let is_inside = |at: &usize| matches!(text[*at], 0x80..=0xbf);
        (LONGEST - 3..=LONGEST).rev().find(|at| !is_inside(at)).unwrap_or(LONGEST)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_comments_go_on_in_the_next_register() {
        let operations = |text: &str| {
            let mut comments = Comments::default();
            comments.add(text.as_bytes());
            let (operations, lost) = comments.operations();
            (String::from_utf8_lossy(&operations).into_owned(), lost)
        };
        assert_eq!(operations(" a \"b\"\n c "), (" c0 \"a 'b' c\";".to_owned(), 0));
        assert_eq!(operations(""), (String::new(), 0));
        let (long, lost) = operations(&"word ".repeat(100));
        assert_eq!((long.matches("word").count(), lost), (100, 0));
        assert!(long.contains("word\"; c1 \"word"), "{long}");
        let (_, lost) = operations(&"x".repeat(3000));
        assert_eq!(lost, 3000 - 2550);
        let (text, _) = operations(&"\u{e9}".repeat(300));
        assert!(!text.contains('\u{fffd}'), "{text}");
    }
}
