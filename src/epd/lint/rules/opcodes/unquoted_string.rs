//! `unquoted-string`: a string is written without quotes.
//!
//! ## What it does
//! Finds words instead of one string.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - id BK.01;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - id "BK.01";`

use crate::epd::bound::tears_quote;
use crate::epd::counters::perft_depth;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::mate::{announced, announced_as_score};
use crate::epd::moves::is_move_shaped;
use crate::epd::opcode::{Operands, is_register, lookup};
use crate::epd::operand::{Integer, OperandFault, read_integer};
use crate::epd::write::quote;
use crate::epd::{Operand, Operation, Parse};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E406",
    name: "unquoted-string",
    severity: Severity::Error,
    paragraph: "§5.1",
    looks_at: &[Trait::Fault],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (view, spec, fault) in context.faults() {
        if let OperandFault::Unquoted { span } = fault
            && !matches!(context.parse.bytes(*span), [b'\'', .., b'\''])
            && !out.is_full()
        {
            let message = say("E406", [context.quote(*span)]);
            let diagnostic = Diagnostic::new(&RULE, *span, message).in_paragraph(spec.paragraph);
            // Each word is an operand, so the blanks between them have no meaning.
            let words: Vec<&[u8]> = context
                .parse
                .operands(view.operation)
                .iter()
                .map(|word| context.parse.bytes(word.span))
                .collect();
            let quoted = quote(&words.join(&b' ')).ok();
            // Another operation may begin among the words, or the text end behind the semicolon.
            let is_all = !holds_operation(context.parse, view.operation);
            let fix = if is_all { Fix::safe } else { Fix::unsafe_ };
            out.push(match quoted {
                Some(text) if text.len() <= 257 && !tears_quote(context.parse, view.operation) => {
                    diagnostic.with_fix(fix("fix.put-in-quotes", TextEdit::replace(*span, text)))
                }
                _ => diagnostic,
            });
        }
    }
}

/// Whether an opcode of the text is among the operands, with something behind it that it takes. In a remark, words are
/// words: `c6` is a square there.
fn holds_operation(parse: &Parse<'_>, operation: &Operation) -> bool {
    let value = |operand: &Operand| operand.value(parse.text());
    let is_number = |text: &[u8]| {
        let end = text.iter().position(|&byte| byte == b'.').unwrap_or(text.len());
        matches!(read_integer(&text[..end]), Integer::Value(_))
            && text[end..].iter().skip(1).all(u8::is_ascii_digit)
    };
    let operands = parse.operands(operation);
    // No word of a remark has an underscore.
    let last = operands.last().map(value);
    if last.is_some_and(|last| last.contains(&b'_') && lookup(last).is_some()) {
        return true;
    }
    operands.windows(2).any(|pair| {
        let next = value(&pair[1]);
        if perft_depth(value(&pair[0])).is_some() && is_number(next) {
            return true;
        }
        let Some(spec) = lookup(value(&pair[0])) else { return false };
        match spec.operands {
            Operands::Integer { .. } => is_number(next) || announced_as_score(next).is_some(),
            operands if operands.are_moves() => is_move_shaped(next) || announced(next).is_some(),
            Operands::String | Operands::OptionalString => !is_register(parse.opcode(operation)),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::Applicability;
    use crate::epd::lint::testing::*;

    #[test]
    fn what_may_be_another_operation_is_quoted_on_request_alone() {
        for (operation, is_safe) in [
            ("id BK.01 bm a4", false),
            ("id x ce 5", false),
            ("v0 Sicilian pv a4", false),
            ("eco A00 id x", false),
            ("c0 see bm for a4", true),
            ("c1 the c6 pawn guards d5", true),
            ("c0 a win, bm a4", false),
            ("id foo bm #3", false),
            ("id foo ce #3", false),
            ("id foo ce +M3", false),
            ("id foo ce 1.5", false),
            ("id foo D1 20", false),
            ("id foo draw_offer", false),
            ("c0 a late mate", true),
        ] {
            let line = format!("4k3/8/8/8/8/8/P7/4K3 w - - {operation};");
            let found = crate::epd::lint::check(&crate::epd::parse(line.as_bytes()));
            let found = found.iter().find(|found| found.rule.code == "E406").expect("a finding");
            assert_eq!(found.fixes[0].applicability == Applicability::Safe, is_safe, "{line}");
        }
        check_no_fix(&RULE, "4k3/8/8/8/8/8/P7/4K3 w - - c0 'a;b';");
    }

    #[test]
    fn finds_strings_without_quotes() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - id BK.01;
            -----------------------------^^^^^ E406 unquoted-string: `BK.01` should be in quotes
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - c0 a late mate;
            -----------------------------^^^^^^^^^^^ E406 unquoted-string: `a late mate` should be in quotes
            ",
        );
        // A letter of two bytes is not cut apart, wherever the quotation ends.
        for word in ["x".repeat(31), "x".repeat(30)].map(|start| start + &"\u{e9}".repeat(9)) {
            let line = format!("4k3/8/8/8/8/8/8/4K3 w - - id {word};");
            let found = crate::epd::lint::check(&crate::epd::parse(line.as_bytes()));
            let own = found.iter().find(|found| found.rule.code == RULE.code).expect("a finding");
            let shown = own.message.english();
            assert!(!shown.contains('\u{fffd}') && shown.contains('…'), "{shown}");
        }
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - id \"BK.01\"; c0;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - c0 a late mate;",
            "4k3/8/8/8/8/8/8/4K3 w - - c0 \"a late mate\";",
        );
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - c0 a\t late  mate;",
            "4k3/8/8/8/8/8/8/4K3 w - - c0 \"a late mate\";",
        );
    }
}
