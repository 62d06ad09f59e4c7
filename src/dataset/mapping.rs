//! Which columns of a table become what: by their names, or as the user says.

use std::borrow::Cow;

use crate::dataset::Fault;
use crate::dataset::rows::{self, Cells};
use crate::epd::opcode::{is_opcode, lookup};
use crate::epd::perft_depth;
use crate::language::{Text, say};

/// The names of the four fields, in order.
const FIELDS: [&str; 4] = ["placement", "side", "castling", "en_passant"];

/// In files of Parquet, the column after those of the fields.
const SEVERITY: &[u8] = b"severity";

/// Which columns become what, by name. Empty: what the names say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mapping {
    pairs: Vec<(Source, Target)>,
}

/// Which column.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Source {
    Named(String),
    /// By its place, from 0.
    At(usize),
}

impl Source {
    fn name(&self) -> String {
        match self {
            Self::Named(name) => name.clone(),
            Self::At(place) => (place + 1).to_string(),
        }
    }
}

/// What a column becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Target {
    /// Four to six fields, or a record.
    Fen,
    /// One field.
    Field(usize),
    /// The operands of an opcode.
    Opcode(String),
}

/// Why a text is no mapping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappingError(String);

impl MappingError {
    /// What is wrong.
    pub fn text(&self) -> Text {
        say("why.data-mapping", [self.0.clone()])
    }
}

impl std::fmt::Display for MappingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text().english())
    }
}

impl std::error::Error for MappingError {}

impl Mapping {
    /// Adds what a column becomes: `COLUMN=OPCODE`, or one of `fen`, `placement`, `side`, `castling` and
    /// `en_passant` in place of the opcode.
    ///
    /// # Errors
    /// It is not of this form.
    pub fn add(&mut self, pair: &str) -> Result<(), MappingError> {
        let wrong = || MappingError(pair.to_owned());
        // A column may have any name, an opcode may not.
        let (column, target) = pair.rsplit_once('=').ok_or_else(wrong)?;
        let target = Target::of(target.trim()).ok_or_else(wrong)?;
        self.pairs.push((Source::Named(column.trim().to_owned()), target));
        Ok(())
    }

    /// What each column becomes, in their order: as [`Self::add`] takes it after the sign; nothing, if it is empty.
    ///
    /// # Errors
    /// One of them is not of this form.
    pub fn of_columns(targets: &[String]) -> Result<Self, MappingError> {
        let targets = targets.iter().enumerate().filter(|(_, target)| !target.is_empty());
        let pair = |(at, name): (usize, &String)| {
            let target = Target::of(name).ok_or_else(|| MappingError(name.clone()))?;
            Ok((Source::At(at), target))
        };
        Ok(Self { pairs: targets.map(pair).collect::<Result<_, _>>()? })
    }

    /// The columns of a text by its header.
    pub(super) fn columns(&self, header: Cells<'_>) -> Result<Columns, Fault> {
        let names: Vec<Cow<'_, [u8]>> = header.collect();
        let mut targets = Vec::new();
        let own = ["line"].into_iter().chain(FIELDS);
        let is_own =
            names.len() > FIELDS.len() && names.iter().zip(own).all(|(name, own)| **name == *own.as_bytes());
        if self.pairs.is_empty() {
            let target = |at, name| if is_own { Target::of_own(at, name) } else { Target::by_name(name) };
            targets.extend(names.iter().enumerate().filter_map(|(at, name)| Some((at, target(at, name)?))));
        }
        for (at, (column, target)) in self.pairs.iter().enumerate() {
            if self.pairs[..at].iter().any(|(_, known)| known == target) {
                return Err(Fault::ColumnsOfOne(target.name().to_owned()));
            }
            let place = match column {
                Source::At(place) => Some(*place).filter(|place| *place < names.len()),
                Source::Named(column) => {
                    names.iter().position(|name| rows::unguarded(name.trim_ascii()) == column.as_bytes())
                }
            };
            let place = place.ok_or_else(|| Fault::NoColumn(column.name()))?;
            targets.push((place, target.clone()));
        }
        let mut fields = [None; 4];
        let mut fen = None;
        let mut opcodes = Vec::new();
        for (place, target) in targets {
            match target {
                Target::Fen => fen = fen.or(Some(place)),
                Target::Field(field) => fields[field] = Some(place),
                Target::Opcode(opcode) => opcodes.push((opcode, place)),
            }
        }
        if fen.is_none() && fields[0].is_none() {
            let is_chosen = !self.pairs.is_empty();
            return Err(if is_chosen { Fault::NoPosition } else { Fault::NoColumn("fen".to_owned()) });
        }
        opcodes.sort();
        // Of `bm` and `BM`, the first one.
        opcodes.dedup_by(|later, first| later.0 == first.0);
        Ok(Columns { count: names.len(), is_own, fen, fields, opcodes })
    }
}

