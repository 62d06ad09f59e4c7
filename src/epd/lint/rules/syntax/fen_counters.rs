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
    let start = parse.fields.last().map_or(span.start, |field| field.end);
    let mut text = Vec::with_capacity(32);
    let mut is_exact = true;
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
        text.extend_from_slice(b" ");
        text.extend_from_slice(opcode.as_bytes());
        text.extend_from_slice(b" ");
        text.extend_from_slice(value);
        text.extend_from_slice(b";");
    }
    let title = match (is_exact, counters.fullmoves) {
        (false, _) => "fix.write-counters.first",
        (true, Some(_)) => "fix.write-counters",
        (true, None) => "fix.write-counters.clock",
    };
    let edit = TextEdit::replace(Span::new(start, span.end), text);
    out.push(diagnostic.with_fix(if is_exact { Fix::safe(title, edit) } else { Fix::unsafe_(title, edit) }));
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

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
    }
}
