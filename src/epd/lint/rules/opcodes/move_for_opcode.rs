//! `move-for-opcode`: an operation consists of a legal move.
//!
//! ## What it does
//! Finds operations without operands, after a move set, whose opcode is a legal move of the position.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; Ke2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;`

use crate::chess::notation::{MoveReading, read_move};
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::opcode::Operands;
use crate::epd::write::remove_operation;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "W430",
    name: "move-for-opcode",
    severity: Severity::Warning,
    paragraph: "§5.3",
    looks_at: &[Trait::UnknownOpcode],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(position) = &context.position.chess else { return };
    for pair in context.operations.windows(2) {
        let [before, view] = pair else { continue };
        let set = before.spec.is_some_and(|spec| spec.operands == Operands::MoveSet);
        let opcode = context.parse.opcode(view.operation);
        let alone = view.spec.is_none() && context.parse.operands(view.operation).is_empty();
        if !set || !alone || out.is_full() {
            continue;
        }
        if let MoveReading::Exact(_) | MoveReading::Loose { .. } = read_move(position, opcode) {
            let text = [b" ", opcode].concat();
            let join = TextEdit::insert(before.operation.body().end, text)
                .union(&remove_operation(context.parse, view.index));
            let args = [context.opcode(view), context.opcode(before)];
            let diagnostic = Diagnostic::new(&RULE, view.operation.opcode, say("W430", args));
            out.push(diagnostic.with_fixes(join.map(|edit| Fix::unsafe_("fix.join-move", edit))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_moves_as_opcodes() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; Ke2;
            ----------------------------------^^^ W430 move-for-opcode: `Ke2` is a move and belongs to `bm`
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; Foo;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; Ke2;",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;",
        );
    }
}
