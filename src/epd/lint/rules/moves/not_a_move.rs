//! `not-a-move`: an operand of a move operation is no move.
//!
//! ## What it does
//! Finds words that are not a move in any notation.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm best;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use crate::chess::notation::MoveReading;
use crate::epd::OperandKind;
use crate::epd::lint::context::OperationView;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::mate::announced;
use crate::epd::moves::NoMove;
use crate::epd::write::remove_operation;
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "E305",
    name: "not-a-move",
    severity: Severity::Error,
    paragraph: "§5.2.2",
    looks_at: &[Trait::OddMove],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        for (at, read) in view.moves.iter().enumerate() {
            let text = context.parse.bytes(read.operand.span);
            let sign = NoMove::of(text);
            // A mark belongs to the move before it; without one it takes the place of a move.
            let lone_mark = sign == Some(NoMove::Mark) && at == 0;
            // Other rules know what to do with other signs.
            let is_no_sign = match sign {
                None => true,
                Some(NoMove::Mark | NoMove::Promotion) => at == 0,
                Some(NoMove::Mate) => !(view.is("bm") && announced(text).is_some()),
                Some(NoMove::Separator | NoMove::Number | NoMove::Remark) => false,
            };
            if matches!(read.reading, Some(MoveReading::NotAMove))
                && read.operand.kind == OperandKind::Word
                && is_no_sign
                && !text.contains(&b',')
                && !out.is_full()
            {
                let key =
                    if matches!(text, b"--" | b"Z0" | b"null" | b"0000") { "E305.null" } else { "E305" };
                let diagnostic =
                    Diagnostic::new(&RULE, read.operand.span, say(key, [context.quote(read.operand.span)]));
                out.push(if lone_mark { diagnostic.with_fixes(removal(context, view)) } else { diagnostic });
            }
        }
    }
}

/// Removes an operation that holds only the mark.
fn removal(context: &LintContext<'_>, view: &OperationView<'_>) -> Option<Fix> {
    let edit = || remove_operation(context.parse, view.index);
    (view.moves.len() == 1).then(|| Fix::unsafe_("fix.remove-operation", edit()))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::check as check_line;
    use crate::epd::lint::testing::*;
    use crate::epd::parse;

    #[test]
    fn every_sign_in_the_place_of_a_move_is_reported() {
        for operation in [
            "pm #3",
            "am #3",
            "sm #1",
            "pv #3 #4",
            "pv a4 Kd7 #-2",
            "bm #0",
            "bm #384",
            "bm #3!",
            "am #3x",
            "sm #3x",
            "pm #-abc",
            "bm =",
            "bm =Q",
            "bm (Q)",
            "sv =Q",
            "pv a4 =Q Kd7",
            "bm #3",
            "bm a4 #",
            "am !",
            "bm a4 =Q",
        ] {
            let line = format!("4k3/8/8/8/8/8/P7/4K3 w - - {operation};");
            let found = check_line(&parse(line.as_bytes()));
            let is_told = |code: &str| ["E305", "E308", "E310", "E316"].contains(&code);
            assert!(found.iter().any(|found| is_told(found.rule.code)), "{operation}");
        }
    }

    #[test]
    fn finds_words_that_are_no_moves() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm best;
            -----------------------------^^^^ E305 not-a-move: `best` is not a move
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - pv --;
            -----------------------------^^ E305 not-a-move: `--` is a null move, which SAN does not have
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm ?;
            -----------------------------^ E305 not-a-move: `?` is not a move
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd3; am Kd2 ?;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - acd 3; bm ?;", "4k3/8/8/8/8/8/8/4K3 w - - acd 3;");
    }
}
