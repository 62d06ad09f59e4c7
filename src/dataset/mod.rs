//! Records in the data sets of other programs: the puzzles and the evaluations of lichess, the plain text of
//! trainers of nets, and tables.
//!
//! A data set is a text of units (rows, lines, entries), each a record or a few. It can have any size: a
//! caller cuts it into parts of whole units with a [`Cut`], and reads the parts in any order or at once with
//! an [`Importer`]. A unit that cannot be read is counted, and the first one is reported; the others are read all
//! the same. Lines end as those of records do, with a lone CR too: whatever takes a text puts LF in its place. Each
//! format has its own file, with both directions.
//!
//! ```
//! use epidote::dataset::{Importer, Reading};
//! let text = b"{\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 w - -\",\"evals\":\
//!     [{\"pvs\":[{\"cp\":310,\"line\":\"e1d2 e8e7\"}],\"knodes\":12,\"depth\":30}]}\n";
//! let mut importer = Importer::new(Reading::Evaluations { every: false });
//! let begin = importer.begin(text).unwrap();
//! let mut out = Vec::new();
//! let summary = importer.read(&text[begin..], 1, &mut out);
//! assert_eq!((summary.units, summary.records, summary.failed), (1, 1, 0));
//! assert_eq!(
//!     String::from_utf8(out).unwrap(),
//!     "4k3/8/8/8/8/8/4P3/4K3 w - - acd 30; acn 12000; ce 310; pm Kd2; pv Kd2 Ke7;\n"
//! );
//! ```

mod cut;
pub mod evaluations;
mod line;
mod mapping;
pub mod plain;
pub mod puzzles;
pub mod rows;
mod sketch;
mod table;
#[cfg(test)]
pub(crate) mod testing;

use crate::dataset::rows::Separator;
use crate::epd::parse;
use crate::language::{Text, args, say};
use crate::text::encoding::without_mark;
use crate::text::line_ends::with_line_feeds;

pub use cut::Cut;
pub use mapping::{Mapping, MappingError};
pub use sketch::{Column, sketch};

/// The beginning of the records that Epidote exports as JSON.
const OWN_JSON: &[u8] = b"[{\"format\":\"epidote-records\"";

/// Whether a text is what Epidote exports as JSON. It is made for other programs, and is not read back.
pub fn is_own_json(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(OWN_JSON)
}

/// A format of data sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Format {
    /// Puzzles of lichess, as CSV: `PuzzleId`, `FEN`, `Moves`, `Rating`, `RatingDeviation`, `Popularity`,
    /// `NbPlays`, `Themes`, `GameUrl`, `OpeningTags`.
    Puzzles,
    /// Evaluations of lichess, as JSON lines: `fen` and `evals`, with `pvs`, `knodes` and `depth`.
    Evaluations,
    /// The plain text of Stockfish's tools and nnue-pytorch: `fen`, `move`, `score`, `ply`, `result`, `e`.
    Plain,
    /// A table as CSV, with a header; cells may also be separated by semicolons or tabs.
    Table,
}

impl Format {
    /// The usual ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Puzzles | Self::Table => "csv",
            Self::Evaluations => "jsonl",
            Self::Plain => "plain",
        }
    }

    /// How it is read unless the user says otherwise.
    pub fn usual(self) -> Reading {
        match self {
            Self::Puzzles => Reading::Puzzles,
            Self::Evaluations => Reading::Evaluations { every: false },
            Self::Plain => Reading::Plain,
            Self::Table => Reading::Table(Mapping::default()),
        }
    }

    /// The format of a text by its first bytes; `None` if they are none of these. A table is CSV with a column
    /// for the position.
    pub fn detect(head: &[u8]) -> Option<Self> {
        let head = &*with_line_feeds(without_mark(head));
        let head = &head[rows::blank_lines(head)..];
        let line = rows::trim_end(head.split(|&byte| byte == b'\n').next().unwrap_or_default());
        if line.trim_ascii_start().starts_with(b"{") {
            return Some(Self::Evaluations);
        }
        if line
            .trim_ascii()
            .strip_prefix(b"fen ")
            .is_some_and(|fen| !fen.iter().any(|byte| b",;\t".contains(byte)))
        {
            return Some(Self::Plain);
        }
        let is_game = head[line.len()..].trim_ascii_start().starts_with(b"[");
        let cells: Vec<_> = rows::cells(line, Separator::of(line)).collect();
        match cells.as_slice() {
            [first, ..] if first.trim_ascii() == puzzles::COLUMNS[0].as_bytes() => Some(Self::Puzzles),
            // A part of the published file, or an old one, has no header.
            row if puzzles::is_row(row) => Some(Self::Puzzles),
            // A comment before a game looks like a header: `; fen`.
            several if several.len() > 1 && mapping::is_header(several) && !is_game => Some(Self::Table),
            // One column alone is a word in a text, unless a position is below it.
            [one] if mapping::is_header(std::slice::from_ref(one)) => {
                let first = head[line.len()..].trim_ascii_start().split(|&byte| byte == b'\n').next()?;
                parse(first).has_ranks().then_some(Self::Table)
            }
            _ => None,
        }
    }
}

