//! `clock-after-pawn-move`: `hmvc` is not 0 although there is an en passant target.
//!
//! ## What it does
//! Compares the halfmove clock with the fourth field.
//! ## Example
//! `4k3/8/8/8/4P3/8/8/4K3 b - e3 hmvc 5;`
//! ## Use instead
//! `4k3/8/8/8/4P3/8/8/4K3 b - e3 hmvc 0;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::position::EnPassantReading;
use crate::language::say;
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "W419",
    name: "clock-after-pawn-move",
    severity: Severity::Warning,
    paragraph: "§6.15",
    looks_at: &[Trait::HalfmoveClock, Trait::Counters],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let target =
        matches!(context.position.en_passant, EnPassantReading::Target(_) | EnPassantReading::Capital(_));
    if !target || context.position.vain_en_passant {
        return;
    }
    for span in clocks(context) {
        let fix = Fix::unsafe_(say("fix.write", ["0".to_owned()]), TextEdit::replace(span, "0"));
        out.push(Diagnostic::new(&RULE, span, "W419").with_fix(fix));
    }
}

/// The spans of clocks that should be 0: the operand of `hmvc`, the counter of a FEN.
fn clocks(context: &LintContext<'_>) -> impl Iterator<Item = Span> {
    let operand = context.find("hmvc").filter(|_| context.integer("hmvc").is_some_and(|clock| clock > 0));
    let operand = operand.map(|view| view.operation.operand_span.unwrap_or(view.operation.opcode));
    let counter = context.parse.counters.map(|counters| counters.halfmoves);
    let runs = |span: &Span| context.parse.bytes(*span).iter().any(|byte| (b'1'..=b'9').contains(byte));
    counter.filter(runs).into_iter().chain(operand)
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_clocks_that_run_on() {
        check(
            &RULE,
            r"
            4k3/8/8/8/4P3/8/8/4K3 b - e3 hmvc 5;
            ----------------------------------^ W419 clock-after-pawn-move: a pawn has just moved, so the halfmove clock is 0
            ",
        );
        check(&RULE, "4k3/8/8/8/4P3/8/8/4K3 b - e3 hmvc 0;");
        check(&RULE, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
        check(
            &RULE,
            r"
            4k3/8/8/8/4P3/8/8/4K3 b - e3 5 9
            -----------------------------^ W419 clock-after-pawn-move: a pawn has just moved, so the halfmove clock is 0
            ",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/4P3/8/8/4K3 b - e3 5 9", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 9");
        check_fix(&RULE, 0, "4k3/8/8/8/4P3/8/8/4K3 b - e3 hmvc 5;", "4k3/8/8/8/4P3/8/8/4K3 b - e3 hmvc 0;");
    }
}
