//! `operand-type`: an operand is of another type than its opcode takes.
//!
//! ## What it does
//! Finds words for strings, strings for moves, numbers that are not integers, and malformed dates, times and clocks.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - ce 0.35;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - ce 35;`

use crate::epd::OperandKind;
use crate::epd::dialect::Dialect;
use crate::epd::lexed::{TokenKind, lex};
use crate::epd::lint::context::OperationView;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::mate::announced_as_score;
use crate::epd::opcode::Operands;
use crate::epd::operand::{IDENTIFIER, OperandFault, fits};
use crate::epd::write::quote;
use crate::language::{Text, args, say, word};
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E404",
    name: "operand-type",
    severity: Severity::Error,
    paragraph: "§5.2",
    looks_at: &[Trait::Fault],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (view, spec, fault) in context.faults() {
        let (span, expected) = match fault {
            OperandFault::Type { span, expected } => (span, expected),
            OperandFault::NoSeconds { span } if context.around.dialect == Dialect::Edwards => {
                (span, &"type.time")
            }
            _ => continue,
        };
        let mate = spec.name == "ce" && announced_as_score(context.parse.bytes(*span)).is_some();
        if !mate && !out.is_full() {
            let message = message(spec.name.to_owned(), expected, context.quote(*span));
            let paragraph = if *expected == IDENTIFIER { "§5.2.1" } else { spec.paragraph };
            let diagnostic = Diagnostic::new(&RULE, *span, message).in_paragraph(paragraph);
            let strings = matches!(spec.operands, Operands::TwoStrings | Operands::TagPairs);
            let quoted = (strings && *expected == "type.string")
                .then(|| quote(context.parse.bytes(*span)).ok())
                .flatten()
                .map(|text| Fix::safe("fix.put-in-quotes", TextEdit::replace(*span, text)));
            let unquoted = unquote(context, view, *span).or_else(|| unquote_value(context, view, *span));
            out.push(diagnostic.with_fixes(unquoted).with_fixes(quoted));
        }
    }
}

fn message(opcode: String, expected: &'static str, quoted: String) -> Text {
    if quoted.chars().count() <= 24 {
        say("E404", args![opcode, word(expected), quoted])
    } else {
        say("E404.long", args![opcode, word(expected)])
    }
}

/// Removes the quotes from moves that can be played.
fn unquote(context: &LintContext<'_>, view: &OperationView<'_>, span: Span) -> Option<Fix> {
    let at = view.moves.binary_search_by_key(&span, |read| read.operand.span).ok()?;
    let read = view.moves.get(at)?;
    read.played()?;
    let value = read.operand.value(context.parse.text());
    Some(remove_quotes(context, span, value))
}

/// Removes the quotes from a number, a date or a word that is right without them.
fn unquote_value(context: &LintContext<'_>, view: &OperationView<'_>, span: Span) -> Option<Fix> {
    let spec = view.spec.filter(|spec| !spec.operands.are_moves())?;
    let operands = context.parse.operands(view.operation);
    let at = operands.binary_search_by_key(&span, |operand| operand.span).ok()?;
    let operand = operands[at];
    let value = operand.value(context.parse.text());
    let is_word =
        operand.kind == OperandKind::Str && lex(value).map(|token| token.kind).eq([TokenKind::Word]);
    (is_word && fits(spec, at, value)).then(|| remove_quotes(context, span, value))
}

/// Puts a blank where the value would be one word with its neighbour, which the quotes kept apart.
fn remove_quotes(context: &LintContext<'_>, span: Span, value: &[u8]) -> Fix {
    let text = context.parse.text();
    let blank = |touches: bool| if touches { &b" "[..] } else { b"" };
    let ends_word = |byte: &u8| !matches!(byte, b' ' | b'\t' | b';');
    let before = blank(text[..span.start].last().is_some_and(ends_word));
    let behind = blank(text[span.end..].first().is_some_and(ends_word));
    Fix::safe("fix.remove-quotes", TextEdit::replace(span, [before, value, behind].concat()))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_wrong_types() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - ce 0.35;
            -----------------------------^^^^ E404 operand-type: `ce` takes an integer, not `0.35`
            ",
        );
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - bm "Kd2";
            -----------------------------^^^^^ E404 operand-type: `bm` takes a move without quotes, not `"Kd2"`
            "#,
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - ce 35;");
        // A name without quotes, but no name.
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - ptp ABCDEFGHIJKLMNOP "x";
            ------------------------------^^^^^^^^^^^^^^^^ E404 operand-type: `ptp` takes a name (1 to 15 of A-Z a-z 0-9 _), not `ABCDEFGHIJKLMNOP`
            "#,
        );
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - ptp "White" "x";
            ------------------------------^^^^^^^ E404 operand-type: `ptp` takes a tag name without quotes, not `"White"`
            "#,
        );
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - ce "a lot";
            -----------------------------^^^^^^^ E404 operand-type: `ce` takes an integer, not `"a lot"`
            "#,
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - ce \"125\";", "4k3/8/8/8/8/8/8/4K3 w - - ce 125;");
        // What the quotes kept apart stays apart.
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1\"Kd2\"Kf1;",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1 Kd2 Kf1;",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - ce\"125\";", "4k3/8/8/8/8/8/8/4K3 w - - ce 125;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - refcom \"reset\";",
            "4k3/8/8/8/8/8/8/4K3 w - - refcom reset;",
        );
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - ts \"1995.11.26\" 07:00:00;",
            "4k3/8/8/8/8/8/8/4K3 w - - ts 1995.11.26 07:00:00;",
        );
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - ptp \"White\" \"A\";",
            "4k3/8/8/8/8/8/8/4K3 w - - ptp White \"A\";",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - bm \"Kd2\";", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
    }
}
