//! `repeated-position`: an earlier record of the file has the same four fields.
//!
//! ## What it does
//! Reports positions that are also in an earlier line of the same file.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - id "b";` behind another record with these fields
//! ## Use instead
//! One record for each position.

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "I216",
    name: "repeated-position",
    severity: Severity::Info,
    paragraph: "§4",
    looks_at: &[Trait::Repeated],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let (Some(line), [first, .., last]) = (context.around.earlier_position, &context.parse.fields[..]) else {
        return;
    };
    out.push(Diagnostic::new(&RULE, first.cover(*last), say("I216", [line.to_string()])));
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::Surroundings;
    use crate::epd::lint::testing::*;

    #[test]
    fn notes_positions_of_earlier_lines() {
        check_around(
            &RULE,
            Surroundings { earlier_position: Some(3), ..Surroundings::default() },
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - id "x";
            ^^^^^^^^^^^^^^^^^^^^^^^^^ I216 repeated-position: the same position as in line 3
            "#,
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - -");
    }
}
