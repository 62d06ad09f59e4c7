//! A move played on the board becomes an operand.

use crate::chess::notation::line::sans;
use crate::chess::notation::san;
use crate::chess::{Chess, Move, Position};
use crate::epd::moves::{NoMove, read_moves};
use crate::epd::opcode::{Operands, lookup};
use crate::epd::parse;
use crate::epd::position::PositionReading;
use crate::epd::write::{WriteError, remove_operation, set_operation};

/// Which operation a move on the board changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlayInto {
    /// Adds the move to `bm`, or removes it.
    BestMoves,
    /// Adds the move to `am`, or removes it.
    AvoidMoves,
    /// Sets `pm`.
    PredictedMove,
    /// Sets `sm`.
    SuppliedMove,
    /// Cuts `pv` after `ply` moves and adds the move.
    PredictedVariation {
        /// Moves of the line played on the board before this one.
        ply: usize,
    },
    /// Cuts `sv` after `ply` moves and adds the move.
    SuppliedVariation {
        /// Moves of the line played on the board before this one.
        ply: usize,
    },
}

impl PlayInto {
    /// The opcode of the line that is extended.
    pub fn opcode(self) -> &'static str {
        match self {
            Self::BestMoves => "bm",
            Self::AvoidMoves => "am",
            Self::PredictedMove => "pm",
            Self::SuppliedMove => "sm",
            Self::PredictedVariation { .. } => "pv",
            Self::SuppliedVariation { .. } => "sv",
        }
    }
}

/// The line after the move `m` was played into an operation. `m` is legal in the position of the record, or
/// after `ply` moves of the line.
///
/// ```
/// use epidote::chess::notation::{MoveReading, read_move};
/// use epidote::epd::verbs::play::{PlayInto, play};
/// use epidote::epd::{parse, position::PositionReading};
/// let line = b"4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;";
/// let position = PositionReading::read(&parse(line)).chess.unwrap();
/// let MoveReading::Exact(m) = read_move(&position, b"Kd2") else { panic!() };
/// let with = play(line, PlayInto::BestMoves, m).unwrap();
/// assert_eq!(with, b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;");
/// assert_eq!(play(&with, PlayInto::BestMoves, m).unwrap(), line); // played again, it goes
/// ```
///
/// # Errors
/// A record that cannot be written to.
pub fn play(text: &[u8], into: PlayInto, m: Move) -> Result<Vec<u8>, WriteError> {
    let parsed = parse(text);
    let Some(position) = PositionReading::read(&parsed).chess else { return Ok(text.to_vec()) };
    let opcode = into.opcode();
    let known = known_moves(&position, text, opcode);
    let operands = match into {
        PlayInto::PredictedMove | PlayInto::SuppliedMove => vec![san(&position, m)],
        PlayInto::BestMoves | PlayInto::AvoidMoves => toggled(&position, &known, m),
        PlayInto::PredictedVariation { ply } | PlayInto::SuppliedVariation { ply } => {
            extended(position, &known, ply, m)
        }
    };
    if operands.is_empty() {
        let index = parsed.operations.iter().position(|o| parsed.opcode(o) == opcode.as_bytes());
        return Ok(index.map_or_else(|| text.to_vec(), |at| remove_operation(&parsed, at).apply(text)));
    }
    Ok(set_operation(&parsed, opcode, operands.join(" ").as_bytes())?.apply(text))
}

/// The record with a line of moves from its position in one of its operations, such as `pv`. Each move is
/// legal where it is played.
///
/// # Errors
/// A record that cannot be written to.
pub fn with_line(text: &[u8], opcode: &str, position: &Chess, moves: &[Move]) -> Result<Vec<u8>, WriteError> {
    let operands = sans(position, moves).join(" ");
    Ok(set_operation(&parse(text), opcode, operands.as_bytes())?.apply(text))
}

/// The record with one move of a line moved to another place among its moves, both counted from 0; numbers
/// and signs between the moves stay where they are.
///
/// ```
/// use epidote::epd::verbs::play::reordered;
/// let line = b"4k3/8/8/8/8/8/8/4K3 w - - pv 1. Kd2 Kd7 2. Kd3;";
/// let changed = reordered(line, "pv", 2, 0).unwrap();
/// assert_eq!(changed, b"4k3/8/8/8/8/8/8/4K3 w - - pv 1. Kd3 Kd2 2. Kd7;");
/// ```
///
/// # Errors
/// A record that cannot be written to.
pub fn reordered(text: &[u8], opcode: &str, from: usize, to: usize) -> Result<Vec<u8>, WriteError> {
    let parsed = parse(text);
    let Some(operation) = parsed.operation(opcode) else { return Ok(text.to_vec()) };
    let mut words: Vec<&[u8]> =
        parsed.operands(operation).iter().map(|operand| parsed.bytes(operand.span)).collect();
    let places: Vec<usize> = (0..words.len()).filter(|&at| NoMove::of(words[at]).is_none()).collect();
    let mut moves: Vec<&[u8]> = places.iter().map(|&at| words[at]).collect();
    if from >= moves.len() || to >= moves.len() {
        return Ok(text.to_vec());
    }
    let word = moves.remove(from);
    moves.insert(to, word);
    for (place, next) in places.into_iter().zip(moves) {
        words[place] = next;
    }
    Ok(set_operation(&parsed, opcode, &words.join(&b' '))?.apply(text))
}

