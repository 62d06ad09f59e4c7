//! `variation-mismatch`: `pm` is not the first move of `pv`, or `sm` not that of `sv`.
//!
//! ## What it does
//! Compares the moves, not their spelling.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - pm Kd1; pv Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - pm Kd2; pv Kd2;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E313",
    name: "variation-mismatch",
    severity: Severity::Error,
    paragraph: "§6.19",
    looks_at: &[Trait::SingleMove],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (single, line, paragraph) in [("pm", "pv", "§6.19"), ("sm", "sv", "§6.26")] {
        let (Some(single), Some(line)) = (context.find(single), context.find(line)) else { continue };
        let (Some(read), Some(first)) = (single.moves.first(), line.moves.first()) else { continue };
        let (Some(m), Some(wanted)) = (read.played(), first.played()) else { continue };
        if m == wanted {
            continue;
        }
        let text = context.parse.bytes(first.operand.span);
        let args =
            [context.quote(read.operand.span), context.quote(first.operand.span), context.opcode(line)];
        let written = String::from_utf8_lossy(text).into_owned();
        let fix = Fix::unsafe_(say("fix.write", [written]), TextEdit::replace(read.operand.span, text));
        let diagnostic = Diagnostic::new(&RULE, read.operand.span, say("E313", args));
        out.push(diagnostic.in_paragraph(paragraph).with_fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_moves_that_differ() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - pm Kd1; pv Kd2;
            -----------------------------^^^ E313 variation-mismatch: `Kd1` is not `Kd2`, the first move of `pv`
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - sm Kd2; sv Kd2 Kd7;");
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - pm Kd1; pv;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - sm Kd1; sv Kd2;",
            "4k3/8/8/8/8/8/8/4K3 w - - sm Kd2; sv Kd2;",
        );
    }
}
