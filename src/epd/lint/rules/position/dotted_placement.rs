//! `dotted-placement`: the ranks of the placement are separated by dots.
//!
//! ## What it does
//! Finds placements with seven dots instead of seven solidi.
//! ## Example
//! `4k3.8.8.8.8.8.8.4K3 w - -`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - -`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E215",
    name: "dotted-placement",
    severity: Severity::Error,
    paragraph: "§4.1",
    looks_at: &[Trait::OddPlacement],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.first() else { return };
    let text = context.parse.bytes(field);
    let count = |sign: u8| memchr::memchr_iter(sign, text).count();
    if count(b'.') == 7 && count(b'/') == 0 {
        let slashed: Vec<u8> = text.iter().map(|&b| if b == b'.' { b'/' } else { b }).collect();
        let fix = Fix::unsafe_("fix.solidus", TextEdit::replace(field, slashed));
        out.push(Diagnostic::new(&RULE, field, "E215").with_fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_dots() {
        check(
            &RULE,
            r"
            4k3.8.8.8.8.8.8.4K3 w - -
            ^^^^^^^^^^^^^^^^^^^ E215 dotted-placement: the ranks are separated by `.` instead of `/`
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - -");
        check_fix(&RULE, 0, "4k3.8.8.8.8.8.8.4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - -");
    }
}
