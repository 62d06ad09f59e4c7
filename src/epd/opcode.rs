//! The table of opcodes: the one place that defines what each opcode of the 1995 text takes.
//!
//! The parser, the checks, the form, the completion and the help are all driven by it.

use crate::language::{Text, say};

/// What an opcode takes, in number and type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operands {
    /// No operand.
    None,
    /// Any operands; they carry no meaning.
    Any,
    /// One integer from `min` to `max`, both included.
    Integer {
        /// Smallest value allowed.
        min: i64,
        /// Largest value allowed.
        max: i64,
    },
    /// One string.
    String,
    /// One string, or none at all.
    OptionalString,
    /// Exactly two strings.
    TwoStrings,
    /// One move, playable from the position.
    Move,
    /// Any number of moves, each playable from the position, in ASCII order.
    MoveSet,
    /// Any number of moves, played one after the other.
    MoveLine,
    /// Two clock values, White's and Black's.
    Clocks,
    /// A date and a time of day.
    Timestamp,
    /// Pairs of an identifier and a string.
    TagPairs,
    /// One word of a fixed list.
    Keyword(&'static [&'static str]),
}

impl Operands {
    /// Returns whether the order of the operands has no meaning, so that the normal form sorts them (§5.1,
    /// §7.1 step 5).
    pub fn is_unordered(self) -> bool {
        matches!(self, Self::MoveSet | Self::Any)
    }

    /// Returns whether the operands are moves.
    pub fn are_moves(self) -> bool {
        matches!(self, Self::Move | Self::MoveSet | Self::MoveLine)
    }

    /// The key of what is expected in the language files.
    pub fn key(self) -> &'static str {
        match self {
            Self::None => "operands.none",
            Self::Any => "operands.any",
            Self::Integer { .. } => "operands.integer",
            Self::String => "operands.string",
            Self::OptionalString => "operands.optional-string",
            Self::TwoStrings => "operands.two-strings",
            Self::Move => "operands.move",
            Self::MoveSet => "operands.move-set",
            Self::MoveLine => "operands.move-line",
            Self::Clocks => "operands.clocks",
            Self::Timestamp => "operands.timestamp",
            Self::TagPairs => "operands.tag-pairs",
            Self::Keyword(_) => "operands.keyword",
        }
    }

    /// What is expected, with the range of an integer and the words of a list.
    pub fn in_words(self) -> Text {
        match self {
            Self::Integer { min, max: i64::MAX } => say("operands.least", [min.to_string()]),
            Self::Integer { min, max } => say("operands.range", [min.to_string(), max.to_string()]),
            Self::Keyword(words) => say("operands.words", [words.join(", ")]),
            _ => self.key().into(),
        }
    }
}

/// One opcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpcodeSpec {
    /// Its place in the table, from 0.
    pub row: usize,
    /// The mnemonic.
    pub name: &'static str,
    /// What it takes.
    pub operands: Operands,
    /// The paragraph of the 1995 text, or what else defines it.
    pub paragraph: &'static str,
}

impl OpcodeSpec {
    /// The name in words.
    pub fn title(&self) -> Text {
        Text::of_key(format!("opcode.{}", self.entry()))
    }

    /// One sentence of help.
    pub fn help(&self) -> Text {
        Text::of_key(format!("opcode.{}.help", self.entry()))
    }

    /// The operation as it may be written in a record of the start position. Some need another one beside them, such as
    /// the move with which a draw is offered.
    pub fn example(&self) -> String {
        let operands = match self.entry() {
            "acd" => "12",
            "acn" => "2045331",
            "acs" => "34",
            "am" => "f3 g4",
            "bm" | "pm" | "sm" => "e4",
            "c" => r#""A word about the position""#,
            "cc" => "000:00:12:30 000:00:11:04",
            "ce" => "35",
            "dm" => "3",
            "eco" => r#""C20""#,
            "fmvn" | "tcgs" => "1",
            "hmvc" => "0",
            "id" => r#""opening.001""#,
            "nic" => r#""KP 1""#,
            "noop" => r#""read and kept""#,
            "ptp" => r#"White "Adams" Black "Baker""#,
            "pv" | "sv" => "e4 e5 Nf3",
            "rc" => "2",
            "refcom" => "inform",
            "refreq" => "reply",
            "tcri" | "tcsi" => r#""ann@example.org" "Ann Adams""#,
            "ts" => "2026.11.28 19:30:00",
            "v" => r#""A name of the position""#,
            _ => return format!("{};", self.name),
        };
        format!("{} {operands};", self.name)
    }

