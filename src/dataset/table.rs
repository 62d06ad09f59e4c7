//! Tables: a row for each record, a column for the position and one for each opcode.
//!
//! Without a mapping a column is what its name says: `fen` or `epd` (four to six fields, or a whole record),
//! `placement`, `side`, `castling` and `en_passant`, or an opcode; others are passed over. An empty cell is no
//! operation. Moves may be in any spelling and become SAN, `ce` may be in pawns (`-0.35`, `0,5`, `#4`), texts become
//! strings. A table that Epidote wrote, which begins with `line` and the four fields, has opcodes of any name.

use std::borrow::Cow;

use crate::chess::Chess;
use crate::chess::notation::{MoveReading, read_move, san};
use crate::chess::score::Score;
use crate::dataset::Fault;
use crate::dataset::line::{self, Start};
use crate::dataset::rows::{self, Cells};
use crate::epd::moves::NoMove;
use crate::epd::opcode::{Operands, is_opcode, lookup};
use crate::epd::perft_depth;
use crate::epd::write::check_operands;
use crate::language::{Text, say};

/// The names of the four fields, in order.
const FIELDS: [&str; 4] = ["placement", "side", "castling", "en_passant"];

/// In files of Parquet, the column behind those of the fields.
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

    /// What each column becomes, in their order: as [`Self::add`] takes it behind the sign; nothing, if it is empty.
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
        for (column, target) in &self.pairs {
            let place = match column {
                Source::At(place) => Some(*place).filter(|place| *place < names.len()),
                Source::Named(column) => {
                    names.iter().position(|name| rows::unguarded(name.trim_ascii()) == column.as_bytes())
                }
            };
            let missing = || match column {
                Source::At(place) => (place + 1).to_string(),
                Source::Named(name) => name.clone(),
            };
            let place = place.ok_or_else(|| Fault::NoColumn(missing()))?;
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
            return Err(Fault::NoColumn("fen".to_owned()));
        }
        opcodes.sort();
        if self.pairs.is_empty() {
            // Of `bm` and `BM`, the first one.
            opcodes.dedup_by(|later, first| later.0 == first.0);
        }
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
    count: usize,
    /// Whether Epidote wrote the table: operands are as they were in their record.
    is_own: bool,
    fen: Option<usize>,
    fields: [Option<usize>; 4],
    /// In ASCII order.
    opcodes: Vec<(String, usize)>,
}

/// Reads a row; returns the number of records.
pub(super) fn read(columns: &Columns, row: Cells<'_>, out: &mut Vec<u8>) -> Result<usize, Fault> {
    let cells: Vec<_> = row.collect();
    if cells.len() > columns.count {
        return Err(Fault::Columns(cells.len(), columns.count));
    }
    let cell = |place: usize| {
        let cell = cells.get(place).map_or(&b""[..], |cell| cell.trim_ascii());
        rows::unguarded(cell)
    };
    let fen = columns.fen.map_or_else(
        || {
            let field =
                |place: Option<usize>| place.map(cell).filter(|text| !text.is_empty()).unwrap_or(b"-");
            columns.fields.map(field).join(&b' ')
        },
        |place| cell(place).to_vec(),
    );
    let start = Start::read(&fen)?;
    let from = out.len();
    out.extend_from_slice(&start.fields);
    let has =
        |opcode: &str| columns.opcodes.iter().any(|(own, place)| own == opcode && !cell(*place).is_empty());
    let says = |opcode: &str| start.operations.iter().any(|(own, _)| own == opcode.as_bytes());
    let counters = [("fmvn", start.fullmoves, 1), ("hmvc", start.halfmoves, 0)];
    let mut counters = counters
        .into_iter()
        .filter(|(opcode, value, usual)| value != usual && !has(opcode) && !says(opcode))
        .peekable();
    let behind_fields = out.len();
    let mut written: Vec<&str> = Vec::new();
    for (opcode, place) in &columns.opcodes {
        while let Some((counter, value, _)) = counters.next_if(|(counter, ..)| *counter < opcode.as_str()) {
            line::number(out, counter, value);
        }
        let text = cell(*place);
        if text.is_empty() {
            continue;
        }
        let before = out.len();
        if text == rows::NO_OPERANDS {
            line::without_operands(out, opcode);
        } else if let Err(fault) = push_operation(&start.chess, opcode, text, columns.is_own, out) {
            out.truncate(from);
            return Err(fault);
        }
        if out.len() > before {
            written.push(opcode);
        }
    }
    for (counter, value, _) in counters {
        line::number(out, counter, value);
    }
    if !start.operations.is_empty() {
        let kept = kept(&start, &written);
        out.splice(behind_fields..behind_fields, kept);
    }
    out.push(b'\n');
    Ok(1)
}

