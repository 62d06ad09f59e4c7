//! `detached-mark`: check, capture or annotation marks are separated from their move.
//!
//! ## What it does
//! Finds `+`, `#`, `!` and `?` as separate words in move operations.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 !;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use std::cell::OnceCell;

use crate::epd::lint::rules::moves::move_operations;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::moves::{NoMove, is_move_shaped};
use crate::epd::{Operand, OperandKind};
use crate::language::say;
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E308",
    name: "detached-mark",
    severity: Severity::Error,
    paragraph: "§5.2.2",
    looks_at: &[Trait::OddMove],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in move_operations(context) {
        let operands = view.operands;
        // Looked for once: a line may have thousands of marks.
        let last_prose = OnceCell::new();
        let mut from = 1;
        while let Some(at) = (from..operands.len()).find(|&at| is_mark(context, operands[at])) {
            if out.is_full() {
                return;
            }
            let end =
                (at..operands.len()).take_while(|&at| is_mark(context, operands[at])).last().unwrap_or(at);
            let span = operands[at].span.cover(operands[end].span);
            let gap = Span::new(operands[at - 1].span.end, span.end);
            let fix = Fix::safe("fix.join-mark", TextEdit::replace(gap, marks(context.parse.bytes(span))));
            let diagnostic = Diagnostic::new(&RULE, span, say("E308", [context.quote(span)]));
            // A `#` with words behind it begins a remark.
            let is_prose = |word: &[u8]| !is_move_shaped(word) && NoMove::of(word).is_none();
            let last_prose = *last_prose
                .get_or_init(|| operands.iter().rposition(|word| is_prose(context.parse.bytes(word.span))));
            let begins_remark = operands[at].value(context.parse.text()) == b"#" && last_prose > Some(end);
            let is_its = can_be_move(context, operands[at - 1]) && !begins_remark;
            out.push(diagnostic.with_fixes(is_its.then_some(fix)));
            from = end + 1;
        }
    }
}

fn is_mark(context: &LintContext<'_>, operand: Operand) -> bool {
    operand.kind == OperandKind::Word && NoMove::of(operand.value(context.parse.text())) == Some(NoMove::Mark)
}

/// Returns whether a mark after the operand belongs to it.
fn can_be_move(context: &LintContext<'_>, operand: Operand) -> bool {
    operand.kind == OperandKind::Word && NoMove::of(operand.value(context.parse.text())).is_none()
}

/// The marks that belong to SAN and follow the move; annotations are left out.
fn marks(text: &[u8]) -> Vec<u8> {
    let mate = text.contains(&b'#');
    if mate { b"#".to_vec() } else { text.iter().copied().filter(|&b| b == b'+').take(1).collect() }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn a_mark_before_words_may_begin_a_remark() {
        check_no_fix(&RULE, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8 # e5 fails, h3 too;");
        check_no_fix(&RULE, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8 # wins by force;");
        check_no_fix(&RULE, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - pv h3 # the only move;");
        let line = |moves: &str| format!("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm {moves};");
        check_fix(&RULE, 0, &line("Ra8 # h3"), &line("Ra8# h3"));
    }

    #[test]
    fn finds_marks_that_stand_alone() {
        check(
            &RULE,
            r"
            6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8 +;
            ----------------------------------------^ E308 detached-mark: `+` is separated from its move
            ",
        );
        check(
            &RULE,
            r"
            6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8 + ?;
            ----------------------------------------^^^ E308 detached-mark: `+ ?` is separated from its move
            ",
        );
        check(&RULE, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;");
        // A string is not a move that could have a mark.
        check(
            &RULE,
            r#"
            6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm "Ra8" +;
            ------------------------------------------^ E308 detached-mark: `+` is separated from its move
            "#,
        );
        check_fix(
            &RULE,
            0,
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8 #;",
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;",
        );
        check(
            &RULE,
            r"
            4k3/8/8/1Pp5/8/8/8/4K3 w - c6 bm bxc6 ep Kd2;
            --------------------------------------^^ E308 detached-mark: `ep` is separated from its move
            ",
        );
        check_fix(
            &RULE,
            0,
            "4k3/8/8/1Pp5/8/8/8/4K3 w - c6 bm bxc6 ep Kd2;",
            "4k3/8/8/1Pp5/8/8/8/4K3 w - c6 bm bxc6 Kd2;",
        );
        check_fix(
            &RULE,
            0,
            "4k3/8/8/1Pp5/8/8/8/4K3 w - c6 pv bxc6 e.p.;",
            "4k3/8/8/1Pp5/8/8/8/4K3 w - c6 pv bxc6;",
        );
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 ! Ke2;",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;",
        );
    }
}
