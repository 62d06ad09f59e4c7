//! `not-a-move`: an operand of a move operation is no move.
//!
//! ## What it does
//! Finds words that do not read as a move in any notation.
//! ## Why it matters
//! The operation holds moves in SAN; this cannot be read as one in any notation.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm best;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use crate::chess::notation::MoveReading;
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity};
use crate::epd::moves::NoMove;
use crate::epd::parse::OperandKind;
use crate::language::say;

pub(crate) static RULE: Rule =
    Rule { code: "E305", name: "not-a-move", severity: Severity::Error, paragraph: "§5.2.2", run };

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        for read in &view.moves {
            if read.reading == Some(MoveReading::NotAMove)
                && read.operand.kind == OperandKind::Word
                && NoMove::of(context.parse.bytes(read.operand.span)).is_none()
                && !context.parse.bytes(read.operand.span).contains(&b',')
                && !out.is_full()
            {
                let message = say("E305", [context.quote(read.operand.span)]);
                out.push(Diagnostic::new(&RULE, read.operand.span, message));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_words_that_are_no_moves() {
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - bm best;\n-----------------------------^^^^ E305 not-a-move: `best` is no move",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd3;");
    }
}
