//! A finding in words.

use std::borrow::Cow;

use crate::epd::lint::{Applicability, Diagnostic, Fix};
use crate::text::encoding::{CodePage, Encoding};

/// What a rule says about a place in a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Finding {
    /// The code of the rule, such as `E305`.
    pub code: Cow<'static, str>,
    /// The name of the rule.
    pub name: Cow<'static, str>,
    /// `error`, `warning` or `info`.
    pub severity: Cow<'static, str>,
    /// What is wrong, in English.
    pub message: String,
    /// The paragraph of the 1995 text that says so.
    pub paragraph: Cow<'static, str>,
    /// Where it begins, in bytes of the line.
    pub start: usize,
    /// Where it ends, in bytes of the line.
    pub end: usize,
    /// What could be done about it.
    pub fixes: Vec<OfferedFix>,
}

/// A way to mend what was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OfferedFix {
    /// What it does, in English.
    pub title: String,
    /// The line with it.
    pub line: String,
    /// Whether it keeps the meaning of the record.
    pub is_safe: bool,
}

/// Bytes of fixed lines that the findings of one line have together: each fix has the whole line, so a long line with many
/// findings would need more memory than there is. The findings after that have no fixes.
const MOST_FIXED: usize = 16 << 20;

impl Finding {
    /// Those of a line, as found.
    pub(super) fn all(found: &[Diagnostic], line: &[u8]) -> Vec<Self> {
        let mut room = MOST_FIXED;
        let one = |found: &Diagnostic| {
            let finding = Self::of(found, line, room > 0);
            room = room.saturating_sub(finding.fixes.iter().map(|fix| fix.line.len()).sum());
            finding
        };
        found.iter().map(one).collect()
    }

    fn of(found: &Diagnostic, line: &[u8], has_fixes: bool) -> Self {
        let encoding = Encoding::detect(line, CodePage::default());
        let fix = |fix: &Fix| OfferedFix {
            title: fix.title.english(),
            line: encoding.decode(&fix.edit.apply(line)).into_owned(),
            is_safe: fix.applicability == Applicability::Safe,
        };
        Self {
            code: found.rule.code.into(),
            name: found.rule.name.into(),
            severity: found.rule.severity.name().into(),
            message: found.message.english(),
            paragraph: found.paragraph.into(),
            start: found.span.start,
            end: found.span.end,
            fixes: found.fixes.iter().filter(|_| has_fixes).map(fix).collect(),
        }
    }
}
