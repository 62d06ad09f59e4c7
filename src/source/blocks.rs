//! A text in blocks of whole lines, so that any size can be processed and several threads can each take a
//! block.

use std::io::{self, Read};

use crate::document::LineEnd;
use crate::text::encoding::BYTE_ORDER_MARK;

/// Size of a block in bytes, unless a line is longer.
const SIZE: usize = 256 * 1024;

/// Whole lines of one text.
#[derive(Debug, Default)]
pub struct Block {
    /// The number of the first line, from 1.
    pub first: usize,
    bytes: Vec<u8>,
    /// The end of the content of each line, and the end of its line end.
    ends: Vec<(usize, usize)>,
}

/// A line of a block, with its line end.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// Its bytes without the line end.
    pub text: &'a [u8],
    /// Its line end; empty for a last line without one.
    pub end: &'a [u8],
}

impl Block {
    fn new(first: usize, bytes: Vec<u8>) -> Self {
        let mut ends = Vec::with_capacity(bytes.len() / 64);
        let mut from = 0;
        while let Some(at) = memchr::memchr2(b'\n', b'\r', &bytes[from..]).map(|at| from + at) {
            // A line ends with LF and any number of CRs before it, or with a single CR.
            let returns = bytes[at..].iter().take_while(|&&byte| byte == b'\r').count();
            if bytes.get(at + returns) == Some(&b'\n') {
                from = at + returns + 1;
                ends.push((at, from));
            } else {
                from = at + returns;
                ends.extend((at..from).map(|at| (at, at + 1)));
            }
        }
        if from < bytes.len() {
            ends.push((bytes.len(), bytes.len()));
        }
        Self { first, bytes, ends }
    }

    /// Number of lines.
    pub fn line_count(&self) -> usize {
        self.ends.len()
    }

