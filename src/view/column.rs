//! The columns of the record list.

use crate::chess::score::Score;
use crate::epd::opcode::{is_opcode, lookup};
use crate::epd::position::PositionReading;
use crate::epd::{LineKind, Parse};
use crate::text::encoding::Encoding;
use crate::view::name::{Name, name_of};

/// The most bytes of a value that a cell shows.
const MOST_SHOWN: usize = 200;

/// The most columns: with more, it would no longer be a list.
const MOST_COLUMNS: usize = 40;

/// What a column shows of each record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Column {
    /// The number of its line.
    Number,
    /// The severity of its findings.
    State,
    /// A diagram in high rows.
    Diagram,
    /// A smaller diagram in less high rows.
    SmallDiagram,
    /// The side to move.
    Side,
    /// `id`, or else a comment or the material.
    Label,
    /// `bm`, `am` or `dm`, with the opcode.
    Solution,
    /// The operands of an opcode.
    Opcode(String),
}

impl Column {
    /// The columns that are not opcodes, in their usual order.
    pub const FIXED: [Self; 7] = [
        Self::Number,
        Self::State,
        Self::Diagram,
        Self::SmallDiagram,
        Self::Side,
        Self::Label,
        Self::Solution,
    ];

    /// The columns of a user who has not chosen any.
    pub fn usual() -> Vec<Self> {
        vec![Self::Number, Self::State, Self::Label, Self::Solution, Self::Opcode("ce".to_owned())]
    }

    /// Returns whether it shows the position.
    pub fn is_diagram(&self) -> bool {
        matches!(self, Self::Diagram | Self::SmallDiagram)
    }

    /// Returns whether it contains moves.
    pub fn has_moves(&self) -> bool {
        match self {
            Self::Solution => true,
            Self::Opcode(opcode) => lookup(opcode.as_bytes()).is_some_and(|spec| spec.operands.are_moves()),
            _ => false,
        }
    }

    /// Its name in the settings, and as a key for sorting.
    pub fn name(&self) -> &str {
        match self {
            Self::Number => "number",
            Self::State => "state",
            Self::Diagram => "diagram",
            Self::SmallDiagram => "small-diagram",
            Self::Side => "side",
            Self::Label => "label",
            Self::Solution => "solution",
            Self::Opcode(opcode) => opcode,
        }
    }

    /// The column with a name; `None` if the name cannot be an opcode. The names of other columns are not
    /// opcodes of the text, and an opcode with such a name has no column.
    pub fn named(word: &str) -> Option<Self> {
        let fixed = Self::FIXED.into_iter().find(|column| column.name() == word);
        fixed.or_else(|| is_opcode(word.as_bytes()).then(|| Self::Opcode(word.to_owned())))
    }

    /// The columns with these names, each once.
    ///
    /// ```
    /// use epidote::view::Column;
    /// let names: Vec<String> = Column::list("pv label pv ü number").iter().map(|c| c.name().into()).collect();
    /// assert_eq!(names, ["pv", "label", "number"]);
    /// ```
    pub fn list(words: &str) -> Vec<Self> {
        let mut out = Vec::new();
        for column in words.split_whitespace().filter_map(Self::named).take(MOST_COLUMNS) {
            if !out.contains(&column) {
                out.push(column);
            }
        }
        out
    }

    /// The text of the cell; the cells of number, state and diagram are made elsewhere.
    pub(super) fn cell(&self, parsed: &Parse<'_>, encoding: Encoding) -> String {
        let text = |bytes: &[u8]| encoding.decode(&bytes[..bytes.len().min(MOST_SHOWN)]).into_owned();
        let is_record = parsed.kind == LineKind::Record;
        let shown = match self {
            Self::Side if is_record => parsed.field(1).map(text).unwrap_or_default(),
            Self::Label => match name_of(parsed, value) {
                Name::Text(name) => text(name),
                Name::Material(material, _) => material,
                Name::Nothing => String::new(),
            },
            Self::Solution => solution(parsed, &text),
            Self::Opcode(opcode) if opcode == "ce" => score(parsed, text),
            Self::Opcode(opcode) => value(parsed, opcode).map(text).unwrap_or_default(),
            Self::Number | Self::State | Self::Diagram | Self::SmallDiagram | Self::Side => String::new(),
        };
        shown.replace(|c: char| c.is_control(), "\u{b7}")
    }
}

/// The operands of an opcode; of a single operand its value, even if its quotes are missing.
pub(super) fn value<'a>(parsed: &Parse<'a>, opcode: &str) -> Option<&'a [u8]> {
    let operation = parsed.operation(opcode)?;
    match parsed.operands(operation) {
        [one] => Some(one.value(parsed.text())),
        _ => operation.operand_span.map(|span| parsed.bytes(span)),
    }
}

/// `ce` in pawns or as a mate; as it is written if it is no score (§6.7).
fn score(parsed: &Parse<'_>, text: impl Fn(&[u8]) -> String) -> String {
    let score = parsed.integer("ce").and_then(|ce| Score::from_ce(i32::try_from(ce).ok()?));
    match score {
        Some(score) => score.to_string(),
        None => value(parsed, "ce").map(text).unwrap_or_default(),
    }
}

fn solution(parsed: &Parse<'_>, text: &dyn Fn(&[u8]) -> String) -> String {
    let of = |opcode: &str| {
        let operation = parsed.operation(opcode)?;
        let operands = operation.operand_span.map(|span| text(parsed.bytes(span))).unwrap_or_default();
        Some(format!("{opcode} {operands}"))
    };
    ["bm", "am", "dm"].into_iter().filter_map(of).collect::<Vec<_>>().join("  ")
}

/// The pieces of a diagram: the number of the square (`a1` is 0), and the letter in FEN.
pub(super) fn pieces(parsed: &Parse<'_>) -> Vec<(u8, char)> {
    if parsed.kind != LineKind::Record || !parsed.has_some_ranks() {
        return Vec::new();
    }
    let board = PositionReading::read(parsed).board;
    board.into_iter().map(|(square, piece)| (u8::from(square), piece.char())).collect()
}
