//! `ambiguous-move`: more than one legal move fits.
//!
//! ## What it does
//! Finds moves without the origin or promotion that they need.
//! ## Example
//! `4k3/8/8/8/8/5N2/8/1N2K3 w - - bm Nd2;`
//! ## Use instead
//! `4k3/8/8/8/8/5N2/8/1N2K3 w - - bm Nbd2;`

use crate::chess::Position;
use crate::chess::notation::{MoveReading, san};
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::moves::ReadOperand;
use crate::epd::opcode::Operands;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E302",
    name: "ambiguous-move",
    severity: Severity::Error,
    paragraph: "§5.2.2",
    looks_at: &[Trait::OddMove],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let is_ambiguous = |read: &ReadOperand| matches!(read.reading, Some(MoveReading::Ambiguous(_)));
    for view in context.operations.iter().filter(|view| view.moves.iter().any(is_ambiguous)) {
        let mut current = context.position.chess.clone();
        let line = view.spec.is_some_and(|spec| spec.operands == Operands::MoveLine);
        for read in &view.moves {
            if let (Some(MoveReading::Ambiguous(moves)), Some(position)) = (&read.reading, &current) {
                if out.is_full() {
                    return;
                }
                let sans: Vec<String> = moves.iter().map(|&m| san(position, m)).collect();
                let message = say("E302", [context.quote(read.operand.span), sans.len().to_string()]);
                let fixes = sans.iter().map(|san| {
                    Fix::unsafe_(
                        say("fix.write", [san.clone()]),
                        TextEdit::replace(read.operand.span, san.as_bytes()),
                    )
                });
                // In a line of moves, another choice can spoil the moves after it.
                let fixes: Vec<Fix> = if line { Vec::new() } else { fixes.collect() };
                out.push(Diagnostic::new(&RULE, read.operand.span, message).with_fixes(fixes));
            }
            if line {
                current = current.zip(read.played()).map(|(mut position, m)| {
                    position.play_unchecked(m);
                    position
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_ambiguous_moves() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/5N2/8/1N2K3 w - - bm Nd2;
            ---------------------------------^^^ E302 ambiguous-move: `Nd2` fits 2 legal moves
            ",
        );
        check(
            &RULE,
            r"
            8/P6k/8/8/8/8/8/K7 w - - bm a8;
            ----------------------------^^ E302 ambiguous-move: `a8` fits 4 legal moves
            ",
        );
        check(&RULE, "4k3/8/8/8/8/5N2/8/1N2K3 w - - bm Nbd2;");
    }

    #[test]
    fn offers_the_candidates() {
        let line = "4k3/8/8/8/8/5N2/8/1N2K3 w - - bm Nd2;";
        let found = crate::epd::lint::check(&crate::epd::parse(line.as_bytes()));
        let mut titles: Vec<_> = found[0].fixes.iter().map(|f| f.title.english()).collect();
        titles.sort_unstable();
        assert_eq!(titles, ["Write `Nbd2`", "Write `Nfd2`"]);
    }
}
