//! `single-quotes`: a string is written in single quotes.
//!
//! ## What it does
//! Finds operands of string opcodes that start and end with an apostrophe.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - id 'x y';`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - id "x y";`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::operand::OperandFault;
use crate::epd::write::quote;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E427",
    name: "single-quotes",
    severity: Severity::Error,
    paragraph: "§5.1",
    looks_at: &[Trait::Fault],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (_, _, fault) in context.faults() {
        let OperandFault::Unquoted { span } = fault else { continue };
        if let [b'\'', value @ .., b'\''] = context.parse.bytes(*span)
            && let Ok(quoted) = quote(value)
            && !out.is_full()
        {
            let diagnostic =
                Diagnostic::new(&RULE, *span, say("E427", [context.quote(*span)])).clear_if(true);
            let fix = Fix::unsafe_("fix.double-quotes", TextEdit::replace(*span, quoted));
            out.push(diagnostic.with_fix(fix));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_single_quotes() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - id 'x y';
            -----------------------------^^^^^ E427 single-quotes: `'x y'` is in single quotes
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - id \"x y\";");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - id 'x y';", "4k3/8/8/8/8/8/8/4K3 w - - id \"x y\";");
    }
}