/// The operands of an operation, each as its text and its kind.
fn known_moves(position: &Chess, text: &[u8], opcode: &str) -> Vec<(String, Known)> {
    let parsed = parse(text);
    let operands = lookup(opcode.as_bytes()).map_or(Operands::MoveSet, |spec| spec.operands);
    let Some(operation) = parsed.operation(opcode) else { return Vec::new() };
    read_moves(position, operands, &parsed, operation)
        .iter()
        .map(|read| {
            let text = String::from_utf8_lossy(parsed.bytes(read.operand.span)).into_owned();
            let known = match read.played() {
                Some(m) => Known::Move(m),
                None if read.is_no_move(parsed.text()) => Known::Sign,
                None => Known::Lost,
            };
            (text, known)
        })
        .collect()
}

/// The kind of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// The move that the operand names.
    Move(Move),
    /// A number or a sign among moves.
    Sign,
    /// Something that cannot be played.
    Lost,
}

fn toggled(position: &Chess, known: &[(String, Known)], m: Move) -> Vec<String> {
    let was_in = known.iter().any(|(_, other)| *other == Known::Move(m));
    let mut texts: Vec<String> =
        known.iter().filter(|(_, other)| *other != Known::Move(m)).map(|(text, _)| text.clone()).collect();
    if !was_in {
        texts.push(san(position, m));
    }
    texts.sort();
    texts
}

fn extended(mut position: Chess, known: &[(String, Known)], ply: usize, m: Move) -> Vec<String> {
    let mut texts = Vec::new();
    let mut played = 0;
    for (text, other) in known {
        match *other {
            // Numbers stay where they are, including that of the new move.
            Known::Sign => {}
            Known::Move(other) if played < ply => {
                position.play_unchecked(other);
                played += 1;
            }
            // Playing the move that is already there keeps the rest of the line.
            Known::Move(other) if other == m => {
                return known.iter().map(|(text, _)| text.clone()).collect();
            }
            Known::Move(_) | Known::Lost => break,
        }
        texts.push(text.clone());
    }
    texts.push(san(&position, m));
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::{MoveReading, read_move};

    #[track_caller]
    fn check(text: &str, into: PlayInto, line: &str, expect: &str) {
        let parsed = parse(text.as_bytes());
        let mut position = PositionReading::read(&parsed).chess.expect("a position");
        let mut last = None;
        for token in line.split(' ') {
            if let Some(m) = last {
                position.play_unchecked(m);
            }
            last = match read_move(&position, token.as_bytes()) {
                MoveReading::Exact(m) => Some(m),
                other => panic!("{token}: {other:?}"),
            };
        }
        let out = play(text.as_bytes(), into, last.expect("a move")).expect("a line");
        assert_eq!(String::from_utf8_lossy(&out), expect);
    }

    const K: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    #[test]
    fn moves_become_operands() {
        check(K, PlayInto::BestMoves, "Ke2", &format!("{K} bm Ke2;"));
        check(&format!("{K} bm Ke2;"), PlayInto::BestMoves, "Kd2", &format!("{K} bm Kd2 Ke2;"));
        check(&format!("{K} bm Kd2 Ke2;"), PlayInto::BestMoves, "Kd2", &format!("{K} bm Ke2;"));
        check(&format!("{K} bm Ke2; id \"x\";"), PlayInto::BestMoves, "Ke2", &format!("{K} id \"x\";"));
        check(&format!("{K} pm Ke2;"), PlayInto::PredictedMove, "Kd2", &format!("{K} pm Kd2;"));
        check(K, PlayInto::AvoidMoves, "Kd1", &format!("{K} am Kd1;"));
    }

    #[test]
    fn lines_grow_and_are_cut() {
        let ply = |ply| PlayInto::PredictedVariation { ply };
        check(K, ply(0), "Ke2", &format!("{K} pv Ke2;"));
        check(&format!("{K} pv Ke2;"), ply(1), "Ke2 Kd7", &format!("{K} pv Ke2 Kd7;"));
        check(&format!("{K} pv Ke2 Kd7;"), ply(0), "Kd2", &format!("{K} pv Kd2;"));
        check(&format!("{K} pv Ke2 Kd7;"), ply(0), "Ke2", &format!("{K} pv Ke2 Kd7;"));
        let numbered = format!("{K} pv 1. Ke2 Kd7 2. Ke3;");
        check(&numbered, ply(2), "Ke2 Kd7 Kd2", &format!("{K} pv 1. Ke2 Kd7 2. Kd2;"));
        check(&numbered, ply(1), "Ke2 Kd7", &numbered);
        check(&numbered, ply(0), "Kd2", &format!("{K} pv 1. Kd2;"));
    }
}
