//! `kvetka-time`: a time of day without seconds.
//!
//! ## What it does
//! Finds `HH:MM` in timestamps if a file is read in Kvetka's dialect; otherwise it is an error.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - ts 1998.09.15 12:30;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - ts 1998.09.15 12:30:00;`

use crate::epd::dialect::Dialect;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::operand::OperandFault;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "W438",
    name: "kvetka-time",
    severity: Severity::Warning,
    paragraph: "§5.2.6",
    looks_at: &[Trait::Kvetka],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    if context.around.dialect != Dialect::Kvetka {
        return;
    }
    for view in &context.operations {
        for fault in &view.faults {
            if let OperandFault::NoSeconds { span } = *fault
                && !out.is_full()
            {
                let fix = Fix::safe("fix.add-seconds", TextEdit::insert(span.end, ":00"));
                out.push(Diagnostic::new(&RULE, span, say("W438", [context.quote(span)])).with_fix(fix));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::dialect::Dialect;
    use crate::epd::lint::Surroundings;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_times_without_seconds() {
        let kvetka = Surroundings { dialect: Dialect::Kvetka, ..Surroundings::default() };
        check_around(
            &RULE,
            kvetka,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - ts 1998.09.15 12:30;
            ----------------------------------------^^^^^ W438 kvetka-time: `12:30` has no seconds
            ",
        );
        check_around(&RULE, kvetka, "4k3/8/8/8/8/8/8/4K3 w - - ts 1998.09.15 12:30:00;");
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - ts 1998.09.15 12:30;");
    }
}
