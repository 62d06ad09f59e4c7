//! `operand-range`: a value is outside the range of its opcode.
//!
//! ## What it does
//! Finds integers, clock values, dates and keywords that the text does not allow.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - dm 0;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - dm 1;`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::epd::operand::{OperandFault, Range};
use crate::language::{Text, args, say, word};

pub(crate) static RULE: Rule = Rule {
    code: "E405",
    name: "operand-range",
    severity: Severity::Error,
    paragraph: "§6",
    looks_at: &[Trait::Fault],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (_, spec, fault) in context.faults() {
        if out.is_full() {
            return;
        }
        let (span, message) = match fault {
            OperandFault::Range { span, expected } => (*span, message(spec.name.to_owned(), *expected)),
            OperandFault::RepeatedTag { span } => (*span, say("E405.tag", [context.quote(*span)])),
            OperandFault::Count { .. }
            | OperandFault::Type { .. }
            | OperandFault::NoSeconds { .. }
            | OperandFault::Unquoted { .. } => continue,
        };
        out.push(Diagnostic::new(&RULE, span, message).in_paragraph(spec.paragraph));
    }
}

fn message(opcode: String, expected: Range) -> Text {
    match expected {
        Range::Between(min, max) => say("E405", [opcode, min.to_string(), max.to_string()]),
        Range::SixtyFourBits => say("E405.large", [opcode, i64::MAX.to_string()]),
        Range::AtLeast(min) => say("E405.least", [opcode, min.to_string()]),
        Range::Parts(parts) => say("E405.parts", args![opcode, word(parts)]),
        Range::Words => say("E405.word", [opcode]),
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_values_out_of_range() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - dm 0;
            -----------------------------^ E405 operand-range: `dm` takes at least 1
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - acn 99999999999999999999;
            ------------------------------^^^^^^^^^^^^^^^^^^^^ E405 operand-range: `acn`: no number over 9223372036854775807 can be read
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - acn -99999999999999999999;
            ------------------------------^^^^^^^^^^^^^^^^^^^^^ E405 operand-range: `acn` takes at least 0
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - ce 32767;
            -----------------------------^^^^^ E405 operand-range: `ce` takes -32768 to 32766
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - refcom RESET;
            ---------------------------------^^^^^ E405 operand-range: `refcom` takes one of its fixed words
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - dm 1;");
    }
}
