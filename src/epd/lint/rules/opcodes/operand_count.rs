//! `operand-count`: an operation has too few or too many operands.
//!
//! ## What it does
//! Finds operations with a wrong number of operands. Several moves in `pm` can only be the best moves, `bm`: a
//! predicted move is the one that the writer judges best (§6.19), and `bm` the set of such moves (§6.4). That
//! fix is safe unless the moves can also be played as a line, or the record has `am`, `bm` or `pv`.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - pm;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - pm Kd2;`

use std::collections::HashSet;

use crate::chess::notation::{MoveReading, read_and_play, read_move};
use crate::chess::{Chess, Move, Position as _};
use crate::epd::lint::context::OperationView;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::moves::{NoMove, read_detached_promotion};
use crate::epd::opcode::Operands;
use crate::epd::operand::OperandFault;
use crate::epd::write::quote;
use crate::epd::{Operand, OperandKind};
use crate::language::{args, say, word};
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E403",
    name: "operand-count",
    severity: Severity::Error,
    paragraph: "§6",
    looks_at: &[Trait::Fault],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (view, spec, fault) in context.faults() {
        if let OperandFault::Count { found } = fault
            && !out.is_full()
        {
            let message = say("E403", args![spec.name, word(spec.operands.key()), found]);
            let diagnostic =
                Diagnostic::new(&RULE, view.operation.body(), message).in_paragraph(spec.paragraph);
            let diagnostic =
                diagnostic.with_fixes(one_string(context, view)).with_fixes(several_predicted(context, view));
            out.push(diagnostic.clear_if(are_alternatives(context, view) || are_best(context, view)));
        }
    }
}

/// All operands as one string, with apostrophes for the quotes inside.
fn one_string(context: &LintContext<'_>, view: &OperationView<'_>) -> Option<Fix> {
    let takes_string =
        view.spec.is_some_and(|spec| matches!(spec.operands, Operands::String | Operands::OptionalString));
    let span = view.operation.operand_span.filter(|_| takes_string && !context.parse.has_open_string())?;
    let inside: Vec<u8> =
        context.parse.bytes(span).iter().map(|&byte| if byte == b'"' { b'\'' } else { byte }).collect();
    Some(Fix::unsafe_("fix.put-in-quotes", TextEdit::replace(span, quote(&inside).ok()?)))
}

/// What several moves in `pm` may become.
fn several_predicted(context: &LintContext<'_>, view: &OperationView<'_>) -> Vec<Fix> {
    let [first, _, ..] = view.moves.as_slice() else { return Vec::new() };
    // A missing semicolon is put in first.
    if !is_predicted(view) || !view.swallowed.is_empty() {
        return Vec::new();
    }
    let opcode = |name: &str| TextEdit::replace(view.operation.opcode, name.as_bytes());
    let has = |opcode: &str| context.has(opcode);
    let are_best = are_best(context, view);
    if are_best && is_only_answer(context, view) {
        return vec![Fix::safe("fix.write-best", opcode("bm"))];
    }
    let mut fixes = Vec::new();
    let are_choices = are_alternatives(context, view);
    if are_choices && !has("bm") && !has("am") {
        fixes.push(Fix::unsafe_("fix.write-best", opcode("bm")));
    }
    if !are_best && !has("pv") && is_line(context, view) {
        fixes.push(Fix::unsafe_("fix.write-line", opcode("pv")));
    }
    if are_choices {
        let line = context.find("pv").and_then(|line| line.moves.first()?.played());
        let kept = view.moves.iter().find(|read| line.is_some() && read.played() == line).unwrap_or(first);
        if let (Some(span), kept) = (view.operation.operand_span, kept.operand.span) {
            let edit = TextEdit::replace(span, context.parse.bytes(kept));
            fixes.push(Fix::unsafe_(say("fix.keep-one", [context.quote(kept)]), edit));
        }
    }
    fixes
}

fn is_predicted(view: &OperationView<'_>) -> bool {
    view.spec.is_some_and(|spec| spec.name == "pm")
}

/// Returns whether nothing else in the record says what the best moves are.
fn is_only_answer(context: &LintContext<'_>, view: &OperationView<'_>) -> bool {
    // First of all by the place, so that many of them are not searched for each.
    let mut predicted = context.operations.iter().filter(|view| is_predicted(view));
    predicted.next().is_some_and(|first| first.index == view.index)
        && predicted.next().is_none()
        && !["am", "bm", "pv"].into_iter().any(|opcode| context.has(opcode))
}

