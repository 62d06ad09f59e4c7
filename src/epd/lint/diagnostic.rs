//! A finding of a rule, and the findings of a line.

use crate::chess::Bitboard;
use crate::epd::lint::fix::Fix;
use crate::epd::lint::rule::Rule;
use crate::language::Text;
use crate::text::span::Span;

/// One finding.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// The narrowest span that shows it.
    pub span: Span,
    /// What was found, in lower case without a full stop. Its key is the code of the rule or starts with it.
    pub message: Text,
    /// The paragraph of the 1995 text that is broken.
    pub paragraph: &'static str,
    /// The squares it shows on, if it is about the position.
    pub squares: Bitboard,
    /// The repairs on offer, the best first.
    pub fixes: Vec<Fix>,
    /// Whether the meaning is clear all the same: the line breaks the text but can be read in one way only.
    pub is_clear: bool,
}

impl Diagnostic {
    /// A finding of `rule` at `span`.
    pub fn new(rule: &'static Rule, span: Span, message: impl Into<Text>) -> Self {
        Self {
            rule,
            span,
            message: message.into(),
            paragraph: rule.paragraph,
            squares: Bitboard::EMPTY,
            fixes: Vec::new(),
            is_clear: false,
        }
    }

    /// Marks the meaning as clear if `is_clear`.
    #[must_use]
    pub fn clear_if(mut self, is_clear: bool) -> Self {
        self.is_clear = is_clear;
        self
    }

    /// Adds the squares it shows on.
    #[must_use]
    pub fn on(mut self, squares: Bitboard) -> Self {
        self.squares = squares;
        self
    }

    /// Adds a repair.
    #[must_use]
    pub fn with_fix(mut self, fix: Fix) -> Self {
        // Most findings have one fix.
        if self.fixes.is_empty() {
            self.fixes.reserve_exact(1);
        }
        self.fixes.push(fix);
        self
    }

    /// Adds repairs.
    #[must_use]
    pub fn with_fixes(mut self, fixes: impl IntoIterator<Item = Fix>) -> Self {
        self.fixes.extend(fixes);
        self
    }

    /// Replaces the paragraph of the rule by that of an opcode.
    #[must_use]
    pub fn in_paragraph(mut self, paragraph: &'static str) -> Self {
        self.paragraph = paragraph;
        self
    }
}

/// The findings of one line, at most a hundred of each rule: a line of garbage must not yield a million.
#[derive(Debug)]
pub struct Diagnostics {
    pub(super) found: Vec<Diagnostic>,
    /// Number of findings of the running rule.
    pub(super) of_rule: usize,
    /// Most findings that are kept of a rule.
    pub(super) most: usize,
}

impl Diagnostics {
    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.of_rule < self.most {
            self.found.push(diagnostic);
        }
        self.of_rule += 1;
    }

    /// Returns whether the running rule has reached its limit; a rule in a long loop may then stop.
    pub fn is_full(&self) -> bool {
        self.of_rule >= self.most
    }
}
