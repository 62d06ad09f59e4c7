//! `impossible-mate-distance`: `ce` gives a mate at an impossible distance.
//!
//! ## What it does
//! Finds even distances for a mate by the side to move, and odd ones for a mate against it.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - ce 32765;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - ce 32766;`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::{args, say};

pub(crate) static RULE: Rule = Rule {
    code: "W415",
    name: "impossible-mate-distance",
    severity: Severity::Warning,
    paragraph: "§6.7",
    looks_at: &[Trait::MateScore],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let (Some(ce), Some(view)) = (context.score, context.find("ce")) else { return };
    let plies = match ce {
        32_001..=32_766 if (32_767 - ce) % 2 == 0 => 32_767 - ce,
        -32_766..=-32_001 if (ce + 32_767) % 2 == 1 => ce + 32_767,
        _ => return,
    };
    let span = view.operation.operand_span.unwrap_or(view.operation.opcode);
    out.push(Diagnostic::new(&RULE, span, say("W415", args![context.quote(span), plies])));
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_distances_of_the_wrong_parity() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - ce 32765;
            -----------------------------^^^^^ W415 impossible-mate-distance: `32765` is a mate in 2 plies, which is impossible
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - ce -32766;
            -----------------------------^^^^^^ W415 impossible-mate-distance: `-32766` is a mate in 1 ply, which is impossible
            ",
        );
        check(&RULE, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ce 32766;");
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - ce -32765;");
    }
}
