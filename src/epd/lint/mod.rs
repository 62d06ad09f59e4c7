//! Checks of one line against the 1995 text, each with a reason and, where there is one, a fix.
//!
//! One rule is one file under `rules`; [`code`] lists them. A rule sees the line through a
//! [`LintContext`] and pushes [`Diagnostic`]s. Severity: an error breaks a must of the text, a
//! warning a should (or is a likely slip), an info is worth knowing. Unknown opcodes are never
//! worse than an info (§5.3).

pub mod code;
pub mod context;
pub mod fix;
mod legality;
pub mod levels;
#[cfg(any(test, feature = "laws"))]
pub mod meaning;
#[cfg(any(test, feature = "laws"))]
pub mod proof;
mod rules;
pub mod seen;
mod signs;
mod swallowed;
#[cfg(test)]
pub(crate) mod testing;
pub mod traits;
mod variant;

pub use code::{RULES, RuleSet, number, place};
pub use context::{LintContext, Surroundings};
pub use fix::{Applicability, Fix, Repair, repair};
pub use legality::illegalities;
pub use levels::{Level, Levels, RuleCode};
pub use seen::{Repeatable, Seen, game_key, label_key, position_key};
pub use signs::{Signs, Variant};
pub use traits::Trait;
pub use variant::other_game;

use serde::{Deserialize, Serialize};

use crate::chess::Bitboard;
use crate::epd::{LineKind, Parse};
use crate::language::Text;
use crate::text::span::Span;

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
    run: fn(&LintContext<'_>, &mut Diagnostics),
}

impl Rule {
    /// Why the finding matters, in one sentence.
    pub fn why(&self) -> Text {
        Text::of_key(format!("{}.why", self.code))
    }
}

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
    found: Vec<Diagnostic>,
    of_rule: usize,
    most: usize,
}

/// The findings kept for each rule and line when they are to be shown.
const MOST_PER_RULE: usize = 100;

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

/// All findings of a line in text order; where several start together, the worst comes first. Blank lines
/// have none; a comment has only the one that says so.
///
/// ```
/// use epidote::epd::{lint, parse};
/// let line = b"4k3/8/8/8/8/8/8/4K3 w - - bm e1d2; id BK.01;";
/// let found = lint::check(&parse(line));
/// let shown: Vec<_> = found.iter().map(|f| format!("{} {}", f.rule.code, f.message.english())).collect();
/// assert_eq!(shown, ["E303 `e1d2`: coordinate notation", "E406 `BK.01` should be in quotes"]);
/// // A fix is an edit that the caller applies.
/// assert_eq!(found[0].fixes[0].title.english(), "Write `Kd2`");
/// let fixed = found[0].fixes[0].edit.apply(line);
/// assert_eq!(fixed, b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id BK.01;");
/// ```
pub fn check(parse: &Parse<'_>) -> Vec<Diagnostic> {
    check_with(parse, Surroundings::default())
}

/// Like [`check`], for a line of a file.
///
/// ```
/// use epidote::epd::lint::{self, Seen, Surroundings};
/// use epidote::epd::{dialect::Dialect, parse};
/// let mut seen = Seen::default();
/// let codes = |found: Vec<lint::Diagnostic>| found.iter().map(|found| found.rule.code).collect::<Vec<_>>();
/// let line = parse(b"4k3/8/8/8/8/8/8/4K3 w - - id \"x\"; ts 1998.09.15 12:30;");
/// assert_eq!(codes(lint::check_with(&line, seen.see(&line, 0))), ["E404"]);
/// // The same record again, and by a dialect whose times have no seconds.
/// let again = Surroundings { dialect: Dialect::Kvetka, ..seen.see(&line, 1) };
/// assert_eq!(codes(lint::check_with(&line, again)), ["I216", "I439", "W438"]);
/// ```
pub fn check_with(parse: &Parse<'_>, around: Surroundings) -> Vec<Diagnostic> {
    if parse.kind == LineKind::Blank {
        return Vec::new();
    }
    check_in(&LintContext::with(parse, around))
}

/// Like [`check`], for a line whose position and moves have already been read.
pub fn check_in(context: &LintContext<'_>) -> Vec<Diagnostic> {
    run_rules(context, code::looking_at(context.traits), MOST_PER_RULE)
}

/// Like [`check`], without a limit on the findings of a rule: a repair needs all of them.
fn check_all(parse: &Parse<'_>, around: Surroundings) -> Vec<Diagnostic> {
    if parse.kind != LineKind::Record {
        return Vec::new();
    }
    let context = LintContext::with(parse, around);
    run_rules(&context, code::looking_at(context.traits), usize::MAX)
}

fn run_rules(
    context: &LintContext<'_>,
    rules: impl Iterator<Item = &'static Rule>,
    most: usize,
) -> Vec<Diagnostic> {
    let mut out = Diagnostics { found: Vec::new(), of_rule: 0, most };
    for rule in rules {
        out.of_rule = 0;
        (rule.run)(context, &mut out);
    }
    out.found.sort_by_key(|d| (d.span.start, std::cmp::Reverse(d.rule.severity), d.span.end));
    out.found
}

/// The first error, by these levels, that leaves the meaning of the line in doubt; `None` if the line is understood.
///
/// ```
/// use epidote::epd::{lint, parse};
/// let levels = lint::Levels::default();
/// let found = lint::check(&parse(b"4k3/8/8/8/8/8/8/4K3 w - - bm #4;"));
/// assert_eq!(lint::worst(&found), Some(lint::Severity::Error));
/// assert!(lint::doubt(&found, &levels).is_none()); // it can only mean `dm 4`
/// let found = lint::check(&parse(b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd4;"));
/// assert_eq!(lint::doubt(&found, &levels).map(|found| found.rule.name), Some("illegal-move"));
/// ```
pub fn doubt<'a>(diagnostics: &'a [Diagnostic], levels: &Levels) -> Option<&'a Diagnostic> {
    let is_error = |found: &Diagnostic| levels.severity(found.rule) == Some(Severity::Error);
    diagnostics.iter().find(|found| is_error(found) && !found.is_clear)
}

/// The severity of the worst finding; `None` without any.
pub fn worst(diagnostics: &[Diagnostic]) -> Option<Severity> {
    diagnostics.iter().map(|diagnostic| diagnostic.rule.severity).max()
}
