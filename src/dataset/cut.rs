//! Cuts texts into parts of whole units.

use crate::dataset::Format;

/// A row longer than this is no row: a quote was never closed.
const LONGEST_ROW: usize = 1 << 20;

/// The length of the units at the beginning of a text that are whole, whatever follows. `from` is a place
/// before which no unit ends.
pub fn whole(format: Format, text: &[u8], from: usize) -> usize {
    let last = || memchr::memrchr(b'\n', &text[from.min(text.len())..]).map_or(0, |at| from + at + 1);
    match format {
        Format::Evaluations => last(),
        Format::Plain => whole_entries(text, from),
        Format::Puzzles | Format::Table => {
            let end = last();
            let is_quoted = |text: &[u8]| memchr::memchr_iter(b'"', text).count() % 2 == 1;
            if end == 0 || !is_quoted(&text[..end]) {
                return end;
            }
            let before = whole_rows(&text[..end]);
            if before == 0 && end > LONGEST_ROW { end } else { before }
        }
    }
}

/// The end of the last row of a text whose end is quoted.
fn whole_rows(text: &[u8]) -> usize {
    let (mut end, mut is_quoted) = (0, false);
    for at in memchr::memchr2_iter(b'\n', b'"', text) {
        match text[at] {
            b'"' => is_quoted = !is_quoted,
            _ if !is_quoted => end = at + 1,
            _ => {}
        }
    }
    end
}

/// The end of the last line that is `e`.
fn whole_entries(text: &[u8], from: usize) -> usize {
    // Its beginning may be before the place.
    let from = from.saturating_sub(b"\ne\r".len());
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
        assert_eq!(&text[..whole(format, text.as_bytes(), 0)], expect, "{text:?}");
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
        check(Format::Plain, "fen x\ne", "");
    }

    #[test]
    fn an_open_quote_does_not_fill_the_memory() {
        let text = format!("a,\"b\n{}", "c,d\n".repeat(LONGEST_ROW / 4));
        assert_eq!(whole(Format::Table, text.as_bytes(), 0), text.len());
    }

    proptest! {
        #[test]
        fn the_place_to_look_from_does_not_matter(
            parts in proptest::collection::vec(prop::sample::select(vec!["a", "\"", "\n", "\r\n", "e", ","]), 0..30)
        ) {
            let text = parts.concat();
            for format in [Format::Evaluations, Format::Plain] {
                let end = whole(format, text.as_bytes(), 0);
                // No unit ends before the end of a prefix that has none.
                for from in 0..text.len() {
                    if whole(format, &text.as_bytes()[..from], 0) == 0 {
                        prop_assert_eq!(whole(format, text.as_bytes(), from), end, "{:?} {} {}", format, text, from);
                    }
                }
            }
        }
    }
}
