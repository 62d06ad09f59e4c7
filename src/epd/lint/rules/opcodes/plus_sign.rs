//! `plus-sign`: an integer has a plus sign.
//!
//! ## What it does
//! Reports integers written with `+`.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - ce +10;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - ce 10;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::operand::{Integer, read_integer};
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "I408",
    name: "plus-sign",
    severity: Severity::Info,
    paragraph: "§5.2.3",
    looks_at: &[Trait::OddInteger],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (_, operand) in context.integer_operands() {
        let value = operand.value(context.parse.text());
        if value.starts_with(b"+") && matches!(read_integer(value), Integer::Value(_)) && !out.is_full() {
            let span = Span::new(operand.span.start, operand.span.start + 1);
            let fix = Fix::safe("fix.remove-plus", TextEdit::delete(span));
            out.push(Diagnostic::new(&RULE, span, "I408").with_fix(fix));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn notes_plus_signs() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - ce +10;
            -----------------------------^ I408 plus-sign: a plus sign is not needed
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - ce 10;");
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - ce "x" +5;
            ---------------------------------^ I408 plus-sign: a plus sign is not needed
            "#,
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - ce +10;", "4k3/8/8/8/8/8/8/4K3 w - - ce 10;");
    }
}
