//! `missing-separator`: an opcode stands among the operands of another operation.
//!
//! ## What it does
//! Finds known opcodes behind moves, strings and integers where no semicolon ends the operation.
//! ## Why it matters
//! Operations are separated by a semicolon and a blank; without it one swallows the next.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 id "x";`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id "x";`

use crate::epd::OperandKind;
use crate::epd::lint::context::OperationView;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity};
use crate::epd::opcode::{Operands, lookup};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule =
    Rule { code: "E425", name: "missing-separator", severity: Severity::Error, paragraph: "§5", run };

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        let Some(spec) = view.spec else { continue };
        if matches!(spec.operands, Operands::Any | Operands::TagPairs) {
            continue;
        }
        let operands = context.parse.operands(view.operation);
        for at in 1..operands.len() {
            if starts_operation(context, view, at) && !out.is_full() {
                let before = operands[at - 1].span.end;
                let diagnostic = Diagnostic::new(
                    &RULE,
                    operands[at].span,
                    say("E425", [context.quote(operands[at].span)]),
                );
                out.push(
                    diagnostic.with_fix(Fix::safe("fix.add-semicolon-before", TextEdit::insert(before, ";"))),
                );
                break;
            }
        }
    }
}

/// Whether the operand is an opcode of the table in a place where its operation makes sense. A
/// word that is a move in the position stays a move, unless a string follows: `c3` is both.
pub(crate) fn starts_operation(context: &LintContext<'_>, view: &OperationView<'_>, at: usize) -> bool {
    let operands = context.parse.operands(view.operation);
    let word = operands[at];
    if word.kind != OperandKind::Word {
        return false;
    }
    let Some(spec) = lookup(word.value(context.parse.text())) else { return false };
    let next = operands.get(at + 1).map(|operand| operand.kind);
    let fits = match spec.operands {
        Operands::None => next.is_none(),
        Operands::String | Operands::OptionalString | Operands::TwoStrings => next == Some(OperandKind::Str),
        _ => next == Some(OperandKind::Word),
    };
    let is_move = view.moves.get(at).is_some_and(|read| read.played().is_some());
    let after_string = operands[at - 1].kind == OperandKind::Str;
    let own_text =
        view.spec.is_some_and(|s| matches!(s.operands, Operands::String | Operands::OptionalString));
    fits && (!is_move || next == Some(OperandKind::Str)) && (!own_text || after_string)
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_swallowed_operations() {
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 id \"x\";\n---------------------------------^^ E425 missing-separator: the opcode `id` stands among the operands of another one",
        );
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - ce 5 dm 2;\n-------------------------------^^ E425 missing-separator: the opcode `dm` stands among the operands of another one",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - id of the position;");
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 id \"x\";",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";",
        );
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x\" bm Kd2;",
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x\"; bm Kd2;",
        );
    }
}