    /// `c0` to `c9` share their texts, and so do `v0` to `v9`.
    fn entry(&self) -> &'static str {
        self.name.trim_end_matches(|c: char| c.is_ascii_digit())
    }
}

const fn spec(name: &'static str, operands: Operands, paragraph: &'static str) -> OpcodeSpec {
    OpcodeSpec { row: 0, name, operands, paragraph }
}

/// Numbers the rows.
const fn numbered<const N: usize>(mut rows: [OpcodeSpec; N]) -> [OpcodeSpec; N] {
    let mut row = 0;
    while row < N {
        rows[row].row = row;
        row += 1;
    }
    rows
}

const fn at_least(min: i64) -> Operands {
    Operands::Integer { min, max: i64::MAX }
}

const REFCOM: &[&str] = &["conclude", "disconnect", "execute", "fault", "inform", "reset", "respond"];
const REFREQ: &[&str] = &["fault", "reply", "sign_off", "sign_on"];

/// All opcodes of the 1995 text, and `acd`, in ASCII order.
pub static OPCODES: &[OpcodeSpec] = &numbered([
    spec("acd", at_least(0), "EPD Kit"),
    spec("acn", at_least(0), "§6.1"),
    spec("acs", at_least(0), "§6.2"),
    spec("am", Operands::MoveSet, "§6.3"),
    spec("bm", Operands::MoveSet, "§6.4"),
    spec("c0", Operands::OptionalString, "§6.5"),
    spec("c1", Operands::OptionalString, "§6.5"),
    spec("c2", Operands::OptionalString, "§6.5"),
    spec("c3", Operands::OptionalString, "§6.5"),
    spec("c4", Operands::OptionalString, "§6.5"),
    spec("c5", Operands::OptionalString, "§6.5"),
    spec("c6", Operands::OptionalString, "§6.5"),
    spec("c7", Operands::OptionalString, "§6.5"),
    spec("c8", Operands::OptionalString, "§6.5"),
    spec("c9", Operands::OptionalString, "§6.5"),
    spec("cc", Operands::Clocks, "§6.6"),
    spec("ce", Operands::Integer { min: -32768, max: 32766 }, "§6.7"),
    spec("dm", at_least(1), "§6.8"),
    spec("draw_accept", Operands::None, "§6.9"),
    spec("draw_claim", Operands::None, "§6.10"),
    spec("draw_offer", Operands::None, "§6.11"),
    spec("draw_reject", Operands::None, "§6.12"),
    spec("eco", Operands::OptionalString, "§6.13"),
    spec("fmvn", at_least(1), "§6.14"),
    spec("hmvc", at_least(0), "§6.15"),
    spec("id", Operands::String, "§6.16"),
    spec("nic", Operands::OptionalString, "§6.17"),
    spec("noop", Operands::Any, "§6.18"),
    spec("pm", Operands::Move, "§6.19"),
    spec("ptp", Operands::TagPairs, "§6.20"),
    spec("pv", Operands::MoveLine, "§6.21"),
    spec("rc", at_least(1), "§6.22"),
    spec("refcom", Operands::Keyword(REFCOM), "§6.23"),
    spec("refreq", Operands::Keyword(REFREQ), "§6.24"),
    spec("resign", Operands::None, "§6.25"),
    spec("sm", Operands::Move, "§6.26"),
    spec("sv", Operands::MoveLine, "§6.27"),
    spec("tcgs", at_least(1), "§6.28"),
    spec("tcri", Operands::TwoStrings, "§6.29"),
    spec("tcsi", Operands::TwoStrings, "§6.30"),
    spec("ts", Operands::Timestamp, "§6.31"),
    spec("v0", Operands::OptionalString, "§6.32"),
    spec("v1", Operands::OptionalString, "§6.32"),
    spec("v2", Operands::OptionalString, "§6.32"),
    spec("v3", Operands::OptionalString, "§6.32"),
    spec("v4", Operands::OptionalString, "§6.32"),
    spec("v5", Operands::OptionalString, "§6.32"),
    spec("v6", Operands::OptionalString, "§6.32"),
    spec("v7", Operands::OptionalString, "§6.32"),
    spec("v8", Operands::OptionalString, "§6.32"),
    spec("v9", Operands::OptionalString, "§6.32"),
]);

