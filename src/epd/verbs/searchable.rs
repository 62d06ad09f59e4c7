//! What a search needs of a line, without the checks and the form.

use crate::chess::Chess;
use crate::epd::position::{PositionReading, fields_of, move_counters};
use crate::epd::{LineKind, parse};

/// A line as a search sees it.
#[derive(Debug, Clone, PartialEq)]
pub enum Searchable {
    /// A blank line, a comment, or prose: nothing to search, and nothing wrong.
    NoRecord,
    /// A record without a legal position.
    NoPosition,
    /// A position.
    Position(SearchPosition),
}

/// A position to search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchPosition {
    /// The legal position.
    pub chess: Chess,
    /// Its four fields; rights and targets in vain are left out.
    pub fields: String,
    /// `hmvc`, or the first FEN counter; 0 without either.
    pub halfmove_clock: u32,
}

impl Searchable {
    /// Reads a line.
    pub fn of(line: &[u8]) -> Self {
        let parsed = parse(line);
        if parsed.kind != LineKind::Record {
            return Self::NoRecord;
        }
        match PositionReading::read(&parsed).chess {
            Some(chess) => {
                let fields = fields_of(&chess);
                Self::Position(SearchPosition { chess, fields, halfmove_clock: move_counters(&parsed).0 })
            }
            None if parsed.has_ranks() => Self::NoPosition,
            None => Self::NoRecord,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expect: Option<(&str, u32)>) {
        let got = match Searchable::of(line.as_bytes()) {
            Searchable::Position(position) => Some((position.fields, position.halfmove_clock)),
            Searchable::NoRecord | Searchable::NoPosition => None,
        };
        assert_eq!(got, expect.map(|(fields, clock)| (fields.to_owned(), clock)), "{line}");
    }

    #[test]
    fn takes_what_can_be_searched() {
        let kings = "4k3/8/8/8/8/8/8/4K3 w - -";
        check(&format!("{kings} 7 12 bm Kd2;"), Some((kings, 7)));
        check(&format!("{kings} hmvc 3;"), Some((kings, 3)));
        check("4k3/8/8/8/8/8/8/4K3 w KQ - bm Kd2;", Some((kings, 0)));
        check("8/8/8/8/8/8/8/8 w - -", None);
        check("# note", None);
        assert_eq!(Searchable::of(b"8/8/8/8/8/8/8/8 w - -"), Searchable::NoPosition);
        assert_eq!(Searchable::of(b"some prose in a file"), Searchable::NoRecord);
    }
}
