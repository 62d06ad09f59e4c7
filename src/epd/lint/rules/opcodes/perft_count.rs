//! `perft-count`: the count of positions after one ply is not the number of legal moves.
//!
//! ## What it does
//! Compares `D1`, `perft1` and the first of bare counts with the legal moves of the position.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - D1 4;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - D1 5;`

use crate::chess::Position;
use crate::epd::extension::Extension;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::language::{args, say};
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "W433",
    name: "perft-count",
    severity: Severity::Warning,
    paragraph: "§5.3",
    looks_at: &[Trait::UnknownOpcode],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(position) = &context.position.chess else { return };
    for view in &context.operations {
        if view.extension != Some(Extension::Perft { depth: 1 }) || out.is_full() {
            continue;
        }
        let span = view.operation.operand_span.unwrap_or(view.operation.opcode);
        let count = position.legal_moves().len();
        let claimed = std::str::from_utf8(context.parse.bytes(span)).ok().and_then(|text| text.parse().ok());
        if claimed != Some(count) {
            let message = say("W433", args![context.quote(span), count]);
            let text = count.to_string();
            let fix = Fix::unsafe_(say("fix.write", [text.clone()]), TextEdit::replace(span, text));
            out.push(Diagnostic::new(&RULE, span, message).with_fix(fix));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn counts_moves() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - D1 4;
            -----------------------------^ W433 perft-count: `4` positions after one ply; there are 5 legal moves
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - D1 5; D2 4;");
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - 0 1;5;4;");
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - 0 1;6;25;
            ------------------------------^ W433 perft-count: `6` positions after one ply; there are 5 legal moves
            ",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - D1 4;", "4k3/8/8/8/8/8/8/4K3 w - - D1 5;");
    }
}
