//! What a worker found in lines. The page holds none of the rules: it shows what it is told.

use serde::{Deserialize, Serialize};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// A likely slip.
    Warning,
    /// A must of the text is broken.
    Error,
}

/// What a rule is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleName {
    /// A letter and a number.
    pub code: String,
    /// The pattern that is found, in kebab case.
    pub name: String,
    /// How bad a finding is.
    pub severity: Severity,
}

/// Something to say: an entry of the language files and what stands in the place of its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phrase {
    /// The entry.
    pub key: String,
    /// The arguments.
    pub args: Vec<String>,
}

/// One finding in a line. Places count the bytes of the line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The rule.
    pub rule: RuleName,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// What was found.
    pub message: Phrase,
    /// The paragraph of the 1995 text that is broken.
    pub paragraph: String,
    /// The repairs on offer, the best first.
    pub fixes: Vec<Fix>,
}

/// A repair of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// What it does.
    pub title: Phrase,
    /// Whether the meaning of the record stays what it is.
    pub is_safe: bool,
    /// First byte that goes, one past the last one, and what comes in their place; in text order.
    pub edits: Vec<(u32, u32, Vec<u8>)>,
}
