//! `other-notation`: a move is written in another notation than SAN.
//!
//! ## What it does
//! Finds moves that are understood but not written in SAN: coordinates, long algebraic, castling with zeros, promotions without `=`, annotation marks.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm e1d2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use crate::epd::lint::rules::moves::report_inexact;
use crate::epd::lint::{Diagnostics, LintContext, Rule, Severity, Trait};

pub(crate) static RULE: Rule = Rule {
    code: "E303",
    name: "other-notation",
    severity: Severity::Error,
    paragraph: "§5.2.2",
    looks_at: &[Trait::OddMove],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    report_inexact(&RULE, context, out, |looseness| !looseness.is_san());
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_other_notations() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm e1d2;
            -----------------------------^^^^ E303 other-notation: `e1d2`: coordinate notation
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2!;
            -----------------------------^^^^ E303 other-notation: `Kd2!`: mark `!` or `?`
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - pv e1d2 e8e7;
            -----------------------------^^^^ E303 other-notation: `e1d2`: coordinate notation
            ----------------------------------^^^^ E303 other-notation: `e8e7`: coordinate notation
            ",
        );
        // `c6` before a string would be an opcode.
        let found =
            crate::epd::lint::check(&crate::epd::parse(b"4k3/2p5/8/8/8/8/8/4K3 b - - bm c7c6 \"x\";"));
        assert!(found.iter().any(|found| found.rule.code == RULE.code && found.fixes.is_empty()));
        // Both are best moves of White. With `b6`, they would be read as a line in which Black moves its own pawn.
        let best = crate::epd::parse(b"4k3/1p6/8/1P6/8/8/8/R3K3 w - - pm Ra3 b5b6;");
        let found = crate::epd::lint::check(&best);
        let found = found.iter().find(|found| found.rule.code == RULE.code).expect("a finding");
        assert!(found.fixes.iter().all(|fix| fix.applicability == crate::epd::lint::Applicability::Unsafe));
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - bm e1-d2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
    }
}
