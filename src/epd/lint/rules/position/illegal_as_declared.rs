//! `illegal-as-declared`: the record declares its position illegal, and it is.
//!
//! ## What it does
//! Reports `ce -32768` if the position is illegal; [E211](#e211) is not reported then.
//! ## Example
//! `4k3/8/8/8/8/8/8/4R1K1 w - - ce -32768;`
//! ## Use instead
//! `(keep it, if it is meant)`

use crate::epd::lint::rules::position::illegal_position::{declared_illegal, is_illegal};
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};

pub(crate) static RULE: Rule = Rule {
    code: "I217",
    name: "illegal-as-declared",
    severity: Severity::Info,
    paragraph: "§6.7",
    looks_at: &[Trait::MateScore],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(view) = context.find("ce").filter(|_| declared_illegal(context)) else { return };
    if is_illegal(context) {
        out.push(Diagnostic::new(&RULE, view.operation.body(), "I217"));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn notes_what_is_as_it_says() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4R1K1 w - - ce -32768;
            ----------------------------^^^^^^^^^ I217 illegal-as-declared: the record declares its position illegal, and it is
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - ce -32768;");
        check(&RULE, "4k3/8/8/8/8/8/8/4R1K1 w - -");
    }
}
