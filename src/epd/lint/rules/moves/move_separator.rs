//! `move-separator`: moves are separated by commas or words.
//!
//! ## What it does
//! Finds commas at moves, and `or`, `and`, `,` between them.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2,Ke2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;`

use crate::epd::OperandKind;
use crate::epd::lint::rules::moves::{moves, reads_as_opcode};
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::moves::NoMove;
use crate::language::say;
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E309",
    name: "move-separator",
    severity: Severity::Error,
    paragraph: "§5.1",
    looks_at: &[Trait::OddMove],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (view, at, read) in moves(context) {
        let operand = read.operand;
        let text = operand.value(context.parse.text());
        let glued = read.played().is_none() && text.contains(&b',');
        let separator = glued || NoMove::of(text) == Some(NoMove::Separator);
        if !separator || operand.kind != OperandKind::Word || out.is_full() {
            continue;
        }
        let parts: Vec<&[u8]> = text.split(|&b| b == b',').filter(|part| !part.is_empty()).collect();
        let is_clear = !parts.iter().any(|part| reads_as_opcode(context, view, at, part));
        let text = if text.contains(&b',') { parts.join(&b' ') } else { Vec::new() };
        let span = if text.is_empty() { with_blank_before(context, operand.span) } else { operand.span };
        let fix = is_clear.then(|| Fix::safe("fix.separate", TextEdit::replace(span, text)));
        let message = say("E309", [context.quote(operand.span)]);
        out.push(Diagnostic::new(&RULE, operand.span, message).with_fixes(fix));
    }
}

fn with_blank_before(context: &LintContext<'_>, span: Span) -> Span {
    let before = &context.parse.text()[..span.start];
    Span::new(before.iter().rposition(|b| !matches!(b, b' ' | b'\t')).map_or(0, |at| at + 1), span.end)
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_commas_and_words() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2,Ke2;
            -----------------------------^^^^^^^ E309 move-separator: `Kd2,Ke2`: only blanks may separate moves
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 or Ke2;
            ---------------------------------^^ E309 move-separator: `or`: only blanks may separate moves
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;");
        // What follows an opcode that lacks its semicolon is left alone.
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 ce 5 or 6;");
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2,dm 3;
            -----------------------------^^^^^^ E309 move-separator: `Kd2,dm`: only blanks may separate moves
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2,dm #;
            -----------------------------^^^^^^ E309 move-separator: `Kd2,dm`: only blanks may separate moves
            ",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2,Ke2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 or Ke2;",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;",
        );
    }
}
