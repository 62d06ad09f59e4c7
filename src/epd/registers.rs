//! The registers that comments and names fill over a game: `c0`-`c9`, `v0`-`v9`, `eco`, `nic` (§6.5, §6.13,
//! §6.17, §6.32).
//!
//! Records are read in the order of the game, operations in ASCII order of their opcodes whatever their order
//! in the text (§5.1). `cN` first clears the registers N to 9, then, if it has an operand, sets N; `vN` does
//! the same.

use crate::epd::dialect::Dialect;
use crate::epd::normalize::sorted_operations;
use crate::epd::{LineKind, Parse};

/// Number of registers.
const COUNT: usize = 22;

/// What one register holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Held {
    /// No record mentioned it.
    #[default]
    Untouched,
    /// The record with this number, from 0, cleared it.
    Cleared(usize),
    /// The record with this number set it to this text.
    Text(usize, Vec<u8>),
}

impl Held {
    /// The text, if there is one.
    pub fn text(&self) -> Option<&[u8]> {
        match self {
            Self::Text(_, text) => Some(text),
            Self::Untouched | Self::Cleared(_) => None,
        }
    }
}

/// The contents of the registers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Registers {
    /// The dialect of the records.
    pub dialect: Dialect,
    /// `c0` to `c9`, `v0` to `v9`, `eco`, `nic`.
    held: [Held; COUNT],
}

/// The place of a register.
fn place(opcode: &[u8]) -> Option<usize> {
    match opcode {
        [b'c', digit @ b'0'..=b'9'] => Some(usize::from(digit - b'0')),
        [b'v', digit @ b'0'..=b'9'] => Some(10 + usize::from(digit - b'0')),
        b"eco" => Some(20),
        b"nic" => Some(21),
        _ => None,
    }
}

/// The opcode of the register at a place.
fn opcode(place: usize) -> String {
    match place {
        0..10 => format!("c{place}"),
        10..20 => format!("v{}", place - 10),
        20 => "eco".to_owned(),
        _ => "nic".to_owned(),
    }
}

/// The opcodes of all registers.
pub fn opcodes() -> impl Iterator<Item = String> {
    (0..COUNT).map(opcode)
}

impl Registers {
    /// Registers that no record has mentioned yet.
    pub fn of(dialect: Dialect) -> Self {
        Self { dialect, ..Self::default() }
    }

    /// Takes in one record with its number. Lines that are not records change nothing.
    pub fn apply(&mut self, parse: &Parse<'_>, number: usize) {
        if parse.kind != LineKind::Record {
            return;
        }
        for operation in sorted_operations(parse) {
            let Some(at) = place(parse.opcode(operation)) else { continue };
            let value = parse.operands(operation).first().map(|operand| operand.value(parse.text()).to_vec());
            // The lower registers, which a register clears together with itself.
            let end = (at / 10 * 10 + 10).min(COUNT);
            let end = if at < 20 { end } else { at + 1 };
            // By the 1995 text `c2;` clears c2 too; by Kvetka's only the registers above it.
            let kept = usize::from(self.dialect == Dialect::Kvetka && at < 20);
            for held in &mut self.held[at + kept..end] {
                *held = Held::Cleared(number);
            }
            if let Some(value) = value {
                self.held[at] = Held::Text(number, value);
            }
        }
    }

    /// Adds the registers of later records, which were read separately.
    pub fn overlay(&mut self, later: Self) {
        for (held, later) in self.held.iter_mut().zip(later.held) {
            if later != Held::Untouched {
                *held = later;
            }
        }
    }

    /// What a register holds, by its opcode.
    pub fn get(&self, opcode: &str) -> Option<&Held> {
        self.held.get(place(opcode.as_bytes())?)
    }

    /// The registers that were mentioned, with their opcodes.
    pub fn touched(&self) -> impl Iterator<Item = (String, &Held)> {
        let named = self.held.iter().enumerate().map(|(at, held)| (opcode(at), held));
        named.filter(|(_, held)| **held != Held::Untouched)
    }
}

