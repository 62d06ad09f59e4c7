//! Evaluating a query on a line, in stages.

use std::borrow::Cow;

use crate::chess::notation::MoveReading;
use crate::chess::notation::line::both_coordinates;
use crate::chess::{Chess, legal};
use crate::epd::lint::{Diagnostic, LintContext, Rule, Severity, Surroundings, check_in};
use crate::epd::operand::{Integer, read_integer};
use crate::epd::understood::integer;
use crate::epd::write::counter_number;
use crate::epd::{LineKind, Operation, Parse, parse};
use crate::query::Node;
use crate::query::term::{State, Term};
use crate::report::grade::solves;
use crate::text::encoding::{CodePage, Encoding};

/// A line, and what is known about it.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'l> {
    /// The text, without its line end.
    pub text: &'l [u8],
    /// Its number in the file, from 1.
    pub number: usize,
    /// What the lines around it say about it.
    pub around: Surroundings,
    /// Whether it was changed since its file was opened.
    pub is_changed: bool,
    /// The encoding of the text if it is not UTF-8.
    pub code_page: CodePage,
}

impl<'l> Asked<'l> {
    /// A line on its own.
    pub fn line(text: &'l [u8]) -> Self {
        Self {
            text,
            number: 1,
            around: Surroundings::default(),
            is_changed: false,
            code_page: CodePage::default(),
        }
    }
}

/// How much of a line is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Its text and its number.
    Text,
    /// Fields and operations.
    Structure,
    /// Position and moves.
    Position,
    /// What the rules found in the line.
    Findings,
}

/// The severity of the findings of a rule; `None` if the rule is disabled.
pub(super) type SeverityOf<'l> = &'l dyn Fn(&Rule) -> Option<Severity>;

/// What has been read of a line so far.
#[derive(Clone, Copy)]
struct Known<'l> {
    asked: Asked<'l>,
    /// The text in UTF-8.
    readable: &'l [u8],
    severity_of: SeverityOf<'l>,
    parse: Option<&'l Parse<'l>>,
    context: Option<&'l LintContext<'l>>,
    findings: Option<&'l [Diagnostic]>,
}

/// Returns whether a query is true of a line; reads no more of it than necessary.
pub(super) fn matches(node: &Node, asked: Asked<'_>, severity_of: SeverityOf<'_>) -> bool {
    // Queries are UTF-8, and so are most lines.
    let readable = readable(asked.text, asked.code_page);
    let known = Known { asked, readable: &readable, severity_of, parse: None, context: None, findings: None };
    if let Some(answer) = ask(node, known) {
        return answer;
    }
    let parsed = parse(asked.text);
    let known = Known { parse: Some(&parsed), ..known };
    if let Some(answer) = ask(node, known) {
        return answer;
    }
    let context = LintContext::with(&parsed, asked.around);
    let known = Known { context: Some(&context), ..known };
    if let Some(answer) = ask(node, known) {
        return answer;
    }
    let findings = if parsed.kind == LineKind::Blank { Vec::new() } else { check_in(&context) };
    ask(node, Known { findings: Some(&findings), ..known }).unwrap_or(false)
}

/// The answer, or `None` if more of the line must be read for it.
fn ask(node: &Node, known: Known<'_>) -> Option<bool> {
    match node {
        Node::Term(term) => known.ask(term),
        Node::Not(node) => ask(node, known).map(|answer| !answer),
        Node::All(nodes) => join(nodes, known, false),
        Node::Any(nodes) => join(nodes, known, true),
    }
}

/// An answer `decides` settles it; otherwise all must be known.
fn join(nodes: &[Node], known: Known<'_>, decides: bool) -> Option<bool> {
    let mut all_known = true;
    for node in nodes {
        match ask(node, known) {
            Some(answer) if answer == decides => return Some(decides),
            Some(_) => {}
            None => all_known = false,
        }
    }
    all_known.then_some(!decides)
}

