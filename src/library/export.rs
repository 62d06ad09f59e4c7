//! Records in the formats of other programs.

use std::collections::BTreeSet;

use crate::dataset::{evaluations, plain, puzzles};
use crate::epd::game::{Game, by_rook_files};
use crate::epd::{Parse, parse};
use crate::export::{Export, Format, add_opcodes};

/// Writes records in one format: [`Self::head`], then line by line, then [`Self::foot`].
///
/// ```
/// use epidote::library::Exporter;
/// use epidote::epd::game::Game;
/// let exporter = Exporter::named("csv", vec!["id".to_owned()]).unwrap();
/// let mut out = exporter.head();
/// assert!(exporter.line(Game::Chess, 1, b"4k3/8/8/8/8/8/8/4K3 w - - id \"kings\";", b"\n", &mut out));
/// assert!(out.ends_with(b"kings\r\n"));
/// ```
#[derive(Debug)]
pub struct Exporter(Kind);

/// How records are written.
#[derive(Debug)]
enum Kind {
    /// In a format that the page has too.
    Lines(Export),
    /// As a data set of another program: its header, and what writes a record.
    Data(Vec<u8>, fn(&Parse<'_>, &mut Vec<u8>)),
}

impl Exporter {
    /// The names of all formats.
    pub const NAMES: [&str; 9] =
        ["epd", "normal", "fen", "csv", "json", "pgn", "puzzles", "evaluations", "plain"];

    /// Writes the format with this name; `None` if there is none. Opcodes are columns in `csv` only.
    pub fn named(name: &str, columns: Vec<String>) -> Option<Self> {
        Some(Self(match name {
            "puzzles" => Kind::Data(puzzles::head(), puzzles::write),
            "evaluations" => Kind::Data(Vec::new(), evaluations::write),
            "plain" => Kind::Data(Vec::new(), plain::write),
            name => Kind::Lines(Export::new(Format::of_name(name)?, columns)),
        }))
    }

    /// What comes before the first record.
    pub fn head(&self) -> Vec<u8> {
        match &self.0 {
            Kind::Lines(export) => export.head(),
            Kind::Data(head, _) => head.clone(),
        }
    }

    /// Writes a line, if there is something to write; returns whether there is. `end` is its line end, which EPD
    /// keeps, as [`Export::line`] says.
    pub fn line(&self, game: Game, number: u32, line: &[u8], end: &[u8], out: &mut Vec<u8>) -> bool {
        match &self.0 {
            Kind::Lines(export) => export.line(game, number, line, end, out),
            Kind::Data(_, write) => {
                let before = out.len();
                // Their readers do not know which game the file is of.
                let spelled = by_rook_files(game, line);
                write(&parse(spelled.as_deref().unwrap_or(line)), out);
                out.len() > before
            }
        }
    }

    /// What comes after the last record.
    pub fn foot(&self) -> Vec<u8> {
        match &self.0 {
            Kind::Lines(export) => export.foot(),
            Kind::Data(..) => Vec::new(),
        }
    }
}

/// All opcodes of lines, in order: the columns of a table.
pub fn opcodes<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let mut opcodes = BTreeSet::new();
    lines.for_each(|line| add_opcodes(line, &mut opcodes));
    opcodes.into_iter().collect()
}