    /// The lines in order.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let mut from = 0;
        self.ends.iter().zip(self.first..).map(move |(&(content, end), number)| {
            let line = Line { number, text: &self.bytes[from..content], end: &self.bytes[content..end] };
            from = end;
            line
        })
    }

    /// Each line as a block.
    pub fn into_lines(self) -> Vec<Self> {
        let line = |line: Line<'_>| Self {
            first: line.number,
            bytes: [line.text, line.end].concat(),
            ends: vec![(line.text.len(), line.text.len() + line.end.len())],
        };
        self.lines().map(line).collect()
    }

    /// Cut before these lines, which are counted from 0 in rising order; without empty blocks.
    pub fn cut_at(self, edges: &[usize]) -> Vec<Self> {
        let mut all = Vec::new();
        let mut rest = self;
        let mut before = 0;
        for edge in edges {
            let count = edge.saturating_sub(before);
            if count == 0 || count >= rest.ends.len() {
                continue;
            }
            before = *edge;
            let at = rest.ends[count - 1].1;
            let bytes = rest.bytes.split_off(at);
            let ends = rest.ends.split_off(count);
            let ends = ends.into_iter().map(|(content, end)| (content - at, end - at)).collect();
            let behind = Self { first: rest.first + count, bytes, ends };
            all.push(std::mem::replace(&mut rest, behind));
        }
        if rest.line_count() > 0 {
            all.push(rest);
        }
        all
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All bytes, for when the lines are no longer needed.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// The length of the lines that are complete, whatever follows. There is no line end before `from`.
pub fn whole_lines(bytes: &[u8], from: usize) -> usize {
    if let Some(at) = memchr::memrchr(b'\n', &bytes[from..]) {
        return from + at + 1;
    }
    // A CR at the end may be part of a longer line end.
    let last = bytes.len() - trailing_returns(bytes);
    memchr::memrchr(b'\r', &bytes[from.min(last)..last]).map_or(0, |at| from + at + 1)
}

fn trailing_returns(bytes: &[u8]) -> usize {
    bytes.iter().rev().take_while(|&&byte| byte == b'\r').count()
}

/// Returns the length of the lines at the beginning of a text that belong into one block, whatever follows. No
/// block ends before the second argument.
pub type Cut = fn(&[u8], usize) -> usize;

/// Reads a text block by block.
#[derive(Debug)]
pub struct Blocks<R, C = Cut> {
    reader: R,
    cut: C,
    /// The bytes read after the last complete line.
    rest: Vec<u8>,
    /// How much of that was searched, without finding a line end.
    looked_at: usize,
    /// The number of the next line.
    next: usize,
    has_begun: bool,
    is_over: bool,
    size: usize,
}

impl<R: Read> Blocks<R> {
    /// Begins to read.
    pub fn new(reader: R) -> Self {
        Self::cut_by(reader, whole_lines)
    }
}

impl<R: Read, C: FnMut(&[u8], usize) -> usize> Blocks<R, C> {
    /// Begins to read in blocks that end where `cut` says (see [`Cut`]).
    pub fn cut_by(reader: R, cut: C) -> Self {
        let (rest, looked_at, next) = (Vec::new(), 0, 1);
        Self { reader, cut, rest, looked_at, next, has_begun: false, is_over: false, size: SIZE }
    }

    /// Whether the text begins with a byte order mark, which belongs to no line. Reads the first bytes.
    ///
    /// # Errors
    /// The text cannot be read.
    pub fn take_mark(&mut self) -> io::Result<bool> {
        self.has_begun = true;
        while self.rest.len() < BYTE_ORDER_MARK.len() && BYTE_ORDER_MARK.starts_with(&self.rest) {
            if self.more(BYTE_ORDER_MARK.len())? == 0 {
                break;
            }
        }
        let has_mark = self.rest.starts_with(BYTE_ORDER_MARK);
        if has_mark {
            self.rest.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(has_mark)
    }

    /// Number of lines read so far.
    pub fn lines_so_far(&self) -> usize {
        self.next - 1
    }

    /// The next lines; `None` at the end. Lines read before an error come first. If the reader gives less
    /// than a block at once, like a pipe or a terminal, the block is what is there.
    ///
    /// # Errors
    /// The text cannot be read further; the next call gives its end.
    pub fn next_block(&mut self) -> io::Result<Option<Block>> {
        debug_assert!(self.has_begun, "the mark comes first");
        loop {
            let end = if self.is_over { self.rest.len() } else { (self.cut)(&self.rest, self.looked_at) };
            if end > 0 {
                self.looked_at = 0;
                let behind = self.rest.split_off(end);
                let block = Block::new(self.next, std::mem::replace(&mut self.rest, behind));
                self.next += block.line_count();
                return Ok(Some(block));
            }
            if self.is_over {
                return Ok(None);
            }
            self.looked_at = self.rest.len() - trailing_returns(&self.rest);
            // A long line is read in larger and larger parts, since it is copied each time the buffer grows.
            if let Err(error) = self.more(self.size.max(self.rest.len())) {
                // What is left of a text that is cut off or damaged is no line.
                self.is_over = true;
                self.rest.clear();
                return Err(error);
            }
        }
    }

    fn more(&mut self, size: usize) -> io::Result<usize> {
        let from = self.rest.len();
        self.rest.resize(from + size, 0);
        loop {
            match self.reader.read(&mut self.rest[from..]) {
                Ok(read) => {
                    self.rest.truncate(from + read);
                    self.is_over = read == 0;
                    return Ok(read);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.rest.truncate(from);
                    return Err(error);
                }
            }
        }
    }
}

/// The usual line end for a text of which only this line end is known.
pub fn end_like(line_end: &[u8]) -> &'static [u8] {
    match line_end {
        [.., b'\r', b'\n'] => LineEnd::CrLf.bytes(),
        [.., b'\r'] => LineEnd::Cr.bytes(),
        _ => LineEnd::Lf.bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use proptest::prelude::*;

    /// Gives its bytes in small parts.
    struct Drops<'a>(&'a [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    /// Whether there is a mark, the lines with their numbers, and all bytes after the mark.
    type Taken = (bool, Vec<(usize, Vec<u8>)>, Vec<u8>);

    fn blocks(bytes: &[u8], part: usize) -> Taken {
        let mut blocks = Blocks { size: part + 1, ..Blocks::new(Drops(bytes, part)) };
        let has_mark = blocks.take_mark().unwrap();
        let (mut lines, mut all) = (Vec::new(), Vec::new());
        while let Some(block) = blocks.next_block().unwrap() {
            assert!(block.line_count() > 0);
            lines.extend(block.lines().map(|line| (line.number, line.text.to_vec())));
            all.extend_from_slice(block.bytes());
        }
        (has_mark, lines, all)
    }

    proptest! {
        #[test]
        fn the_lines_are_those_of_a_document(
            has_mark: bool,
            parts in proptest::collection::vec(prop::sample::select(vec!["a", "bc", "\n", "\r", "\r\n", "\u{feff}"]), 0..24),
            part in 1..9_usize,
        ) {
            let text = parts.concat().into_bytes();
            let text = if has_mark { [BYTE_ORDER_MARK, &text].concat() } else { text };
            let document = Document::from_bytes("", text.clone());
            let text_at = |at| Some((at + 1, document.text(document.id_at(at)?)?.into_owned()));
            let expected: Vec<_> = (0..document.len()).filter_map(text_at).collect();
            let (mark, lines, all) = blocks(&text, part);
            prop_assert_eq!(lines, expected);
            prop_assert_eq!([if mark { BYTE_ORDER_MARK } else { b"" }, &all].concat(), text);
        }
    }

    #[test]
    fn a_block_is_cut_before_lines() {
        let check = |edges: &[usize], expect: &[(usize, &str)]| {
            let blocks = Block::new(7, b"a\nb\r\nc".to_vec()).cut_at(edges);
            let text = |block: &Block| (block.first, String::from_utf8(block.bytes().to_vec()).unwrap());
            let got: Vec<_> = blocks.iter().map(text).collect();
            let expect: Vec<_> = expect.iter().map(|(first, text)| (*first, (*text).to_owned())).collect();
            assert_eq!(got, expect, "{edges:?}");
            let lines: Vec<_> = blocks.iter().flat_map(Block::lines).map(|line| line.text).collect();
            assert_eq!(lines, [b"a", b"b", b"c"]);
        };
        check(&[], &[(7, "a\nb\r\nc")]);
        check(&[0, 3, 9], &[(7, "a\nb\r\nc")]);
        check(&[1], &[(7, "a\n"), (8, "b\r\nc")]);
        check(&[0, 1, 1, 2, 3], &[(7, "a\n"), (8, "b\r\n"), (9, "c")]);
    }

    #[test]
    fn an_error_loses_no_line_before_it_and_makes_none() {
        struct Breaks(bool);
        impl Read for Breaks {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                if std::mem::replace(&mut self.0, true) {
                    return Err(io::Error::other("broken"));
                }
                buffer[..3].copy_from_slice(b"a\nb");
                Ok(3)
            }
        }
        let mut blocks = Blocks::new(Breaks(false));
        assert!(!blocks.take_mark().unwrap());
        assert_eq!(blocks.next_block().unwrap().unwrap().bytes(), b"a\n");
        assert!(blocks.next_block().is_err());
        assert!(blocks.next_block().unwrap().is_none());
    }
}
