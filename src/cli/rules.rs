//! The rules that a word of the command line or of the settings means.

use std::error::Error;
use std::fmt;

use crate::epd::lint::{RULES, Rule};

/// A word that means no rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NoRule(String);

impl fmt::Display for NoRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no rule `{}`; `epidote explain` lists all", self.0)
    }
}

impl Error for NoRule {}

/// The rules meant by a word, which is a code, the beginning of codes, a name, or `ALL`.
pub(super) fn rules_of(word: &str) -> Result<Vec<&'static Rule>, NoRule> {
    let word = word.trim();
    let code = word.to_ascii_uppercase();
    let is_meant = |rule: &&&Rule| rule.name == word || (!code.is_empty() && rule.code.starts_with(&code));
    let found: Vec<&'static Rule> = RULES.iter().filter(is_meant).copied().collect();
    match (found.is_empty(), code.as_str()) {
        (true, "ALL") => Ok(RULES.to_vec()),
        (true, _) => Err(NoRule(word.to_owned())),
        (false, _) => Ok(found),
    }
}
