//! `capital-field`: the active colour or the en passant file is a capital letter.
//!
//! ## What it does
//! Finds `W`, `B` and en passant targets such as `E3`.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 W - -`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - -`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::position::EnPassantReading;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "W204",
    name: "capital-field",
    severity: Severity::Warning,
    paragraph: "§4.2",
    looks_at: &[Trait::OddColor, Trait::OddEnPassant],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let parse = context.parse;
    let turn = parse.fields.get(1).filter(|&&field| matches!(parse.bytes(field), b"W" | b"B"));
    let capital = matches!(context.position.en_passant, EnPassantReading::Capital(_));
    let target = parse.fields.get(3).filter(|_| capital);
    for (&field, paragraph) in turn.map(|f| (f, "§4.2")).into_iter().chain(target.map(|f| (f, "§4.4"))) {
        let small = parse.bytes(field).to_ascii_lowercase();
        let message = say("W204", [context.quote(field)]);
        let fix = Fix::safe("fix.write-small", TextEdit::replace(field, small));
        out.push(Diagnostic::new(&RULE, field, message).in_paragraph(paragraph).with_fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_capitals() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 W - -
            --------------------^ W204 capital-field: `W` should be lower case
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/4P3/8/8/4K3 b - E3
            --------------------------^^ W204 capital-field: `E3` should be lower case
            ",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 W - -", "4k3/8/8/8/8/8/8/4K3 w - -");
    }
}
