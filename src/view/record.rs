//! The selected record: everything that the board, the editor and the list of problems show of it.

use std::sync::Arc;

use crate::chess::score::Score;
use crate::chess::{Bitboard, Board, Chess, Color, Move, Position};
use crate::epd::conventions::Conventions;
use crate::epd::legality::concerned;
use crate::epd::lint::{Severity, other_game};
use crate::epd::moves::{ReadOperand, read_moves};
use crate::epd::opcode::{OpcodeSpec, Operands, lookup};
use crate::epd::position::PositionReading;
use crate::epd::{LineKind, OperandKind, Operation, Parse, parse};
use crate::text::encoding::{CodePage, Encoding};
use crate::text::span::Span;
use crate::view::column::value;
use crate::view::highlight::{Segment, segments};
use crate::view::name::{Name, name_of};

/// The most bytes of a line that are painted; longer lines are shown plain.
const MOST_PAINTED: usize = 16 * 1024;

/// The most operations that get a row in the form; a broken line can have thousands.
const MOST_ROWS: usize = 100;

/// The most bytes of a name.
const MOST_NAMED: usize = 120;

/// What the rules of chess say about the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionState {
    /// The game can go on.
    Open,
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// There is no legal position.
    Illegal,
}

/// One operation as a row of the form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationRow {
    /// Its place in the line, from 0.
    pub index: usize,
    /// The opcode as it is written.
    pub opcode: String,
    /// Its row in the table.
    pub spec: Option<&'static OpcodeSpec>,
    /// The operands as written in the line.
    pub operands: String,
    /// The value of the only string operand, without quotes.
    pub string: Option<String>,
    /// Its place in the line.
    pub span: Span,
}

/// A line with everything that can be read from it. Two views are equal if their lines are.
#[derive(Debug, Clone)]
pub struct RecordView {
    /// How it was read.
    pub conventions: Conventions,
    /// The line.
    pub text: Arc<[u8]>,
    /// The encoding it is shown in.
    pub encoding: Encoding,
    /// The kind of the line.
    pub kind: LineKind,
    /// What it is called in lists, and the side to move if that is its material.
    pub name: (String, Option<Color>),
    /// The pieces that could be read.
    pub board: Board,
    /// Side to move.
    pub turn: Color,
    /// The legal position.
    pub chess: Option<Chess>,
    /// What the rules of chess say.
    pub state: PositionState,
    /// The key of the text that says to which other game than chess it belongs.
    pub other_game: Option<&'static str>,
    /// `ce`, if it is a score (§6.7).
    pub score: Option<Score>,
    /// The squares that show why a position is illegal.
    pub impossible: Bitboard,
    /// The rows of the form.
    pub operations: Vec<OperationRow>,
    /// `bm`, as far as the moves can be played.
    pub best: Vec<Move>,
    /// `am`.
    pub avoid: Vec<Move>,
    /// `pv`.
    pub predicted: Vec<Move>,
    /// `sv`.
    pub supplied: Vec<Move>,
}

fn impossible(position: &PositionReading) -> Bitboard {
    let squares = |kind| concerned(kind, &position.board, position.turn_or_white());
    position.illegal.iter().fold(Bitboard::EMPTY, |all, kind| all | squares(kind))
}

impl PartialEq for RecordView {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.conventions == other.conventions && self.encoding == other.encoding
    }
}

impl RecordView {
    /// Reads a line by these conventions, and by a code page where it is no UTF-8.
    pub fn of(text: Arc<[u8]>, conventions: impl Into<Conventions>, page: CodePage) -> Self {
        let conventions = conventions.into();
        let parsed = parse(&text);
        let encoding = Encoding::detect(&text, page);
        let position = PositionReading::read_as(&parsed, conventions.game);
        let moves = |opcode: &str| moves_of(&parsed, &position, opcode);
        let state = match &position.chess {
            None => PositionState::Illegal,
            Some(_) if position.is_checkmate() => PositionState::Checkmate,
            Some(_) if position.is_stalemate() => PositionState::Stalemate,
            Some(_) => PositionState::Open,
        };
        Self {
            encoding,
            kind: parsed.kind,
            name: match name_of(&parsed, value) {
                Name::Text(name) => {
                    let name = encoding.decode(&name[..name.len().min(4 * MOST_NAMED)]);
                    let shown = name.chars().take(MOST_NAMED);
                    (shown.map(|c| if c.is_control() { '\u{b7}' } else { c }).collect(), None)
                }
                Name::Material(material, turn) => (material, Some(turn)),
                Name::Nothing => (String::new(), None),
            },
            board: if parsed.has_some_ranks() { position.board.clone() } else { Board::empty() },
            turn: position.turn_or_white(),
            chess: position.chess.clone(),
            state,
            other_game: other_game(&parsed, &position, &conventions),
            score: parsed.integer("ce").and_then(|ce| Score::from_ce(i32::try_from(ce).ok()?)),
            impossible: impossible(&position),
            operations: operation_rows(&parsed, encoding),
            best: moves("bm"),
            avoid: moves("am"),
            predicted: moves("pv"),
            supplied: moves("sv"),
            text: Arc::clone(&text),
            conventions,
        }
    }

