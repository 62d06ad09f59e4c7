//! `vain-en-passant`: no pawn can have advanced two squares over the en passant target.
//!
//! ## What it does
//! Finds targets without the pawn in front of them, or with a piece on the squares that it crossed. Whether the pawn can be captured does not matter.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 b - e3`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 b - -`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E210",
    name: "vain-en-passant",
    severity: Severity::Error,
    paragraph: "§4.4",
    looks_at: &[Trait::OddEnPassant],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.get(3) else { return };
    if context.position.vain_en_passant {
        let message = say("E210", [context.quote(field)]);
        let fix = Fix::unsafe_(say("fix.write", ["-".to_owned()]), TextEdit::replace(field, "-"));
        out.push(Diagnostic::new(&RULE, field, message).with_fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_targets_without_a_pawn() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 b - e3
            ------------------------^^ E210 vain-en-passant: no pawn can have advanced two squares over `e3`
            ",
        );
        check(&RULE, "8/8/8/K2pP2r/8/8/8/4k3 w - d6");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 b - e3", "4k3/8/8/8/8/8/8/4K3 b - -");
    }
}
