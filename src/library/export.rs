//! Records in the formats of other programs.

use std::collections::BTreeSet;

use crate::dataset::{evaluations, plain, puzzles};
use crate::epd::conventions::Conventions;
use crate::epd::game::by_rook_files;
use crate::epd::{Parse, parse};
use crate::export::{Export, Format, add_opcodes, games};
use crate::library::Joining;

/// Writes records in one format: [`Self::head`], then line by line, put together by [`Self::joining`], then
/// [`Self::foot`].
///
/// ```
/// use epidote::library::Exporter;
/// use epidote::epd::conventions::Conventions;
/// let exporter = Exporter::named("csv", vec!["id".to_owned()]).unwrap();
/// let mut out = exporter.head();
/// assert!(exporter.line(&Conventions::default(), 1, b"4k3/8/8/8/8/8/8/4K3 w - - id \"kings\";", b"\n", &mut out).is_some());
/// assert!(out.ends_with(b"kings\r\n"));
/// ```
#[derive(Debug)]
pub struct Exporter(Kind);

/// How records are written.
#[derive(Debug)]
enum Kind {
    /// In a format that the page has too.
    Lines(Export),
    /// As a data set of another program.
    Data {
        head: Vec<u8>,
        /// Writes a record.
        write: fn(&Parse<'_>, &mut Vec<u8>),
        joining: fn() -> Joining,
    },
}

impl Exporter {
    /// The names of all formats.
    pub const NAMES: [&str; 10] =
        ["epd", "normal", "fen", "csv", "json", "pgn", "games", "puzzles", "evaluations", "plain"];

    /// Writes the format with this name; `None` if there is none. Opcodes are columns in `csv` only.
    pub fn named(name: &str, columns: Vec<String>) -> Option<Self> {
        let alone = || Joining::None;
        Some(Self(match name {
            "puzzles" => Kind::Data { head: puzzles::head(), write: puzzles::write, joining: alone },
            "games" => {
                let joining = || Joining::Games(games::Games::default());
                Kind::Data { head: Vec::new(), write: games::write, joining }
            }
            "evaluations" => {
                let joining = || Joining::Evaluations(evaluations::Lines::default());
                Kind::Data { head: Vec::new(), write: evaluations::write, joining }
            }
            "plain" => Kind::Data { head: Vec::new(), write: plain::write, joining: alone },
            name => Kind::Lines(Export::new(Format::of_name(name)?, columns)),
        }))
    }

    /// The same with other titles over the columns of `csv`, one for each opcode.
    #[must_use]
    pub fn titled(self, titles: Vec<String>) -> Self {
        match self.0 {
            Kind::Lines(export) => Self(Kind::Lines(export.titled(titles))),
            data @ Kind::Data { .. } => Self(data),
        }
    }

    /// What puts together the output of [`Self::line`], file by file.
    pub fn joining(&self) -> Joining {
        match &self.0 {
            Kind::Lines(_) => Joining::None,
            Kind::Data { joining, .. } => joining(),
        }
    }

    /// What comes before the first record.
    pub fn head(&self) -> Vec<u8> {
        match &self.0 {
            Kind::Lines(export) => export.head(),
            Kind::Data { head, .. } => head.clone(),
        }
    }

    /// Writes a line, if there is something to write; returns what [`Export::line`] does. `end` is its line end, which EPD
    /// keeps, as [`Export::line`] says. Of records that become an item together, [`Self::joining`] makes the output.
    pub fn line(
        &self,
        conventions: &Conventions,
        number: u32,
        line: &[u8],
        end: &[u8],
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        match &self.0 {
            Kind::Lines(export) => export.line(conventions, number, line, end, out),
            // As in PGN, there is no place for another game.
            Kind::Data { .. } if conventions.variant.is_some() => None,
            Kind::Data { write, .. } => {
                let before = out.len();
                // Their readers do not know which game the file is of.
                let spelled = by_rook_files(conventions.game, line);
                write(&parse(spelled.as_deref().unwrap_or(line)), out);
                (out.len() > before).then_some(0)
            }
        }
    }

    /// What comes after the last record.
    pub fn foot(&self) -> Vec<u8> {
        match &self.0 {
            Kind::Lines(export) => export.foot(),
            Kind::Data { .. } => Vec::new(),
        }
    }
}

/// All opcodes of lines, in order: the columns of a table.
pub fn opcodes<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let mut opcodes = BTreeSet::new();
    lines.for_each(|line| add_opcodes(line, &mut opcodes));
    opcodes.into_iter().collect()
}