/// The registers after the given records, in the order of the game.
///
/// ```
/// use epidote::epd::registers::registers_after;
/// let game = [
///     &b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"A game\"; c1 \"The opening\"; sm e4;"[..],
///     b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 c1; eco \"B00\"; sm e5;",
/// ];
/// let registers = registers_after(game);
/// let text = |opcode| registers.get(opcode).and_then(|held| held.text());
/// assert_eq!((text("c0"), text("c1"), text("eco")), (Some(&b"A game"[..]), None, Some(&b"B00"[..])));
/// ```
pub fn registers_after<'a>(records: impl IntoIterator<Item = &'a [u8]>) -> Registers {
    let mut registers = Registers::default();
    for (number, record) in records.into_iter().enumerate() {
        registers.apply(&crate::epd::parse(record), number);
    }
    registers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text<'a>(registers: &'a Registers, opcode: &str) -> Option<&'a [u8]> {
        registers.get(opcode).and_then(Held::text)
    }

    /// Shows the comment registers as `0=a 2=b`.
    fn comments(records: &[&str]) -> String {
        let lines: Vec<String> =
            records.iter().map(|ops| format!("4k3/8/8/8/8/8/8/4K3 w - - {ops}")).collect();
        let registers = registers_after(lines.iter().map(String::as_bytes));
        // Reading the parts separately and adding them gives the same.
        let mut parts = Registers::default();
        for (number, line) in lines.iter().enumerate() {
            let mut one = Registers::default();
            one.apply(&crate::epd::parse(line.as_bytes()), number);
            parts.overlay(one);
        }
        assert_eq!(parts, registers);
        let shown = registers.touched().filter_map(|(opcode, held)| {
            let number = opcode.strip_prefix('c')?;
            Some(format!("{number}={}", String::from_utf8_lossy(held.text()?)))
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_comment_clears_those_below_it() {
        assert_eq!(comments(&["c0 \"a\"; c1 \"b\"; c2 \"c\";"]), "0=a 1=b 2=c");
        assert_eq!(comments(&["c0 \"a\"; c1 \"b\"; c2 \"c\";", "c1 \"d\";"]), "0=a 1=d");
        assert_eq!(comments(&["c0 \"a\"; c1 \"b\";", "c1;"]), "0=a");
        assert_eq!(comments(&["c0 \"a\"; c1 \"b\";", "c0;"]), "");
    }

    #[test]
    fn by_kvetka_a_register_keeps_its_own_number() {
        let mut registers = Registers::of(Dialect::Kvetka);
        registers.apply(&crate::epd::parse(b"4k3/8/8/8/8/8/8/4K3 w - - c1 \"a\"; c2 \"b\"; c3 \"c\";"), 0);
        registers.apply(&crate::epd::parse(b"4k3/8/8/8/8/8/8/4K3 w - - c2;"), 1);
        assert_eq!(text(&registers, "c2"), Some(b"b".as_slice()));
        assert_eq!(registers.get("c3"), Some(&Held::Cleared(1)));
    }

    #[test]
    fn order_in_the_text_does_not_matter() {
        assert_eq!(comments(&["c5 \"x\"; c2;"]), "5=x");
        assert_eq!(comments(&["c2; c5 \"x\";"]), "5=x");
    }

    #[test]
    fn codes_and_names_have_registers_too() {
        let registers = registers_after([
            b"8/8 w - - eco \"C50\"; nic \"IG\"; v0 \"Italian\"; v3 \"Giuoco\";".as_slice(),
            b"8/8 w - - nic; v1 \"Pianissimo\";",
            b"# eco;",
        ]);
        assert_eq!(text(&registers, "eco"), Some(b"C50".as_slice()));
        assert_eq!(registers.get("nic"), Some(&Held::Cleared(1)));
        assert_eq!(text(&registers, "v0"), Some(b"Italian".as_slice()));
        assert_eq!(registers.get("v1"), Some(&Held::Text(1, b"Pianissimo".to_vec())));
        assert_eq!((text(&registers, "v3"), registers.get("c0")), (None, Some(&Held::Untouched)));
    }
}