    /// The line as characters.
    pub fn shown(&self) -> String {
        self.encoding.decode(&self.text).into_owned()
    }

    /// The index and the opcode of the operation at the caret, given the displayed text before the caret.
    pub fn operation_at(&self, before: &str) -> Option<(usize, String)> {
        let caret = self.encoding.encode(before).len();
        let parsed = parse(&self.text);
        let at_caret = |operation: &Operation| {
            let span = operation.span();
            span.start <= caret && caret <= span.end
        };
        let index = parsed.operations.iter().position(at_caret)?;
        Some((index, self.encoding.decode(parsed.opcode(&parsed.operations[index])).into_owned()))
    }

    /// Where a part of the line is in the displayed text, in units of UTF-16.
    pub fn shown_part(&self, span: Span) -> std::ops::Range<u32> {
        let length = |bytes: &[u8]| {
            u32::try_from(self.encoding.decode(bytes).encode_utf16().count()).unwrap_or(u32::MAX)
        };
        let start = length(&self.text[..span.start.min(self.text.len())]);
        start..start + length(span.of(&self.text))
    }

    /// The places of the operations with this opcode.
    pub fn spans_of(&self, opcode: &str) -> Vec<Span> {
        self.operations.iter().filter(|row| row.opcode == opcode).map(|row| row.span).collect()
    }

    /// The string operand of the first operation with this opcode.
    pub fn string_of(&self, opcode: &str) -> Option<String> {
        self.operations.iter().find(|row| row.opcode == opcode)?.string.clone()
    }

    /// The operands of the first operation with this opcode as written in the line; empty without one.
    pub fn operands_of(&self, opcode: &str) -> &str {
        self.operations.iter().find(|row| row.opcode == opcode).map_or("", |row| row.operands.as_str())
    }

    /// The legal moves; none without a legal position.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.chess.as_ref().map(|chess| chess.legal_moves().to_vec()).unwrap_or_default()
    }

    /// Returns whether the line is short enough to be painted.
    pub fn is_painted(&self) -> bool {
        self.text.len() <= MOST_PAINTED
    }

    /// The painted line, with findings at these places; empty if the line is too long for that.
    pub fn segments(&self, marks: &[(Span, Severity)]) -> Vec<Segment> {
        if self.is_painted() { segments(&parse(&self.text), marks, self.encoding) } else { Vec::new() }
    }
}

/// The moves of an opcode that can be played; for a line, those up to the first that cannot.
fn moves_of(parsed: &Parse<'_>, position: &PositionReading, opcode: &str) -> Vec<Move> {
    let (Some(chess), Some(operation), Some(spec)) =
        (&position.chess, parsed.operation(opcode), lookup(opcode.as_bytes()))
    else {
        return Vec::new();
    };
    let reads = read_moves(chess, spec.operands, parsed, operation);
    let moves = reads.iter().filter(|read| !read.is_no_move(parsed.text()));
    let played = moves.map(ReadOperand::played);
    if spec.operands == Operands::MoveLine {
        played.map_while(|m| m).collect()
    } else {
        played.flatten().collect()
    }
}

