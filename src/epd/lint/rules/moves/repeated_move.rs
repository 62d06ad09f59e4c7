//! `repeated-move`: a move is given twice in a set.
//!
//! ## What it does
//! Finds moves that are already in `am` or `bm`, in any spelling.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use crate::chess::Move;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::opcode::Operands;
use crate::language::say;
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "W306",
    name: "repeated-move",
    severity: Severity::Warning,
    paragraph: "§6.4",
    looks_at: &[Trait::Choice],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        let Some(spec) = view.spec.filter(|spec| spec.operands == Operands::MoveSet) else { continue };
        let mut seen: Vec<Move> = Vec::new();
        for (at, read) in view.moves.iter().enumerate() {
            let Some(m) = read.played() else { continue };
            if !seen.contains(&m) {
                // Never more than the moves of the position, however many operands there are.
                seen.push(m);
            } else if !out.is_full() {
                let span = read.operand.span;
                let message = say("W306", [context.quote(span)]);
                let before = view.moves[at - 1].operand.span.end;
                let fix = Fix::unsafe_("fix.remove", TextEdit::delete(Span::new(before, span.end)));
                out.push(Diagnostic::new(&RULE, span, message).in_paragraph(spec.paragraph).with_fix(fix));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_repeated_moves() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Kd2;
            ---------------------------------^^^ W306 repeated-move: `Kd2` is already in the set
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 Kd7 Kd1 Kd8 Kd2;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Kd2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
    }
}
