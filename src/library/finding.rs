//! A finding in words.

use crate::epd::lint::{Applicability, Diagnostic, Fix};
use crate::text::encoding::{CodePage, Encoding};

/// What a rule says about a place in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The code of the rule, such as `E305`.
    pub code: &'static str,
    /// The name of the rule.
    pub name: &'static str,
    /// `error`, `warning` or `info`.
    pub severity: &'static str,
    /// What is wrong, in English.
    pub message: String,
    /// The paragraph of the 1995 text that says so.
    pub paragraph: &'static str,
    /// Where it begins, in bytes of the line.
    pub start: usize,
    /// Where it ends, in bytes of the line.
    pub end: usize,
    /// What could be done about it.
    pub fixes: Vec<OfferedFix>,
}

/// A way to mend what was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedFix {
    /// What it does, in English.
    pub title: String,
    /// The line with it.
    pub line: String,
    /// Whether it keeps the meaning of the record.
    pub is_safe: bool,
}

impl Finding {
    pub(super) fn of(found: &Diagnostic, line: &[u8]) -> Self {
        let encoding = Encoding::detect(line, CodePage::default());
        let fix = |fix: &Fix| OfferedFix {
            title: fix.title.english(),
            line: encoding.decode(&fix.edit.apply(line)).into_owned(),
            is_safe: fix.applicability == Applicability::Safe,
        };
        Self {
            code: found.rule.code,
            name: found.rule.name,
            severity: found.rule.severity.name(),
            message: found.message.english(),
            paragraph: found.paragraph,
            start: found.span.start,
            end: found.span.end,
            fixes: found.fixes.iter().map(fix).collect(),
        }
    }
}
