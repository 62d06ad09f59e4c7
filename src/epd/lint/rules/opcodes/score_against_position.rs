//! `score-against-position`: `ce` contradicts a position that is over.
//!
//! ## What it does
//! Finds -32767 if nobody is mated, and a wrong value if the game is over: it must be -32767 for mate, 0 for stalemate and insufficient material.
//! ## Example
//! `4k3/8/8/8/8/8/8/3QK3 w - - ce -32767;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/3QK3 w - - ce 900;`

use crate::chess::{Position as _, legal};
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "W416",
    name: "score-against-position",
    severity: Severity::Warning,
    paragraph: "§6.7",
    looks_at: &[Trait::Score],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let (Some(ce), Some(view)) = (context.score, context.find("ce")) else { return };
    let Some(chess) = &context.position.chess else { return };
    let span = view.operation.operand_span.unwrap_or(view.operation.opcode);
    let (key, right) = if legal::is_checkmate(chess) {
        ("W416", -32_767)
    } else if ce == -32_767 {
        out.push(Diagnostic::new(&RULE, span, "W416.not-mated"));
        return;
    } else if legal::is_stalemate(chess) {
        ("W416.stalemate", 0)
    } else if chess.is_insufficient_material() {
        ("W416.material", 0)
    } else {
        return;
    };
    // Another rule reports -32768.
    if ce != right && ce != -32_768 {
        let fix =
            Fix::unsafe_(say("fix.write", [right.to_string()]), TextEdit::replace(span, right.to_string()));
        out.push(Diagnostic::new(&RULE, span, key).with_fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_values_of_finished_games() {
        check(
            &RULE,
            r"
            3qk3/8/8/8/8/8/8/3QK3 w - - ce -32767;
            -------------------------------^^^^^^ W416 score-against-position: -32767 says checkmated, but the side to move is not
            ",
        );
        check(
            &RULE,
            r"
            7k/5Q2/6K1/8/8/8/8/8 b - - ce -900;
            ------------------------------^^^^ W416 score-against-position: the side to move is stalemated: the value is 0
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - ce 5;
            -----------------------------^ W416 score-against-position: nobody can mate any more: the value is 0
            ",
        );
        check(&RULE, "7k/6Q1/6K1/8/8/8/8/8 b - - ce -32767;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - ce 5;", "4k3/8/8/8/8/8/8/4K3 w - - ce 0;");
    }
}
