//! A rule, and how bad its findings are.

use serde::{Deserialize, Serialize};

use crate::epd::lint::context::LintContext;
use crate::epd::lint::diagnostic::Diagnostics;
use crate::epd::lint::traits::Trait;
use crate::language::Text;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Info,
    /// A should of the text is broken, or it is a likely slip.
    Warning,
    /// A must of the text is broken.
    Error,
}

impl Severity {
    /// The word shown to the user.
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One rule: what it is called, how bad a finding is, and how it looks at a line.
#[derive(Debug)]
pub struct Rule {
    /// A letter for the severity (E, W, I) and a number that is never reused.
    pub code: &'static str,
    /// The name in kebab case: the pattern that is found.
    pub name: &'static str,
    /// How bad a finding is.
    pub severity: Severity,
    /// The paragraph of the 1995 text the rule comes from.
    pub paragraph: &'static str,
    /// The traits it looks at; it is not asked about lines that have none of them.
    pub looks_at: &'static [Trait],
    pub(super) run: fn(&LintContext<'_>, &mut Diagnostics),
}

impl Rule {
    /// What its findings are called together.
    pub fn kind(&self) -> Text {
        Text::of_key(format!("{}.kind", self.code))
    }

    /// Why the finding matters, in one sentence.
    pub fn why(&self) -> Text {
        Text::of_key(format!("{}.why", self.code))
    }
}
