//! The moves of an operation, read in the position of the record.

use crate::chess::notation::{MoveReading, read_and_play, read_move};
use crate::chess::{Chess, Move, Position};
use crate::epd::opcode::{Operands, lookup};
use crate::epd::{Operand, OperandKind, Operation, Parse};

/// One operand of a move operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOperand {
    /// Where it is in the line, and of which kind.
    pub operand: Operand,
    /// What it means; `None` after a move of a line that could not be played.
    pub reading: Option<MoveReading>,
}

impl ReadOperand {
    /// The move, if exactly one fits.
    pub fn played(&self) -> Option<Move> {
        self.reading.as_ref()?.played()
    }

    /// The SAN of the move, if exactly one fits.
    pub fn san(&self, text: &[u8]) -> Option<String> {
        self.reading.as_ref()?.san(self.operand.value(text))
    }

    /// Returns whether it is one of the signs and numbers among moves that are skipped.
    pub fn is_no_move(&self, text: &[u8]) -> bool {
        self.operand.kind == OperandKind::Word && NoMove::of(self.operand.value(text)).is_some()
    }

    /// Returns whether it is a move that mates.
    pub fn mates(&self, text: &[u8]) -> bool {
        match &self.reading {
            Some(MoveReading::Exact(_)) => self.operand.value(text).ends_with(b"#"),
            Some(MoveReading::Loose { san, .. }) => san.ends_with('#'),
            _ => false,
        }
    }
}

/// A word among moves that is not a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoMove {
    /// Check, mate and annotation marks, and `ep`, separated from their move.
    Mark,
    /// `or`, `and`, a comma.
    Separator,
    /// A move number.
    Number,
    /// A distance to mate, `#4`.
    Mate,
    /// The sign or the piece of a promotion, separated from its move: `=`, `=Q`, `(Q)`.
    Promotion,
    /// A remark in braces.
    Remark,
}

impl NoMove {
    /// The kind of a word among moves, if it is one of these.
    pub fn of(text: &[u8]) -> Option<Self> {
        match text {
            // The first letters of moves, checked first because almost all words among moves are moves.
            [b'B'..=b'R' | b'b'..=b'h', ..] if !matches!(text, b"Or" | b"OR") => {
                (text.starts_with(b"e") && is_en_passant(text)).then_some(Self::Mark)
            }
            [b'#', sign, ..] if sign.is_ascii_digit() || *sign == b'-' => Some(Self::Mate),
            [b'+' | b'#' | b'!' | b'?', rest @ ..] if rest.iter().all(|byte| b"+#!?".contains(byte)) => {
                Some(Self::Mark)
            }
            b"=" | [b'=', _] | [b'(', _, b')'] => Some(Self::Promotion),
            [b'{', .., b'}'] => Some(Self::Remark),
            b"or" | b"and" | b"Or" | b"And" | b"OR" | b"AND" | b"," | b"/" => Some(Self::Separator),
            [b'0'..=b'9', ..] => {
                let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let dots = &text[digits..];
                let number = digits <= 4 && !dots.is_empty() && dots.iter().all(|&byte| byte == b'.');
                number.then_some(Self::Number)
            }
            _ => None,
        }
    }
}

/// Whether a word looks like a move in one of the usual notations, legal or not: it names a square, or it castles. Other
/// words are none.
///
/// ```
/// use epidote::epd::moves::is_move_shaped;
/// assert!(["Nf3+", "e2-e4", "bxc8=Q#", "e7e8q", "O-O-O", "0-0!", "Kd2?!"].iter().all(|word| is_move_shaped(word.as_bytes())));
/// assert!(!["mate", "1", "+-", "$1", "10%", "Sicilian", "by", "BM", "e"].iter().any(|word| is_move_shaped(word.as_bytes())));
/// ```
pub fn is_move_shaped(text: &[u8]) -> bool {
    let names_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    let is_castling = || {
        let body = without_marks(text);
        body.len() >= 2
            && body.iter().all(|byte| b"Oo0-".contains(byte))
            && body.iter().any(|byte| *byte != b'-')
    };
    text.len() <= LONGEST_MOVE && (text.windows(2).any(names_square) || is_castling())
}

/// The most bytes of a word that looks like a move, with promotion, `e.p.` and marks.
const LONGEST_MOVE: usize = 16;

/// Returns whether a text is `ep` or `e.p.`, perhaps with check marks after it.
fn is_en_passant(text: &[u8]) -> bool {
    matches!(without_marks(text), b"ep" | b"e.p." | b"e.p")
}

/// A word among moves without the marks at its end.
pub fn without_marks(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !b"+#!?".contains(byte)).map_or(0, |at| at + 1);
    &text[..end]
}