/// Returns whether the moves of a `pm` can only be the best ones. A `pm` is the move that the writer judges to
/// be the best (§6.19), and a `bm` the set of such moves (§6.4): so several moves in `pm` are that set, if they
/// differ and are not one line of play.
pub(in crate::epd::lint) fn are_best(context: &LintContext<'_>, view: &OperationView<'_>) -> bool {
    let Some(chess) = context.position.chess.as_ref().filter(|_| is_predicted(view)) else { return false };
    let set: Option<Vec<Move>> = moves(context, view, |_| chess.clone()).collect();
    let mut known = HashSet::new();
    set.is_some_and(|set| set.len() > 1 && set.into_iter().all(|m| known.insert(m)))
        && !is_line(context, view)
}

/// Returns whether best moves in `pm` would become a line of play if operand `at` were written as `san`: `b5b6` of
/// White is not a move of Black, but `b6` may be.
pub(in crate::epd::lint) fn would_become_line(
    context: &LintContext<'_>,
    view: &OperationView<'_>,
    at: usize,
    san: &str,
) -> bool {
    let Some(chess) = context.position.chess.as_ref().filter(|_| is_predicted(view)) else { return false };
    let mut here = chess.clone();
    let mut plays = |(index, operand): (usize, &Operand)| {
        let value = if index == at { san.as_bytes() } else { operand.value(context.parse.text()) };
        let is_sign = index != at && NoMove::of(value).is_some();
        is_sign
            || matches!(read_and_play(&mut here, value), MoveReading::Exact(_) | MoveReading::Loose { .. })
    };
    are_best(context, view) && view.operands.iter().enumerate().all(&mut plays)
}

/// Returns whether the operands can be played one after the other.
fn is_line(context: &LintContext<'_>, view: &OperationView<'_>) -> bool {
    let Some(chess) = &context.position.chess else { return false };
    let play = |before: Option<(Chess, Move)>| match before {
        None => chess.clone(),
        Some((mut here, m)) => {
            here.play_unchecked(m);
            here
        }
    };
    moves(context, view, play).all(|m| m.is_some())
}

/// The moves of an operation, each read in the position that `here` makes from the one before and its move.
/// Signs between them mean nothing, and a promotion in parts is one move.
fn moves<'a>(
    context: &'a LintContext<'_>,
    view: &'a OperationView<'_>,
    here: impl Fn(Option<(Chess, Move)>) -> Chess + 'a,
) -> impl Iterator<Item = Option<Move>> + 'a {
    let parse = context.parse;
    let mut rest = view.operands;
    let mut before = None;
    std::iter::from_fn(move || {
        let (operand, value) = loop {
            let operand = rest.first()?;
            let value = operand.value(parse.text());
            match NoMove::of(value).filter(|_| operand.kind == OperandKind::Word) {
                Some(NoMove::Mark | NoMove::Separator | NoMove::Number) => rest = &rest[1..],
                _ => break (operand, value),
            }
        };
        let position = here(before.take());
        let promotion = read_detached_promotion(&position, parse, rest);
        let count = promotion.map_or(1, |(_, count)| count);
        rest = &rest[count..];
        let read = promotion.map(|(m, _)| m).or_else(|| match read_move(&position, value) {
            MoveReading::Exact(m) | MoveReading::Loose { m, .. } if operand.kind != OperandKind::OpenStr => {
                Some(m)
            }
            _ => None,
        });
        match read {
            Some(m) => before = Some((position, m)),
            // Nothing follows a move that cannot be played.
            None => rest = &[],
        }
        Some(read)
    })
}

