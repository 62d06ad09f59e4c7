//! The terms of the language: what each name and sign mean.

use std::cmp::Ordering;

use crate::chess::{Color, Piece, Role};
use crate::epd::lint::{RULES, Rule, Severity};
use crate::epd::opcode::is_opcode;
use crate::query::material::Material;
use crate::query::pattern::{Pattern, PatternError};

/// One question about a line.
#[derive(Debug, Clone)]
pub(super) enum Term {
    /// The text contains this, in any case of its ASCII letters.
    Text(Vec<u8>),
    /// The text matches a regular expression.
    Pattern(Box<Pattern>),
    /// The number of the line is in this range, both included.
    Line(usize, usize),
    /// There is an operation with this opcode.
    Has(String),
    /// The operands of an operation contain this.
    Operand { opcode: String, value: Vec<u8> },
    /// The integer of an operation fits a comparison.
    Number { opcode: String, compare: Compare },
    /// The record claims a mate.
    Mate,
    /// The side to move.
    Side(Color),
    /// What the rules of chess say.
    State(State),
    /// The number of pieces of one kind.
    Piece { piece: Piece, compare: Compare },
    /// The number of pieces on the board.
    Pieces(Compare),
    /// All pieces on the board.
    Material(Material),
    /// A finding of this severity.
    Severity(Severity),
    /// A finding of this rule.
    Rule(&'static Rule),
    /// An earlier line has the same four fields.
    Repeated,
    /// The result of the record solves it, or does not.
    Solved(bool),
    /// The line was changed since its file was opened.
    Changed,
}

/// What the rules of chess say about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Legal,
    Check,
    Checkmate,
    Stalemate,
}

/// A comparison with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Compare {
    sign: &'static str,
    number: i64,
}

impl Compare {
    fn read(sign: &'static str, number: &str) -> Option<Self> {
        Some(Self { sign, number: number.parse().ok()? })
    }

    /// Returns whether the comparison holds for a value.
    pub(super) fn holds(self, value: i64) -> bool {
        let order = value.cmp(&self.number);
        match self.sign {
            ">=" => order != Ordering::Less,
            "<=" => order != Ordering::Greater,
            "!=" => order != Ordering::Equal,
            ">" => order == Ordering::Greater,
            "<" => order == Ordering::Less,
            _ => order == Ordering::Equal,
        }
    }
}

/// A term for completion and help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TermHelp {
    /// The beginning, which is typed first.
    pub start: &'static str,
    /// A whole term.
    pub example: &'static str,
    /// The key of its meaning in the language files.
    pub key: &'static str,
}

const fn help(start: &'static str, example: &'static str, key: &'static str) -> TermHelp {
    TermHelp { start, example, key }
}

/// All kinds of terms.
pub static TERMS: &[TermHelp] = &[
    help("", "knight", "query.term.text"),
    help("/", "/[BN]xf7/", "query.term.pattern"),
    help("bm:", "bm:Nf3", "query.term.operand"),
    help("has:", "has:pv", "query.term.has"),
    help("ce>", "ce>=150", "query.term.number"),
    help("mate", "mate", "query.term.mate"),
    help("side:", "side:b", "query.term.side"),
    help("check", "check", "query.term.check"),
    help("checkmate", "checkmate", "query.term.checkmate"),
    help("stalemate", "stalemate", "query.term.stalemate"),
    help("legal", "legal", "query.term.legal"),
    help("piece:", "piece:Q=0", "query.term.piece"),
    help("men<", "men<=7", "query.term.men"),
    help("material:", "material:KRPvKR", "query.term.material"),
    help("error", "error", "query.term.severity"),
    help("error:", "error:E203", "query.term.rule"),
    help("line:", "line:10-20", "query.term.line"),
    help("dup", "dup", "query.term.dup"),
    help("solved", "solved", "query.term.solved"),
    help("unsolved", "unsolved", "query.term.unsolved"),
    help("changed", "changed", "query.term.changed"),
];