impl Known<'_> {
    fn ask(self, term: &Term) -> Option<bool> {
        let text = self.readable;
        match term {
            Term::Text(needle) => Some(contains(text, needle)),
            Term::Pattern(pattern) => Some(pattern.is_in(text)),
            Term::Line(first, last) => Some((*first..=*last).contains(&self.asked.number)),
            Term::Repeated => Some(self.asked.around.earlier_position.is_some()),
            Term::Changed => Some(self.asked.is_changed),
            Term::Solved(wanted) => {
                let context = self.context?;
                let solved = chess_of(context).map(|chess| solves(context.parse, chess));
                Some(self.is_record()? && solved.flatten() == Some(*wanted))
            }
            Term::Has(opcode) => {
                let parse = self.parse?;
                Some(parse.operation(opcode).is_some() || counter_number(parse, opcode).is_some())
            }
            Term::Number { opcode, compare } => {
                let parse = self.parse?;
                let value = integer(parse, opcode).or_else(|| counter_number(parse, opcode));
                Some(value.is_some_and(|value| compare.holds(value)))
            }
            Term::Mate => self.parse.map(tells_of_mate),
            Term::Operand { opcode, value } => {
                let parse = self.parse?;
                let mut named = parse
                    .operations
                    .iter()
                    .enumerate()
                    .filter(|(_, op)| parse.opcode(op) == opcode.as_bytes());
                if named.clone().next().is_none() {
                    let counter = counter_number(parse, opcode);
                    return Some(
                        counter.is_some_and(|counter| read_integer(value) == Integer::Value(counter)),
                    );
                }
                let context = self.context?;
                Some(named.any(|(index, operation)| self.has_operand(context, index, operation, value)))
            }
            Term::Side(color) => Some(self.context?.position.turn == Some(*color)),
            Term::State(state) => {
                let context = self.context?;
                let chess = chess_of(context);
                Some(match state {
                    State::Legal => chess.is_some(),
                    State::Check => chess.is_some_and(legal::is_check),
                    State::Checkmate => chess.is_some() && context.position.is_checkmate(),
                    State::Stalemate => chess.is_some() && context.position.is_stalemate(),
                })
            }
            Term::Piece { piece, compare } => {
                let board = &self.context?.position.board;
                Some(self.has_position()? && compare.holds(count(board.by_piece(*piece))))
            }
            Term::Pieces(compare) => {
                let board = &self.context?.position.board;
                Some(self.has_position()? && compare.holds(count(board.occupied())))
            }
            Term::Material(material) => {
                let board = &self.context?.position.board;
                Some(self.has_position()? && material.is_on(board))
            }
            Term::Severity(severity) => {
                Some(self.findings?.iter().any(|found| (self.severity_of)(found.rule) == Some(*severity)))
            }
            Term::Rule(rule) => {
                let is_asked = (self.severity_of)(rule).is_some();
                Some(is_asked && self.findings?.iter().any(|found| found.rule.code == rule.code))
            }
        }
    }

    /// Returns whether a move among the operands is this one, or the text of an operand contains this.
    fn has_operand(
        self,
        context: &LintContext<'_>,
        index: usize,
        operation: &Operation,
        value: &[u8],
    ) -> bool {
        let view = context.operations.get(index);
        let parse = context.parse;
        let moves = view.map(|view| view.moves.as_slice()).unwrap_or_default();
        if !moves.is_empty() {
            let wanted = without_marks(value);
            return moves.iter().any(|read| {
                let written = read.operand.value(parse.text());
                let san = match &read.reading {
                    Some(MoveReading::Loose { san, .. }) => san.as_bytes(),
                    _ => written,
                };
                let by_squares = || {
                    let names = read.played().into_iter().flat_map(both_coordinates);
                    is_coordinates(wanted)
                        && names.into_iter().any(|name| name.as_bytes().eq_ignore_ascii_case(wanted))
                };
                without_marks(san) == wanted || without_marks(written) == wanted || by_squares()
            });
        }
        let operands = parse.operands(operation);
        match operands {
            // A number or a word must be equal; a string may contain it anywhere.
            [one] if one.kind == crate::epd::OperandKind::Word => {
                readable(one.value(parse.text()), self.asked.code_page).eq_ignore_ascii_case(value)
            }
            _ => {
                let text = operation.operand_span.map_or(&[][..], |span| parse.bytes(span));
                contains(&readable(text, self.asked.code_page), value)
            }
        }
    }

    /// Whether it is a record with ranks: a line of words has no pieces.
    fn has_position(self) -> Option<bool> {
        let parse = self.parse?;
        Some(parse.kind == LineKind::Record && parse.has_ranks())
    }

    fn is_record(self) -> Option<bool> {
        Some(self.parse?.kind == LineKind::Record)
    }
}

fn count(squares: crate::chess::Bitboard) -> i64 {
    i64::try_from(squares.count()).unwrap_or(i64::MAX)
}

/// Returns whether a record has a mate score, or a number of moves to a mate.
fn tells_of_mate(parse: &Parse<'_>) -> bool {
    let score = integer(parse, "ce").and_then(|ce| i32::try_from(ce).ok());
    score.and_then(crate::chess::score::Score::from_ce).is_some_and(|score| score.mate_in_moves().is_some())
        || parse.operation("dm").is_some()
        || integer(parse, "dm").is_some()
}

/// Returns whether a move is written by its squares, like `e2e4` and `e7e8q`.
fn is_coordinates(text: &[u8]) -> bool {
    let is_square = |file: u8, rank: u8| matches!((file, rank), (b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8'));
    matches!(*text, [a, b, c, d] | [a, b, c, d, _] if is_square(a, b) && is_square(c, d))
}

/// A text in UTF-8: queries are, and so are most texts.
fn readable(text: &[u8], page: CodePage) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    match Encoding::detect(text, page) {
        Encoding::Utf8 => Cow::Borrowed(text),
        Encoding::Page(page) => Cow::Owned(Encoding::Page(page).decode(text).into_owned().into_bytes()),
    }
}

/// A move without the marks after it.
fn without_marks(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !b"+#!?".contains(byte)).map_or(0, |at| at + 1);
    &text[..end]
}

/// Returns whether a text contains another one, ignoring the case of ASCII letters.
fn contains(text: &[u8], needle: &[u8]) -> bool {
    let Some(&first) = needle.first() else { return true };
    let (low, high) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    memchr::memchr2_iter(low, high, text)
        .filter_map(|at| text.get(at..at + needle.len()))
        .any(|part| part.eq_ignore_ascii_case(needle))
}

/// The position, if it is legal and one of chess: other games may look like it.
fn chess_of<'a>(context: &'a LintContext<'_>) -> Option<&'a Chess> {
    context.position.chess.as_ref().filter(|_| context.variant().is_none())
}
