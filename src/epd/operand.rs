//! Checks of operands against the table: number, basetype and range (§5.2, §6).

use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::epd::opcode::{OpcodeSpec, Operands, is_identifier};
use crate::epd::{Operand, OperandKind, Operation, Parse};
use crate::text::span::Span;

/// The type of a word that is a name (§5.2.1), as in [`OperandFault::Type`].
pub const IDENTIFIER: &str = "type.identifier";

/// What is wrong with the operands of one operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OperandFault {
    /// Too few or too many operands.
    Count {
        /// How many there are.
        found: usize,
    },
    /// An operand is not of the type the opcode takes.
    Type {
        /// Where.
        span: Span,
        /// The expected type, a key of the language files.
        expected: &'static str,
    },
    /// An operand has the right type but a value outside the range.
    Range {
        /// Where.
        span: Span,
        /// The range.
        expected: Range,
    },
    /// A time of day has hours and minutes only.
    NoSeconds {
        /// Where.
        span: Span,
    },
    /// There are words where one string should be.
    Unquoted {
        /// From the first word to the last.
        span: Span,
    },
    /// A tag name is given twice.
    RepeatedTag {
        /// The second one.
        span: Span,
    },
}

/// The values that an operand of the right type may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// This integer or a greater one.
    AtLeast(i64),
    /// An integer from the first to the second, both included.
    Between(i64, i64),
    /// Any integer of 64 bits.
    SixtyFourBits,
    /// The parts of a date, time or clock; a key of the language files.
    Parts(&'static str),
    /// A word of the list of the opcode.
    Words,
}

/// An integer in the form of §5.2.3, whatever its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Integer {
    /// It fits 64 bits.
    Value(i64),
    /// Digits, but more than 64 bits.
    TooLarge,
    /// Not an integer.
    Malformed,
}

