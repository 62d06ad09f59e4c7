//! `fen-counters`: the two counters of FEN follow the fields.
//!
//! ## What it does
//! Finds a halfmove clock and a fullmove number (or dashes), or the clock alone, instead of an opcode.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; fmvn 1; hmvc 0;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::operand::{Integer, read_integer};
use crate::language::say;
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E112",
    name: "fen-counters",
    severity: Severity::Error,
    paragraph: "§5.1",
    looks_at: &[Trait::Counters],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let parse = context.parse;
    let Some(counters) = parse.counters else { return };
    let span = counters.span();
    let message = if counters.fullmoves.is_some() { "E112" } else { "E112.clock" };
    let diagnostic = Diagnostic::new(&RULE, span, say(message, [context.quote(span)]));
    if !parse.has_shaped_fields() {
        // What looks like the counters may be a field and one of them.
        out.push(diagnostic);
        return;
    }
    let start = parse.fields.last().map_or(span.start, |field| field.end);
    let mut text = Vec::with_capacity(32);
    // Some files have nothing but counts of moves, and may have one of them.
    let mut is_exact = !parse.has_clock_or_count();
    for (opcode, counter) in [("fmvn", counters.fullmoves), ("hmvc", Some(counters.halfmoves))] {
        let mut value = counter.map_or(&b"-"[..], |counter| parse.bytes(counter));
        if value == b"-" {
            continue;
        }
        if opcode == "fmvn" && value.iter().all(|&byte| byte == b'0') {
            // A common slip: the first move has the number one (§6.14).
            value = b"1";
            is_exact = false;
        }
        if let Some(operation) = parse.operation(opcode) {
            let is_whole = parse.operands(operation).len() == 1;
            if is_whole
                && read_integer(value) == parse.integer(opcode).map_or(Integer::Malformed, Integer::Value)
            {
                continue;
            }
            // Which of the two is right is unknown.
            out.push(diagnostic);
            return;
        }
        if context.has(opcode) {
            // The same, once its semicolon is there.
            out.push(diagnostic);
            return;
        }
        text.extend_from_slice(b" ");
        text.extend_from_slice(opcode.as_bytes());
        text.extend_from_slice(b" ");
        text.extend_from_slice(value);
        text.extend_from_slice(b";");
    }
    let title = match (is_exact, counters.fullmoves) {
        (false, Some(_)) => "fix.write-counters.first",
        (true, Some(_)) => "fix.write-counters",
        (_, None) => "fix.write-counters.clock",
    };
    // The semicolon of the operation that it was meant as.
    let rest = &parse.text()[span.end..];
    let semicolon =
        if parse.has_clock_or_count() { rest.iter().position(|&byte| byte == b';') } else { None };
    let end = semicolon.map_or(span.end, |at| span.end + at + 1);
    let edit = TextEdit::replace(Span::new(start, end), text);
    out.push(diagnostic.with_fix(if is_exact { Fix::safe(title, edit) } else { Fix::unsafe_(title, edit) }));
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;
    use crate::epd::lint::{Applicability, check as check_line};
    use crate::epd::parse;

    #[test]
    fn finds_counters() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Kd2;
            --------------------------^^^ E112 fen-counters: `0 1` are FEN counters, not an operation
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - 0 1
            --------------------------^^^ E112 fen-counters: `0 1` are FEN counters, not an operation
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - fmvn 1; hmvc 0;");
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - 4
            --------------------------^ E112 fen-counters: `4` is the halfmove clock of a FEN, not an operation
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - 3 9 hmvc 4;
            --------------------------^^^ E112 fen-counters: `3 9` are FEN counters, not an operation
            ",
        );
        // An operation with more after its number does not say what the counter says.
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - 3; hmvc 3 bm Kd2;
            --------------------------^ E112 fen-counters: `3` is the halfmove clock of a FEN, not an operation
            ",
        );
        check_no_fix(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - 3; hmvc 3 bm Kd2;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - 7 42 bm Kd2;",
            "4k3/8/8/8/8/8/8/4K3 w - - fmvn 42; hmvc 7; bm Kd2;",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - 4", "4k3/8/8/8/8/8/8/4K3 w - - hmvc 4;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - 4 bm Kd2;",
            "4k3/8/8/8/8/8/8/4K3 w - - hmvc 4; bm Kd2;",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - fmvn 1; hmvc 0;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - 3 9 hmvc 3;",
            "4k3/8/8/8/8/8/8/4K3 w - - fmvn 9; hmvc 3;",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - - - bm Kd2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - 4; bm Kd2;",
            "4k3/8/8/8/8/8/8/4K3 w - - hmvc 4; bm Kd2;",
        );
    }

    #[test]
    fn behind_a_field_that_is_none_the_counters_may_be_others() {
        for fields in ["w - -0 1", "w -- 3 17", "w - 3 17", "w KQ kq -", "w - - - -"] {
            let line = format!("r3k2r/8/8/8/8/8/8/R3K2R {fields} id \"x\";");
            let found = check_line(&parse(line.as_bytes()));
            let found = found.iter().find(|found| found.rule.code == "E112").expect("a finding");
            assert_eq!(found.fixes.is_empty(), fields != "w - - - -", "{line}");
        }
    }

    #[test]
    fn what_may_be_a_count_of_moves_is_no_clock_by_itself() {
        for (rest, is_safe) in [
            ("4 bm Kd2;", true),
            ("4", true),
            ("4 7;", true),
            ("4;", false),
            ("4 ; bm Kd2;", false),
            ("0 0", false),
        ] {
            let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {rest}");
            let found = check_line(&parse(line.as_bytes()));
            let found = found.iter().find(|found| found.rule.code == "E112").expect("a finding");
            assert_eq!(found.fixes[0].applicability == Applicability::Safe, is_safe, "{line}");
        }
    }
}
