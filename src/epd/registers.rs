//! The registers that comments and names fill over a game: `c0`-`c9`, `v0`-`v9`, `eco`, `nic`
//! (§6.5, §6.13, §6.17, §6.32).
//!
//! Records are taken in the order of the game, operations in ASCII order of their opcodes
//! whatever their order in the text (§5.1). `cN` first clears the registers N to 9, then, if it
//! has an operand, sets N; `vN` likewise.

use crate::epd::dialect::Dialect;
use crate::epd::normalize::sorted_operations;
use crate::epd::{LineKind, Parse};

/// Ten ranked registers.
pub type Family = [Option<Vec<u8>>; 10];

/// What the registers hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Registers {
    /// What the records follow.
    pub dialect: Dialect,
    /// `c0` to `c9`.
    pub comments: Family,
    /// `v0` to `v9`.
    pub variations: Family,
    /// `eco`.
    pub eco: Option<Vec<u8>>,
    /// `nic`.
    pub nic: Option<Vec<u8>>,
}

impl Registers {
    /// Takes in one record. Lines that are no records change nothing.
    pub fn apply(&mut self, parse: &Parse<'_>) {
        if parse.kind != LineKind::Record {
            return;
        }
        for operation in sorted_operations(parse) {
            let value = parse.operands(operation).first().map(|operand| operand.value(parse.text()).to_vec());
            match parse.opcode(operation) {
                b"eco" => self.eco = value,
                b"nic" => self.nic = value,
                [b'c', digit @ b'0'..=b'9'] => set(&mut self.comments, *digit, value, self.dialect),
                [b'v', digit @ b'0'..=b'9'] => set(&mut self.variations, *digit, value, self.dialect),
                _ => {}
            }
        }
    }
}

fn set(family: &mut Family, digit: u8, value: Option<Vec<u8>>, dialect: Dialect) {
    let number = usize::from(digit - b'0');
    // By the text `c2;` clears c2 too; by Kvetka only the registers above it.
    let kept = usize::from(dialect == Dialect::Kvetka);
    for register in family.iter_mut().skip(number + kept) {
        *register = None;
    }
    if let Some(register) = family.get_mut(number).filter(|_| value.is_some()) {
        *register = value;
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
/// assert_eq!(registers.comments[0].as_deref(), Some(&b"A game"[..]));
/// assert_eq!(registers.comments[1], None);
/// assert_eq!(registers.eco.as_deref(), Some(&b"B00"[..]));
/// ```
pub fn registers_after<'a>(records: impl IntoIterator<Item = &'a [u8]>) -> Registers {
    let mut registers = Registers::default();
    for record in records {
        registers.apply(&crate::epd::parse(record));
    }
    registers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows the comment registers as `0=a 2=b`.
    fn comments(records: &[&str]) -> String {
        let lines: Vec<String> =
            records.iter().map(|ops| format!("4k3/8/8/8/8/8/8/4K3 w - - {ops}")).collect();
        let registers = registers_after(lines.iter().map(String::as_bytes));
        let shown: Vec<String> = registers
            .comments
            .iter()
            .enumerate()
            .filter_map(|(at, text)| Some(format!("{at}={}", String::from_utf8_lossy(text.as_ref()?))))
            .collect();
        shown.join(" ")
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
        let mut registers = Registers { dialect: Dialect::Kvetka, ..Registers::default() };
        registers.apply(&crate::epd::parse(b"4k3/8/8/8/8/8/8/4K3 w - - c1 \"a\"; c2 \"b\"; c3 \"c\";"));
        registers.apply(&crate::epd::parse(b"4k3/8/8/8/8/8/8/4K3 w - - c2;"));
        assert_eq!(registers.comments[2].as_deref(), Some(b"b".as_slice()));
        assert_eq!(registers.comments[3], None);
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
        assert_eq!(registers.eco.as_deref(), Some(b"C50".as_slice()));
        assert_eq!(registers.nic, None);
        assert_eq!(registers.variations[0].as_deref(), Some(b"Italian".as_slice()));
        assert_eq!((&registers.variations[3], registers.comments[0].is_none()), (&None, true));
    }
}
