//! `inform-without-tags`: `refcom inform` comes without `ptp`.
//!
//! ## What it does
//! Finds an `inform` without tags.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - refcom inform;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - ptp Event "T"; refcom inform;`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};

pub(crate) static RULE: Rule = Rule {
    code: "W422",
    name: "inform-without-tags",
    severity: Severity::Warning,
    paragraph: "§8.1.5",
    looks_at: &[Trait::Referee],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(view) = context.find("refcom") else { return };
    if context.parse.value("refcom") == Some(b"inform") && context.find("ptp").is_none() {
        out.push(Diagnostic::new(&RULE, view.operation.body(), "W422"));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_empty_informs() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - refcom inform;
            --------------------------^^^^^^^^^^^^^ W422 inform-without-tags: `inform` carries tag pairs, but `ptp` is missing
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - ptp Event \"T\"; refcom inform;");
    }
}
