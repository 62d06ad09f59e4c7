//! What must hold for the fixes of any line, and what else must hold for those of a fixture.

use crate::epd::lint::check::check_all;
use crate::epd::lint::meaning::meaning;
use crate::epd::lint::{Applicability, Diagnostic, Fix, Repair, Severity, Surroundings};
use crate::epd::parse;

/// Proves every fix of every finding of a line, and the repair of the line.
///
/// A fix changes the line and removes its finding: it is gone, or there is one less of several. A safe fix
/// keeps the meaning and adds no error to a line without errors; in other lines it may reveal an error that
/// another one hid, so errors are counted for fixtures only. All safe fixes together come to an end and keep
/// the meaning.
///
/// # Panics
/// If something does not hold.
#[track_caller]
pub fn prove_fixes(line: &[u8], around: Surroundings) {
    let found = findings(line, around);
    for diagnostic in &found {
        for fix in &diagnostic.fixes {
            prove_fix(line, around, &found, (diagnostic, fix));
        }
    }
    prove_repair(line, around, &found);
}

/// Proves that no fix of a fixture adds an error, that each leaves fewer findings of its rule, and that
/// messages are short if their quotations are.
///
/// # Panics
/// If something does not hold.
#[cfg(test)]
#[track_caller]
pub fn prove_no_harm(line: &[u8], around: Surroundings) {
    let found = findings(line, around);
    for message in found.iter().map(|found| found.message.english()) {
        assert!(message.chars().count() <= 80, "message over 80 characters: {message}");
    }
    for (diagnostic, fix) in found.iter().flat_map(|found| found.fixes.iter().map(move |fix| (found, fix))) {
        let fixed = fix.edit.apply(line);
        let left = findings(&fixed, around);
        let context = || context(line, &fixed, (diagnostic, fix));
        assert!(errors(&left) <= errors(&found), "a fix that adds an error: {}", context());
        let is_one_less = of_rule(&left, diagnostic) < of_rule(&found, diagnostic);
        assert!(is_one_less, "a fix that leaves its finding: {}", context());
    }
}

fn findings(line: &[u8], around: Surroundings) -> Vec<Diagnostic> {
    check_all(&parse(line), around)
}

fn errors(found: &[Diagnostic]) -> usize {
    found.iter().filter(|d| d.rule.severity == Severity::Error).count()
}

/// The number of findings of the same rule as `one`.
fn of_rule(found: &[Diagnostic], one: &Diagnostic) -> usize {
    found.iter().filter(|found| found.rule.code == one.rule.code).count()
}

fn context(line: &[u8], fixed: &[u8], (diagnostic, fix): (&Diagnostic, &Fix)) -> String {
    let (before, after) = (String::from_utf8_lossy(line), String::from_utf8_lossy(fixed));
    format!("`{}` of {}\n  {before}\n  {after}", fix.title.english(), diagnostic.rule.code)
}

#[track_caller]
fn prove_fix(
    line: &[u8],
    around: Surroundings,
    found: &[Diagnostic],
    (diagnostic, fix): (&Diagnostic, &Fix),
) {
    let fixed = fix.edit.apply(line);
    let context = || context(line, &fixed, (diagnostic, fix));
    assert!(fixed != line, "a fix that does nothing: {}", context());
    let left = findings(&fixed, around);
    let is_there = left.iter().any(|left| is_same(left, diagnostic, fix));
    let is_one_less = of_rule(&left, diagnostic) < of_rule(found, diagnostic);
    assert!(!is_there || is_one_less, "a fix that leaves its finding: {}", context());
    if fix.applicability == Applicability::Safe {
        assert!(errors(found) > 0 || errors(&left) == 0, "a safe fix that makes an error: {}", context());
        assert_eq!(
            meaning(line, around.game),
            meaning(&fixed, around.game),
            "a safe fix that changes the meaning: {}",
            context()
        );
    }
}

/// Returns whether a finding of the fixed line was found before, in the same place.
fn is_same(left: &Diagnostic, before: &Diagnostic, fix: &Fix) -> bool {
    let indels = fix.edit.indels().iter().filter(|indel| indel.delete.end <= before.span.start);
    let (come, gone) =
        indels.fold((0, 0), |(come, gone), indel| (come + indel.insert.len(), gone + indel.delete.len()));
    left.rule.code == before.rule.code
        && left.message == before.message
        && left.span.len() == before.span.len()
        && left.span.start + gone == before.span.start + come
}

#[track_caller]
fn prove_repair(line: &[u8], around: Surroundings, found: &[Diagnostic]) {
    let repair =
        |line: &[u8]| Repair { dialect: around.dialect, game: around.game, ..Repair::default() }.line(line);
    let Some(repaired) = repair(line) else { return };
    let context = || format!("{}\n  {}", String::from_utf8_lossy(line), String::from_utf8_lossy(&repaired));
    assert_eq!(repair(&repaired), None, "repair does not converge: {}", context());
    let left = findings(&repaired, around);
    assert!(errors(found) > 0 || errors(&left) == 0, "repair makes an error: {}", context());
    assert_eq!(
        meaning(line, around.game),
        meaning(&repaired, around.game),
        "repair changes the meaning: {}",
        context()
    );
}