/// Reads an integer: an optional sign, then digits (§5.2.3).
pub fn read_integer(text: &[u8]) -> Integer {
    let (sign, digits) = match text {
        [b'-', digits @ ..] => (-1, digits),
        [b'+', digits @ ..] => (1, digits),
        _ => (1, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Integer::Malformed;
    }
    let add = |sum: i64, digit: &u8| sum.checked_mul(10)?.checked_add(sign * i64::from(digit - b'0'));
    digits.iter().try_fold(0, add).map_or(Integer::TooLarge, Integer::Value)
}

/// The parts of a date, time or clock: fixed-width numbers with one separator.
struct Layout {
    separator: u8,
    parts: &'static [(usize, RangeInclusive<u32>)],
    /// The key in the language files.
    name: &'static str,
    range: &'static str,
}

const DATE: Layout = Layout {
    separator: b'.',
    parts: &[(4, 1..=9999), (2, 1..=12), (2, 1..=31)],
    name: "type.date",
    range: "range.date",
};
const TIME: Layout = Layout {
    separator: b':',
    parts: &[(2, 0..=23), (2, 0..=59), (2, 0..=59)],
    name: "type.time",
    range: "range.time",
};
/// A time of day as Kvetka writes it.
const MINUTES: Layout = Layout { parts: &[(2, 0..=23), (2, 0..=59)], ..TIME };
const CLOCK: Layout = Layout {
    separator: b':',
    parts: &[(3, 0..=999), (2, 0..=23), (2, 0..=59), (2, 0..=59)],
    name: "type.clock",
    range: "range.clock",
};

impl Layout {
    /// `None` for another shape; `Some(false)` if the shape is right but a number is out of range.
    fn accepts(&self, text: &[u8]) -> Option<bool> {
        let parts: Vec<&[u8]> = text.split(|&byte| byte == self.separator).collect();
        let shaped = parts.len() == self.parts.len()
            && parts
                .iter()
                .zip(self.parts)
                .all(|(part, (width, _))| part.len() == *width && part.iter().all(u8::is_ascii_digit));
        shaped.then(|| {
            parts.iter().zip(self.parts).all(|(part, (_, range))| {
                let value = part.iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
                range.contains(&value)
            })
        })
    }

    fn fault(&self, operand: Operand, text: &[u8]) -> Option<OperandFault> {
        let fits = (operand.kind == OperandKind::Word).then(|| self.accepts(operand.value(text))).flatten();
        match fits {
            None => Some(OperandFault::Type { span: operand.span, expected: self.name }),
            Some(false) => {
                Some(OperandFault::Range { span: operand.span, expected: Range::Parts(self.range) })
            }
            Some(true) => None,
        }
    }
}

fn time_fault(operand: Operand, text: &[u8]) -> Option<OperandFault> {
    let minutes = operand.kind == OperandKind::Word && MINUTES.accepts(operand.value(text)) == Some(true);
    if minutes { Some(OperandFault::NoSeconds { span: operand.span }) } else { TIME.fault(operand, text) }
}

fn string_fault(operand: Operand) -> Option<OperandFault> {
    (operand.kind == OperandKind::Word)
        .then_some(OperandFault::Type { span: operand.span, expected: "type.string" })
}

fn integer_fault(operand: Operand, text: &[u8], min: i64, max: i64) -> Option<OperandFault> {
    let value = match operand.kind {
        OperandKind::Word => read_integer(operand.value(text)),
        OperandKind::Str | OperandKind::OpenStr => Integer::Malformed,
    };
    match value {
        Integer::Malformed => Some(OperandFault::Type { span: operand.span, expected: "type.integer" }),
        Integer::Value(value) if (min..=max).contains(&value) => None,
        Integer::TooLarge if max == i64::MAX && !operand.value(text).starts_with(b"-") => {
            Some(OperandFault::Range { span: operand.span, expected: Range::SixtyFourBits })
        }
        Integer::Value(_) | Integer::TooLarge => {
            let expected = if max == i64::MAX { Range::AtLeast(min) } else { Range::Between(min, max) };
            Some(OperandFault::Range { span: operand.span, expected })
        }
    }
}

fn tag_pair_faults(operands: &[Operand], text: &[u8]) -> Vec<OperandFault> {
    let mut faults = Vec::new();
    let mut seen: HashSet<&[u8]> = HashSet::new();
    for pair in operands.chunks(2) {
        if let [name, rest @ ..] = pair {
            let value = name.value(text);
            if name.kind != OperandKind::Word {
                faults.push(OperandFault::Type { span: name.span, expected: "type.tag" });
            } else if !is_identifier(value) {
                faults.push(OperandFault::Type { span: name.span, expected: IDENTIFIER });
            } else if seen.contains(value) {
                faults.push(OperandFault::RepeatedTag { span: name.span });
            }
            seen.insert(value);
            faults.extend(rest.first().and_then(|&operand| string_fault(operand)));
        }
    }
    faults
}

/// Returns whether an unquoted word has the type that operand number `at` (from 0) of an opcode takes; false
/// for opcodes that take strings or moves there.
pub(super) fn fits(spec: &OpcodeSpec, at: usize, word: &[u8]) -> bool {
    match (spec.operands, at) {
        (Operands::Integer { .. }, 0) => read_integer(word) != Integer::Malformed,
        (Operands::Clocks, 0 | 1) => CLOCK.accepts(word).is_some(),
        (Operands::Timestamp, 0) => DATE.accepts(word).is_some(),
        (Operands::Timestamp, 1) => TIME.accepts(word).is_some(),
        (Operands::TagPairs, at) => at.is_multiple_of(2) && is_identifier(word),
        (Operands::Keyword(_), 0) => is_identifier(word),
        _ => false,
    }
}

/// Everything that is wrong with the operands of `operation`. Whether a move can be played is not checked
/// here: that needs the position.
///
/// ```
/// use epidote::epd::operand::{OperandFault, Range, faults};
/// use epidote::epd::{opcode, parse};
/// let line = parse(b"4k3/8/8/8/8/8/8/4K3 w - - dm 0;");
/// let operation = line.operation("dm").unwrap();
/// let found = faults(opcode::lookup(b"dm").unwrap(), &line, operation);
/// assert!(matches!(found[..], [OperandFault::Range { expected: Range::AtLeast(1), .. }]));
/// ```
pub fn faults(spec: &OpcodeSpec, parse: &Parse<'_>, operation: &Operation) -> Vec<OperandFault> {
    let text = parse.text();
    let operands = parse.operands(operation);
    let count = OperandFault::Count { found: operands.len() };
    let words = |operands: &[Operand]| operands.iter().all(|operand| operand.kind == OperandKind::Word);
    match (spec.operands, operands) {
        (
            Operands::Any
            | Operands::None
            | Operands::OptionalString
            | Operands::MoveSet
            | Operands::MoveLine,
            [],
        )
        | (Operands::Any, _) => Vec::new(),
        (Operands::Integer { min, max }, &[operand]) => {
            integer_fault(operand, text, min, max).into_iter().collect()
        }
        (Operands::String | Operands::OptionalString, [_, ..]) if words(operands) => {
            operation.operand_span.map(|span| OperandFault::Unquoted { span }).into_iter().collect()
        }
        (Operands::String | Operands::OptionalString, &[operand]) => {
            string_fault(operand).into_iter().collect()
        }
        (Operands::TwoStrings, &[first, second]) => {
            [first, second].into_iter().filter_map(string_fault).collect()
        }
        (Operands::Move, [_]) | (Operands::MoveSet | Operands::MoveLine, _) => operands
            .iter()
            .filter(|operand| operand.kind != OperandKind::Word)
            .map(|operand| OperandFault::Type { span: operand.span, expected: "type.move" })
            .collect(),
        (Operands::Clocks, &[white, black]) => {
            [white, black].into_iter().filter_map(|operand| CLOCK.fault(operand, text)).collect()
        }
        (Operands::Timestamp, &[date, time]) => {
            DATE.fault(date, text).into_iter().chain(time_fault(time, text)).collect()
        }
        (Operands::TagPairs, operands) if operands.len().is_multiple_of(2) => tag_pair_faults(operands, text),
        (Operands::Keyword(words), &[operand]) => {
            let known = operand.kind == OperandKind::Word
                && words.iter().any(|word| word.as_bytes() == operand.value(text));
            if known {
                Vec::new()
            } else if operand.kind == OperandKind::Word && is_identifier(operand.value(text)) {
                vec![OperandFault::Range { span: operand.span, expected: Range::Words }]
            } else {
                vec![OperandFault::Type { span: operand.span, expected: "type.word" }]
            }
        }
        (
            Operands::None
            | Operands::Integer { .. }
            | Operands::String
            | Operands::OptionalString
            | Operands::TwoStrings
            | Operands::Move
            | Operands::Clocks
            | Operands::Timestamp
            | Operands::TagPairs
            | Operands::Keyword(_),
            _,
        ) => vec![count],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::opcode::lookup;
    use crate::epd::parse;

    #[track_caller]
    fn check(operation: &str, expect: &str) {
        let line = format!("8/8 w - - {operation}");
        let parse = parse(line.as_bytes());
        let first = &parse.operations[0];
        let spec = lookup(parse.opcode(first)).expect("a known opcode");
        let got: Vec<&str> = faults(spec, &parse, first)
            .iter()
            .map(|fault| match fault {
                OperandFault::NoSeconds { .. } => "no seconds",
                OperandFault::Count { .. } => "count",
                OperandFault::Type { .. } => "type",
                OperandFault::Range { .. } => "range",
                OperandFault::Unquoted { .. } => "unquoted",
                OperandFault::RepeatedTag { .. } => "repeated",
            })
            .collect();
        assert_eq!(got.join(" "), expect, "{operation}");
    }

    #[test]
    fn checks_number_type_and_range() {
        check("acn 12;", "");
        check("acn +12;", "");
        check("acn -1;", "range");
        check("acn 1.5;", "type");
        check("acn;", "count");
        check("acn 1 2;", "count");
        check("acn 99999999999999999999;", "range");
        check("ts 1998.09.15 12:30;", "no seconds");
        check("ts 1998.09.15 12:61;", "type");
        check("ce -32768;", "");
        check("ce 32767;", "range");
        check("ce \"5\";", "type");
        check("dm 0;", "range");
        check("id \"x\";", "");
        check("id;", "count");
        check("id BK.01;", "unquoted");
        check("id a b c;", "unquoted");
        check("id \"a\" b;", "count");
        check("c0;", "");
        check("c0 \"a\" \"b\";", "count");
        check("resign 1;", "count");
        check("noop 1 \"x\";", "");
        check("pm;", "count");
        check("pm e4 d4;", "count");
        check("bm \"e4\";", "type");
        check("cc 000:00:05:00 000:23:59:59;", "");
        check("cc 000:24:00:00 0:00:00:00;", "range type");
        check("ts 1995.11.26 07:00:00;", "");
        check("ts 0000.01.01 24:00:00;", "range range");
        check("ts 1995-11-26 07:00;", "type no seconds");
        check("tcri \"a@b\" \"Name\";", "");
        check("tcri \"a@b\";", "count");
        check("ptp White \"A\" Black \"B\";", "");
        check("ptp White \"A\" White \"B\";", "repeated");
        check("ptp \"White\" A;", "type type");
        check("ptp White;", "count");
        check("refcom reset;", "");
        check("refcom \"reset\";", "type");
        check("refcom RESET;", "range");
        check("refreq sign-on;", "type");
    }
}
