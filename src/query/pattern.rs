//! Regular expressions over the bytes of a line.
//!
//! A file need not be valid in any encoding, so a pattern is matched against bytes: `.` is any byte, classes
//! are those of ASCII, and a letter outside ASCII stands for its bytes in UTF-8. The automaton is built while
//! lines are read: a million of them take a second or two.

use std::sync::{Mutex, PoisonError};

use regex_automata::Input;
use regex_automata::hybrid::BuildError;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_automata::util::syntax;

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
    /// What is wrong with it, in the words of the library.
    pub(super) fn read(pattern: &str, ignores_case: bool) -> Result<Self, Box<BuildError>> {
        let syntax = syntax::Config::new().unicode(false).utf8(false).case_insensitive(ignores_case);
        let nfa = thompson::Config::new().utf8(false).which_captures(thompson::WhichCaptures::None);
        let automaton = DFA::builder().syntax(syntax).thompson(nfa).build(pattern)?;
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

impl Clone for Pattern {
    fn clone(&self) -> Self {
        Self { automaton: self.automaton.clone(), states: Mutex::new(self.automaton.create_cache()) }
    }
}
