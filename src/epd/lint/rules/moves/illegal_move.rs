//! `illegal-move`: no legal move fits.
//!
//! ## What it does
//! Finds operands of `am bm pm sm` that cannot be played in the position, and of `pv sv` that cannot be played in the line.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd3;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use crate::chess::notation::MoveReading;
use crate::epd::OperandKind;
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::epd::opcode::Operands;
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "E301",
    name: "illegal-move",
    severity: Severity::Error,
    paragraph: "§6",
    looks_at: &[Trait::OddMove],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        for (ply, read) in view.moves.iter().enumerate() {
            if out.is_full() {
                return;
            }
            if !matches!(read.reading, Some(MoveReading::Illegal)) || read.operand.kind != OperandKind::Word {
                continue;
            }
            let quoted = context.quote(read.operand.span);
            let line = view.spec.is_some_and(|spec| spec.operands == Operands::MoveLine);
            let message = if line && ply > 0 {
                say("E301.line", [quoted, (ply + 1).to_string()])
            } else {
                say("E301", [quoted])
            };
            let paragraph = view.spec.map_or(RULE.paragraph, |spec| spec.paragraph);
            out.push(Diagnostic::new(&RULE, read.operand.span, message).in_paragraph(paragraph));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_moves_that_cannot_be_played() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd3;
            -----------------------------^^^ E301 illegal-move: `Kd3` cannot be played
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 Kd2;
            ---------------------------------^^^ E301 illegal-move: `Kd2` cannot be played as ply 2 of the line
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 Kd7;");
    }
}
