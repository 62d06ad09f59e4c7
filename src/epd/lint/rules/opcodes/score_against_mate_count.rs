//! `score-against-mate-count`: `ce` and `dm` give different mates.
//!
//! ## What it does
//! Compares a mate in `ce` with the count in `dm`, and finds a `ce` below 0 in a record with `dm`.
//! ## Example
//! `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ce 32766; dm 2;`
//! ## Use instead
//! `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ce 32766; dm 1;`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::epd::mate::LONGEST;
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "W417",
    name: "score-against-mate-count",
    severity: Severity::Warning,
    paragraph: "§6.7",
    looks_at: &[Trait::MateCount],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let (Some(ce), Some(dm)) = (context.score, context.integer("dm")) else { return };
    let (Some(view), true) = (context.find("ce"), (1..=LONGEST).contains(&dm)) else { return };
    let span = view.operation.operand_span.unwrap_or(view.operation.opcode);
    let right = 32_767 - (2 * dm - 1);
    if !(-32_000..=32_000).contains(&ce) && ce != right && ce >= -32_767 {
        let args = [context.quote(span), dm.to_string(), right.to_string()];
        out.push(Diagnostic::new(&RULE, span, say("W417", args)));
    } else if (-32_000..0).contains(&ce) {
        let args = [context.quote(span), dm.to_string()];
        out.push(Diagnostic::new(&RULE, span, say("W417.worse", args)));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_mates_that_differ() {
        check(
            &RULE,
            r"
            6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ce 32766; dm 2;
            ------------------------------------^^^^^ W417 score-against-mate-count: `32766` and `dm 2` differ: a mate in 2 has the value 32764
            ",
        );
        check(&RULE, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ce 32766; dm 1;");
        check(&RULE, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ce 900; dm 3;");
        check(
            &RULE,
            r"
            6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ce -500; dm 1;
            ------------------------------------^^^^ W417 score-against-mate-count: `-500` is worse for the side that mates by `dm 1`
            ",
        );
    }
}
