//! `resign-and-reject`: `resign` comes with `draw_reject`.
//!
//! ## What it does
//! Finds a side that rejects a draw and resigns in one record.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - draw_reject; resign;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - resign;`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};

pub(crate) static RULE: Rule = Rule {
    code: "W414",
    name: "resign-and-reject",
    severity: Severity::Warning,
    paragraph: "§6.25",
    looks_at: &[Trait::Outcome],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    if let (Some(_), Some(view)) = (context.find("draw_reject"), context.find("resign")) {
        out.push(Diagnostic::new(&RULE, view.operation.opcode, "W414"));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_a_rejection_with_resignation() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - draw_reject; resign;
            ---------------------------------------^^^^^^ W414 resign-and-reject: a draw is rejected and the game resigned in one record
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - draw_reject;");
    }
}