/// How a data set is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// Puzzles of lichess.
    Puzzles,
    /// Evaluations of lichess: the deepest one of each position, or every one as a record.
    Evaluations {
        /// Whether every evaluation becomes a record.
        every: bool,
    },
    /// The plain text of trainers.
    Plain,
    /// A table with a row for each record, and what its columns become.
    Table(Mapping),
}

impl Reading {
    /// The format whose units are read.
    pub fn format(&self) -> Format {
        match self {
            Self::Puzzles => Format::Puzzles,
            Self::Evaluations { .. } => Format::Evaluations,
            Self::Plain => Format::Plain,
            Self::Table(_) => Format::Table,
        }
    }
}

/// Why a unit could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It has this number of columns instead of that.
    Columns(usize, usize),
    /// A position that is not legal.
    Position(String),
    /// A move that cannot be played.
    Move(String),
    /// A text that is not a number.
    Number(String),
    /// Something that every unit must have.
    Missing(&'static str),
    /// It is not the JSON of an evaluation.
    Json(String),
    /// A cell that cannot be the operands of this opcode.
    Operands(String, String),
    /// The header has no column with this name.
    NoColumn(String),
    /// The mapping says of no column that it has the position.
    NoPosition,
    /// Two columns are to become this one thing.
    ColumnsOfOne(String),
    /// It is to be a file of Parquet, and is none.
    NotParquet,
    /// It is the JSON that Epidote exports, which is not read back.
    OwnJson,
    /// It has records already.
    Records,
}

impl Fault {
    /// What is wrong.
    pub fn text(&self) -> Text {
        match self {
            Self::Columns(count, expected) => say("why.data-columns", [*count, *expected]),
            Self::Position(fen) => say("why.game-position", [fen.clone()]),
            Self::Move(word) => say("why.data-move", [word.clone()]),
            Self::Number(word) => say("why.data-number", [word.clone()]),
            Self::Missing(name) => say("why.data-missing", [*name]),
            Self::Json(reason) => say("why.data-json", [reason.clone()]),
            Self::Operands(cell, opcode) => say("why.data-operands", args![cell.clone(), opcode.clone()]),
            Self::NoColumn(name) => say("why.data-no-column", [name.clone()]),
            Self::NoPosition => "why.data-no-position".into(),
            Self::ColumnsOfOne(name) => say("why.data-columns-of-one", [name.clone()]),
            Self::NotParquet => "why.data-not-parquet".into(),
            Self::OwnJson => "why.data-own-json".into(),
            Self::Records => "why.data-records".into(),
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text().english())
    }
}

impl std::error::Error for Fault {}

/// The first unit that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The number of its first line, from 1.
    pub line: usize,
    /// Why.
    pub fault: Fault,
}

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// Units read, including those that failed. Blank lines are none.
    pub units: usize,
    /// Records written.
    pub records: usize,
    /// Units that could not be read; nothing is written for them.
    pub failed: usize,
    /// The first of them.
    pub first_failure: Option<Failure>,
    /// For each record of this part, the first line of its unit. It is not added up.
    pub lines: Vec<usize>,
}

impl Summary {
    /// Adds the summary of a later part of the same text.
    pub fn add(&mut self, next: Self) {
        self.units += next.units;
        self.records += next.records;
        self.failed += next.failed;
        if self.first_failure.is_none() {
            self.first_failure = next.first_failure;
        }
    }

