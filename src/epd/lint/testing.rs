//! The harness that every rule is tested with.
//!
//! A fixture is a line, then one annotation per finding: dashes up to the span, carets under it
//! (a single `|` for an empty span), then code, name and message. For every fixture the harness
//! also proves the fixes: each applies, leaves a line without more errors, and removes its
//! finding; a safe one keeps the meaning; all safe ones together come to an end.

use std::fmt::Write as _;

use crate::chess::notation::coordinates;
use crate::epd::lint::{Applicability, LintContext, Rule, Severity, check as lint, repair};
use crate::epd::normalize::normalize;
use crate::epd::opcode::Operands;
use crate::epd::parse::parse;

/// Checks the findings of one rule on an annotated line, and proves their fixes.
#[track_caller]
pub(crate) fn check(rule: &'static Rule, fixture: &str) {
    let (line, _) = fixture.split_once('\n').unwrap_or((fixture, ""));
    assert_eq!(render(rule, line.as_bytes()), fixture, "\n--- found (left) against expected (right)");
    prove_fixes(line.as_bytes());
}

/// Checks that fix number `index` of the first finding of `rule` turns `before` into `after`.
#[track_caller]
pub(crate) fn check_fix(rule: &'static Rule, index: usize, before: &str, after: &str) {
    let parsed = parse(before.as_bytes());
    let found = lint(&parsed);
    let diagnostic = found.iter().find(|d| d.rule.code == rule.code).expect("a finding of the rule");
    let fix = diagnostic.fixes.get(index).expect("a fix");
    assert_eq!(String::from_utf8_lossy(&fix.edit.apply(before.as_bytes())), after, "{}", fix.title.english());
}

fn render(rule: &'static Rule, line: &[u8]) -> String {
    let mut out = String::from_utf8_lossy(line).into_owned();
    for d in lint(&parse(line)).iter().filter(|d| d.rule.code == rule.code) {
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

/// Proves every fix of every finding of a line.
#[track_caller]
pub(crate) fn prove_fixes(line: &[u8]) {
    let parsed = parse(line);
    let found = lint(&parsed);
    let errors =
        |line: &[u8]| lint(&parse(line)).iter().filter(|d| d.rule.severity == Severity::Error).count();
    for diagnostic in &found {
        let message = diagnostic.message.english();
        assert!(message.chars().count() <= 80, "message over 80 characters: {message}");
        for fix in &diagnostic.fixes {
            let context = format!(
                "{} by `{}` of {}",
                String::from_utf8_lossy(line),
                fix.title.english(),
                diagnostic.rule.code
            );
            let fixed = fix.edit.apply(line);
            assert_ne!(fixed, line, "a fix that does nothing: {context}");
            assert!(
                errors(&fixed) <= errors(line),
                "a fix that adds an error: {context}\n{}",
                String::from_utf8_lossy(&fixed)
            );
            let count = |line: &[u8]| {
                lint(&parse(line)).iter().filter(|d| d.rule.code == diagnostic.rule.code).count()
            };
            assert!(
                count(&fixed) < count(line),
                "a fix that leaves its finding: {context}\n{}",
                String::from_utf8_lossy(&fixed)
            );
            if fix.applicability == Applicability::Safe {
                assert_eq!(meaning(line), meaning(&fixed), "a safe fix that changes the meaning: {context}");
            }
        }
    }
    if let Some(repaired) = repair(line) {
        assert_eq!(
            repair(&repaired),
            None,
            "repair does not converge: {}",
            String::from_utf8_lossy(&repaired)
        );
        assert!(errors(&repaired) <= errors(line));
    }
}

/// The meaning of a line: fields, and operations with moves as coordinates and strings by value,
/// in ASCII order, exact repetitions dropped.
fn meaning(line: &[u8]) -> Vec<String> {
    let parsed = parse(line);
    let normal = normalize(&parsed);
    let fields_of = normal.as_deref().unwrap_or(line);
    let reparsed = parse(fields_of);
    let context = LintContext::new(&parsed);
    let mut out: Vec<String> =
        reparsed.fields.iter().map(|&f| String::from_utf8_lossy(reparsed.bytes(f)).into_owned()).collect();
    // Rights for which no rook stands are not part of what a field means.
    let mut operations = Vec::new();
    if let Some(counters) = parsed.counters {
        let text = |span| String::from_utf8_lossy(parsed.bytes(span)).into_owned();
        if parsed.bytes(counters.halfmoves) != b"-" {
            operations.push(format!("hmvc {}", text(counters.halfmoves)));
        }
        if parsed.bytes(counters.fullmoves) != b"-" {
            operations.push(format!("fmvn {}", text(counters.fullmoves)));
        }
    }
    for view in &context.operations {
        let mut operands: Vec<String> = parsed
            .operands(view.operation)
            .iter()
            .enumerate()
            .map(|(at, operand)| {
                match view.moves.get(at).and_then(super::super::moves::ReadOperand::played) {
                    Some(m) => coordinates(m),
                    None => String::from_utf8_lossy(operand.value(parsed.text()))
                        .trim_matches(|c: char| c.is_control())
                        .to_owned(),
                }
            })
            .collect();
        let string =
            view.spec.is_some_and(|s| matches!(s.operands, Operands::String | Operands::OptionalString));
        if let Some(span) = view.operation.operand_span.filter(|_| string && operands.len() > 1) {
            operands = vec![String::from_utf8_lossy(parsed.bytes(span)).into_owned()];
        }
        if view.spec.is_some_and(|s| s.operands.is_unordered()) {
            operands.sort();
        }
        if let Some(Ok(number)) = operands.first().map(|o| o.trim_start_matches('+').parse::<i64>()) {
            operands[0] = number.to_string();
        }
        operations.push(format!(
            "{} {}",
            String::from_utf8_lossy(parsed.opcode(view.operation)),
            operands.join(" ")
        ));
    }
    operations.sort();
    operations.dedup();
    out.extend(operations);
    out
}
