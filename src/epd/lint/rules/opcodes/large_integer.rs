//! `large-integer`: an integer needs more than 32 bits.
//!
//! ## What it does
//! Finds integers outside -2147483648 to 2147483647, if their opcode allows them.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - acn 3000000000;`
//! ## Use instead
//! `(keep it, if the reader is known to take it)`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::epd::opcode::Operands;
use crate::epd::operand::{Integer, read_integer};
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "W407",
    name: "large-integer",
    severity: Severity::Warning,
    paragraph: "§5.2.3",
    looks_at: &[Trait::OddInteger],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        let Some(Operands::Integer { min, max }) = view.spec.map(|spec| spec.operands) else { continue };
        for operand in view.operands {
            let Integer::Value(value) = read_integer(operand.value(context.parse.text())) else { continue };
            if i32::try_from(value).is_err() && (min..=max).contains(&value) && !out.is_full() {
                let message = say("W407", [value.to_string()]);
                out.push(Diagnostic::new(&RULE, operand.span, message));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_large_integers() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - acn 3000000000;
            ------------------------------^^^^^^^^^^ W407 large-integer: 3000000000 needs more than 32 bits
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - acn 2147483647;");
    }
}
