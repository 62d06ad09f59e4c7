//! `best-and-avoided`: a move is in both `am` and `bm`.
//!
//! ## What it does
//! Finds moves of `bm` that `am` asks to avoid.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - am Kd2; bm Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use std::collections::HashSet;

use crate::chess::Move;
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::epd::moves::ReadOperand;
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "W307",
    name: "best-and-avoided",
    severity: Severity::Warning,
    paragraph: "§6.3",
    looks_at: &[Trait::Avoided],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let moves = |opcode: &'static str| {
        context
            .operations
            .iter()
            .filter(move |view| view.spec.is_some_and(|spec| spec.name == opcode))
            .flat_map(|view| &view.moves)
    };
    let avoid: HashSet<Move> = moves("am").filter_map(ReadOperand::played).collect();
    for read in moves("bm") {
        let avoided = read.played().is_some_and(|m| avoid.contains(&m));
        if avoided && !out.is_full() {
            let message = say("W307", [context.quote(read.operand.span)]);
            out.push(Diagnostic::new(&RULE, read.operand.span, message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_contradictions() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - am Kd2; bm Kd2;
            -------------------------------------^^^ W307 best-and-avoided: `Kd2` is both best and to be avoided
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - am Kd2; bm Kd1;");
    }
}
