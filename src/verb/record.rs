//! A record as verbs see it: parsed once, with its position.

use crate::chess::Chess;
use crate::epd::position::{PositionReading, fields_of, move_counters};
use crate::epd::{LineKind, Parse, parse};
use crate::language::Text;
use crate::verb::outcome::Ended;

/// A line with a legal position.
#[derive(Debug)]
pub struct Record<'a> {
    /// The line.
    pub parsed: Parse<'a>,
    /// The position of its four fields, with the counters of the record.
    pub position: Chess,
}

impl<'a> Record<'a> {
    /// Reads a line that an engine will be asked about.
    ///
    /// # Errors
    /// How the work on the line ends at once: it is not a record, or it has no legal position.
    pub fn read(line: &'a [u8]) -> Result<Self, Ended> {
        Self::of(parse(line))
    }

    /// The same for a line that was parsed before.
    ///
    /// # Errors
    /// As [`Record::read`].
    pub fn of(parsed: Parse<'a>) -> Result<Self, Ended> {
        if parsed.kind != LineKind::Record {
            return Err(Ended::NoRecord);
        }
        match PositionReading::read(&parsed).chess {
            Some(position) => Ok(Self { parsed, position }),
            None if parsed.has_ranks() => Err(Ended::Failed(Text::from("why.illegal"))),
            // Prose between records needs no search and is no error.
            None => Err(Ended::NoRecord),
        }
    }

    /// What is known of it, to be kept without its line.
    pub(crate) fn without_line(self) -> WithoutLine {
        WithoutLine { parsed: self.parsed.moved_to(b""), position: self.position }
    }

    /// The four fields. Castling rights and en passant squares without effect are left out.
    pub fn fields(&self) -> String {
        fields_of(&self.position)
    }

    /// `hmvc`, or the first counter of a FEN; 0 without either.
    pub fn halfmove_clock(&self) -> u32 {
        move_counters(&self.parsed).0
    }

    /// The bytes of the line.
    pub fn line(&self) -> &'a [u8] {
        self.parsed.text()
    }
}

/// What is known of a record, while its line is somewhere else.
#[derive(Debug)]
pub(crate) struct WithoutLine {
    parsed: Parse<'static>,
    position: Chess,
}

impl WithoutLine {
    /// The record again. `line` must be the one from which it was read.
    pub(crate) fn with_line(self, line: &[u8]) -> Record<'_> {
        Record { parsed: self.parsed.moved_to(line), position: self.position }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expect: Result<(&str, u32), Ended>) {
        let got = Record::read(line.as_bytes()).map(|record| (record.fields(), record.halfmove_clock()));
        assert_eq!(got, expect.map(|(fields, clock)| (fields.to_owned(), clock)), "{line}");
    }

    #[test]
    fn takes_what_can_be_searched() {
        let kings = "4k3/8/8/8/8/8/8/4K3 w - -";
        check(&format!("{kings} 7 12 bm Kd2;"), Ok((kings, 7)));
        check(&format!("{kings} hmvc 3;"), Ok((kings, 3)));
        check("4k3/8/8/8/8/8/8/4K3 w KQ - bm Kd2;", Ok((kings, 0)));
        check("# note", Err(Ended::NoRecord));
        check("some prose in a file", Err(Ended::NoRecord));
        check("8/8/8/8/8/8/8/8 w - -", Err(Ended::Failed("why.illegal".into())));
    }
}
