//! Rows of CSV (RFC 4180), read leniently: any line end, and quotes only where a cell begins. Cells may also be separated
//! by semicolons, as spreadsheets write them where numbers have a decimal comma, or by tabs.

use std::borrow::Cow;

use crate::dataset::mapping::is_header;

/// The most bytes in quotes. A quote that is not closed before is a character like others, so that it costs its own
/// row and not those after it.
const LONGEST_QUOTE: usize = 1 << 20;

/// The cell of an operation without operands; that of a missing operation is empty.
pub const NO_OPERANDS: &[u8] = b";";

/// The character between the cells of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Separator {
    /// `,`
    #[default]
    Comma,
    /// `;`
    Semicolon,
    /// A tab.
    Tab,
}

impl Separator {
    /// The one of a table, by its first line: that which is there most often outside of quotes, among
    /// those between whose cells is a name for the position, if there are any.
    ///
    /// ```
    /// use epidote::dataset::rows::Separator;
    /// assert_eq!(Separator::of(b"fen;notes (a, b, c)\n1;2"), Separator::Semicolon);
    /// assert_eq!(Separator::of(b"Position;\"a,b,c\"\n1;2"), Separator::Semicolon);
    /// assert_eq!(Separator::of(b"fen"), Separator::Comma);
    /// ```
    pub fn of(text: &[u8]) -> Self {
        let line = trim_end(&text[..memchr::memchr(b'\n', text).unwrap_or(text.len())]);
        let mut most = (1, None);
        for own in [Self::Comma, Self::Semicolon, Self::Tab] {
            let cells: Vec<_> = cells(line, own).collect();
            if cells.len() > most.0 && is_header(&cells) {
                most = (cells.len(), Some(own));
            }
        }
        if let (_, Some(separator)) = most {
            return separator;
        }
        let mut is_quoted = false;
        let (mut commas, mut semicolons, mut tabs) = (0, 0, 0);
        for &byte in line {
            match byte {
                b'"' => is_quoted = !is_quoted,
                b',' if !is_quoted => commas += 1,
                b';' if !is_quoted => semicolons += 1,
                b'\t' if !is_quoted => tabs += 1,
                _ => {}
            }
        }
        match commas.max(semicolons).max(tabs) {
            most if most == commas => Self::Comma,
            most if most == semicolons => Self::Semicolon,
            _ => Self::Tab,
        }
    }

    fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
        }
    }
}

/// The number of bytes before the first line that is not blank.
pub fn blank_lines(text: &[u8]) -> usize {
    let first = text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(text.len());
    memchr::memrchr(b'\n', &text[..first]).map_or(0, |end| end + 1)
}

/// The first row with its line end. A row ends at a line end outside of quotes.
///
/// ```
/// use epidote::dataset::rows::{Separator, first_row};
/// let first = |text| first_row(text, Separator::Comma);
/// assert_eq!(first(b"a,\"b\nc\"\nd\n"), b"a,\"b\nc\"\n");
/// assert_eq!(first(b"a,5\" board\nd\n"), b"a,5\" board\n");
/// assert_eq!(first(b"a,\"b\nd\n"), b"a,\"b\n");
/// ```
pub fn first_row(text: &[u8], separator: Separator) -> &[u8] {
    row_end(text, separator, true).map_or(text, |end| &text[..end])
}

/// The place after the line end of the first row; `None` if the row does not end in this text. `is_all` says that
/// nothing follows the text.
pub(super) fn row_end(text: &[u8], separator: Separator, is_all: bool) -> Option<usize> {
    let line = memchr::memchr(b'\n', text);
    if memchr::memchr(b'"', &text[..line.unwrap_or(text.len())]).is_none() {
        return line.map(|at| at + 1);
    }
    let mut at = 0;
    loop {
        if text.get(at) == Some(&b'"') {
            at += 1;
            at += match closing_quote(&text[at..], is_all) {
                Quote::ClosedAt(end) => end + 1,
                Quote::Character => 0,
                Quote::Open => return None,
            };
        }
        at += memchr::memchr2(separator.byte(), b'\n', &text[at..])? + 1;
        if text[at - 1] == b'\n' {
            return Some(at);
        }
    }
}

