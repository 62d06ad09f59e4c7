//! `detached-promotion`: the parts of a promotion are separated.
//!
//! ## What it does
//! Finds `f8 = Q`, `f8 =Q` and `f8 (Q)` among moves.
//! ## Example
//! `8/5P2/8/k7/8/8/8/4K3 w - - bm f8 = Q;`
//! ## Use instead
//! `8/5P2/8/k7/8/8/8/4K3 w - - bm f8=Q;`

use crate::chess::notation::san;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::moves::{NoMove, read_detached_promotion};
use crate::epd::opcode::Operands;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E316",
    name: "detached-promotion",
    severity: Severity::Error,
    paragraph: "§5.2.2",
    looks_at: &[Trait::OddMove],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(position) = &context.position.chess else { return };
    for view in &context.operations {
        let Some(spec) = view.spec.filter(|spec| spec.operands.are_moves()) else { continue };
        let operands = view.operands;
        for (at, operand) in operands.iter().enumerate() {
            if NoMove::of(context.parse.bytes(operand.span)) != Some(NoMove::Promotion)
                || at == 0
                || out.is_full()
            {
                continue;
            }
            // In a line of moves, the position before the move would have to be known.
            let is_line = spec.operands == Operands::MoveLine;
            let whole = || read_detached_promotion(position, context.parse, &operands[at - 1..]);
            let whole = if is_line { None } else { whole() };
            let diagnostic = Diagnostic::new(&RULE, operand.span, say("E316", [context.quote(operand.span)]));
            out.push(diagnostic.with_fixes(whole.map(|(m, count)| {
                let span = operands[at - 1].span.cover(operands[at + count - 2].span);
                let text = san(position, m);
                Fix::safe(say("fix.write", [text.clone()]), TextEdit::replace(span, text))
            })));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn joins_promotions() {
        check(
            &RULE,
            r"
            8/5P2/8/k7/8/8/8/4K3 w - - bm f8 = Q;
            ---------------------------------^ E316 detached-promotion: `=` is separated from its promotion
            ",
        );
        check_fix(
            &RULE,
            0,
            "8/5P2/8/k7/8/8/8/4K3 w - - bm f8 (N) Kd2;",
            "8/5P2/8/k7/8/8/8/4K3 w - - bm f8=N Kd2;",
        );
        check_fix(&RULE, 0, "8/5P2/8/k7/8/8/8/4K3 w - - bm f8 =b;", "8/5P2/8/k7/8/8/8/4K3 w - - bm f8=B;");
        check(&RULE, "8/5P2/8/k7/8/8/8/4K3 w - - bm f8=Q;");
    }
}
