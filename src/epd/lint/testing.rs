//! The harness that every rule is tested with.
//!
//! A fixture is a line, then one annotation per finding: dashes up to the span, carets under it
//! (a single `|` for an empty span), then code, name and message. The lines of a block share an
//! indentation, which is not part of them; a control character is written as its picture (`␉`),
//! and so is a blank at the end (`␠`). For every fixture the harness also proves the fixes, see
//! [`proof`](crate::epd::lint::proof), and that the rules that were not asked find nothing.

use std::fmt::Write as _;

use crate::epd::lint::check::{MOST_PER_RULE, run_rules};
pub(crate) use crate::epd::lint::proof::prove_fixes;
use crate::epd::lint::proof::prove_no_harm;
use crate::epd::lint::{Diagnostic, LintContext, RULES, Rule, Surroundings, check_in, check_with as lint};
use crate::epd::{LineKind, parse};

/// Checks the findings of one rule on an annotated line, and proves their fixes.
#[track_caller]
pub(crate) fn check(rule: &'static Rule, fixture: &str) {
    check_around(rule, Surroundings::default(), fixture);
}

/// As [`check`], for a line of a file.
#[track_caller]
pub(crate) fn check_around(rule: &'static Rule, around: Surroundings, fixture: &str) {
    let fixture = unindent(fixture);
    let (shown, _) = fixture.split_once('\n').unwrap_or((&fixture, ""));
    let line = from_pictures(shown);
    let rendered = format!("{shown}{}", annotations(rule, line.as_bytes(), around));
    assert_eq!(rendered, fixture, "\n--- found (left) against expected (right)");
    prove_traits(line.as_bytes(), around);
    prove_fixes(line.as_bytes(), around);
    prove_no_harm(line.as_bytes(), around);
}

/// The lines of a block without their common indentation; a single line is taken as it is.
fn unindent(fixture: &str) -> String {
    let Some(block) = fixture.strip_prefix('\n') else { return fixture.to_owned() };
    let lines = block.trim_end().lines();
    let indentation = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let common = lines.clone().map(indentation).min().unwrap_or(0);
    lines.map(|line| &line[common..]).collect::<Vec<_>>().join("\n")
}

/// Pictures of control characters replaced by the characters themselves.
fn from_pictures(shown: &str) -> String {
    let character = |picture: char| match picture {
        '\u{2400}'..='\u{2420}' => char::from_u32(u32::from(picture) - 0x2400).expect("an ASCII character"),
        '\u{2421}' => '\u{7f}',
        other => other,
    };
    shown.chars().map(character).collect()
}

/// Proves that the rules that are not asked about a line would find nothing in it.
#[track_caller]
pub(crate) fn prove_traits(line: &[u8], around: Surroundings) {
    let parsed = parse(line);
    let context = LintContext::with(&parsed, around);
    // A variant gets one finding, whatever else there is.
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

/// Checks that no fix is offered for the first finding of `rule` in a line.
#[track_caller]
pub(crate) fn check_no_fix(rule: &'static Rule, line: &str) {
    let parsed = parse(line.as_bytes());
    let found = lint(&parsed, Surroundings::default());
    let diagnostic = found.iter().find(|d| d.rule.code == rule.code).expect("a finding of the rule");
    assert!(diagnostic.fixes.is_empty(), "{:?}", diagnostic.fixes);
}

/// The findings of a rule on a line, each as an annotation on a separate line.
fn annotations(rule: &'static Rule, line: &[u8], around: Surroundings) -> String {
    let width = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().count();
    let mut out = String::new();
    for d in lint(&parse(line), around).iter().filter(|d| d.rule.code == rule.code) {
        let before = "-".repeat(width(&line[..d.span.start]));
        let mark = if d.span.is_empty() {
            "|".to_owned()
        } else {
            "^".repeat(width(&line[d.span.start..d.span.end]))
        };
        let _ = write!(out, "\n{before}{mark} {} {}: {}", d.rule.code, d.rule.name, d.message.english());
    }
    out
}