/// The slot of an opcode, which no other row has.
const fn slot(opcode: &[u8]) -> usize {
    match opcode {
        [] => 0,
        [first, .., last] => {
            let middle = opcode[opcode.len() / 2];
            (*first as usize * 2 + middle as usize + *last as usize + opcode.len() * 13) % 256
        }
        [only] => *only as usize,
    }
}

/// The row in each slot; the number of rows where there is none.
static SLOTS: [usize; 256] = {
    let mut slots = [OPCODES.len(); 256];
    let mut row = 0;
    while row < OPCODES.len() {
        let slot = slot(OPCODES[row].name.as_bytes());
        assert!(slots[slot] == OPCODES.len(), "two opcodes in one place");
        slots[slot] = row;
        row += 1;
    }
    slots
};

/// The row of an opcode, or `None` for one that the table does not know.
///
/// ```
/// use epidote::epd::opcode::{Operands, lookup};
/// let ce = lookup(b"ce").unwrap();
/// assert_eq!(ce.operands, Operands::Integer { min: -32768, max: 32766 });
/// assert_eq!(ce.title().english(), "centipawn evaluation");
/// assert_eq!(ce.operands.in_words().english(), "one integer, -32768 to 32766");
/// assert!(lookup(b"Private").is_none());
/// ```
pub fn lookup(opcode: &[u8]) -> Option<&'static OpcodeSpec> {
    let row = OPCODES.get(SLOTS[slot(opcode)])?;
    (row.name.as_bytes() == opcode).then_some(row)
}

/// Returns whether the text can be an opcode: a letter, then up to fourteen letters, digits or underscores
/// (§5.1).
pub fn is_opcode(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_alphabetic) && is_identifier(text)
}

/// Returns whether it is the opcode of a comment register, `c0` to `c9` (§6.5). `cN` without an operand is not
/// empty: it clears the registers `cN` to `c9` for the records after it.
pub fn is_register(text: &[u8]) -> bool {
    matches!(text, [b'c', b'0'..=b'9'])
}

/// Returns whether the text is an identifier: one to fifteen letters, digits or underscores (§5.2.1).
pub fn is_identifier(text: &[u8]) -> bool {
    (1..=15).contains(&text.len()) && text.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_the_fifty_opcodes_of_1995_and_acd_sorted() {
        assert_eq!(OPCODES.len(), 51);
        assert!(OPCODES.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert_eq!(OPCODES.iter().filter(|row| row.paragraph.starts_with("§6.")).count(), 50);
        assert!(OPCODES.iter().all(|row| is_opcode(row.name.as_bytes())));
    }

    #[test]
    fn finds_rows() {
        assert_eq!(lookup(b"bm").map(|row| row.paragraph), Some("§6.4"));
        assert_eq!(lookup(b"BM"), None);
        assert_eq!(lookup(b"bmx"), None);
    }

    #[test]
    fn knows_the_shape_of_opcodes() {
        assert!(is_opcode(b"abcdefghijklmno"));
        assert!(!is_opcode(b"abcdefghijklmnop"));
        assert!(!is_opcode(b"_bm"));
        assert!(!is_opcode(b"best-move"));
        assert!(!is_opcode(b""));
    }
}