/// Why a term is invalid: a key of the language files, and its argument.
type Refusal = (&'static str, String);

impl Term {
    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.as_bytes().to_vec())
    }

    pub(super) fn pattern(pattern: &str, ignores_case: bool) -> Result<Self, PatternError> {
        Pattern::read(pattern, ignores_case).map(|pattern| Self::Pattern(Box::new(pattern)))
    }

    /// A word without a sign: one of the language, or a text.
    pub(super) fn word(word: &str) -> Self {
        match word {
            "mate" => Self::Mate,
            "legal" => Self::State(State::Legal),
            "check" => Self::State(State::Check),
            "checkmate" => Self::State(State::Checkmate),
            "stalemate" => Self::State(State::Stalemate),
            "error" => Self::Severity(Severity::Error),
            "warning" => Self::Severity(Severity::Warning),
            // What it was called once, in queries that people have kept.
            "info" | "note" => Self::Severity(Severity::Info),
            "dup" => Self::Repeated,
            "solved" => Self::Solved(true),
            "unsolved" => Self::Solved(false),
            "changed" => Self::Changed,
            _ => Self::text(word),
        }
    }

    /// A name, a sign and a value.
    pub(super) fn named(name: &str, sign: &'static str, value: &str) -> Result<Self, Refusal> {
        let number = |value: &str| {
            Compare::read(if sign == ":" { "=" } else { sign }, value)
                .ok_or_else(|| ("query.number", value.to_owned()))
        };
        match (name, sign) {
            ("men", _) => return Ok(Self::Pieces(number(value)?)),
            ("has", ":") if is_opcode(value.as_bytes()) => return Ok(Self::Has(value.to_owned())),
            ("has", ":") => return Err(("query.opcode", value.to_owned())),
            ("side", ":") => return side(value),
            ("piece", ":") => return piece(value),
            ("material", ":") => {
                let material = Material::read(value).ok_or_else(|| ("query.material", value.to_owned()))?;
                return Ok(Self::Material(material));
            }
            ("error" | "warning" | "info" | "note" | "rule", ":") => return rule(value),
            ("line", ":") => return line(value),
            _ => {}
        }
        if !is_opcode(name.as_bytes()) {
            return Err(("query.opcode", name.to_owned()));
        }
        let opcode = name.to_owned();
        match sign {
            ":" if value.is_empty() => Err(("query.value", opcode)),
            ":" => Ok(Self::Operand { opcode, value: value.as_bytes().to_vec() }),
            _ => Ok(Self::Number { opcode, compare: number(value)? }),
        }
    }
}

fn side(value: &str) -> Result<Term, Refusal> {
    match value {
        "w" | "white" => Ok(Term::Side(Color::White)),
        "b" | "black" => Ok(Term::Side(Color::Black)),
        _ => Err(("query.side", value.to_owned())),
    }
}

/// `Q=0`, `p>6`; a letter alone asks for at least one.
fn piece(value: &str) -> Result<Term, Refusal> {
    let refusal = || ("query.piece", value.to_owned());
    let mut letters = value.chars();
    let letter = letters.next().ok_or_else(refusal)?;
    let role = Role::from_char(letter).ok_or_else(refusal)?;
    let piece = role.of(Color::from_white(letter.is_ascii_uppercase()));
    let rest = letters.as_str();
    let signs = [">=", "<=", "!=", ">", "<", "="];
    let compare = match signs.into_iter().find(|sign| rest.starts_with(sign)) {
        Some(sign) => Compare::read(sign, &rest[sign.len()..]).ok_or_else(refusal)?,
        None if rest.is_empty() => Compare { sign: ">", number: 0 },
        None => return Err(refusal()),
    };
    Ok(Term::Piece { piece, compare })
}

fn rule(value: &str) -> Result<Term, Refusal> {
    let named = |rule: &&&Rule| rule.code.eq_ignore_ascii_case(value) || rule.name == value;
    let rule = RULES.iter().find(named).ok_or_else(|| ("query.rule", value.to_owned()))?;
    Ok(Term::Rule(rule))
}

/// `7`, `10-20`, `10-`: lines from 1 on.
fn line(value: &str) -> Result<Term, Refusal> {
    let refusal = |_| ("query.line", value.to_owned());
    let (first, last) = match value.split_once('-') {
        Some((first, "")) => (first.parse().map_err(refusal)?, usize::MAX),
        Some((first, last)) => (first.parse().map_err(refusal)?, last.parse().map_err(refusal)?),
        None => {
            let line = value.parse().map_err(refusal)?;
            (line, line)
        }
    };
    if first > last {
        return Err(("query.line", value.to_owned()));
    }
    Ok(Term::Line(first, last))
}
