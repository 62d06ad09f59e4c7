//! `known-extension`: an opcode outside the 1995 text has a meaning by convention.
//!
//! ## What it does
//! Reports opcodes that test suites and programs have agreed on, and says what they mean.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - D1 5;`
//! ## Use instead
//! Nothing; the operation is kept as it is.

use crate::epd::extension::Extension;
use crate::epd::lint::context::OperationView;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::moves::read_moves;
use crate::epd::opcode::{Operands, is_opcode};
use crate::language::{args, say, word};
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "I432",
    name: "known-extension",
    severity: Severity::Info,
    paragraph: "§5.3",
    looks_at: &[Trait::UnknownOpcode],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        if let Some(extension) = view.extension
            && is_opcode(context.parse.opcode(view.operation))
            && !out.is_full()
        {
            let message = say("I432", args![context.opcode(view), word(extension.key())]);
            let diagnostic = Diagnostic::new(&RULE, view.operation.opcode, message);
            out.push(diagnostic.with_fixes(as_variation(context, view)));
        }
    }
}

/// Moves played from the position belong in `sv`, if they can be played.
fn as_variation(context: &LintContext<'_>, view: &OperationView<'_>) -> Option<Fix> {
    let position =
        context.position.chess.as_ref().filter(|_| view.extension == Some(Extension::PlayedMoves))?;
    let moves = read_moves(position, Operands::MoveLine, context.parse, view.operation);
    let playable = moves.iter().all(|read| read.played().is_some());
    let free = ["sv", "sm"].iter().all(|opcode| !context.has(opcode));
    (playable && free).then(|| {
        let edit = TextEdit::replace(view.operation.opcode, "sv");
        Fix::unsafe_(say("fix.write", ["sv".to_owned()]), edit)
    })
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn notes_conventions() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - D1 5; pes +0.12;
            --------------------------^^ I432 known-extension: `D1` is outside the text; by convention the number of positions at a depth
            --------------------------------^^^ I432 known-extension: `pes` is outside the text; by convention an evaluation in pawns
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; foo 1; PV: e1d2;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - moves e1d2 e8d7;",
            "4k3/8/8/8/8/8/8/4K3 w - - sv e1d2 e8d7;",
        );
    }
}
