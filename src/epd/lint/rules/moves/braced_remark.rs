//! `braced-remark`: a remark in braces is among moves.
//!
//! ## What it does
//! Finds words in braces after moves, usually counts of games.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 {151};`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c0 "151";`

use crate::epd::OperandKind;
use crate::epd::lint::rules::moves::move_operations;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::moves::NoMove;
use crate::language::say;
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E317",
    name: "braced-remark",
    severity: Severity::Error,
    paragraph: "§5.2.2",
    looks_at: &[Trait::OddMove],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in move_operations(context) {
        let mut before = view.operation.opcode.end;
        for operand in view.operands {
            let text = context.parse.bytes(operand.span);
            if operand.kind == OperandKind::Word && NoMove::of(text) == Some(NoMove::Remark) && !out.is_full()
            {
                let delete = TextEdit::delete(Span::new(before, operand.span.end));
                let diagnostic =
                    Diagnostic::new(&RULE, operand.span, say("E317", [context.quote(operand.span)]));
                out.push(diagnostic.clear_if(true).with_fix(Fix::unsafe_("fix.remove", delete)));
            }
            before = operand.span.end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_remarks() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 {151} Ke2;
            ---------------------------------^^^^^ E317 braced-remark: `{151}` is a remark, not a move
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c0 \"{151}\";");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 {151} Ke2;",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;",
        );
    }
}