    /// Counts a unit.
    fn count(&mut self, line: usize, read: Result<usize, Fault>) {
        self.units += 1;
        match read {
            Ok(records) => {
                self.records += records;
                self.lines.extend(std::iter::repeat_n(line, records));
            }
            Err(fault) => {
                self.failed += 1;
                self.first_failure.get_or_insert(Failure { line, fault });
            }
        }
    }
}

/// Reads the parts of one text. It knows the columns of a table from its first part, and nothing of the parts
/// besides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Importer {
    reading: Reading,
    separator: Separator,
    columns: Columns,
}

/// The columns of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Columns {
    /// It has none, or its header was not read.
    Unknown,
    Puzzles(puzzles::Columns),
    Table(mapping::Columns),
}

impl Importer {
    /// An importer for one text.
    pub fn new(reading: Reading) -> Self {
        Self { reading, separator: Separator::Comma, columns: Columns::Unknown }
    }

    /// Takes the beginning of the text, at least its first line, and returns the number of bytes of the
    /// header, which belong to no part.
    ///
    /// # Errors
    /// The header lacks a column: nothing of the text can be read.
    pub fn begin(&mut self, first: &[u8]) -> Result<usize, Fault> {
        let first = &*with_line_feeds(first);
        let separator = Separator::of(&first[rows::blank_lines(first)..]);
        self.begin_with(first, separator)
    }

    /// The same for a text whose cells are known to be separated like this.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub fn begin_with(&mut self, first: &[u8], separator: Separator) -> Result<usize, Fault> {
        let first = &*with_line_feeds(first);
        let blank = rows::blank_lines(first);
        self.separator = separator;
        let row = rows::first_row(&first[blank..], self.separator);
        match &self.reading {
            Reading::Evaluations { .. } | Reading::Plain => Ok(0),
            Reading::Puzzles => {
                let columns = puzzles::Columns::of(self.cells(row))?;
                let has_header = columns.has_header;
                self.columns = Columns::Puzzles(columns);
                Ok(if has_header { blank + row.len() } else { 0 })
            }
            Reading::Table(mapping) => {
                self.columns = Columns::Table(mapping.columns(self.cells(row))?);
                Ok(blank + row.len())
            }
        }
    }

    /// The names of the columns of a table that are passed over, given the beginning that it has begun with.
    pub fn left_out(&self, first: &[u8]) -> Vec<String> {
        let Columns::Table(columns) = &self.columns else { return Vec::new() };
        let first = &*with_line_feeds(first);
        let row = rows::first_row(&first[rows::blank_lines(first)..], self.separator);
        columns.left_out(self.cells(row))
    }

    /// The cells of a header.
    fn cells<'a>(&self, row: &'a [u8]) -> rows::Cells<'a> {
        rows::cells(rows::trim_end(row), self.separator)
    }

    /// Reads whole units and appends a line of EPD, including LF, for each record. `line` is the number of the
    /// first line of the part, from 1. Without [`Self::begin`], the columns of a table are not known, and its
    /// rows fail.
    pub fn read(&self, part: &[u8], line: usize, out: &mut Vec<u8>) -> Summary {
        let part = &*with_line_feeds(part);
        let mut summary = Summary::default();
        match (&self.reading, &self.columns) {
            (Reading::Evaluations { every }, _) => {
                rows::each_line(part, line, |line, text| {
                    summary.count(line, evaluations::read(text, *every, out));
                });
            }
            (Reading::Plain, _) => plain::read(part, line, out, &mut summary),
            (Reading::Puzzles, Columns::Puzzles(columns)) => {
                rows::each_row(part, self.separator, line, |line, cells| {
                    summary.count(line, puzzles::read(columns, cells, out));
                });
            }
            (Reading::Table(_), Columns::Table(columns)) => {
                rows::each_row(part, self.separator, line, |line, cells| {
                    summary.count(line, table::read(columns, cells, out));
                });
            }
            (Reading::Puzzles | Reading::Table(_), _) => {
                rows::each_row(part, self.separator, line, |line, _| {
                    summary.count(line, Err(Fault::Missing("header")));
                });
            }
        }
        summary
    }
}
