//! Records in the formats of other programs: FEN, CSV, JSON and PGN, and EPD as it is or in normal form.
//!
//! Lines are written one by one, so that files of any size can be exported, and several workers can each
//! write a part: a file is [`Export::head`], then the parts in order, then [`Export::foot`]. The output of a
//! line does not depend on the lines around it; only [`games`] are put together afterwards.
//!
//! FEN and EPD keep the bytes of the line. The other formats are UTF-8: a line that is not UTF-8 is read as
//! Windows-1252.

mod csv;
mod fen;
pub mod games;
mod json;
mod left_out;
mod pgn;

use std::collections::BTreeSet;

pub use csv::push_field;
pub use left_out::LeftOut;
use serde::{Deserialize, Serialize};

use crate::epd::conventions::Conventions;
use crate::epd::game::{by_rook_files, played_as};
use crate::epd::normalize::normalize;
use crate::epd::{LineKind, opcode, parse};

/// A format for records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Format {
    /// Every line as it is, including comments and blank lines.
    Epd,
    /// Every line in normal form, or as it is if it has none.
    NormalEpd,
    /// Six fields for each record: `hmvc` and `fmvn`, or the counters of the line, are the last two.
    /// A line without four fields, or without eight ranks in the first of them, is left out.
    Fen,
    /// A table with a row for each record and a column for each opcode (RFC 4180).
    Csv,
    /// An array with an object for each record. The first element names the format.
    Json,
    /// A game for each record with a legal position: the position, and `pv` as its moves.
    Pgn,
}

impl Format {
    /// All formats, in the order of a list to choose from.
    pub const ALL: [Self; 6] = [Self::Epd, Self::NormalEpd, Self::Fen, Self::Csv, Self::Json, Self::Pgn];

    /// The name as an argument or a setting.
    pub fn name(self) -> &'static str {
        match self {
            Self::Epd => "epd",
            Self::NormalEpd => "normal",
            Self::Fen => "fen",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Pgn => "pgn",
        }
    }

    /// The file extension, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Epd | Self::NormalEpd => "epd",
            Self::Fen => "fen",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Pgn => "pgn",
        }
    }

    /// The format with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// Writes lines in one format.
///
/// ```
/// use epidote::epd::conventions::Conventions;
/// use epidote::export::{Export, Format};
/// let export = Export::new(Format::Csv, vec!["bm".to_owned(), "id".to_owned()]);
/// let mut out = export.head();
/// export.line(&Conventions::default(), 1, b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2; id \"kings, alone\";", b"\n", &mut out);
/// assert_eq!(export.line(&Conventions::default(), 2, b"# no record", b"\n", &mut out), None);
/// out.extend(export.foot());
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "line,placement,side,castling,en_passant,bm,id\r\n\
///      1,4k3/8/8/8/8/8/8/4K3,w,-,-,Kd2 Ke2,\"kings, alone\"\r\n"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    format: Format,
    columns: Vec<String>,
    titles: Vec<String>,
}

impl Export {
    /// An export; `columns` are the opcodes that CSV has columns for, in their order.
    pub fn new(format: Format, columns: Vec<String>) -> Self {
        Self { format, titles: columns.clone(), columns }
    }

    /// The same with other titles over the columns of CSV, one for each opcode.
    #[must_use]
    pub fn titled(self, titles: Vec<String>) -> Self {
        Self { titles, ..self }
    }

    /// The text before the first record: the names of the columns in CSV, and in JSON the bracket of the
    /// array and an element that names the format, so that every record can begin with a comma and parts can
    /// be joined as they are.
    pub fn head(&self) -> Vec<u8> {
        match self.format {
            Format::Csv => csv::head(&self.titles),
            Format::Json => json::HEAD.to_vec(),
            Format::Epd | Format::NormalEpd | Format::Fen | Format::Pgn => Vec::new(),
        }
    }

    /// Appends one line to `out`; returns how many of its operations have no place, as a table has none for a second one of an
    /// opcode, or `None` if there was nothing to write. `number` is its place in the file, from 1; `conventions` are those of
    /// the file. FEN, CSV, JSON and PGN give the rights of Chess960 by rook files, since their readers do not know which game
    /// the file is of. PGN has no place for records of a file of another game, whose moves are not those of chess. `line` has
    /// no line end; `end` is what follows it in EPD, where it may be empty at the end of a file.
    pub fn line(
        &self,
        conventions: &Conventions,
        number: u32,
        line: &[u8],
        end: &[u8],
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        let (start, game) = (out.len(), conventions.game);
        let mut left_out = 0;
        let spelled = match self.format {
            Format::Fen | Format::Csv | Format::Json | Format::Pgn => by_rook_files(game, line),
            Format::Epd | Format::NormalEpd => None,
        };
        let line = spelled.as_deref().unwrap_or(line);
        match self.format {
            Format::Epd => as_it_is(line, end, out),
            Format::NormalEpd => {
                let normal = |line: &[u8]| normalize(&parse(line)).unwrap_or_else(|| line.to_vec());
                as_it_is(&played_as(game, line, normal), end, out);
            }
            Format::Fen => fen::write(&parse(line), out),
            Format::Csv => left_out = csv::write(number, &parse(line), &self.columns, out),
            Format::Json => json::write(number, &parse(line), out),
            Format::Pgn if conventions.variant.is_some() => {}
            Format::Pgn => pgn::write(&parse(line), out),
        }
        (out.len() > start).then_some(left_out)
    }

