//! `noncanonical-san`: a move is SAN, but not in its one exact form.
//!
//! ## What it does
//! Finds missing, superfluous or wrong check and capture marks, and unneeded origins.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2+;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use crate::chess::notation::Looseness;
use crate::epd::lint::rules::moves::report_inexact;
use crate::epd::lint::{Diagnostics, LintContext, Rule, Severity, Trait};

pub(crate) static RULE: Rule = Rule {
    code: "W304",
    name: "noncanonical-san",
    severity: Severity::Warning,
    paragraph: "§5.2.2",
    looks_at: &[Trait::OddMove],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    report_inexact(&RULE, context, out, Looseness::is_san);
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_inexact_san() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2+;
            -----------------------------^^^^ W304 noncanonical-san: `Kd2+`: missing, superfluous or wrong `+` or `#`
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Ked2;
            -----------------------------^^^^ W304 noncanonical-san: `Ked2`: origin file or rank other than needed
            ",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - bm Kxd2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
    }
}