/// What the quote at the beginning of a cell is.
enum Quote {
    /// It is closed at this place of the text after it.
    ClosedAt(usize),
    /// It opens nothing.
    Character,
    /// What follows the text tells.
    Open,
}

fn closing_quote(text: &[u8], is_all: bool) -> Quote {
    let window = &text[..text.len().min(LONGEST_QUOTE)];
    let mut from = 0;
    while let Some(at) = window.get(from..).and_then(|rest| memchr::memchr(b'"', rest)).map(|at| from + at) {
        match text.get(at + 1) {
            // A quote in the cell is doubled.
            Some(b'"') => from = at + 2,
            None if !is_all => return Quote::Open,
            _ => return Quote::ClosedAt(at),
        }
    }
    if is_all || window.len() == LONGEST_QUOTE { Quote::Character } else { Quote::Open }
}

/// Calls `f` with the cells of each row that is not blank, and with the number of its first line.
pub fn each_row(mut text: &[u8], separator: Separator, mut line: usize, mut f: impl FnMut(usize, Cells<'_>)) {
    while !text.is_empty() {
        let row = first_row(text, separator);
        text = &text[row.len()..];
        let content = trim_end(row);
        if !content.trim_ascii().is_empty() {
            f(line, cells(content, separator));
        }
        line += memchr::memchr_iter(b'\n', row).count();
    }
}

/// Calls `f` with each line that is not blank, and with its number.
pub fn each_line<'a>(mut text: &'a [u8], mut line: usize, mut f: impl FnMut(usize, &'a [u8])) {
    while !text.is_empty() {
        let end = memchr::memchr(b'\n', text).map_or(text.len(), |at| at + 1);
        let content = text[..end].trim_ascii();
        text = &text[end..];
        if !content.is_empty() {
            f(line, content);
        }
        line += 1;
    }
}

/// A row without its line end.
pub(super) fn trim_end(row: &[u8]) -> &[u8] {
    let row = row.strip_suffix(b"\n").unwrap_or(row);
    row.strip_suffix(b"\r").unwrap_or(row)
}

/// The cells of a row, given without its line end.
///
/// ```
/// use epidote::dataset::rows::{Separator, cells};
/// let row: Vec<_> = cells(b"1,\"a \"\"b\"\", c\",,d", Separator::Comma).collect();
/// assert_eq!(row, [&b"1"[..], b"a \"b\", c", b"", b"d"]);
/// ```
pub fn cells(row: &[u8], separator: Separator) -> Cells<'_> {
    Cells { rest: Some(row), separator: separator.byte() }
}

/// The cells of a row.
#[derive(Debug, Clone)]
pub struct Cells<'a> {
    rest: Option<&'a [u8]>,
    separator: u8,
}

impl<'a> Iterator for Cells<'a> {
    type Item = Cow<'a, [u8]>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest?;
        if let Some(quoted) = rest.strip_prefix(b"\"") {
            let (cell, rest) = quoted_cell(quoted, self.separator);
            self.rest = rest;
            return Some(cell);
        }
        let end = memchr::memchr(self.separator, rest);
        self.rest = end.map(|end| &rest[end + 1..]);
        Some(Cow::Borrowed(&rest[..end.unwrap_or(rest.len())]))
    }
}

/// A cell after its opening quote, and what follows the separator after it.
fn quoted_cell(text: &[u8], separator: u8) -> (Cow<'_, [u8]>, Option<&[u8]>) {
    let mut cell = Cow::Borrowed(&b""[..]);
    let mut from = 0;
    loop {
        let Some(at) = memchr::memchr(b'"', &text[from..]).map(|at| from + at) else {
            cell.to_mut().extend_from_slice(&text[from..]);
            return (cell, None);
        };
        if cell.is_empty() && from == 0 {
            cell = Cow::Borrowed(&text[..at]);
        } else {
            cell.to_mut().extend_from_slice(&text[from..at]);
        }
        match text.get(at + 1) {
            Some(b'"') => {
                cell.to_mut().push(b'"');
                from = at + 2;
            }
            Some(&next) if next == separator => return (cell, Some(&text[at + 2..])),
            None => return (cell, None),
            // Something follows the closing quote: it belongs to the cell.
            Some(_) => {
                let end = memchr::memchr(separator, &text[at + 1..]).map(|end| at + 1 + end);
                cell.to_mut().extend_from_slice(&text[at + 1..end.unwrap_or(text.len())]);
                return (cell, end.map(|end| &text[end + 1..]));
            }
        }
    }
}

