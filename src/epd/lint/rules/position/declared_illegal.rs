//! `declared-illegal`: `ce -32768` is given for a legal position.
//!
//! ## What it does
//! Finds records that declare their position illegal although it is legal.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - ce -32768;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - ce 0;`

use crate::epd::lint::rules::position::illegal_position::{declared_illegal, is_illegal};
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};

pub(crate) static RULE: Rule = Rule {
    code: "W212",
    name: "declared-illegal",
    severity: Severity::Warning,
    paragraph: "§6.7",
    looks_at: &[Trait::MateScore],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(view) = context.find("ce").filter(|_| declared_illegal(context)) else { return };
    if !is_illegal(context) {
        out.push(Diagnostic::new(&RULE, view.operation.body(), "W212"));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn compares_the_declaration() {
        check(&RULE, "4k3/8/8/8/8/8/8/4R1K1 w - - ce -32768;");
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - ce -32768;
            --------------------------^^^^^^^^^ W212 declared-illegal: `ce -32768` declares an illegal position, but this one is legal
            ",
        );
    }
}
