//! `fen-counters`: the two counters of FEN follow the fields.
//!
//! ## What it does
//! Finds a halfmove clock and a fullmove number (or dashes) in the place of an opcode.
//! ## Why it matters
//! EPD has four fields; the counters of FEN are the operations hmvc and fmvn here.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; fmvn 1; hmvc 0;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::language::say;
use crate::text::edit::{Indel, TextEdit};
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
    let span = counters.halfmoves.cover(counters.fullmoves);
    let message = say("E112", [context.quote(span)]);
    let diagnostic = Diagnostic::new(&RULE, span, message);
    let start = parse.fields.last().map_or(span.start, |field| field.end);
    let mut insert: Vec<Indel> = vec![Indel { delete: Span::new(start, span.end), insert: Vec::new() }];
    let mut text = Vec::with_capacity(32);
    // A fullmove number of 0 is a common slip for 1.
    for (opcode, counter) in [("fmvn", counters.fullmoves), ("hmvc", counters.halfmoves)] {
        let value = parse.bytes(counter);
        if value == b"-" {
            continue;
        }
        if parse.operation(opcode).is_some() || (opcode == "fmvn" && value.iter().all(|&b| b == b'0')) {
            out.push(diagnostic);
            return;
        }
        text.extend_from_slice(b" ");
        text.extend_from_slice(opcode.as_bytes());
        text.extend_from_slice(b" ");
        text.extend_from_slice(value);
        text.extend_from_slice(b";");
    }
    insert[0].insert = text;
    out.push(diagnostic.with_fix(Fix::safe("fix.write-counters", TextEdit::from_indels(insert))));
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_counters() {
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Kd2;\n--------------------------^^^ E112 fen-counters: `0 1` are FEN counters, not an operation",
        );
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n--------------------------^^^ E112 fen-counters: `0 1` are FEN counters, not an operation",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - fmvn 1; hmvc 0;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - 7 42 bm Kd2;",
            "4k3/8/8/8/8/8/8/4K3 w - - fmvn 42; hmvc 7; bm Kd2;",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - - - bm Kd2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
    }
}
