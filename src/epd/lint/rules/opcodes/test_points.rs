//! `test-points`: the points for moves of a strategic test do not fit together.
//!
//! ## What it does
//! Compares the moves in `c7`, the points in `c8` and the coordinates in `c9`.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - c7 "Kd2 Ke2"; c8 "10";`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - c7 "Kd2 Ke2"; c8 "10 5";`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::epd::points::{PointsFault, scored_moves};
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "W434",
    name: "test-points",
    severity: Severity::Warning,
    paragraph: "§6.5",
    looks_at: &[Trait::Points],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    // The points of a `c0` alone are read only if they are right.
    if context.find("c7").is_none() || context.find("c8").is_none() {
        return;
    }
    let Some(position) = &context.position.chess else { return };
    let Some(Err(fault)) = scored_moves(context.parse, position) else { return };
    let (span, message) = match fault {
        PointsFault::Count { span, moves, points } => (span, say("W434.count", [moves, points])),
        PointsFault::Move(span) => (span, say("W434.move", [context.quote(span)])),
        PointsFault::OtherMove(span) => (span, say("W434", [context.quote(span)])),
    };
    out.push(Diagnostic::new(&RULE, span, message));
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn compares_moves_and_points() {
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - c7 "Kd2 Ke2"; c8 "10";
            --------------------------------------------^^ W434 test-points: 2 moves in c7 and 1 point in c8
            "#,
        );
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - c7 "Kd2 Kd8"; c8 "10 5";
            ----------------------------------^^^ W434 test-points: `Kd8` in c7 cannot be played
            "#,
        );
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - c7 "Kd2"; c8 "10"; c9 "e1e2";
            -------------------------------------------------^^^^ W434 test-points: `e1e2` in c9 is not the move in c7
            "#,
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - c7 \"Kd2\"; c8 \"10\"; c9 \"e1d2\";");
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - c7 \"a remark\"; c8 \"another\";");
    }
}
