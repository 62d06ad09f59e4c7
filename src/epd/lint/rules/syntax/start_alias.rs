//! `start-alias`: `startpos` is written for the four fields.
//!
//! ## What it does
//! Finds the name that engines use for the start position.
//! ## Example
//! `startpos bm e4;`
//! ## Use instead
//! `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;`

use crate::chess::START;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E113",
    name: "start-alias",
    severity: Severity::Error,
    paragraph: "§4",
    looks_at: &[Trait::OddPlacement],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.first() else { return };
    if context.parse.bytes(field).eq_ignore_ascii_case(b"startpos") {
        let fix = Fix::unsafe_("fix.start-array", TextEdit::replace(field, START));
        out.push(Diagnostic::new(&RULE, field, "E113").with_fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_the_name() {
        let line = "startpos bm e4;";
        let found = crate::epd::lint::check(&crate::epd::parse(line.as_bytes()));
        let own = found.iter().find(|d| d.rule.code == RULE.code).expect("a finding");
        let fixed = own.fixes[0].edit.apply(line.as_bytes());
        assert_eq!(
            String::from_utf8_lossy(&fixed),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;"
        );
        assert!(crate::epd::lint::check(&crate::epd::parse(&fixed)).is_empty());
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - -");
    }
}