fn operation_rows(parsed: &Parse<'_>, encoding: Encoding) -> Vec<OperationRow> {
    let text = |span: Span| encoding.decode(parsed.bytes(span)).into_owned();
    let row = |(index, operation): (usize, &Operation)| {
        let spec = lookup(parsed.opcode(operation));
        let operands = parsed.operands(operation);
        // A text without its quotes is still a string.
        let is_string =
            spec.is_some_and(|spec| matches!(spec.operands, Operands::String | Operands::OptionalString));
        let string = match operands {
            [one] if one.kind == OperandKind::Str => {
                Some(encoding.decode(one.value(parsed.text())).into_owned())
            }
            [_, ..] if is_string && operands.iter().all(|operand| operand.kind == OperandKind::Word) => {
                operation.operand_span.map(text)
            }
            _ => None,
        };
        OperationRow {
            index,
            opcode: text(operation.opcode),
            spec,
            operands: operation.operand_span.map(text).unwrap_or_default(),
            string,
            span: operation.span(),
        }
    };
    parsed.operations.iter().enumerate().take(MOST_ROWS).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::dialect::Dialect;

    fn view(line: &str) -> RecordView {
        RecordView::of(line.as_bytes().into(), Dialect::Edwards, CodePage::default())
    }

    #[test]
    fn knows_all_about_a_record() {
        let view = view("4k3/8/8/8/8/8/8/4K3 w - - 7 12 am Kd1; bm Kd2 Ke2; id \"x\"; pv Kd2 Kd7 Kd9 Kd1;");
        assert_eq!((view.best.len(), view.avoid.len(), view.predicted.len()), (2, 1, 2));
        assert_eq!(view.operations[2].string.as_deref(), Some("x"));
        assert_eq!((view.string_of("id").as_deref(), view.operands_of("bm")), (Some("x"), "Kd2 Ke2"));
        assert_eq!((view.string_of("c0"), view.operands_of("dm")), (None, ""));
        assert_eq!(view.operations[2].span, Span::new(51, 58));
        assert_eq!(view.state, PositionState::Open);
    }

    #[test]
    fn words_have_no_pieces() {
        let pieces = |line: &str| view(line).board.occupied().count();
        assert_eq!(pieces("8/k6/8/8/8/8/8 w - -"), 1, "a record that lacks a rank");
        assert_eq!(pieces("Black queens before rooks"), 0);
        assert_eq!(pieces("Black/White to move"), 0);
    }

    #[test]
    fn a_line_goes_on_behind_numbers() {
        let numbered = view("4k3/8/8/8/8/8/8/4K3 w - - pv 1. Kd2 Kd7 ! 2. Kd3; sv 1... Kd7;");
        assert_eq!((numbered.predicted.len(), numbered.supplied.len()), (3, 0));
    }

    #[test]
    fn tells_ends_of_games() {
        assert_eq!(view("7k/6Q1/6K1/8/8/8/8/8 b - -").state, PositionState::Checkmate);
        assert_eq!(view("7k/5Q2/6K1/8/8/8/8/8 b - -").state, PositionState::Stalemate);
        assert_eq!(view("8/8 w - -").state, PositionState::Illegal);
    }

    #[test]
    fn parts_of_the_line_are_found_in_what_is_displayed() {
        let check = |record: &RecordView, part: &str| {
            let at = record.text.windows(part.len()).position(|it| it == part.as_bytes()).unwrap();
            let shown: Vec<u16> = record.shown().encode_utf16().collect();
            let range = record.shown_part(Span::new(at, at + part.len()));
            let found = String::from_utf16_lossy(&shown[range.start as usize..range.end as usize]);
            assert_eq!(found, part, "{}", record.shown());
        };
        check(&view("4k3/8/8/8/8/8/8/4K3 w - - id \"é 😀\"; dm 1;"), "dm 1;");
        let latin = RecordView::of(
            b"4k3/8/8/8/8/8/8/4K3 w - - id \"\xe9\"; dm 1;"[..].into(),
            Dialect::Edwards,
            CodePage::default(),
        );
        check(&latin, "dm 1;");
        assert_eq!(latin.shown_part(Span::new(500, 500)).start, 39);
    }

    #[test]
    fn knows_the_opcode_at_the_caret() {
        let view = view("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"é; ce\"; dm 1");
        let check = |before: &str, expect: Option<&str>| {
            let found = view.operation_at(before).map(|(_, opcode)| opcode);
            assert_eq!(found.as_deref(), expect, "{before}");
        };
        check("4k3/8", None);
        check("4k3/8/8/8/8/8/8/4K3 w - - ", Some("bm"));
        check("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;", Some("bm"));
        check("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"é; c", Some("id"));
        check("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"é; ce\"; dm 1", Some("dm"));
    }

    #[test]
    fn a_line_of_a_megabyte_is_not_painted() {
        let view = RecordView::of(vec![b'x'; 1 << 20].into(), Dialect::Edwards, CodePage::default());
        assert!(!view.is_painted() && view.segments(&[]).is_empty());
    }
}
