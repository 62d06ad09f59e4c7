//! `operand-order`: the operands of a set are not in ASCII order.
//!
//! ## What it does
//! Finds moves of `am` and `bm`, and operands of `noop`, that are not sorted.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Ke2 Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::normalize::is_sortable;
use crate::epd::opcode::Operands;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "W410",
    name: "operand-order",
    severity: Severity::Warning,
    paragraph: "§5.1",
    looks_at: &[Trait::Choice],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let parse = context.parse;
    for view in &context.operations {
        let Some(spec) = view.spec.filter(|spec| spec.operands.is_unordered()) else { continue };
        let operands = parse.operands(view.operation);
        let Some(pair) = operands.windows(2).find(|p| parse.bytes(p[0].span) > parse.bytes(p[1].span)) else {
            continue;
        };
        if !is_sortable(parse, view.operation) {
            continue;
        }
        if out.is_full() {
            return;
        }
        // §6.18 says nothing about order; the general rule applies.
        let paragraph = if spec.operands == Operands::MoveSet { spec.paragraph } else { RULE.paragraph };
        let message = say("W410", [context.quote(pair[1].span), context.quote(pair[0].span)]);
        let mut sorted: Vec<&[u8]> = operands.iter().map(|operand| parse.bytes(operand.span)).collect();
        sorted.sort();
        let span = view.operation.operand_span.unwrap_or(pair[0].span);
        let edit = TextEdit::replace(span, sorted.join(&b' '));
        let diagnostic = Diagnostic::new(&RULE, pair[1].span, message).in_paragraph(paragraph);
        // An open string includes the rest of the line, so it cannot move.
        out.push(if parse.has_open_string() {
            diagnostic
        } else {
            diagnostic.with_fix(Fix::safe("fix.sort-operands", edit))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_operands_out_of_order() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Ke2 Kd2;
            ---------------------------------^^^ W410 operand-order: `Kd2` should come before `Ke2`
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - pv Ke2 Kd7;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - bm Ke2 Kd2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;");
    }
}
