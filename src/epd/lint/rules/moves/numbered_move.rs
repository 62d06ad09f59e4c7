//! `numbered-move`: a line contains move numbers.
//!
//! ## What it does
//! Finds `1.` and `12...` between moves. A number attached to a move is another notation (E303).
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - pv 1. Kd2 Kd7;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 Kd7;`

use crate::epd::OperandKind;
use crate::epd::lint::rules::moves::move_operations;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::moves::NoMove;
use crate::language::say;
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E312",
    name: "numbered-move",
    severity: Severity::Error,
    paragraph: "§5.2.2",
    looks_at: &[Trait::OddMove],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in move_operations(context) {
        let operands = view.operands;
        for (at, operand) in operands.iter().enumerate() {
            let text = operand.value(context.parse.text());
            if operand.kind != OperandKind::Word || NoMove::of(text) != Some(NoMove::Number) || out.is_full()
            {
                continue;
            }
            let before = at.checked_sub(1).map_or(view.operation.opcode.end, |at| operands[at].span.end);
            let delete = match operands.get(at + 1) {
                Some(next) => Span::new(operand.span.start, next.span.start),
                None => Span::new(before, operand.span.end),
            };
            let diagnostic = Diagnostic::new(&RULE, operand.span, say("E312", [context.quote(operand.span)]));
            out.push(diagnostic.with_fix(Fix::safe("fix.remove-number", TextEdit::delete(delete))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_move_numbers() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - pv 1. Kd2 Kd7 2. Kd1;
            -----------------------------^^ E312 numbered-move: `1.` is a move number
            ----------------------------------------^^ E312 numbered-move: `2.` is a move number
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 Kd7;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - pv 1. Kd2;", "4k3/8/8/8/8/8/8/4K3 w - - pv Kd2;");
    }
}
