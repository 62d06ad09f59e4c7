//! `chess-variant`: the record belongs to a chess variant.
//!
//! ## What it does
//! Finds crazyhouse pockets, promoted pieces (`~`), counts of checks given, boards of another size, a horde of pawns without a king, an operation `variant`, and files whose first comments name another game.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3[Qn] w - -`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - -`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};

pub(crate) static RULE: Rule = Rule {
    code: "E214",
    name: "chess-variant",
    severity: Severity::Error,
    paragraph: "§4.1",
    looks_at: &[Trait::Variant],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    if let Some((span, key)) = context.variant() {
        out.push(Diagnostic::new(&RULE, span, key));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn names_the_variant() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3[Qn] w - -
            -------------------^^^^ E214 chess-variant: a crazyhouse pocket: Epidote reads chess and Chess960 only
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1
            --------------------------^^^ E214 chess-variant: counted checks (3check): Epidote reads chess and Chess960 only
            ",
        );
        check(
            &RULE,
            r"
            9k/10/10/10/10/10/10/9K w - -
            ^^^^^^^^^^^^^^^^^^^^^^^ E214 chess-variant: a board of another size: Epidote reads chess and Chess960 only
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - variant crazyhouse;
            --------------------------^^^^^^^^^^^^^^^^^^ E214 chess-variant: a chess variant: Epidote reads chess and Chess960 only
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - -");
        check(
            &RULE,
            r"
            rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq -
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ E214 chess-variant: a horde of pawns: Epidote reads chess and Chess960 only
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3/QQn w - -
            --------------------^^^ E214 chess-variant: a crazyhouse pocket: Epidote reads chess and Chess960 only
            ",
        );
        // A number of squares that no board has and no integer holds.
        check(&RULE, "99999999999999999999/8/8/8 w - -");
    }
}
