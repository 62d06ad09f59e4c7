//! Where the lines of a file start, found in one pass over its bytes.
//!
//! A line ends with LF, with any number of CR before it (CRLF, and the CR CR LF of badly copied files), or
//! with a lone CR (§4). A byte order mark at the start belongs to the file, not to its first line. Starts are
//! kept as 32-bit distances from a 64-bit base every 256 lines: slightly more than four bytes a line.

use std::ops::Range;

use super::record_id::MOST_LINES;
use crate::text::encoding::BYTE_ORDER_MARK;
use crate::text::encoding::Utf8Check;

/// The number of lines that share one base.
const GROUP: usize = 256;

/// How a file ends its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LineEnd {
    /// `\n`, as on Unix.
    #[default]
    Lf,
    /// `\r\n`, as on Windows.
    CrLf,
    /// CR alone.
    Cr,
}

impl LineEnd {
    /// The one or two bytes at the end of a line.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::Cr => b"\r",
        }
    }

    /// The name shown to the user.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lf => "LF",
            Self::CrLf => "CRLF",
            Self::Cr => "CR",
        }
    }

    /// Returns a line without its line end.
    pub fn strip(line: &[u8]) -> &[u8] {
        match line {
            [head @ .., b'\n'] => {
                let end = head.iter().rposition(|&byte| byte != b'\r').map_or(0, |at| at + 1);
                &head[..end]
            }
            [head @ .., b'\r'] => head,
            _ => line,
        }
    }
}

/// The starts of all lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineIndex {
    /// Start of line `GROUP * n`.
    bases: Vec<u64>,
    /// Distance of a start from its base.
    offsets: Vec<u32>,
    /// Lines with an unusual line end, each with the end of its content. Invariant: sorted by line.
    unusual: Vec<(u32, u64)>,
    len: u64,
    body_start: u64,
    line_end: LineEnd,
    ends_with_line_end: bool,
    is_utf8: bool,
}

impl LineIndex {
    /// Number of lines.
    pub fn line_count(&self) -> usize {
        self.offsets.len()
    }

    /// Number of bytes of the file.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether the file is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The start of the first line: after the byte order mark, if there is one.
    pub fn body_start(&self) -> u64 {
        self.body_start
    }

    /// The line end that the file uses most.
    pub fn line_end(&self) -> LineEnd {
        self.line_end
    }

    /// Returns whether all of the file is valid UTF-8.
    pub fn is_utf8(&self) -> bool {
        self.is_utf8
    }

    /// Returns whether the last line has a line end.
    pub fn ends_with_line_end(&self) -> bool {
        self.ends_with_line_end
    }

    fn start(&self, line: usize) -> Option<u64> {
        let base = self.bases.get(line / GROUP)?;
        self.offsets.get(line).map(|&offset| base + u64::from(offset))
    }

    /// The bytes of a line, its line end included.
    pub fn range(&self, line: usize) -> Option<Range<u64>> {
        let start = self.start(line)?;
        Some(start..self.start(line + 1).unwrap_or(self.len))
    }

    /// Returns whether a line ends with the line end that the file uses most.
    pub fn has_usual_end(&self, line: usize) -> bool {
        u32::try_from(line)
            .is_ok_and(|key| self.unusual.binary_search_by_key(&key, |&(line, _)| line).is_err())
    }

    /// The end of the content of a line, where its line end begins.
    pub fn content_end(&self, line: usize) -> Option<u64> {
        let range = self.range(line)?;
        let key = u32::try_from(line).ok()?;
        if let Ok(at) = self.unusual.binary_search_by_key(&key, |&(line, _)| line) {
            return self.unusual.get(at).map(|&(_, end)| end);
        }
        range.end.checked_sub(self.line_end.bytes().len() as u64)
    }
}

/// Builds a [`LineIndex`] from chunks of any size.
#[derive(Debug, Default)]
pub struct Indexer {
    index: LineIndex,
    /// The number of bytes seen.
    at: u64,
    line_start: u64,
    /// Carriage returns at the end of the bytes seen.
    returns: u64,
    head: Vec<u8>,
    headed: bool,
    utf8: Utf8Check,
    /// How often LF, CRLF and CR end a line.
    ends: [u64; 3],
    /// The content end and line end of each line that does not end like the first one; this one table is
    /// enough, because files rarely mix line ends.
    unusual: Vec<(u32, u64, LineEnd, bool)>,
    first_end: Option<LineEnd>,
    /// Set if the file has more lines than ids can name.
    overflow: bool,
}

impl Indexer {
    /// Takes the next bytes of the file.
    pub fn feed(&mut self, chunk: &[u8]) {
        self.utf8.feed(chunk);
        if self.headed {
            self.scan(chunk);
            return;
        }
        // The first three bytes show whether there is a byte order mark.
        self.head.extend_from_slice(chunk);
        if self.head.len() >= BYTE_ORDER_MARK.len() {
            self.start_body();
        }
    }

    fn start_body(&mut self) {
        self.headed = true;
        let head = std::mem::take(&mut self.head);
        if head.starts_with(BYTE_ORDER_MARK) {
            let mark = BYTE_ORDER_MARK.len() as u64;
            self.index.body_start = mark;
            self.at = mark;
            self.line_start = mark;
            self.scan(&head[BYTE_ORDER_MARK.len()..]);
        } else {
            self.scan(&head);
        }
    }

