//! `noncanonical-san`: a move is SAN, but not in its one exact form.
//!
//! ## What it does
//! Finds missing, superfluous or wrong check and capture marks, and unneeded origins.
//! ## Why it matters
//! SAN has one text for each move; programs that compare texts miss the move otherwise.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2+;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use crate::chess::notation::MoveReading;
use crate::epd::OperandKind;
use crate::epd::lint::rules::moves::{moves, write_san};
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::{args, say, word};

pub(crate) static RULE: Rule = Rule {
    code: "W304",
    name: "noncanonical-san",
    severity: Severity::Warning,
    paragraph: "§5.2.2",
    looks_at: &[Trait::OddMove],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (view, at, read) in moves(context) {
        if let Some(MoveReading::Loose { san, looseness, .. }) = &read.reading
            && looseness.is_san()
            && read.operand.kind == OperandKind::Word
            && !out.is_full()
        {
            let span = read.operand.span;
            let message = say("W304", args![context.quote(span), word(looseness.key())]);
            out.push(Diagnostic::new(&RULE, span, message).with_fixes(write_san(context, view, at, san)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_inexact_san() {
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2+;\n-----------------------------^^^^ W304 noncanonical-san: `Kd2+`: missing, superfluous or wrong `+` or `#`",
        );
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - bm Ked2;\n-----------------------------^^^^ W304 noncanonical-san: `Ked2`: origin file or rank other than needed",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - bm Kxd2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
    }
}
