//! What a worker found in lines. The page has none of the rules and shows what it receives.

use serde::{Deserialize, Serialize};

use crate::epd::lint::{Fix, Severity};
use crate::language::Text;
use crate::text::span::Span;

/// The names and the severity of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleName {
    /// A letter and a number.
    pub code: String,
    /// The name of the pattern it finds, in kebab case.
    pub name: String,
    /// The severity of its findings.
    pub severity: Severity,
}

/// What a rule found in some lines, by their places among these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleLines {
    /// The rule.
    pub rule: RuleName,
    /// The lines in which it found something, in ascending order.
    pub lines: Vec<u32>,
    /// Those of them with a safe fix.
    pub fixable: Vec<u32>,
}

/// One finding in a line. Places count the bytes of the line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Code, name and severity of the rule.
    pub rule: RuleName,
    /// Where it is.
    pub span: Span,
    /// What was found.
    pub message: Text,
    /// The paragraph of the 1995 text that the line violates.
    pub paragraph: String,
    /// The fixes on offer, the best first.
    pub fixes: Vec<Fix>,
}
