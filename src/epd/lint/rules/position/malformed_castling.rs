//! `malformed-castling`: the castling field cannot be read.
//!
//! ## What it does
//! Finds other letters, repeated ones, and a dash beside letters.
//! ## Why it matters
//! Castling availability is `-` or one to four of the letters KQkq, none of them twice.
//! ## Example
//! `r3k2r/8/8/8/8/8/8/R3K2R w KQkq- -`
//! ## Use instead
//! `r3k2r/8/8/8/8/8/8/R3K2R w KQkq -`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity};
use crate::epd::position::CastlingReading;
use crate::language::say;

pub(crate) static RULE: Rule =
    Rule { code: "E205", name: "malformed-castling", severity: Severity::Error, paragraph: "§4.3", run };

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.get(2) else { return };
    if context.position.castling == CastlingReading::Malformed {
        let message = say("E205", [context.quote(field)]);
        out.push(Diagnostic::new(&RULE, field, message));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_unreadable_fields() {
        check(
            &RULE,
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq- -\n--------------------------^^^^^ E205 malformed-castling: `KQkq-` is no castling availability",
        );
        check(
            &RULE,
            "r3k2r/8/8/8/8/8/8/R3K2R w KK -\n--------------------------^^ E205 malformed-castling: `KK` is no castling availability",
        );
        check(&RULE, "r3k2r/8/8/8/8/8/8/R3K2R w Kq -");
    }
}
