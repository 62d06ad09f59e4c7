//! The check of a line: runs the rules that look at it, and sums up what they found.

use crate::epd::lint::code::looking_at;
use crate::epd::lint::context::{LintContext, Surroundings};
use crate::epd::lint::diagnostic::{Diagnostic, Diagnostics};
use crate::epd::lint::levels::Levels;
use crate::epd::lint::rule::{Rule, Severity};
use crate::epd::{LineKind, Parse};

/// The findings kept for each rule and line when they are to be shown: more than any real record has, so that what
/// is fixed together is all that there is.
pub(super) const MOST_PER_RULE: usize = 1_000;

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
    run_rules(context, looking_at(context.traits), MOST_PER_RULE)
}

/// Like [`check`], without a limit on the findings of a rule: a repair needs all of them.
pub(super) fn check_all(parse: &Parse<'_>, around: Surroundings) -> Vec<Diagnostic> {
    if parse.kind != LineKind::Record {
        return Vec::new();
    }
    let context = LintContext::with(parse, around);
    run_rules(&context, looking_at(context.traits), usize::MAX)
}

pub(super) fn run_rules(
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
