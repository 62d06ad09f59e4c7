//! What texts consist of, so that nothing is divided between two blocks: lines, or the units of another format.

use crate::dataset;
use crate::pgn::last_game_start;
use crate::source::whole_lines;

/// What a text consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Units {
    /// Each line by itself.
    Lines,
    /// Games of PGN.
    Games,
    /// The units of a data set.
    Data(dataset::Cut),
    /// The units of the format that the first line shows.
    Found,
}

/// A format that is imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Games of PGN.
    Games,
    /// A data set.
    Data(dataset::Format),
}

impl Kind {
    /// The format of a text by its beginning, which contains a line that is not blank.
    pub(super) fn of(text: &[u8]) -> Self {
        dataset::Format::detect(text).map_or(Self::Games, Self::Data)
    }
}

impl Units {
    /// The units of this format.
    pub(super) fn of(kind: Kind) -> Self {
        match kind {
            Kind::Games => Self::Games,
            Kind::Data(format) => Self::Data(dataset::Cut::new(format)),
        }
    }

    /// The length of the units at the beginning of a text that are whole, whatever follows. `from` is a place
    /// before which no unit ends. The first text that is asked about is the beginning of its source.
    pub(super) fn whole(&mut self, text: &[u8], from: usize) -> usize {
        match self {
            Self::Lines => whole_lines(text, from),
            Self::Games => last_game_start(text).unwrap_or(0),
            Self::Data(cut) => cut.whole(text, from),
            Self::Found => {
                // Only a whole first line shows what it is; there may be blank ones before it.
                if memchr::memchr2(b'\n', b'\r', text.trim_ascii_start()).is_none() {
                    return 0;
                }
                *self = Self::of(Kind::of(text));
                self.whole(text, 0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_shows_what_a_text_is() {
        let check = |text: &str, expect: usize| {
            let mut units = Units::Found;
            let cuts: Vec<usize> =
                (0..=text.len()).map(|end| units.whole(&text.as_bytes()[..end], 0)).collect();
            assert_eq!(cuts.last(), Some(&expect), "{text:?} {cuts:?}");
        };
        check("\n {\"fen\":1}\n{\"fen", 12);
        check("fen,bm\na,\"b\nc\"", 7);
        check("fen;bm\na;\"b\nc\";\nd;\"", 16);
        check("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n", 22);
        check("[Event \"a\"]\r\r1. e4 *\r\r[Event \"b\"]\r", 22);
        check("fen x\nmove y\ne\nfen", 15);
        check("\n\n", 0);
    }
}
