//! What a worker found in lines. The page holds none of the rules: it shows what it is told.

use serde::{Deserialize, Serialize};

use crate::epd::lint::Severity;
use crate::language::Text;

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
    pub message: Text,
    /// The paragraph of the 1995 text that is broken.
    pub paragraph: String,
    /// The repairs on offer, the best first.
    pub fixes: Vec<Fix>,
}

/// A repair of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// What it does.
    pub title: Text,
    /// Whether the meaning of the record stays what it is.
    pub is_safe: bool,
    /// First byte that goes, one past the last one, and what comes in their place; in text order.
    pub edits: Vec<(u32, u32, Vec<u8>)>,
}
