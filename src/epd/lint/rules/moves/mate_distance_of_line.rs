//! `mate-distance-of-line`: `pv` ends in mate at another distance than `ce` or `dm` give.
//!
//! ## What it does
//! Plays the line to its end and compares its length with the claimed mate.
//! ## Example
//! `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 2; pv Ra8#;`
//! ## Use instead
//! `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; pv Ra8#;`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::{args, say};

pub(crate) static RULE: Rule = Rule {
    code: "W314",
    name: "mate-distance-of-line",
    severity: Severity::Warning,
    paragraph: "§6.7",
    looks_at: &[Trait::MateScore, Trait::MateCount],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(plies) = mating_line(context) else { return };
    let is_ours = plies % 2 == 1;
    let signed = if is_ours { plies } else { -plies };
    if let (Some(claimed), Some(view)) = (claimed_by_score(context), context.find("ce"))
        && claimed != signed
    {
        let args = args![plies, context.opcode(view), claimed.abs().to_string()];
        out.push(Diagnostic::new(&RULE, view.operation.body(), say("W314", args)));
    }
    // It counts the moves of the side to move, which is to give mate.
    if let (Some(claimed), Some(view)) =
        (context.integer("dm").filter(|&moves| moves > 0), context.find("dm"))
        && (!is_ours || claimed != (plies + 1) / 2)
    {
        let opcode = context.opcode(view);
        let message = if is_ours {
            say("W314.moves", args![(plies + 1) / 2, opcode, claimed.to_string()])
        } else {
            say("W314", args![plies, opcode, claimed.saturating_mul(2).saturating_sub(1).to_string()])
        };
        out.push(Diagnostic::new(&RULE, view.operation.body(), message).in_paragraph("§6.8"));
    }
}

/// The plies of `pv`, if all of it can be played and it ends in mate.
fn mating_line(context: &LintContext<'_>) -> Option<i64> {
    let line = context.find("pv")?;
    let mates = line.moves.last()?.mates(context.parse.text());
    let plies = i64::try_from(line.moves.len()).ok()?;
    (mates && line.moves.iter().all(|read| read.played().is_some())).then_some(plies)
}

/// The plies to mate according to `ce`: above 0 if the side to move mates; `None` for an ordinary score.
fn claimed_by_score(context: &LintContext<'_>) -> Option<i64> {
    match context.score? {
        ce @ 32_001..=32_766 => Some(32_767 - ce),
        ce @ -32_766..=-32_001 => Some(-(ce + 32_767)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_lines_that_mate_elsewhere() {
        check(
            &RULE,
            r"
            6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 2; pv Ra8#;
            ---------------------------------^^^^ W314 mate-distance-of-line: the line mates in 1 move, but `dm` says 2
            ",
        );
        check(
            &RULE,
            r"
            6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ce 32764; pv Ra8#;
            ---------------------------------^^^^^^^^ W314 mate-distance-of-line: the line mates in 1 ply, but `ce` says 3
            ",
        );
        check(
            &RULE,
            r"
            6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - dm 1; pv Kh8 Ra8#;
            ---------------------------------^^^^ W314 mate-distance-of-line: the line mates in 2 plies, but `dm` says 1
            ",
        );
        check(&RULE, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ce 32766; dm 1; pv Ra8#;");
        check(&RULE, "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - ce -32765; pv Kh8 Ra8#;");
        check(&RULE, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 2; pv Ra7;");
    }
}
