//! The table of opcodes: the one place that knows what each opcode of the 1995 text takes.
//!
//! The parser, the checks, the form, the completion and the help are all driven by it.

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
    /// Any number of moves, each playable from the position; they stand in ASCII order.
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
    /// Whether the order of the operands has no meaning, so that the normal form sorts them
    /// (§5.1, §7.1 step 5).
    pub fn is_unordered(self) -> bool {
        matches!(self, Self::MoveSet | Self::Any)
    }

    /// Whether the operands are moves.
    pub fn are_moves(self) -> bool {
        matches!(self, Self::Move | Self::MoveSet | Self::MoveLine)
    }

    /// What is expected, in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::None => "no operand",
            Self::Any => "any operands",
            Self::Integer { .. } => "one integer",
            Self::String => "one string",
            Self::OptionalString => "one string or nothing",
            Self::TwoStrings => "two strings",
            Self::Move => "one move",
            Self::MoveSet | Self::MoveLine => "moves",
            Self::Clocks => "two clock values (DDD:HH:MM:SS)",
            Self::Timestamp => "a date (YYYY.MM.DD) and a time (HH:MM:SS)",
            Self::TagPairs => "pairs of a tag name and a string",
            Self::Keyword(_) => "one word of a fixed list",
        }
    }
}

/// One opcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpcodeSpec {
    /// The mnemonic.
    pub name: &'static str,
    /// What it takes.
    pub operands: Operands,
    /// The paragraph of the 1995 text, or what else defines it.
    pub paragraph: &'static str,
    /// The name in words.
    pub title: &'static str,
    /// One sentence of help.
    pub help: &'static str,
}

const MAX: i64 = i64::MAX;

const fn spec(
    name: &'static str,
    operands: Operands,
    paragraph: &'static str,
    title: &'static str,
    help: &'static str,
) -> OpcodeSpec {
    OpcodeSpec { name, operands, paragraph, title, help }
}

const COMMENT: &str = "A remark; setting cN clears the comments of higher number.";
const VARIATION: &str = "The name of a variation; setting vN clears the names of higher number.";

