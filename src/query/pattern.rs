//! Regular expressions over the bytes of a line.
//!
//! A file need not be valid in any encoding, so a pattern is matched against bytes: `.` is any byte, classes
//! are those of ASCII, and a letter outside ASCII stands for its bytes in UTF-8. The automaton is built while
//! lines are read: a million of them take a second or two.

use std::sync::{Mutex, PoisonError};

use regex_automata::Input;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_syntax::ParserBuilder;
use regex_syntax::ast::ErrorKind;

use crate::text::span::Span;

/// What is wrong with a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PatternError {
    /// Why, as the key of a text.
    pub(super) reason: &'static str,
    /// The wrong part of the pattern.
    pub(super) span: Span,
}

/// A valid regular expression.
#[derive(Debug)]
pub(super) struct Pattern {
    automaton: DFA,
    /// The states needed so far.
    states: Mutex<Cache>,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// What is wrong with it: how it is written, or that it is too large.
    pub(super) fn read(pattern: &str, ignores_case: bool) -> Result<Self, PatternError> {
        let mut parser = ParserBuilder::new();
        let parsed = parser.unicode(false).utf8(false).case_insensitive(ignores_case).build().parse(pattern);
        let parsed = parsed.map_err(|error| reason(&error, pattern))?;
        let too_large = PatternError { reason: "query.pattern-large", span: Span::new(0, pattern.len()) };
        let states = thompson::Config::new().utf8(false).which_captures(WhichCaptures::None);
        let states = thompson::Compiler::new().configure(states).build_from_hir(&parsed);
        let automaton = DFA::builder().build_from_nfa(states.map_err(|_| too_large)?);
        let automaton = automaton.map_err(|_| too_large)?;
        let states = Mutex::new(automaton.create_cache());
        Ok(Self { automaton, states })
    }

    /// Returns whether it matches anywhere in a text.
    pub(super) fn is_in(&self, text: &[u8]) -> bool {
        let input = Input::new(text).earliest(true);
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        // A search gives up only with settings that are not used here.
        self.automaton.try_search_fwd(&mut states, &input).is_ok_and(|end| end.is_some())
    }
}

/// The reason in words of our own: those of the library have several lines, and are as large as its parser.
fn reason(error: &regex_syntax::Error, pattern: &str) -> PatternError {
    let whole = PatternError { reason: "query.pattern", span: Span::new(0, pattern.len()) };
    let regex_syntax::Error::Parse(error) = error else { return whole };
    let reason = match error.kind() {
        ErrorKind::GroupUnclosed | ErrorKind::GroupUnopened => "query.pattern-group",
        ErrorKind::ClassUnclosed => "query.pattern-class",
        ErrorKind::RepetitionMissing => "query.pattern-repeat",
        ErrorKind::EscapeUnrecognized => "query.pattern-escape",
        _ => whole.reason,
    };
    // A place between two characters stands for the one after it.
    let (start, end) = (error.span().start.offset, error.span().end.offset);
    let next = pattern.get(start..).and_then(|rest| rest.chars().next());
    let span = next.map_or(whole.span, |next| Span::new(start, end.max(start + next.len_utf8())));
    PatternError { reason, span }
}

impl Clone for Pattern {
    fn clone(&self) -> Self {
        Self { automaton: self.automaton.clone(), states: Mutex::new(self.automaton.create_cache()) }
    }
}