    fn scan(&mut self, chunk: &[u8]) {
        let base = self.at;
        let mut from = 0;
        if self.returns > 0 && !chunk.is_empty() {
            from = self.after_returns(chunk, 0);
        }
        while let Some(offset) = memchr::memchr2(b'\n', b'\r', &chunk[from..]) {
            let at = from + offset;
            if chunk[at] == b'\n' {
                self.at = base + at as u64;
                self.end_line(self.at, self.at + 1, LineEnd::Lf);
                from = at + 1;
                continue;
            }
            self.at = base + at as u64;
            from = self.after_returns(chunk, at);
        }
        self.at = base + chunk.len() as u64;
    }

    /// Handles a run of carriage returns that begins or continues at `chunk[at]`; returns where to continue.
    /// `self.at` is the file offset of `chunk[at]`.
    fn after_returns(&mut self, chunk: &[u8], at: usize) -> usize {
        let base = self.at - at as u64;
        let more = chunk[at..].iter().take_while(|&&byte| byte == b'\r').count();
        self.returns += more as u64;
        let next = at + more;
        match chunk.get(next) {
            None => {}
            Some(b'\n') => {
                let end = base + next as u64;
                let usual = self.returns == 1;
                let content = end - self.returns;
                self.returns = 0;
                self.end_line_as(content, end + 1, LineEnd::CrLf, usual);
                return next + 1;
            }
            Some(_) => self.flush_returns(base + next as u64),
        }
        next
    }

    /// Ends one line for each pending carriage return; the run stops before `end`.
    fn flush_returns(&mut self, end: u64) {
        let first = end - self.returns;
        for at in first..end {
            self.end_line(at, at + 1, LineEnd::Cr);
        }
        self.returns = 0;
    }

    fn end_line(&mut self, content_end: u64, next: u64, end: LineEnd) {
        self.end_line_as(content_end, next, end, true);
    }

    fn end_line_as(&mut self, content_end: u64, next: u64, end: LineEnd, usual: bool) {
        self.ends[match end {
            LineEnd::Lf => 0,
            LineEnd::CrLf => 1,
            LineEnd::Cr => 2,
        }] += 1;
        let first = *self.first_end.get_or_insert(end);
        if !usual || end != first {
            let line = u32::try_from(self.index.offsets.len()).unwrap_or(u32::MAX);
            self.unusual.push((line, content_end, end, usual));
        }
        self.push_line();
        self.line_start = next;
    }

    fn push_line(&mut self) {
        let line = self.index.offsets.len();
        if line >= MOST_LINES {
            self.overflow = true;
            return;
        }
        if line.is_multiple_of(GROUP) {
            self.index.bases.push(self.line_start);
        }
        let base = self.index.bases.last().copied().unwrap_or_default();
        // Four gigabytes without any line end are not text; the last offset then repeats.
        let offset = u32::try_from(self.line_start - base).unwrap_or(u32::MAX);
        self.index.offsets.push(offset);
    }

    /// The number of lines found so far.
    pub fn lines(&self) -> usize {
        self.index.offsets.len()
    }

    /// Returns whether the file has more lines than can be told apart (2³¹).
    pub fn has_overflowed(&self) -> bool {
        self.overflow
    }

    /// The index, after the last byte was fed.
    pub fn finish(mut self) -> LineIndex {
        if !self.headed {
            self.start_body();
        }
        let end = self.at;
        self.flush_returns(end);
        self.index.len = self.at;
        self.index.is_utf8 = self.utf8.is_valid();
        self.index.ends_with_line_end = self.line_start == self.at && self.at > self.index.body_start;
        let [lf, crlf, cr] = self.ends;
        let usual = if lf >= crlf && lf >= cr {
            LineEnd::Lf
        } else if crlf >= cr {
            LineEnd::CrLf
        } else {
            LineEnd::Cr
        };
        self.index.line_end = usual;
        let first = self.first_end.unwrap_or(usual);
        if self.line_start < self.at {
            let line = u32::try_from(self.index.offsets.len()).unwrap_or(u32::MAX);
            self.push_line();
            self.unusual.push((line, self.at, usual, false));
        }
        self.index.unusual = if first == usual {
            self.unusual.iter().map(|&(line, content, _, _)| (line, content)).collect()
        } else {
            self.relative_to(usual, first)
        };
        self.index
    }

    /// The unusual lines, if the usual line end is another one than that of the first line.
    fn relative_to(&self, usual: LineEnd, first: LineEnd) -> Vec<(u32, u64)> {
        let mut known = self.unusual.iter().peekable();
        let mut out = Vec::new();
        for line in 0..self.index.line_count() {
            let key = u32::try_from(line).unwrap_or(u32::MAX);
            if let Some(&(_, content, end, plain)) = known.next_if(|entry| entry.0 == key) {
                if end != usual || !plain {
                    out.push((key, content));
                }
            } else {
                let end = self.index.range(line).map(|range| range.end).unwrap_or_default();
                out.push((key, end - first.bytes().len() as u64));
            }
        }
        out
    }
}
