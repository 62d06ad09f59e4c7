//! The findings of a record, as the page shows them.

use std::sync::Arc;

use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::epd::conventions::Conventions;
use crate::epd::lint::{Applicability, Fix, Severity};
use crate::language::Text;
use crate::protocol;
use crate::text::edit::{Indel, TextEdit};
use crate::text::span::Span;
use crate::view::RecordView;

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The code of the rule.
    pub code: String,
    /// Its name.
    pub name: String,
    /// How grave it is.
    pub severity: Severity,
    /// Where it is shown.
    pub span: Span,
    /// What was found.
    pub message: Text,
    /// The paragraph of the 1995 text that the line violates.
    pub paragraph: String,
    /// The fixes on offer, the best first.
    pub fixes: Vec<Fix>,
}

impl Finding {
    /// Why it matters.
    pub fn why(&self) -> Text {
        Text::of_key(format!("{}.why", self.code))
    }
}

/// The findings of a record.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// The file and the record.
    pub of: (DocumentId, RecordId),
    /// The text that was checked.
    pub text: Arc<[u8]>,
    /// How it was read.
    pub conventions: Conventions,
    /// The findings, in the order of the text.
    pub list: Vec<Finding>,
}

impl Findings {
    /// Whether these are the findings of this record in its current state.
    pub fn is_of(&self, of: (DocumentId, RecordId), record: &RecordView) -> bool {
        self.of == of && self.text == record.text && self.conventions == record.conventions
    }

    /// The severity of the worst finding.
    pub fn worst(&self) -> Option<Severity> {
        self.list.iter().map(|found| found.severity).max()
    }

    /// The places and their severities.
    pub fn marks(&self) -> Vec<(Span, Severity)> {
        self.list.iter().map(|found| (found.span, found.severity)).collect()
    }

    /// The findings inside a part of the line.
    pub fn inside(&self, part: Span) -> impl Iterator<Item = &Finding> {
        self.list.iter().filter(move |found| part.start <= found.span.start && found.span.end <= part.end)
    }
}

/// What is known about a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Unchecked,
    /// The severity of its worst finding.
    Checked(Option<Severity>),
}

impl Verdict {
    /// The severity of the worst finding, if it is known.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Unchecked => None,
            Self::Checked(worst) => worst,
        }
    }
}

/// A finding from a message.
pub fn finding(found: protocol::Finding) -> Finding {
    Finding {
        code: found.rule.code,
        name: found.rule.name,
        severity: found.rule.severity,
        span: span(found.start, found.end),
        message: found.message,
        paragraph: found.paragraph,
        fixes: found.fixes.into_iter().map(fix).collect(),
    }
}

fn fix(fix: protocol::Fix) -> Fix {
    let indel = |(start, end, insert)| Indel { delete: span(start, end), insert };
    Fix {
        title: fix.title,
        edit: TextEdit::from_indels(fix.edits.into_iter().map(indel).collect()),
        applicability: if fix.is_safe { Applicability::Safe } else { Applicability::Unsafe },
    }
}

/// The key of the name of a severity.
pub fn severity_key(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "severity.info",
        Severity::Warning => "severity.warning",
        Severity::Error => "severity.error",
    }
}

fn span(start: u32, end: u32) -> Span {
    Span::new(start as usize, (end as usize).max(start as usize))
}
