//! `malformed-en-passant`: the en passant field cannot be read.
//!
//! ## What it does
//! Finds any other text, and squares on the wrong rank for the side to move.
//! ## Example
//! `4k3/8/8/8/4P3/8/8/4K3 b - e4`
//! ## Use instead
//! `4k3/8/8/8/4P3/8/8/4K3 b - e3`

use crate::chess::Square;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::position::EnPassantReading;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E209",
    name: "malformed-en-passant",
    severity: Severity::Error,
    paragraph: "§4.4",
    looks_at: &[Trait::OddEnPassant],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.get(3) else { return };
    if context.position.en_passant != EnPassantReading::Malformed {
        return;
    }
    let is_square = Square::from_ascii(&context.parse.bytes(field).to_ascii_lowercase()).is_ok();
    let quoted = context.quote(field);
    let diagnostic = if is_square {
        let rank = if context.position.turn_or_white().is_white() { "6" } else { "3" };
        let message = say("E209.rank", [quoted, rank.to_owned()]);
        let fix = Fix::unsafe_(say("fix.write", ["-".to_owned()]), TextEdit::replace(field, "-"));
        Diagnostic::new(&RULE, field, message).with_fix(fix)
    } else {
        let counter = context.parse.bytes(field).strip_prefix(b"-").filter(|rest| {
            // `-0 1`: a blank is missing before the FEN counters.
            !rest.is_empty() && rest.iter().all(u8::is_ascii_digit)
        });
        let apart = || Fix::unsafe_("fix.put-blanks-right", TextEdit::insert(field.start + 1, " "));
        Diagnostic::new(&RULE, field, say("E209", [quoted])).with_fixes(counter.map(|_| apart()))
    };
    out.push(diagnostic);
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_unreadable_targets() {
        check(
            &RULE,
            r"
            4k3/8/8/8/4P3/8/8/4K3 b - e4
            --------------------------^^ E209 malformed-en-passant: `e4` is not an en passant target here: the rank must be 3
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - -bm
            ------------------------^^^ E209 malformed-en-passant: `-bm` is not an en passant target
            ",
        );
        check(&RULE, "4k3/8/8/8/4P3/8/8/4K3 b - e3");
        check_fix(&RULE, 0, "4k3/8/8/8/4P3/8/8/4K3 b - e4", "4k3/8/8/8/4P3/8/8/4K3 b - -");
    }
}