/// Returns whether several moves are given where one belongs, and each can be played from the position: a
/// choice of moves, as opening books write it.
fn are_alternatives(context: &LintContext<'_>, view: &OperationView<'_>) -> bool {
    let one_move = view.spec.is_some_and(|spec| spec.operands == Operands::Move);
    context.position.chess.is_some()
        && one_move
        && view.moves.len() > 1
        && view.moves.iter().all(|read| read.played().is_some())
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;
    use crate::epd::lint::{Applicability, Fix, Surroundings};
    use crate::epd::parse;

    #[test]
    fn finds_wrong_numbers() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - pm;
            --------------------------^^ E403 operand-count: `pm` takes one move, not 0 operands
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - resign now;
            --------------------------^^^^^^^^^^ E403 operand-count: `resign` takes no operand, not 1 operand
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - am; bm; pv;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - c0 From \"A Book\" by X;",
            "4k3/8/8/8/8/8/8/4K3 w - - c0 \"From 'A Book' by X\";",
        );
    }

    /// The fixes that are offered for a line: whether each is safe, and what is written instead of the
    /// operations.
    fn offered(operations: &str) -> Vec<(bool, String)> {
        const FIELDS: &str = "4k3/8/8/8/8/8/8/4K2R w K - ";
        let line = format!("{FIELDS}{operations}");
        prove_fixes(line.as_bytes(), Surroundings::default());
        let found = crate::epd::lint::check(&parse(line.as_bytes()));
        let fixes = found.iter().filter(|found| found.rule.code == "E403").flat_map(|found| &found.fixes);
        let written = |fix: &Fix| String::from_utf8_lossy(&fix.edit.apply(line.as_bytes())).into_owned();
        fixes
            .map(|fix| (fix.applicability == Applicability::Safe, written(fix).replace(FIELDS, "")))
            .collect()
    }

    #[test]
    fn several_predicted_moves_are_the_best_ones() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - pm Kd2 Ke2;
            --------------------------^^^^^^^^^^ E403 operand-count: `pm` takes one move, not 2 operands
            ",
        );
        for (operations, expect) in [
            ("pm Kd2 O-O e1e2;", &[(true, "bm Kd2 O-O e1e2;")][..]),
            ("hmvc 0; pm O-O Kd2 ; ", &[(true, "hmvc 0; bm O-O Kd2 ; ")]),
            ("pm O-O or Kd2!;", &[(true, "bm O-O or Kd2!;")]),
            // Moves of both sides are a line; so may be moves that both sides have.
            ("pm Kd2 Kd7;", &[(false, "pv Kd2 Kd7;")]),
            ("pm Rh7 Kd8;", &[(false, "pv Rh7 Kd8;")]),
            // What else is in the record may say which is meant.
            (
                "pm Kd2 Ke2; pv Ke2 Kd7;",
                &[(false, "bm Kd2 Ke2; pv Ke2 Kd7;"), (false, "pm Ke2; pv Ke2 Kd7;")],
            ),
            ("pm Kd2 Ke2; pv;", &[(false, "bm Kd2 Ke2; pv;"), (false, "pm Kd2; pv;")]),
            ("bm Kd2; pm Kd2 Ke2;", &[(false, "bm Kd2; pm Kd2;")]),
            ("am Ke2; pm Kd2 Ke2;", &[(false, "am Ke2; pm Kd2;")]),
            ("pm Kd2 Kd2;", &[(false, "bm Kd2 Kd2;"), (false, "pm Kd2;")]),
            ("pm Kd2 Kh8;", &[]),
            ("pm Kd2 Ke2 id \"x\";", &[]),
            ("sm Kd2 Ke2;", &[]),
        ] {
            let expect: Vec<_> = expect.iter().map(|&(safe, text)| (safe, text.to_owned())).collect();
            assert_eq!(offered(operations), expect, "{operations}");
        }
        // Each side can capture on the same square.
        let line = b"4k3/3n4/8/4p3/3P4/5N2/8/4K3 w - - pm dxe5 Nxe5;";
        let found = crate::epd::lint::check(&parse(line));
        let safe =
            found.iter().flat_map(|found| &found.fixes).any(|fix| fix.applicability == Applicability::Safe);
        assert!(!safe, "{found:?}");
        prove_fixes(b"8/4PP2/8/k7/8/8/8/4K3 w - - pm e8 =Q f8 = R Kd2;", Surroundings::default());
        prove_fixes(
            b"4k3/8/8/8/8/8/8/4K3 w - - pm Kd2,Kf2; pm e1d2 Kf2; PV: e1d2; bm #4;",
            Surroundings::default(),
        );
        // The line is not searched for each of them.
        let many = format!("4k3/8/8/8/8/8/8/4K3 w - - {}", "pm Kd2 Ke2; ".repeat(20_000));
        assert_eq!(crate::epd::lint::repair(many.as_bytes()).map(|line| line.len() < 100), Some(true));
    }
}
