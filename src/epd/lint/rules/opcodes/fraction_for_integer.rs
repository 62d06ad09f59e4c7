//! `fraction-for-integer`: an integer is written with a fraction.
//!
//! ## What it does
//! Finds numbers such as `60.00` instead of integers, and offers the whole part; for a `ce` of less than 100, which is in
//! pawns then, the same in centipawns.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - acs 60.00;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - acs 60;`

use crate::epd::OperandKind;
use crate::epd::lint::context::OperationView;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::opcode::Operands;
use crate::epd::operand::{Integer, read_integer};
use crate::language::say;
use crate::text::edit::TextEdit;
use crate::text::span::Span;

/// A score below this, with a point, is taken for pawns. No evaluation is so high, other than in centipawns.
const PAWNS: i64 = 100;

pub(crate) static RULE: Rule = Rule {
    code: "W429",
    name: "fraction-for-integer",
    severity: Severity::Warning,
    paragraph: "§5.2.4",
    looks_at: &[Trait::Fault],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (view, operand) in context.integer_operands() {
        let text = operand.value(context.parse.text());
        let Some(point) = text.iter().position(|&b| b == b'.') else { continue };
        let (whole, fraction) = (&text[..point], &text[point + 1..]);
        let digits = !fraction.is_empty() && fraction.iter().all(u8::is_ascii_digit);
        if operand.kind == OperandKind::Word
            && digits
            && matches!(read_integer(whole), Integer::Value(_))
            && !out.is_full()
        {
            let message = say("W429", [context.quote(operand.span)]);
            let fix = fix(view, operand.span, whole, fraction);
            out.push(Diagnostic::new(&RULE, operand.span, message).with_fixes(fix));
        }
    }
}

/// The number without its fraction, if the opcode takes it.
fn fix(view: &OperationView<'_>, span: Span, whole: &[u8], fraction: &[u8]) -> Option<Fix> {
    let Integer::Value(mut value) = read_integer(whole) else { return None };
    // A fraction of zero adds nothing; cutting any other one changes the value.
    let mut is_exact = fraction.iter().all(|&digit| digit == b'0');
    let mut text = String::from_utf8_lossy(whole).into_owned();
    if view.spec?.name == "ce" && value.abs() < PAWNS {
        // So much, with a point, are pawns.
        let tens = |at: usize| fraction.get(at).map_or(0, |digit| i64::from(digit - b'0'));
        let cents = 10 * tens(0) + tens(1);
        value = 100 * value + if whole.starts_with(b"-") { -cents } else { cents };
        text = value.to_string();
        // Nothing is nothing in pawns, too.
        is_exact &= value == 0;
    }
    let is_taken =
        matches!(view.spec?.operands, Operands::Integer { min, max } if (min..=max).contains(&value));
    let fix = if is_exact { Fix::safe } else { Fix::unsafe_ };
    is_taken.then(|| fix(say("fix.write", [text.clone()]), TextEdit::replace(span, text)))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::repair;
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
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - ce 150.0;", "4k3/8/8/8/8/8/8/4K3 w - - ce 150;");
        check_no_fix(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - tcgs 0.0;");
        check_no_fix(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - ce 32768.0;");
    }

    #[test]
    fn pawns_become_centipawns_on_request() {
        for (pawns, centipawns) in [
            ("1.00", "100"),
            ("+0.35", "35"),
            ("-0.35", "-35"),
            ("-9.0", "-900"),
            ("1.5", "150"),
            ("0.349", "34"),
        ] {
            let line = |value: &str| format!("4k3/8/8/8/8/8/8/4K3 w - - ce {value};");
            check_fix(&RULE, 0, &line(pawns), &line(centipawns));
            assert_eq!(repair(line(pawns).as_bytes()), None, "{pawns}");
        }
    }
}
