//! Tables: a row for each record, a column for the position and one for each opcode.
//!
//! Without a mapping a column is what its name says: `fen` or `epd` (four to six fields, or a whole record),
//! `placement`, `side`, `castling` and `en_passant`, or an opcode; others are passed over. An empty cell is no
//! operation. Moves may be in any spelling and become SAN, `ce` may be in pawns (`-0.35`, `0,5`, `#4`), texts become
//! strings. A table that Epidote wrote, which begins with `line` and the four fields, has opcodes of any name.

use crate::chess::Chess;
use crate::chess::notation::read_move;
use crate::chess::score::Score;
use crate::dataset::Fault;
use crate::dataset::line::{self, Start};
use crate::dataset::mapping::Columns;
use crate::dataset::rows::{self, Cells};
use crate::epd::moves::NoMove;
use crate::epd::opcode::{Operands, lookup};
use crate::epd::write::check_operands;

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
                match NoMove::of(word) {
                    Some(NoMove::Mate) => mates.push(word),
                    Some(_) => {}
                    None => {
                        let san = read_move(chess, word).san(word);
                        sans.push(san.ok_or_else(|| Fault::Move(line::shown(word)))?);
                    }
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
        Some(Operands::Integer { min, max }) => {
            let score = score(text).filter(|_| opcode == "ce");
            let number = text.strip_prefix(b"+").unwrap_or(text);
            let value = || std::str::from_utf8(number).ok()?.parse::<i64>().ok();
            // The tables that Epidote wrote have what their records had.
            let has_place = |value| is_own || opcode != "ce" || (min..=max).contains(&value);
            match (score, value()) {
                // Cut to what `ce` can hold, it would be another score.
                (Some(score @ Score::Centipawns(value)), _) if value != score.to_ce() => return Err(unfit()),
                (Some(score), _) => line::number(out, opcode, score.to_ce()),
                (None, Some(value)) if has_place(value) => line::operation(out, opcode, number),
                (None, Some(_)) => return Err(unfit()),
                (None, None) => return Err(Fault::Number(line::shown(text))),
            }
            Ok(())
        }
        Some(Operands::String | Operands::OptionalString) => {
            let text = match text {
                [b'"', inner @ .., b'"'] => inner,
                text => text,
            };
            // A string cannot hold quotes: they are replaced, as in comments of games.
            line::whole_string(out, opcode, text);
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
            line::whole_string(out, opcode, text);
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
