//! What the worker that reads files in other formats is asked, and answers.
//!
//! It is handed a file, and gives it back as text or as records, piece by piece.

use serde::{Deserialize, Serialize};

use crate::dataset::{Column, Format};
use crate::language::Text;
use crate::pgn;

/// What a file holds, once it is unpacked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Contents {
    /// Records, or anything else that is opened as it is.
    Text,
    /// Games.
    Games,
    /// A data set in this format.
    Data(Format),
    /// A table with a column of positions, of which its header says nothing.
    Table(Vec<Column>),
}

/// What a file is made into.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Making {
    /// Its text, unpacked.
    Text,
    /// Positions of its games as records.
    Games(pgn::Reading),
    /// The records of a data set in this format.
    Data(Format),
    /// The records of a table, and what each of its columns becomes, as [`crate::dataset::Mapping::of_columns`] takes
    /// it.
    Table(Vec<String>),
}

/// A piece of what is made of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Imported {
    /// Bytes of the file that were read for it and for the pieces before.
    pub read: u64,
    /// The text, or whole lines of records, LF included.
    #[serde(with = "serde_bytes")]
    pub text: Vec<u8>,
    /// Whether it is the last piece.
    pub is_end: bool,
    /// What was counted in this piece.
    pub count: ImportCount,
    /// Why the file cannot be unpacked any further; this piece is the last one then.
    pub damage: Option<Text>,
}

/// What was counted while records were made. The counts of several pieces can be added.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ImportCount {
    /// Games or rows, the failed ones included.
    pub units: u32,
    /// Records written.
    pub records: u32,
    /// Games that could not be read to their end, or rows that could not be read.
    pub failed: u32,
    /// Records whose comments did not fit and were cut.
    pub cut_comments: u32,
    /// The number of the first such game, or the line of the first such row, from 1, and why.
    pub first_failure: Option<(u32, Text)>,
}

impl ImportCount {
    /// Adds the counts of a later piece.
    pub fn add(&mut self, next: Self) {
        self.units = self.units.saturating_add(next.units);
        self.records = self.records.saturating_add(next.records);
        self.failed = self.failed.saturating_add(next.failed);
        self.cut_comments = self.cut_comments.saturating_add(next.cut_comments);
        if self.first_failure.is_none() {
            self.first_failure = next.first_failure;
        }
    }
}