/// Appends a cell as it has to be written.
pub fn push_cell(row: &mut Vec<u8>, cell: &[u8]) {
    if cell.iter().any(|byte| b",\"\r\n".contains(byte)) {
        row.push(b'"');
        for &byte in cell {
            if byte == b'"' {
                row.push(b'"');
            }
            row.push(byte);
        }
        row.push(b'"');
    } else {
        row.extend_from_slice(cell);
    }
}

/// Returns whether a spreadsheet would take a cell for a formula.
fn is_formula(cell: &[u8]) -> bool {
    let number = cell.strip_prefix(b"+").or_else(|| cell.strip_prefix(b"-")).unwrap_or(cell);
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    matches!(cell.first(), Some(b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r')) && cell != b"-" && !is_number
}

/// Returns whether a cell gets an apostrophe that keeps a spreadsheet from taking it for a formula. So does one that has
/// such apostrophes already, so that the one that is added can be told from them.
pub fn is_guarded(cell: &[u8]) -> bool {
    is_formula(&cell[cell.iter().take_while(|&&byte| byte == b'\'').count()..])
}

/// A cell without the apostrophe that was added.
pub fn unguarded(cell: &[u8]) -> &[u8] {
    cell.strip_prefix(b"'").filter(|rest| is_guarded(rest)).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(row: &str, expect: &[&str]) {
        let cells: Vec<String> = cells(row.as_bytes(), Separator::Comma)
            .map(|cell| String::from_utf8(cell.into_owned()).unwrap())
            .collect();
        assert_eq!(cells, expect, "{row}");
    }

    #[test]
    fn cells_are_split() {
        check("a,b", &["a", "b"]);
        check("", &[""]);
        check(",", &["", ""]);
        check("\"\",\"\"", &["", ""]);
        check("\"a,b\",c", &["a,b", "c"]);
        check("\"a\"\"b\",c", &["a\"b", "c"]);
        check("a\"b,c", &["a\"b", "c"]);
        check("\"a\"b,c", &["ab", "c"]);
        check("\"a", &["a"]);
        check("\"a\nb\",c", &["a\nb", "c"]);
    }

    #[test]
    fn rows_are_counted_by_their_first_line() {
        let mut seen = Vec::new();
        each_row(b"a\r\n\"b\nc\",d\n\n e", Separator::Comma, 5, |line, cells| {
            seen.push((line, cells.map(Cow::into_owned).collect()));
        });
        let expect: [(_, Vec<&[u8]>); 3] = [(5, vec![b"a"]), (6, vec![b"b\nc", b"d"]), (9, vec![b" e"])];
        assert_eq!(
            seen,
            expect.map(|(line, cells)| (line, cells.into_iter().map(<[u8]>::to_vec).collect::<Vec<_>>()))
        );
        let mut seen = Vec::new();
        each_line(b"a\r\n\nb", 1, |line, text| seen.push((line, text.to_vec())));
        assert_eq!(seen, [(1, b"a".to_vec()), (3, b"b".to_vec())]);
    }

    proptest! {
        #[test]
        fn any_cells_are_read_back(cells in proptest::collection::vec(
            proptest::collection::vec(proptest::sample::select(b"ab,\"\r\n ".to_vec()), 0..6), 1..5
        )) {
            let mut row = Vec::new();
            for (at, cell) in cells.iter().enumerate() {
                if at > 0 {
                    row.push(b',');
                }
                push_cell(&mut row, cell);
            }
            let read: Vec<Vec<u8>> = super::cells(&row, Separator::Comma).map(Cow::into_owned).collect();
            prop_assert_eq!(&read, &cells);
            let text = [&row[..], b"\r\nnext"].concat();
            prop_assert_eq!(first_row(&text, Separator::Comma).len(), row.len() + 2);
        }
    }
}
