//! `command-and-request`: `refcom` and `refreq` are in one record.
//!
//! ## What it does
//! Finds records that are both a command and a request.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - refcom reset; refreq fault;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - refcom reset;`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};

pub(crate) static RULE: Rule = Rule {
    code: "W423",
    name: "command-and-request",
    severity: Severity::Warning,
    paragraph: "§8.1",
    looks_at: &[Trait::Referee],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    if let (Some(_), Some(view)) = (context.find("refcom"), context.find("refreq")) {
        out.push(Diagnostic::new(&RULE, view.operation.opcode, "W423"));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_records_of_two_senders() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - refcom reset; refreq fault;
            ----------------------------------------^^^^^^ W423 command-and-request: a command and a request in one record
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - refreq sign_on;");
    }
}