/// Reads the operands of `operation` as moves: all from `position` for a set or a single move, one after the
/// other for a line. Reading a line stops after the first move that cannot be played.
///
/// ```
/// use epidote::chess::notation::san;
/// use epidote::epd::moves::{play_line, read_moves};
/// use epidote::epd::opcode::Operands;
/// use epidote::epd::parse;
/// use epidote::epd::position::PositionReading;
/// let line = parse(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv 1. e2e4 e7e5 2. Nf3;");
/// let start = PositionReading::read(&line).chess.unwrap();
/// let read = read_moves(&start, Operands::MoveLine, &line, line.operation("pv").unwrap());
/// let moves: Vec<_> = read.iter().filter_map(|read| read.played()).collect();
/// let sans: Vec<_> = play_line(&start, &moves).iter().zip(&moves).map(|(at, &m)| san(at, m)).collect();
/// assert_eq!(sans, ["e4", "e5", "Nf3"]);
/// ```
pub fn read_moves(
    position: &Chess,
    operands: Operands,
    parse: &Parse<'_>,
    operation: &Operation,
) -> Vec<ReadOperand> {
    let mut here = position.clone();
    let mut is_lost = false;
    parse
        .operands(operation)
        .iter()
        .map(|&operand| {
            let value = operand.value(parse.text());
            let no_move = ReadOperand { operand, reading: Some(MoveReading::NotAMove) };
            // The moves after a sign are still read.
            if no_move.is_no_move(parse.text()) {
                return no_move;
            }
            let is_line = operands == Operands::MoveLine;
            if !is_line {
                here.clone_from(position);
            }
            let reading = match operand.kind {
                _ if is_line && is_lost => None,
                OperandKind::OpenStr => Some(MoveReading::NotAMove),
                _ => Some(read_and_play(&mut here, value)),
            };
            let read = ReadOperand { operand, reading };
            is_lost |= read.played().is_none();
            read
        })
        .collect()
}

/// Reads the operands of an operation as moves by the type of its opcode; as a set for opcodes outside the
/// 1995 text.
pub fn moves_of(parse: &Parse<'_>, position: &Chess, operation: &Operation) -> Vec<ReadOperand> {
    let operands = lookup(parse.opcode(operation)).map_or(Operands::MoveSet, |spec| spec.operands);
    read_moves(position, operands, parse, operation)
}

/// Reads the first operand of an operation that is no number of a move as a move from the position.
pub fn first_move(parse: &Parse<'_>, position: &Chess, operation: &Operation) -> Option<ReadOperand> {
    let is_number = |operand: &&Operand| {
        operand.kind == OperandKind::Word && NoMove::of(operand.value(parse.text())) == Some(NoMove::Number)
    };
    let operand = *parse.operands(operation).iter().find(|operand| !is_number(operand))?;
    let no_move = ReadOperand { operand, reading: Some(MoveReading::NotAMove) };
    if operand.kind == OperandKind::OpenStr || no_move.is_no_move(parse.text()) {
        return Some(no_move);
    }
    let value = operand.value(parse.text());
    Some(ReadOperand { operand, reading: Some(read_move(position, value)) })
}

/// Reads a promotion whose parts are separated, `f8 = Q`, `f8 =Q` or `f8 (Q)`, from its first operand on:
/// returns the move and the number of operands it takes up.
pub fn read_detached_promotion(
    position: &Chess,
    parse: &Parse<'_>,
    operands: &[Operand],
) -> Option<(Move, usize)> {
    let value = |operand: &Operand| operand.value(parse.text());
    let words = operands.iter().take_while(|operand| operand.kind == OperandKind::Word);
    let words: Vec<&[u8]> = words.take(3).map(value).collect();
    let (pawn, sign) = (words.first()?, words.get(1)?);
    let (token, count) = match *sign {
        b"=" => ([pawn, &b"="[..], words.get(2)?].concat(), 3),
        [b'=', _] | [b'(', _, b')'] => ([*pawn, sign].concat(), 2),
        _ => return None,
    };
    let m = read_move(position, &token).played().filter(|m| m.promotion().is_some())?;
    Some((m, count))
}

/// The positions of a line, including the first one, as far as the moves can be played.
pub fn play_line(position: &Chess, moves: &[Move]) -> Vec<Chess> {
    let mut positions = vec![position.clone()];
    for &m in moves {
        let Some(last) = positions.last() else { break };
        if !last.is_legal(m) {
            break;
        }
        let mut next = last.clone();
        next.play_unchecked(m);
        positions.push(next);
    }
    positions
}