impl Target {
    fn of(name: &str) -> Option<Self> {
        if let Some(field) = FIELDS.iter().position(|own| *own == name) {
            return Some(Self::Field(field));
        }
        match name {
            "fen" | "epd" => Some(Self::Fen),
            _ => is_opcode(name.as_bytes()).then(|| Self::Opcode(name.to_owned())),
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Fen => "fen",
            Self::Field(field) => FIELDS[*field],
            Self::Opcode(name) => name,
        }
    }

    /// The target of the column at this place of a table that Epidote wrote. Behind the fields an opcode may have
    /// the name of a field.
    fn of_own(at: usize, name: &[u8]) -> Option<Self> {
        match at {
            0 => None,
            1..=4 => Some(Self::Field(at - 1)),
            5 if name == SEVERITY => None,
            _ => {
                let name = std::str::from_utf8(rows::unguarded(name)).ok()?;
                is_opcode(name.as_bytes()).then(|| Self::Opcode(name.to_owned()))
            }
        }
    }

    /// The target of a column by its name. `line` is a column of tables that Epidote writes.
    fn by_name(name: &[u8]) -> Option<Self> {
        let name = std::str::from_utf8(rows::unguarded(name.trim_ascii())).ok()?;
        let small = name.to_ascii_lowercase();
        match Self::of(&small) {
            Some(Self::Opcode(_)) | None if name == "line" => None,
            // Spreadsheets and people write `BM` and `Id`.
            Some(Self::Opcode(_)) | None => [name, small.as_str()].into_iter().find_map(|name| {
                let is_known = lookup(name.as_bytes()).is_some() || perft_depth(name.as_bytes()).is_some();
                Self::of(name).filter(|_| is_known)
            }),
            known => known,
        }
    }
}

/// Returns whether cells are a header with a column for the position.
pub(super) fn is_header(cells: &[Cow<'_, [u8]>]) -> bool {
    let is_position =
        |name: &Cow<'_, [u8]>| matches!(Target::by_name(name), Some(Target::Fen | Target::Field(0)));
    cells.iter().any(is_position)
}

/// The opcode that a column becomes by its name.
pub(super) fn opcode_of(name: &[u8]) -> Option<String> {
    match Target::by_name(name)? {
        Target::Opcode(opcode) => Some(opcode),
        Target::Fen | Target::Field(_) => None,
    }
}

/// Where the columns are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) count: usize,
    /// Whether Epidote wrote the table: operands are as they were in their record.
    pub(super) is_own: bool,
    pub(super) fen: Option<usize>,
    pub(super) fields: [Option<usize>; 4],
    /// In ASCII order.
    pub(super) opcodes: Vec<(String, usize)>,
}

impl Columns {
    /// The names in a header that become nothing.
    pub(super) fn left_out(&self, header: Cells<'_>) -> Vec<String> {
        let of_fields = self.fields.iter().copied().chain([self.fen]).flatten();
        let used: Vec<usize> = of_fields.chain(self.opcodes.iter().map(|(_, place)| *place)).collect();
        let others = header.enumerate().filter(|(at, _)| !self.is_own && !used.contains(at));
        let name =
            |name: Cow<'_, [u8]>| String::from_utf8_lossy(rows::unguarded(name.trim_ascii())).into_owned();
        others.map(|(_, cell)| name(cell)).collect()
    }
}
