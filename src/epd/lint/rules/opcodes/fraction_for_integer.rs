//! `fraction-for-integer`: an integer is written with a fraction.
//!
//! ## What it does
//! Finds numbers such as `60.00` instead of integers, and offers the whole part.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - acs 60.00;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - acs 60;`

use crate::epd::OperandKind;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::operand::{Integer, read_integer};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "W429",
    name: "fraction-for-integer",
    severity: Severity::Warning,
    paragraph: "§5.2.4",
    looks_at: &[Trait::Fault],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for operand in context.integer_operands() {
        let text = operand.value(context.parse.text());
        let Some(point) = text.iter().position(|&b| b == b'.') else { continue };
        let (whole, fraction) = (&text[..point], &text[point + 1..]);
        let digits = !fraction.is_empty() && fraction.iter().all(u8::is_ascii_digit);
        if operand.kind == OperandKind::Word
            && digits
            && matches!(read_integer(whole), Integer::Value(_))
            && !out.is_full()
        {
            let edit = TextEdit::replace(operand.span, whole);
            let whole = String::from_utf8_lossy(whole).into_owned();
            // A fraction of zero adds nothing; cutting any other one changes the value.
            let fix = if fraction.iter().all(|&b| b == b'0') {
                Fix::safe(say("fix.write", [whole]), edit)
            } else {
                Fix::unsafe_(say("fix.write", [whole]), edit)
            };
            let message = say("W429", [context.quote(operand.span)]);
            out.push(Diagnostic::new(&RULE, operand.span, message).with_fix(fix));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_fractions() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - acs 60.00;
            ------------------------------^^^^^ W429 fraction-for-integer: `60.00` has a fraction
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - acs 60;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - acs 60.00;", "4k3/8/8/8/8/8/8/4K3 w - - acs 60;");
    }
}
