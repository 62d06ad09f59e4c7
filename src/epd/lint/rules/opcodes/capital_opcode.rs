//! `capital-opcode`: an opcode of the text is written with capitals.
//!
//! ## What it does
//! Finds `BM`, `Id` and the like, where the small form is not used in the record.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - BM Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use crate::epd::lint::context::OperationView;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::moves::read_moves;
use crate::epd::opcode::{OpcodeSpec, lookup};
use crate::epd::operand::{OperandFault, faults};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "W426",
    name: "capital-opcode",
    severity: Severity::Warning,
    paragraph: "§5.3",
    looks_at: &[Trait::UnknownOpcode],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        if view.spec.is_some() {
            continue;
        }
        if let Some(spec) = meant(context, view)
            && !out.is_full()
        {
            let span = view.operation.opcode;
            let fix =
                Fix::unsafe_(say("fix.write", [spec.name.to_owned()]), TextEdit::replace(span, spec.name));
            let args = [context.opcode(view), spec.name.to_owned()];
            out.push(Diagnostic::new(&RULE, span, say("W426", args)).with_fix(fix));
        }
    }
}

/// The opcode of the text that an opcode with capitals may mean: the record has no other operation with it,
/// and the operands fit. `PV length: 46` is not a variation.
pub(crate) fn meant(context: &LintContext<'_>, view: &OperationView<'_>) -> Option<&'static OpcodeSpec> {
    if view.spec.is_some() {
        return None;
    }
    let spec = lookup(&context.parse.opcode(view.operation).to_ascii_lowercase())?;
    let is_free = !context.has(spec.name);
    (is_free && takes(context, view, spec)).then_some(spec)
}

/// Returns whether an opcode takes the operands of an operation. Words in place of a string pass, and so do
/// moves without a position to try them in.
fn takes(context: &LintContext<'_>, view: &OperationView<'_>, spec: &OpcodeSpec) -> bool {
    let faults = faults(spec, context.parse, view.operation);
    let is_right = faults.iter().all(|fault| matches!(fault, OperandFault::Unquoted { .. }));
    let are_playable = |chess| {
        let read = read_moves(chess, spec.operands, context.parse, view.operation);
        read.iter().all(|read| read.played().is_some() || read.is_no_move(context.parse.text()))
    };
    is_right && (!spec.operands.are_moves() || context.position.chess.as_ref().is_none_or(are_playable))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_capitals() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - BM Kd2;
            --------------------------^^ W426 capital-opcode: `BM` may be meant as `bm`
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - BM Kd2; bm Kd2;");
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - PV length: 46; Dm three;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - ID a label;", "4k3/8/8/8/8/8/8/4K3 w - - id a label;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - BM Kd2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
    }
}
