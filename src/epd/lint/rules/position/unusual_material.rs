//! `unusual-material`: the position is legal to search but no game can reach it.
//!
//! ## What it does
//! Finds more pieces than promotions allow, and checks that no last move can have given.
//! ## Example
//! `QQQQQQQQ/QQQQQQQQ/8/8/8/8/7k/K7 w - -`
//! ## Use instead
//! `(keep it, if it is meant)`

use crate::chess::PositionErrorKinds;
use crate::epd::legality::{concerned, names};
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::{Text, say};

pub(crate) static RULE: Rule = Rule {
    code: "I213",
    name: "unusual-material",
    severity: Severity::Info,
    paragraph: "§7.1",
    looks_at: &[Trait::OddPosition],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.first() else { return };
    for (kind, message) in [
        (PositionErrorKinds::TOO_MUCH_MATERIAL, "I213"),
        (PositionErrorKinds::IMPOSSIBLE_CHECK, "I213.check"),
    ] {
        if context.position.illegal.contains(kind) {
            let squares = concerned(kind, &context.position.board, context.position.turn_or_white());
            let message =
                if squares.is_empty() { Text::from(message) } else { say(message, [names(squares)]) };
            out.push(Diagnostic::new(&RULE, field, message).on(squares));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_too_many_pieces() {
        check(
            &RULE,
            r"
            7k/8/QQQQ4/QQQQ4/QQ6/8/8/K7 b - -
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^ I213 unusual-material: more pieces than a game can give a side
            ",
        );
        check(&RULE, "7k/8/8/8/8/8/8/KQ6 w - -");
    }
}
