//! The harness that every rule is tested with.
//!
//! A fixture is a line, then one annotation per finding: dashes up to the span, carets under it
//! (a single `|` for an empty span), then code, name and message. For every fixture the harness
//! also proves the fixes: each applies, leaves a line without more errors, and removes its
//! finding; a safe one keeps the meaning; all safe ones together come to an end.

use std::fmt::Write as _;

use crate::chess::notation::{MoveReading, coordinates, read_move};
use crate::epd::lint::context::OperationView;
use crate::epd::lint::rules::opcodes::missing_separator::starts_operation;
use crate::epd::lint::{
    Applicability, LintContext, Repair, Rule, Severity, Surroundings, check_with as lint,
};
use crate::epd::mate::{announced, announced_as_score, ce};
use crate::epd::moves::{NoMove, ReadOperand, read_detached_promotion};
use crate::epd::normalize::normalize;
use crate::epd::opcode::Operands;
use crate::epd::parse;
use crate::text::edit::TextEdit;
use crate::text::span::Span;

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
    prove_fixes(line.as_bytes(), around);
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

/// Proves every fix of every finding of a line.
#[track_caller]
pub(crate) fn prove_fixes(line: &[u8], around: Surroundings) {
    let parsed = parse(line);
    let found = lint(&parsed, around);
    let errors = |line: &[u8]| {
        lint(&parse(line), around).iter().filter(|d| d.rule.severity == Severity::Error).count()
    };
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
                lint(&parse(line), around).iter().filter(|d| d.rule.code == diagnostic.rule.code).count()
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
    let repair = |line: &[u8]| Repair { dialect: around.dialect, only: None }.line(line);
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
/// in ASCII order, exact repetitions dropped. Signs between moves mean nothing, a swallowed
/// operation is one of its own, and an announced mate is `dm` or `ce`.
fn meaning(line: &[u8]) -> Vec<String> {
    let parsed = parse(line);
    let context = LintContext::new(&parsed);
    let swallowed = context.operations.iter().find_map(|view| {
        let operands = parsed.operands(view.operation);
        let at = (1..operands.len()).find(|&at| starts_operation(&context, view, at))?;
        Some(operands[at - 1].span.end)
    });
    if let Some(at) = swallowed {
        return meaning(&TextEdit::insert(at, ";").apply(line));
    }
    let text = |span: Span| String::from_utf8_lossy(parsed.bytes(span)).into_owned();
    let normal = normalize(&parsed);
    let reparsed = parse(normal.as_deref().unwrap_or(line));
    let mut out: Vec<String> =
        reparsed.fields.iter().map(|&f| String::from_utf8_lossy(reparsed.bytes(f)).into_owned()).collect();
    let mut operations = Vec::new();
    for (opcode, counter) in
        parsed.counters.iter().flat_map(|c| [("hmvc", c.halfmoves), ("fmvn", c.fullmoves)])
    {
        if parsed.bytes(counter) != b"-" {
            operations.push(format!("{opcode} {}", text(counter)));
        }
    }
    operations.extend(context.operations.iter().map(|view| operation_meaning(&context, view)));
    operations.sort();
    operations.dedup();
    out.extend(operations);
    out
}

fn operation_meaning(context: &LintContext<'_>, view: &OperationView<'_>) -> String {
    let parsed = context.parse;
    let text = |span: Span| String::from_utf8_lossy(parsed.bytes(span)).into_owned();
    let kind = view.spec.map(|spec| spec.operands);
    let mut operands: Vec<String> = Vec::new();
    let mut joined = 0;
    for (at, operand) in parsed.operands(view.operation).iter().enumerate() {
        let value = operand.value(parsed.text());
        if kind.is_some_and(Operands::are_moves) {
            match NoMove::of(value) {
                Some(NoMove::Mark | NoMove::Separator | NoMove::Number) => continue,
                Some(NoMove::Mate | NoMove::Promotion | NoMove::Remark) | None => {}
            }
            if at < joined {
                continue;
            }
            let all = parsed.operands(view.operation);
            if let (Some(position), Some(Operands::MoveSet | Operands::Move)) =
                (&context.position.chess, kind)
                && let Some((m, count)) = read_detached_promotion(position, parsed, &all[at..])
            {
                operands.push(coordinates(m));
                joined = at + count;
                continue;
            }
            if let Some(moves) = announced(value) {
                return if moves > 0 { format!("dm {moves}") } else { format!("ce {}", ce(moves)) };
            }
        }
        let played = view.moves.get(at).and_then(ReadOperand::played);
        match (played, &context.position.chess) {
            (Some(m), _) => operands.push(coordinates(m)),
            (None, Some(chess)) if kind == Some(Operands::MoveSet) => {
                let parts = value.split(|&b| b == b',').filter(|part| !part.is_empty());
                operands.extend(parts.map(|part| match read_move(chess, part) {
                    MoveReading::Exact(m) | MoveReading::Loose { m, .. } => coordinates(m),
                    _ => String::from_utf8_lossy(part).into_owned(),
                }));
            }
            (None, _) => {
                operands
                    .push(String::from_utf8_lossy(value).trim_matches(|c: char| c.is_control()).to_owned());
            }
        }
    }
    let string = matches!(kind, Some(Operands::String | Operands::OptionalString));
    if let Some(span) = view.operation.operand_span.filter(|_| string && operands.len() > 1) {
        operands = vec![text(span)];
    }
    if kind.is_some_and(Operands::is_unordered) {
        operands.sort();
    }
    if let (Some(Operands::Integer { .. }), Some(first)) = (kind, operands.first_mut()) {
        if let (b"ce", Some(moves)) = (parsed.opcode(view.operation), announced_as_score(first.as_bytes())) {
            *first = ce(moves).to_string();
        }
        let whole = match first.split_once('.') {
            Some((whole, fraction)) if fraction.chars().all(|c| c == '0') => whole.to_owned(),
            _ => first.clone(),
        };
        if let Ok(number) = whole.trim_start_matches('+').parse::<i64>() {
            *first = number.to_string();
        }
    }
    if let (Some(Operands::Timestamp), [_, time]) = (kind, operands.as_mut_slice())
        && time.len() == 5
    {
        time.push_str(":00");
    }
    format!("{} {}", text(view.operation.opcode), operands.join(" "))
}
