//! The harness that every rule is tested with.
//!
//! A fixture is a line, then one annotation per finding: dashes up to the span, carets under it
//! (a single `|` for an empty span), then code, name and message. For every fixture the harness
//! also proves the fixes, see [`proof`](crate::epd::lint::proof), and that no rule that was not
//! asked would have said a word.

use std::fmt::Write as _;

pub(crate) use crate::epd::lint::proof::prove_fixes;
use crate::epd::lint::proof::prove_no_harm;
use crate::epd::lint::{
    Diagnostic, LintContext, MOST_PER_RULE, RULES, Rule, Surroundings, check_in, check_with as lint,
    run_rules,
};
use crate::epd::{LineKind, parse};

/// Checks the findings of one rule on an annotated line, and proves their fixes.
#[track_caller]
pub(crate) fn check(rule: &'static Rule, fixture: &str) {
    check_around(rule, Surroundings::default(), fixture);
}

/// As [`check`], for a line of a file.
#[track_caller]
pub(crate) fn check_around(rule: &'static Rule, around: Surroundings, fixture: &str) {
    let (line, _) = fixture.split_once('\n').unwrap_or((fixture, ""));
    assert_eq!(render(rule, line.as_bytes(), around), fixture, "\n--- found (left) against expected (right)");
    prove_traits(line.as_bytes(), around);
    prove_fixes(line.as_bytes(), around);
    prove_no_harm(line.as_bytes(), around);
}

/// Proves that the rules which are not asked about a line have nothing to say of it.
#[track_caller]
pub(crate) fn prove_traits(line: &[u8], around: Surroundings) {
    let parsed = parse(line);
    let context = LintContext::with(&parsed, around);
    // Of a variant one finding is all that is said, whatever else there is.
    if parsed.kind != LineKind::Record || context.variant().is_some() {
        return;
    }
    let asked = check_in(&context);
    let all = run_rules(&context, RULES.iter().copied(), MOST_PER_RULE);
    let shown = |found: &[Diagnostic]| -> Vec<String> { found.iter().map(|d| format!("{d:?}")).collect() };
    assert_eq!(shown(&asked), shown(&all), "{}", String::from_utf8_lossy(line));
}

/// Checks that fix number `index` of the first finding of `rule` turns `before` into `after`.
#[track_caller]
pub(crate) fn check_fix(rule: &'static Rule, index: usize, before: &str, after: &str) {
    let parsed = parse(before.as_bytes());
    let found = lint(&parsed, Surroundings::default());
    let diagnostic = found.iter().find(|d| d.rule.code == rule.code).expect("a finding of the rule");
    let fix = diagnostic.fixes.get(index).expect("a fix");
    assert_eq!(String::from_utf8_lossy(&fix.edit.apply(before.as_bytes())), after, "{}", fix.title.english());
}

fn render(rule: &'static Rule, line: &[u8], around: Surroundings) -> String {
    let mut out = String::from_utf8_lossy(line).into_owned();
    for d in lint(&parse(line), around).iter().filter(|d| d.rule.code == rule.code) {
        let mark = if d.span.is_empty() { "|".to_owned() } else { "^".repeat(d.span.len()) };
        let _ = write!(
            out,
            "\n{}{mark} {} {}: {}",
            "-".repeat(d.span.start),
            d.rule.code,
            d.rule.name,
            d.message.english()
        );
    }
    out
}
