//! `operand-count`: an operation has too few or too many operands.
//!
//! ## What it does
//! Finds operations with a wrong number of operands.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - pm;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - pm Kd2;`

use crate::epd::lint::context::OperationView;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::opcode::Operands;
use crate::epd::operand::OperandFault;
use crate::epd::write::quote;
use crate::language::{args, say, word};
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E403",
    name: "operand-count",
    severity: Severity::Error,
    paragraph: "§6",
    looks_at: &[Trait::Fault],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (view, spec, fault) in context.faults() {
        if let OperandFault::Count { found } = fault
            && !out.is_full()
        {
            let message = say("E403", args![spec.name, word(spec.operands.key()), found]);
            let diagnostic =
                Diagnostic::new(&RULE, view.operation.body(), message).in_paragraph(spec.paragraph);
            let diagnostic = diagnostic.with_fixes(one_string(context, view));
            out.push(diagnostic.clear_if(are_alternatives(context, view)));
        }
    }
}

/// All operands as one string, with apostrophes for the quotes inside.
fn one_string(context: &LintContext<'_>, view: &OperationView<'_>) -> Option<Fix> {
    let takes_string =
        view.spec.is_some_and(|spec| matches!(spec.operands, Operands::String | Operands::OptionalString));
    let span = view.operation.operand_span.filter(|_| takes_string && !context.parse.has_open_string())?;
    let inside: Vec<u8> =
        context.parse.bytes(span).iter().map(|&byte| if byte == b'"' { b'\'' } else { byte }).collect();
    Some(Fix::unsafe_("fix.put-in-quotes", TextEdit::replace(span, quote(&inside).ok()?)))
}

/// Returns whether several moves are given where one belongs, and each can be played from the position: a
/// choice of moves, as opening books write it.
fn are_alternatives(context: &LintContext<'_>, view: &OperationView<'_>) -> bool {
    let one_move = view.spec.is_some_and(|spec| spec.operands == Operands::Move);
    context.position.chess.is_some()
        && one_move
        && view.moves.len() > 1
        && view.moves.iter().all(|read| read.played().is_some())
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_wrong_numbers() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - pm;
            --------------------------^^ E403 operand-count: `pm` takes one move, not 0 operands
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - resign now;
            --------------------------^^^^^^^^^^ E403 operand-count: `resign` takes no operand, not 1 operand
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - am; bm; pv;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - c0 From \"A Book\" by X;",
            "4k3/8/8/8/8/8/8/4K3 w - - c0 \"From 'A Book' by X\";",
        );
    }
}
