//! `mate-count-without-mate`: `dm` is given where the side to move cannot mate.
//!
//! ## What it does
//! Finds `dm` if the side to move is mated or stalemated, or has too few pieces for any mate.
//! ## Example
//! `7k/5Q2/6K1/8/8/8/8/8 b - - dm 1;`
//! ## Use instead
//! `7k/5Q2/6K1/8/8/8/8/8 w - - dm 1;`

use crate::chess::{Position as _, legal};
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};

pub(crate) static RULE: Rule = Rule {
    code: "W418",
    name: "mate-count-without-mate",
    severity: Severity::Warning,
    paragraph: "§6.8",
    looks_at: &[Trait::MateCount],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let (Some(view), Some(chess)) = (context.find("dm"), &context.position.chess) else { return };
    if chess.has_insufficient_material(chess.turn()) || !legal::can_move(chess) {
        out.push(Diagnostic::new(&RULE, view.operation.body(), "W418"));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_counts_in_finished_games() {
        check(
            &RULE,
            r"
            7k/5Q2/6K1/8/8/8/8/8 b - - dm 1;
            ---------------------------^^^^ W418 mate-count-without-mate: the side to move cannot mate here
            ",
        );
        check(
            &RULE,
            r"
            4k3/4q3/8/8/8/8/8/4K3 w - - dm 3;
            ----------------------------^^^^ W418 mate-count-without-mate: the side to move cannot mate here
            ",
        );
        check(&RULE, "4k3/4q3/8/8/8/8/8/4K3 b - - dm 3;");
        check(&RULE, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1;");
    }
}
