//! `castling-order`: castling letters are out of order.
//!
//! ## What it does
//! Finds letters of KQkq in another order.
//! ## Example
//! `r3k2r/8/8/8/8/8/8/R3K2R w kqKQ -`
//! ## Use instead
//! `r3k2r/8/8/8/8/8/8/R3K2R w KQkq -`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::position::CastlingReading;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "W206",
    name: "castling-order",
    severity: Severity::Warning,
    paragraph: "§4.3",
    looks_at: &[Trait::OddCastling],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.get(2) else { return };
    if let CastlingReading::Unordered(sorted) = &context.position.castling {
        let message = say("W206", [sorted.clone()]);
        let fix = Fix::safe(say("fix.write", [sorted.clone()]), TextEdit::replace(field, sorted.as_bytes()));
        out.push(Diagnostic::new(&RULE, field, message).with_fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_letters_out_of_order() {
        check(
            &RULE,
            r"
            r3k2r/8/8/8/8/8/8/R3K2R w kqKQ -
            --------------------------^^^^ W206 castling-order: the letters belong in the order `KQkq`
            ",
        );
        check_fix(&RULE, 0, "r3k2r/8/8/8/8/8/8/R3K2R w qK -", "r3k2r/8/8/8/8/8/8/R3K2R w Kq -");
    }
}
