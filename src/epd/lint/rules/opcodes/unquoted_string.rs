//! `unquoted-string`: a string is written without quotes.
//!
//! ## What it does
//! Finds words instead of one string.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - id BK.01;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - id "BK.01";`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::operand::OperandFault;
use crate::epd::write::quote;
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
            out.push(match quoted {
                Some(text) if text.len() <= 257 => {
                    diagnostic.with_fix(Fix::safe("fix.put-in-quotes", TextEdit::replace(*span, text)))
                }
                _ => diagnostic,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

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
