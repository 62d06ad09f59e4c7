//! A record that is being written, and what the formats share to make it.

use crate::chess::Chess;
use crate::chess::notation::{MoveReading, coordinates, read_and_play};
use crate::chess::score::Score;
use crate::dataset::Fault;
use crate::epd::game::Game;
use crate::epd::opcode::is_opcode;
use crate::epd::position::{PositionReading, move_counters};
use crate::epd::sought::Claimed;
use crate::epd::write::printable;
use crate::epd::{Operation, Parse, parse};

/// The most bytes of a string (§5.1).
pub(super) const LONGEST: usize = 255;

/// A position read from four fields, with or without counters.
pub(super) struct Start {
    /// The fields as they are written.
    pub(super) fields: Vec<u8>,
    pub(super) chess: Chess,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
    /// The operations after the fields, in their order: the opcode and the whole operation, on one line. If
    /// the text does not end like a record, only those with a valid opcode: other programs write results and scores after
    /// the fields.
    pub(super) operations: Vec<(Vec<u8>, Vec<u8>)>,
    /// Whether numbers among them stand for themselves, as counts do, so that their places matter.
    pub(super) has_bare_numbers: bool,
}

impl Start {
    /// Reads FEN as leniently as a record.
    pub(super) fn read(fen: &[u8]) -> Result<Self, Fault> {
        // A table has dashes for fields without a text.
        if fen.iter().all(|byte| b" -".contains(byte)) {
            return Err(Fault::Missing("position"));
        }
        let parse = parse(fen);
        let chess = PositionReading::read_as(&parse, Game::Chess).chess;
        let is_whole = parse.fields.len() == 4 && !parse.has_open_string();
        let chess = chess.filter(|_| is_whole).ok_or_else(|| Fault::Position(shown(fen)))?;
        let mut fields = Vec::with_capacity(fen.len());
        for index in 0..4 {
            if index > 0 {
                fields.push(b' ');
            }
            fields.extend_from_slice(parse.field(index).unwrap_or_default());
        }
        let (halfmoves, fullmoves) = move_counters(&parse);
        let operation = |operation: &Operation| {
            let mut text: Vec<u8> = parse.bytes(operation.span()).to_vec();
            text.iter_mut().filter(|byte| byte.is_ascii_control()).for_each(|byte| *byte = b' ');
            if operation.semicolon.is_none() {
                text.push(b';');
            }
            (parse.opcode(operation).to_vec(), text)
        };
        let is_record = fen.ends_with(b";");
        let is_kept = |operation: &&Operation| is_record || is_opcode(parse.opcode(operation));
        let operations = parse.operations.iter().filter(is_kept).map(operation).collect();
        let has_bare_numbers = is_record && parse.has_bare_numbers();
        Ok(Self { fields, chess, halfmoves, fullmoves, operations, has_bare_numbers })
    }
}

/// Plays a move in any spelling and appends its SAN.
pub(super) fn play(chess: &mut Chess, word: &[u8], sans: &mut Vec<u8>) -> Result<crate::chess::Move, Fault> {
    match read_and_play(chess, word) {
        MoveReading::Exact(m) => {
            sans.extend_from_slice(word);
            Ok(m)
        }
        MoveReading::Loose { m, san, .. } => {
            sans.extend_from_slice(san.as_bytes());
            Ok(m)
        }
        MoveReading::Ambiguous(_) | MoveReading::Illegal | MoveReading::NotAMove => {
            Err(Fault::Move(shown(word)))
        }
    }
}

/// Plays moves separated by blanks; returns their SAN, separated by single blanks.
pub(super) fn play_line(chess: &Chess, line: &[u8]) -> Result<Vec<u8>, Fault> {
    let mut here = chess.clone();
    let mut sans = Vec::with_capacity(line.len());
    for word in words(line) {
        if !sans.is_empty() {
            sans.push(b' ');
        }
        play(&mut here, word, &mut sans)?;
    }
    Ok(sans)
}

/// The words of a text.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// Appends an operation.
pub(super) fn operation(out: &mut Vec<u8>, opcode: &str, operands: &[u8]) {
    out.push(b' ');
    out.extend_from_slice(opcode.as_bytes());
    out.push(b' ');
    out.extend_from_slice(operands);
    out.push(b';');
}

/// Appends an operation without operands.
pub(super) fn without_operands(out: &mut Vec<u8>, opcode: &str) {
    out.push(b' ');
    out.extend_from_slice(opcode.as_bytes());
    out.push(b';');
}

/// Appends an operation with a number.
pub(super) fn number(out: &mut Vec<u8>, opcode: &str, value: impl std::fmt::Display) {
    operation(out, opcode, value.to_string().as_bytes());
}

/// Appends an operation with a string, with what a string cannot hold replaced and cut.
pub(super) fn string(out: &mut Vec<u8>, opcode: &str, value: &[u8]) {
    string_of(out, opcode, value, LONGEST);
}

/// The same, as long as it is: that a string is too long is told of the record.
pub(super) fn whole_string(out: &mut Vec<u8>, opcode: &str, value: &[u8]) {
    string_of(out, opcode, value, usize::MAX);
}

fn string_of(out: &mut Vec<u8>, opcode: &str, value: &[u8], most: usize) {
    out.push(b' ');
    out.extend_from_slice(opcode.as_bytes());
    out.extend_from_slice(b" \"");
    // All bytes are looked at, which is quicker than to stop at the first.
    let is_other = |any: u8, byte: &u8| any | u8::from(*byte == b'"') | u8::from(byte.is_ascii_control());
    if value.len() <= most && value.iter().fold(0, is_other) == 0 {
        out.extend_from_slice(value);
    } else {
        out.extend_from_slice(&printable(value, most));
    }
    out.extend_from_slice(b"\";");
}

/// Appends `fmvn` and `hmvc`, unless they are those of a first move.
pub(super) fn counters(out: &mut Vec<u8>, halfmoves: u32, fullmoves: u32) {
    if fullmoves != 1 {
        number(out, "fmvn", fullmoves);
    }
    if halfmoves != 0 {
        number(out, "hmvc", halfmoves);
    }
}

/// The value of `ce` as a score.
pub(super) fn score_of(parse: &Parse<'_>) -> Option<Score> {
    Claimed::read(parse).score()
}

/// The moves of an operation in coordinates, played one after the other; `None` if there is none, or one that
/// cannot be played.
pub(super) fn coordinates_of(
    parse: &Parse<'_>,
    opcode: &str,
    chess: &Chess,
    spell: impl Fn(crate::chess::Move) -> String,
) -> Option<Vec<String>> {
    let operation = parse.operation(opcode)?;
    let mut here = chess.clone();
    let mut moves = Vec::new();
    for operand in parse.operands(operation) {
        let word = operand.value(parse.text());
        moves.push(spell(read_and_play(&mut here, word).played()?));
    }
    (!moves.is_empty()).then_some(moves)
}

/// The move that the record says was played or would be: the first of `pm`, `pv` and `sm`, or `bm` if it is
/// the only one.
pub(super) fn chosen(parse: &Parse<'_>, chess: &Chess) -> Option<String> {
    let first = |opcode| coordinates_of(parse, opcode, chess, coordinates)?.into_iter().next();
    let only = |opcode| {
        let operation = parse.operation(opcode)?;
        if parse.operands(operation).len() == 1 { first(opcode) } else { None }
    };
    only("pm").or_else(|| first("pv")).or_else(|| only("sm")).or_else(|| only("bm"))
}

/// The beginning of a value, for a message.
pub(super) fn shown(value: &[u8]) -> String {
    String::from_utf8_lossy(value).chars().take(100).collect()
}
