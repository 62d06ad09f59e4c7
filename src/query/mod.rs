//! A small language that asks for records: `bm:Nf3 -has:pv (ce>150 | mate)`.
//!
//! | term | true of a line when |
//! |---|---|
//! | `knight`, `"two words"` | its text contains this, in any case |
//! | `/b[mM] K/`, `/…/i` | its text matches a regular expression |
//! | `bm:Nf3`, `id:WAC`, `c0:"mate in 3"` | the operation has this move, or this in its text |
//! | `has:pv` | it has the operation |
//! | `ce>150`, `acd>=12`, `dm=3` | the operand of the operation compares so; `>= <= > < = !=` |
//! | `mate` | it claims a mate: a mate score in `ce`, or `dm` |
//! | `side:w`, `side:b` | this side is to move |
//! | `check`, `checkmate`, `stalemate`, `legal` | the rules of chess say so |
//! | `piece:Q=0`, `piece:p>6` | the number of this piece compares so; White's is a capital letter |
//! | `men<=7` | the number of pieces and pawns on the board compares so |
//! | `material:KRPvKR` | this is all material, whoever has which side |
//! | `error`, `warning`, `info` | it has a finding of this severity |
//! | `error:E203`, `error:illegal-move` | it has this finding, by code or by name |
//! | `line:10-20`, `line:7` | its number in the file is among these |
//! | `dup` | an earlier line has the same four fields |
//! | `solved`, `unsolved` | its result is graded so, as in a report |
//! | `changed` | it was changed since its file was opened |
//!
//! Adjacent terms must all be true. With `|` or `OR` between them, one is enough. With `-` or `NOT` before
//! it, a term must be false. Parentheses group.
//!
//! A query is evaluated in [stages](Stage), each more expensive than the one before: the text of the line,
//! its structure, its position and moves, its findings. A line is read no further than the answer requires.
//! [`TERMS`] lists the terms for completion and help.

mod ask;
mod material;
mod pattern;
mod read;
mod term;

use std::fmt;

use crate::epd::lint::{RULES, Rule, Severity, Trait};
use crate::language::Text;
use crate::text::span::Span;

pub use ask::{Asked, Stage};
pub use term::{TERMS, TermHelp};

use term::Term;

/// A valid query.
#[derive(Debug, Clone)]
pub struct Query {
    root: Node,
}

/// Terms and how they are joined.
#[derive(Debug, Clone)]
enum Node {
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
    Term(Term),
}

/// Why a text is not a valid query, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryError {
    /// The place in the query.
    pub span: Span,
    /// Why, in the language of the user.
    pub reason: Text,
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason.english())
    }
}

impl Query {
    /// Reads a query. A blank one is true of every line.
    ///
    /// ```
    /// use epidote::query::{Asked, Query};
    /// let query = Query::read("bm:Nf3 -has:pv").unwrap();
    /// let line = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm g1f3;";
    /// assert!(query.matches(Asked::line(line)));
    /// assert!(Query::read("(bm:Nf3").is_err());
    /// ```
    ///
    /// # Errors
    /// An invalid term, with its place and the reason.
    pub fn read(text: &str) -> Result<Self, QueryError> {
        read::query(text).map(|root| Self { root })
    }

    /// Returns whether it is true of a line.
    pub fn matches(&self, asked: Asked<'_>) -> bool {
        self.matches_by(asked, &|rule| Some(rule.severity))
    }

    /// Like [`Self::matches`], with severities of rules that differ from their own; a rule with `None` is
    /// disabled and finds nothing.
    pub fn matches_by(&self, asked: Asked<'_>, severity_of: &dyn Fn(&Rule) -> Option<Severity>) -> bool {
        ask::matches(&self.root, asked, severity_of)
    }

    /// Returns whether it asks what was changed, which is known only in the page.
    pub fn asks_for_changes(&self) -> bool {
        self.root.any_term(&|term| matches!(term, Term::Changed))
    }

    /// Returns whether it asks for lines whose position or label occurs in an earlier line, by these severities:
    /// lines must then be asked in order, with what is known of the lines before.
    pub fn asks_for_repeats(&self, severity_of: &dyn Fn(&Rule) -> Option<Severity>) -> bool {
        let repeats = RULES.iter().filter(|rule| rule.looks_at.contains(&Trait::Repeated));
        let found: Vec<&Rule> = repeats.copied().collect();
        self.root.any_term(&|term| match term {
            Term::Repeated => true,
            Term::Rule(rule) => found.iter().any(|found| found.code == rule.code),
            Term::Severity(severity) => found.iter().any(|found| severity_of(found) == Some(*severity)),
            _ => false,
        })
    }
}

impl Node {
    fn any_term(&self, is: &dyn Fn(&Term) -> bool) -> bool {
        match self {
            Self::All(nodes) | Self::Any(nodes) => nodes.iter().any(|node| node.any_term(is)),
            Self::Not(node) => node.any_term(is),
            Self::Term(term) => is(term),
        }
    }
}

#[cfg(test)]
mod tests;
