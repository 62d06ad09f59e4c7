//! `vain-castling`: a castling right has no king and rook on their squares.
//!
//! ## What it does
//! Finds letters whose king or rook is not on its home square; in a file of Chess960, letters without a rook. A right is never added, nor removed because castling is blocked at the moment.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w KQ -`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - -`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E207",
    name: "vain-castling",
    severity: Severity::Error,
    paragraph: "§4.3",
    looks_at: &[Trait::OddCastling],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.get(2) else { return };
    let vain = &context.position.vain_castling;
    if vain.is_empty() {
        return;
    }
    let letters = String::from_utf8_lossy(vain).into_owned();
    let mut rest: Vec<u8> =
        context.parse.bytes(field).iter().copied().filter(|b| !vain.contains(b)).collect();
    if rest.is_empty() {
        rest.push(b'-');
    }
    let title = say("fix.write", [String::from_utf8_lossy(&rest).into_owned()]);
    let message = say("E207", [letters]);
    let fix = Fix::unsafe_(title, TextEdit::replace(field, rest));
    out.push(Diagnostic::new(&RULE, field, message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_rights_without_rooks() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K2R w KQ -
            -----------------------^^ E207 vain-castling: no king and rook on their home squares for `Q`
            ",
        );
        check(
            &RULE,
            r"
            r4rk1/8/8/8/8/8/8/R3K2R w KQq -
            --------------------------^^^ E207 vain-castling: no king and rook on their home squares for `q`
            ",
        );
        check(&RULE, "r3k2r/8/8/8/8/8/8/R2QK2R w KQkq -");
        check_fix(&RULE, 0, "r4rk1/8/8/8/8/8/8/R3K2R w KQq -", "r4rk1/8/8/8/8/8/8/R3K2R w KQ -");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K2R w KQ -", "4k3/8/8/8/8/8/8/4K2R w K -");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w KQ -", "4k3/8/8/8/8/8/8/4K3 w - -");
    }
}
