//! Cuts texts into parts of whole units.

use crate::dataset::Format;
use crate::dataset::rows::{Separator, blank_lines, row_end};
use crate::text::line_ends::{settled, with_line_feeds};

/// Cuts one text. It knows what separates the cells of a table from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    format: Format,
    separator: Option<Separator>,
}

impl Cut {
    /// For a text of this format.
    pub fn new(format: Format) -> Self {
        Self { format, separator: None }
    }

    /// The length of the units at the beginning of a text that are whole, whatever follows. `from` is a place
    /// before which no unit ends. The first text that is asked about is the beginning of its source.
    pub fn whole(&mut self, text: &[u8], from: usize) -> usize {
        let text = &*with_line_feeds(settled(text));
        let from = from.min(text.len());
        let last = || memchr::memrchr(b'\n', &text[from..]).map_or(0, |at| from + at + 1);
        match self.format {
            Format::Evaluations => last(),
            Format::Plain => whole_entries(text, from),
            Format::Puzzles | Format::Table => {
                let end = last();
                // Without a quote it does not matter what separates cells, but it has to be known for what follows.
                let blank = blank_lines(text);
                if self.separator.is_none() && blank < end {
                    self.separator = Some(Separator::of(&text[blank..end]));
                }
                match self.separator {
                    Some(separator) if memchr::memchr(b'"', &text[..end]).is_some() => {
                        whole_rows(text, separator)
                    }
                    _ => end,
                }
            }
        }
    }
}

/// The end of the last whole row.
fn whole_rows(text: &[u8], separator: Separator) -> usize {
    let mut end = 0;
    while let Some(length) = row_end(&text[end..], separator, false) {
        end += length;
    }
    end
}

/// The end of the last line that is `e`, or the beginning of the last line with `fen` after it.
fn whole_entries(text: &[u8], from: usize) -> usize {
    // The line may begin before the place.
    let from = from.saturating_sub(b"\nfen".len());
    let begun = memchr::memmem::rfind(&text[from..], b"\nfen ").map_or(0, |at| from + at + 1);
    begun.max(ended_entries(text, from))
}

fn ended_entries(text: &[u8], from: usize) -> usize {
    let mut end = text.len();
    while let Some(at) = memchr::memmem::rfind(&text[from..end], b"\ne").map(|at| from + at) {
        match &text[at + 2..] {
            [b'\n', ..] => return at + 3,
            [b'\r', b'\n', ..] => return at + 4,
            _ => end = at + 1,
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(format: Format, text: &str, expect: &str) {
        assert_eq!(&text[..Cut::new(format).whole(text.as_bytes(), 0)], expect, "{text:?}");
    }

    #[test]
    fn parts_are_whole() {
        check(Format::Evaluations, "{}\n{}\n{", "{}\n{}\n");
        check(Format::Evaluations, "{}", "");
        check(Format::Table, "a,b\nc,\"d\ne\",f\ng,h", "a,b\nc,\"d\ne\",f\n");
        check(Format::Table, "a,b\nc,\"d\ne", "a,b\n");
        check(Format::Table, "c,\"d\ne", "");
        check(Format::Plain, "fen x\ne\nfen y\ne\r\nfen z\n", "fen x\ne\nfen y\ne\r\n");
        check(Format::Plain, "fen x\nex\n", "");
        check(Format::Plain, "fen x\nfen y\nfen", "fen x\n");
        check(Format::Plain, "fen x\nfen y\ne\nf", "fen x\nfen y\ne\n");
        check(Format::Table, "a,5\" b\nc,\"d\"\ne", "a,5\" b\nc,\"d\"\n");
        check(Format::Table, "a,\"b\"", "");
        check(Format::Table, "a;b\nc;\"d\ne\";f\ng,\"h\ni;", "a;b\nc;\"d\ne\";f\ng,\"h\n");
        check(Format::Table, "\n\ta\tb\nc\t\"d\ne\"\tf\ng;\"h\ni\t\"", "\n\ta\tb\nc\t\"d\ne\"\tf\ng;\"h\n");
        check(Format::Plain, "fen x\ne", "");
        check(Format::Table, "a,b\rc,\"d\re\",f\rg,h", "a,b\rc,\"d\re\",f\r");
        check(Format::Table, "a,b\rc,d\r", "a,b\r");
        check(Format::Plain, "fen x\re\rfen y\re\r", "fen x\re\r");
    }

    #[test]
    fn an_open_quote_does_not_fill_the_memory() {
        let text = format!("a,\"b\n{}", "c,d\n".repeat(1 << 18));
        assert_eq!(Cut::new(Format::Table).whole(text.as_bytes(), 0), text.len());
    }

    proptest! {
        #[test]
        fn the_place_to_look_from_does_not_matter(
            parts in proptest::collection::vec(prop::sample::select(vec!["a", "\"", "\n", "\r\n", "e", ",", "fen ", "f", "en "]), 0..30)
        ) {
            let text = parts.concat();
            for format in [Format::Evaluations, Format::Plain] {
                let whole = |text: &str, from| Cut::new(format).whole(text.as_bytes(), from);
                let end = whole(&text, 0);
                // No unit ends before the end of a prefix that has none.
                for from in 0..text.len() {
                    if text.is_char_boundary(from) && whole(&text[..from], 0) == 0 {
                        prop_assert_eq!(whole(&text, from), end, "{:?} {} {}", format, text, from);
                    }
                }
            }
        }
    }
}
