//! Several files joined into one text, or the part of it that belongs to a shard.

use std::io::{self, Write};

use super::input::end_like;
use super::shard::{Part, PartSum};

use crate::text::encoding::BYTE_ORDER_MARK;

/// Files joined into one text. A last line without a line end gets one before the next file, and only the
/// first byte order mark is kept.
pub(super) struct Joined<'a> {
    out: &'a mut dyn Write,
    /// How the last file ended, which is completed when the next one begins.
    ended: Ended,
    /// CRs at the end of the output, which wait for what comes next.
    returns: usize,
    last_end: &'static [u8],
    is_empty: bool,
    /// Whether the last line so far has no line end.
    is_open: bool,
    has_mark: bool,
    /// What belongs to the shard, and the sum of it; `None` if everything is written.
    part: Option<(Part, PartSum)>,
    /// Lines passed so far.
    lines: usize,
}

/// How the output so far ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// In the middle of a file, or with nothing.
    Not,
    /// With a complete file and a line end.
    Whole,
    /// With a complete file whose last line has no line end.
    Open,
}

impl<'a> Joined<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self::of_part(out, None)
    }

    /// Writes only what belongs to the lines of a shard. Everything else is passed in all the same, since what
    /// stands between files depends on it.
    pub(super) fn of_part(out: &'a mut dyn Write, part: Option<Part>) -> Self {
        Self {
            out,
            ended: Ended::Not,
            returns: 0,
            last_end: b"\n",
            is_empty: true,
            is_open: false,
            has_mark: false,
            part: part.map(|part| (part, PartSum::default())),
            lines: 0,
        }
    }

    /// Moves on by this number of lines. Whatever is written next belongs to the line that follows them.
    pub(super) fn pass(&mut self, lines: usize) {
        self.lines += lines;
    }

    /// Lines passed so far.
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    /// The sum of what was written for the shard.
    pub(super) fn sum(&self) -> PartSum {
        self.part.as_ref().map_or_else(PartSum::default, |(_, sum)| *sum)
    }

    /// Prints bytes that belong to no line, after everything else.
    pub(super) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.out.flush()
    }

    /// Prints bytes, if they belong to what is asked for.
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some((part, sum)) = &mut self.part {
            if !part.has(self.lines) {
                return Ok(());
            }
            sum.add(bytes);
        }
        self.out.write_all(bytes)
    }

    /// Begins the next file.
    pub(super) fn begin(&mut self, has_mark: bool) {
        self.has_mark = has_mark && self.is_empty;
    }

    /// Writes bytes of the file.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_empty && self.has_mark {
            self.put(BYTE_ORDER_MARK)?;
            self.is_empty = false;
        }
        let Some(&first) = bytes.first() else { return Ok(()) };
        self.is_empty = false;
        let ended = std::mem::replace(&mut self.ended, Ended::Not);
        if ended == Ended::Open {
            // The same holds for the line end that the last line of the file did not have.
            let meets = self.last_end == b"\r" && matches!(first, b'\r' | b'\n');
            self.put(if meets { b"\n" } else { self.last_end })?;
        }
        // CRs at the end of a file would form one line end with an LF or CR at the beginning of the next one.
        let meets = ended == Ended::Whole && matches!(first, b'\r' | b'\n');
        let returns = bytes.iter().rev().take_while(|&&byte| byte == b'\r').count();
        if ended != Ended::Not || returns < bytes.len() {
            let byte = if meets { b"\n" } else { b"\r" };
            for _ in 0..std::mem::take(&mut self.returns) {
                self.put(byte)?;
            }
        }
        if let Some(at) = memchr::memrchr2(b'\n', b'\r', bytes) {
            let from = if bytes[at] == b'\n' && at > 0 { at - 1 } else { at };
            self.last_end = end_like(&bytes[from..=at]);
        }
        self.returns += returns;
        self.is_open = !matches!(bytes.last(), Some(b'\n' | b'\r'));
        self.put(&bytes[..bytes.len() - returns])
    }

    /// Writes a line of the file with its line end, and the records that were inserted after it. Their line ends do
    /// not count: how files are joined must not depend on what a search finds in them.
    pub(super) fn write_line(&mut self, line: &[u8], end: &[u8]) -> io::Result<()> {
        let known = self.last_end;
        self.write(line)?;
        self.last_end = if end.is_empty() { known } else { end_like(end) };
        Ok(())
    }

    /// Ends the file.
    pub(super) fn end(&mut self) -> io::Result<()> {
        if !self.is_empty && self.ended == Ended::Not {
            self.ended = if std::mem::take(&mut self.is_open) { Ended::Open } else { Ended::Whole };
        }
        self.flush()
    }

    /// Called when the last file is written.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        for _ in 0..std::mem::take(&mut self.returns) {
            self.put(b"\r")?;
        }
        self.flush()
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cli::input::Blocks;
    use crate::cli::shard::Shard;
    use crate::document::Document;

    /// Joins files whose lines come in these blocks, or the part of a shard.
    fn joined(files: &[&str], is_one_by_one: bool, part: Option<Part>) -> Vec<u8> {
        let mut out = Vec::new();
        let mut joined = Joined::of_part(&mut out, part.clone());
        let mut line = 0;
        for file in files {
            let text = file.strip_prefix('\u{feff}');
            joined.begin(text.is_some());
            let mut blocks = Blocks::new(text.unwrap_or(file).as_bytes());
            blocks.take_mark().unwrap();
            while let Some(block) = blocks.next_block().unwrap() {
                let edges = part.as_ref().map_or_else(Vec::new, |part| part.edges(line, block.line_count()));
                let parts = if is_one_by_one { block.into_lines() } else { block.cut_at(&edges) };
                for block in parts {
                    joined.write(block.bytes()).unwrap();
                    joined.pass(block.line_count());
                    line += block.line_count();
                }
            }
            joined.write(b"").unwrap();
            joined.end().unwrap();
        }
        joined.finish().unwrap();
        out
    }

    #[track_caller]
    fn check(files: &[&str], expect: &str) {
        for is_one_by_one in [false, true] {
            let all = joined(files, is_one_by_one, None);
            assert_eq!(String::from_utf8(all).unwrap(), expect, "one by one: {is_one_by_one}");
        }
    }

    #[test]
    fn no_two_lines_become_one() {
        check(&["a", "b"], "a\nb");
        check(&["x\r\na", "", "b", "c\n", "d"], "x\r\na\r\nb\r\nc\nd");
        check(&["a\r", "b\r"], "a\rb\r");
        check(&["a\r", "\nb"], "a\n\nb");
        check(&["a\rb", "\u{feff}\n"], "a\rb\n\n");
        check(&["a\rb", "\r\r\nc"], "a\rb\n\r\r\nc");
        check(&["a\r\r", "", "\r\nb"], "a\n\n\r\nb");
        check(&["a\r\r\r", "\r", "\r\r"], "a\n\n\n\n\r\r");
        check(&["\u{feff}a", "\u{feff}b"], "\u{feff}a\nb");
        check(&["", "\u{feff}b"], "\u{feff}b");
    }

    proptest! {
        #[test]
        fn the_parts_of_shards_make_up_the_whole(
            files in proptest::collection::vec(
                proptest::collection::vec(prop::sample::select(vec!["a", "\n", "\r", "\r\n", "\u{feff}"]), 0..9),
                0..4,
            ),
            of in 1..6_usize,
            is_one_by_one: [bool; 6],
        ) {
            let files: Vec<String> = files.iter().map(|parts| parts.concat()).collect();
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            let whole = joined(&files, false, None);
            let lines = |file: &&str| Document::from_bytes("", file.as_bytes().to_vec()).len();
            let total = files.iter().map(lines).sum();
            let part = |number: usize| Shard { number, of }.part(total);
            let parts = (1..=of).map(|number| joined(&files, is_one_by_one[number], Some(part(number))));
            prop_assert_eq!(parts.collect::<Vec<_>>().concat(), whole);
        }
    }
}
