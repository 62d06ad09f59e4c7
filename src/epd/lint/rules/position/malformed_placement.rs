//! `malformed-placement`: the piece placement cannot be read.
//!
//! ## What it does
//! Finds characters other than piece letters, digits and `/`, ranks that are not eight squares wide, and a number of ranks other than eight.
//! ## Example
//! `8/8/8/3X4/8/8/8/8 w - -`
//! ## Use instead
//! `8/8/8/3N4/8/8/8/8 w - -`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::placement::PlacementFault;
use crate::language::say;
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E201",
    name: "malformed-placement",
    severity: Severity::Error,
    paragraph: "§4.1",
    looks_at: &[Trait::OddPlacement],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.first() else { return };
    // Without a solidus it is a different text altogether, so one finding is enough.
    let all = &context.position.placement;
    let shown = match all.iter().position(|finding| finding.fault == PlacementFault::RankCount(1)) {
        Some(at) => &all[at..=at],
        None => all,
    };
    for finding in shown {
        if out.is_full() {
            return;
        }
        let span = Span::new(field.start + finding.start, field.start + finding.end);
        let message = match finding.fault {
            PlacementFault::Character => say("E201", [context.quote(span)]),
            PlacementFault::RankWidth { rank, squares } => {
                say("E201.rank", [rank.to_string(), squares.to_string()])
            }
            PlacementFault::RankCount(count) => say("E201.ranks", [count]),
            PlacementFault::SplitDigits => continue,
        };
        let diagnostic = Diagnostic::new(&RULE, span, message);
        out.push(match finding.fault {
            PlacementFault::RankWidth { squares, .. } if (1..8).contains(&squares) => {
                let filled = filled(context.parse.bytes(span), 8 - squares);
                let title = say("fix.fill-rank", [String::from_utf8_lossy(&filled).into_owned()]);
                diagnostic.with_fix(Fix::unsafe_(title, TextEdit::replace(span, filled)))
            }
            _ => diagnostic,
        });
    }
}

/// A rank with empty squares added at its end.
fn filled(rank: &[u8], missing: u32) -> Vec<u8> {
    let mut out = rank.to_vec();
    let last = out.pop_if(|last| last.is_ascii_digit()).map_or(0, |last| u32::from(last - b'0'));
    out.extend((last + missing).to_string().bytes());
    out
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_unreadable_placements() {
        check(
            &RULE,
            r"
            4k3/8/8/3X4/8/8/8/4K3 w - -
            ---------^ E201 malformed-placement: `X` is neither a piece letter nor a digit from 1 to 8
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K2 w - -
            ----------------^^^ E201 malformed-placement: rank 1 has 7 squares instead of 8
            ",
        );
        check(
            &RULE,
            r"
            /8/8 w - -
            ^^^^ E201 malformed-placement: 3 ranks instead of 8
            ",
        );
        check(
            &RULE,
            r"
            hello w - -
            ^^^^^ E201 malformed-placement: 1 rank instead of 8
            ",
        );
        // A rank that is missing or given twice does not suggest another game.
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/4K3 w - -
            ^^^^^^^^^^^^^^^^^ E201 malformed-placement: 7 ranks instead of 8
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/8/4K3 w - -
            ^^^^^^^^^^^^^^^^^^^^^ E201 malformed-placement: 9 ranks instead of 8
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - -");
    }

    #[test]
    fn fills_a_rank_that_is_too_short() {
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K2 w - -", "4k3/8/8/8/8/8/8/4K3 w - -");
        check_fix(&RULE, 0, "4k3/8/8/PPPP/8/8/8/4K3 w - -", "4k3/8/8/PPPP4/8/8/8/4K3 w - -");
    }
}