/// All opcodes of the 1995 text, and `acd`, in ASCII order.
pub static OPCODES: &[OpcodeSpec] = &[
    spec(
        "acd",
        Operands::Integer { min: 0, max: MAX },
        "extension (EPD Kit)",
        "analysis count: depth",
        "Depth of the search in plies.",
    ),
    spec(
        "acn",
        Operands::Integer { min: 0, max: MAX },
        "§6.1",
        "analysis count: nodes",
        "Number of nodes the search examined.",
    ),
    spec(
        "acs",
        Operands::Integer { min: 0, max: MAX },
        "§6.2",
        "analysis count: seconds",
        "Whole seconds the search took.",
    ),
    spec("am", Operands::MoveSet, "§6.3", "avoid moves", "Moves a search should not choose."),
    spec("bm", Operands::MoveSet, "§6.4", "best moves", "Moves judged best; each is a right answer."),
    spec("c0", Operands::OptionalString, "§6.5", "comment", COMMENT),
    spec("c1", Operands::OptionalString, "§6.5", "comment", COMMENT),
    spec("c2", Operands::OptionalString, "§6.5", "comment", COMMENT),
    spec("c3", Operands::OptionalString, "§6.5", "comment", COMMENT),
    spec("c4", Operands::OptionalString, "§6.5", "comment", COMMENT),
    spec("c5", Operands::OptionalString, "§6.5", "comment", COMMENT),
    spec("c6", Operands::OptionalString, "§6.5", "comment", COMMENT),
    spec("c7", Operands::OptionalString, "§6.5", "comment", COMMENT),
    spec("c8", Operands::OptionalString, "§6.5", "comment", COMMENT),
    spec("c9", Operands::OptionalString, "§6.5", "comment", COMMENT),
    spec("cc", Operands::Clocks, "§6.6", "chess clock values", "Time used by White, then by Black."),
    spec(
        "ce",
        Operands::Integer { min: -32768, max: 32766 },
        "§6.7",
        "centipawn evaluation",
        "Value for the side to move; above 32000 or below -32000 it counts the plies to mate.",
    ),
    spec(
        "dm",
        Operands::Integer { min: 1, max: MAX },
        "§6.8",
        "direct mate",
        "Full moves in which the side to move mates.",
    ),
    spec(
        "draw_accept",
        Operands::None,
        "§6.9",
        "accept a draw offer",
        "Accepts the offer made with the last move.",
    ),
    spec(
        "draw_claim",
        Operands::None,
        "§6.10",
        "claim a draw",
        "Claims a draw by rule with the supplied move.",
    ),
    spec("draw_offer", Operands::None, "§6.11", "offer a draw", "Offers a draw with the supplied move."),
    spec(
        "draw_reject",
        Operands::None,
        "§6.12",
        "reject a draw offer",
        "Rejects the offer made with the last move.",
    ),
    spec(
        "eco",
        Operands::OptionalString,
        "§6.13",
        "ECO opening code",
        "Code of the Encyclopedia of Chess Openings.",
    ),
    spec(
        "fmvn",
        Operands::Integer { min: 1, max: MAX },
        "§6.14",
        "fullmove number",
        "Number of the move to be played; 1 in the start array.",
    ),
    spec(
        "hmvc",
        Operands::Integer { min: 0, max: MAX },
        "§6.15",
        "halfmove clock",
        "Plies since the last pawn move or capture.",
    ),
    spec("id", Operands::String, "§6.16", "position identification", "A label, unique in its suite."),
    spec("nic", Operands::OptionalString, "§6.17", "NIC opening code", "Code of New In Chess."),
    spec("noop", Operands::Any, "§6.18", "no operation", "Takes anything and means nothing."),
    spec("pm", Operands::Move, "§6.19", "predicted move", "The move expected to be played."),
    spec("ptp", Operands::TagPairs, "§6.20", "PGN tag pairs", "Tag names and their values."),
    spec("pv", Operands::MoveLine, "§6.21", "predicted variation", "The line expected to be played."),
    spec(
        "rc",
        Operands::Integer { min: 1, max: MAX },
        "§6.22",
        "repetition count",
        "How often the position has occurred.",
    ),
    spec(
        "refcom",
        Operands::Keyword(&["conclude", "disconnect", "execute", "fault", "inform", "reset", "respond"]),
        "§6.23",
        "referee command",
        "What the referee tells a program to do.",
    ),
    spec(
        "refreq",
        Operands::Keyword(&["fault", "reply", "sign_off", "sign_on"]),
        "§6.24",
        "referee request",
        "What a program asks of the referee.",
    ),
    spec("resign", Operands::None, "§6.25", "game resignation", "The side to move resigns."),
    spec("sm", Operands::Move, "§6.26", "supplied move", "The move to be played from the position."),
    spec("sv", Operands::MoveLine, "§6.27", "supplied variation", "The line to be played from the position."),
    spec(
        "tcgs",
        Operands::Integer { min: 1, max: MAX },
        "§6.28",
        "game selector",
        "Tells apart several games of one pair of players.",
    ),
    spec(
        "tcri",
        Operands::TwoStrings,
        "§6.29",
        "receiver identification",
        "Electronic mail address and name of the receiver.",
    ),
    spec(
        "tcsi",
        Operands::TwoStrings,
        "§6.30",
        "sender identification",
        "Electronic mail address and name of the sender.",
    ),
    spec("ts", Operands::Timestamp, "§6.31", "timestamp", "Date and time (UTC) of the last change."),
    spec("v0", Operands::OptionalString, "§6.32", "variation name", VARIATION),
    spec("v1", Operands::OptionalString, "§6.32", "variation name", VARIATION),
    spec("v2", Operands::OptionalString, "§6.32", "variation name", VARIATION),
    spec("v3", Operands::OptionalString, "§6.32", "variation name", VARIATION),
    spec("v4", Operands::OptionalString, "§6.32", "variation name", VARIATION),
    spec("v5", Operands::OptionalString, "§6.32", "variation name", VARIATION),
    spec("v6", Operands::OptionalString, "§6.32", "variation name", VARIATION),
    spec("v7", Operands::OptionalString, "§6.32", "variation name", VARIATION),
    spec("v8", Operands::OptionalString, "§6.32", "variation name", VARIATION),
    spec("v9", Operands::OptionalString, "§6.32", "variation name", VARIATION),
];

/// The row of an opcode, or `None` for one that the table does not know.
pub fn lookup(opcode: &[u8]) -> Option<&'static OpcodeSpec> {
    OPCODES.binary_search_by(|row| row.name.as_bytes().cmp(opcode)).ok().and_then(|at| OPCODES.get(at))
}

/// Whether the text can be an opcode: a letter, then up to fourteen letters, digits or
/// underscores (§5.1).
pub fn is_opcode(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_alphabetic) && is_identifier(text)
}

/// Whether the text is an identifier: one to fifteen letters, digits or underscores (§5.2.1).
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
