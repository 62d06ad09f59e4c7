//! `long-string`: a string has more than 255 bytes.
//!
//! ## What it does
//! Finds strings that are too long, not counting the quotes.
//! ## Example
//! `(c0 with a string of 300 bytes)`
//! ## Use instead
//! `(the rest in c1)`

use crate::epd::OperandKind;
use crate::epd::dialect::Dialect;
use crate::epd::lint::traits::LONGEST_STRING;
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::say;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E111",
    name: "long-string",
    severity: Severity::Error,
    paragraph: "§5.1",
    looks_at: &[Trait::Long],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    if context.around.dialect == Dialect::Edwards {
        for (span, length) in long_strings(context) {
            let message = say("E111", [length.to_string(), LONGEST_STRING.to_string()]);
            // A long string is read anyway.
            out.push(Diagnostic::new(&RULE, span, message).clear_if(true));
        }
    }
}

/// The strings of more than 255 bytes, with their lengths.
pub(crate) fn long_strings(context: &LintContext<'_>) -> impl Iterator<Item = (Span, usize)> {
    let operands = context.operations.iter().flat_map(|view| context.parse.operands(view.operation));
    let strings = operands.filter(|operand| operand.kind == OperandKind::Str);
    let lengths = strings.map(|operand| (operand.span, operand.value(context.parse.text()).len()));
    lengths.filter(|&(_, length)| length > LONGEST_STRING)
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_long_strings() {
        let line = |length: usize| format!("4k3/8/8/8/8/8/8/4K3 w - - id \"{}\";", "s".repeat(length));
        check(&RULE, &line(255));
        let carets = "^".repeat(258);
        check(
            &RULE,
            &format!(
                "{}\n-----------------------------{carets} E111 long-string: a string of 256 bytes; at most 255 are allowed",
                line(256)
            ),
        );
    }
}