    /// The text after the last record.
    pub fn foot(&self) -> Vec<u8> {
        match self.format {
            Format::Json => json::FOOT.to_vec(),
            Format::Epd | Format::NormalEpd | Format::Fen | Format::Csv | Format::Pgn => Vec::new(),
        }
    }
}

fn as_it_is(line: &[u8], end: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(line);
    out.extend_from_slice(end);
}

/// Adds the opcodes of a line to those of other lines: together they are the columns of a table that leaves
/// nothing out. FEN counters count as `hmvc` and `fmvn`.
pub fn add_opcodes(line: &[u8], opcodes: &mut BTreeSet<String>) {
    let parse = parse(line);
    if parse.kind != LineKind::Record {
        return;
    }
    let mut add = |opcode: &[u8]| {
        if let Ok(text) = std::str::from_utf8(opcode)
            && opcode::is_opcode(opcode)
            && !opcodes.contains(text)
        {
            opcodes.insert(text.to_owned());
        }
    };
    for operation in &parse.operations {
        add(parse.opcode(operation));
    }
    if parse.counters.is_some() {
        add(b"hmvc");
        add(b"fmvn");
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::{Conventions, Export, Format};

    /// The output of one line, without head and foot.
    pub(crate) fn exported(format: Format, columns: &[&str], line: &[u8]) -> String {
        let export = Export::new(format, columns.iter().map(|&column| column.to_owned()).collect());
        let mut out = Vec::new();
        let any = export.line(&Conventions::default(), 7, line, b"\n", &mut out);
        assert_eq!(any.is_some(), !out.is_empty());
        String::from_utf8(out).expect("UTF-8")
    }
}

#[cfg(test)]
mod tests {
    use super::testing::exported;
    use super::*;
    use crate::epd::lint::Variant;
    use proptest::prelude::*;

    #[test]
    fn formats_have_names() {
        for format in Format::ALL {
            assert_eq!(Format::of_name(format.name()), Some(format));
        }
        assert_eq!(Format::of_name("xml"), None);
    }

    #[test]
    fn epd_keeps_lines() {
        let line = "4k3/8/8/8/8/8/8/4K3 w - -  id \"x\"";
        assert_eq!(exported(Format::Epd, &[], line.as_bytes()), format!("{line}\n"));
        let normal = "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n";
        assert_eq!(exported(Format::NormalEpd, &[], line.as_bytes()), normal);
        for format in [Format::Epd, Format::NormalEpd] {
            assert_eq!(exported(format, &[], b"# remark"), "# remark\n");
            assert_eq!(exported(format, &[], b""), "\n");
        }
    }

    #[test]
    fn games_are_of_chess() {
        let line = b"4k3/8/8/8/8/8/8/4K3 w - - pv Kd2;";
        let check = |variant, expect| {
            let conventions = Conventions::default().with_variant(variant);
            for format in Format::ALL {
                let any = Export::new(format, Vec::new()).line(&conventions, 1, line, b"\n", &mut Vec::new());
                assert_eq!(any.is_some(), expect || format != Format::Pgn, "{format:?} {variant:?}");
            }
        };
        check(None, true);
        check(Some(Variant::Suicide), false);
    }

    #[test]
    fn opcodes_are_collected() {
        let mut opcodes = BTreeSet::new();
        for line in ["8/8 w - - id \"x\"; bm e4;", "8/8 w - - 3 9 Zz; bm d4; 5 x;", "# id bm; am e4;"] {
            add_opcodes(line.as_bytes(), &mut opcodes);
        }
        assert!(opcodes.iter().eq(["Zz", "bm", "fmvn", "hmvc", "id"]), "{opcodes:?}");
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_written(line in proptest::collection::vec(any::<u8>(), 0..120)) {
            for format in Format::ALL {
                let export = Export::new(format, vec!["id".to_owned()]);
                let mut out = b"before".to_vec();
                let any = export.line(&Conventions::default(), 1, &line, b"\r\n", &mut out);
                prop_assert!(out.starts_with(b"before") && any.is_some() == (out.len() > 6));
            }
        }
    }
}