/// The operations of a record in a cell, without those that columns wrote: these are in ASCII order. Among numbers that
/// stand for themselves none is left out, since the next one would take its place.
fn kept(start: &Start, written: &[&str]) -> Vec<u8> {
    let mut kept = Vec::new();
    for (opcode, text) in &start.operations {
        let is_written = written.binary_search_by(|own| own.as_bytes().cmp(opcode)).is_ok();
        if !is_written || start.has_bare_numbers {
            kept.push(b' ');
            kept.extend_from_slice(text);
        }
    }
    kept
}

/// A score in pawns or moves to mate. Spreadsheets leave out a last zero, and some write a comma.
fn score(text: &[u8]) -> Option<Score> {
    let text = text.iter().map(|&byte| if byte == b',' { b'.' } else { byte }).collect();
    let mut text = String::from_utf8(text).ok()?;
    let score = Score::of_shown(&text);
    if score.is_none() && text.contains('.') {
        text.push('0');
        return Score::of_shown(&text);
    }
    score
}

fn push_operation(
    chess: &Chess,
    opcode: &str,
    text: &[u8],
    is_own: bool,
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    let unfit = || Fault::Operands(line::shown(text), opcode.to_owned());
    let unchanged = |out: &mut Vec<u8>| {
        check_operands(text).map_err(|_| unfit())?;
        line::operation(out, opcode, text);
        Ok(())
    };
    let is_integer = |text: &[u8]| std::str::from_utf8(text).is_ok_and(|text| text.parse::<i64>().is_ok());
    match lookup(opcode.as_bytes()).map(|spec| spec.operands) {
        Some(Operands::MoveLine) => {
            let moves = moves(text).collect::<Vec<_>>().join(&b' ');
            let sans = line::play_line(chess, &moves)?;
            line::operation(out, opcode, &sans);
            Ok(())
        }
        Some(Operands::Move | Operands::MoveSet) => {
            // `#4` may stand in place of moves.
            let (mut sans, mut mates) = (Vec::new(), Vec::new());
            for word in words(text) {
                match read_move(chess, word) {
                    _ if NoMove::of(word) == Some(NoMove::Mate) => mates.push(word),
                    _ if NoMove::of(word).is_some() => {}
                    MoveReading::Exact(m) | MoveReading::Loose { m, .. } => sans.push(san(chess, m)),
                    _ => return Err(Fault::Move(line::shown(word))),
                }
            }
            sans.sort_unstable();
            sans.dedup();
            let all: Vec<&[u8]> = sans.iter().map(String::as_bytes).chain(mates).collect();
            if !all.is_empty() {
                line::operation(out, opcode, &all.join(&b' '));
            }
            Ok(())
        }
        Some(Operands::Integer { .. }) => {
            let score = score(text).filter(|_| opcode == "ce");
            let number = text.strip_prefix(b"+").unwrap_or(text);
            match score {
                Some(score) => line::number(out, opcode, score.to_ce()),
                None if is_integer(number) => line::operation(out, opcode, number),
                None => return Err(Fault::Number(line::shown(text))),
            }
            Ok(())
        }
        Some(Operands::String | Operands::OptionalString) => {
            let text = match text {
                [b'"', inner @ .., b'"'] => inner,
                text => text,
            };
            if text.contains(&b'"') {
                return Err(unfit());
            }
            line::string(out, opcode, text);
            Ok(())
        }
        Some(
            Operands::None
            | Operands::Any
            | Operands::TwoStrings
            | Operands::Clocks
            | Operands::Timestamp
            | Operands::TagPairs
            | Operands::Keyword(_),
        ) => unchanged(out),
        None if is_integer(text) || text.starts_with(b"\"") || is_own && text.contains(&b'"') => {
            unchanged(out)
        }
        None => {
            line::string(out, opcode, text);
            Ok(())
        }
    }
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = text.split(|byte| byte.is_ascii_whitespace() || b",;".contains(byte));
    words.filter(|word| !word.is_empty())
}

/// The words of a text that can be moves.
fn moves(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    words(text).filter(|word| NoMove::of(word).is_none())
}

#[cfg(test)]
mod tests;
