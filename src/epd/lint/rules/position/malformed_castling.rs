//! `malformed-castling`: the castling field cannot be read.
//!
//! ## What it does
//! Finds other letters, repeated letters, and a dash next to letters.
//! ## Example
//! `r3k2r/8/8/8/8/8/8/R3K2R w KQkq- -`
//! ## Use instead
//! `r3k2r/8/8/8/8/8/8/R3K2R w KQkq -`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::position::{CastlingReading, EnPassantReading};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E205",
    name: "malformed-castling",
    severity: Severity::Error,
    paragraph: "§4.3",
    looks_at: &[Trait::OddCastling],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.get(2) else { return };
    if context.position.castling == CastlingReading::Malformed {
        let message = say("E205", [context.quote(field)]);
        let fix = repaired(context.parse.bytes(field), has_target(context)).map(|text| {
            let title = say("fix.write", [String::from_utf8_lossy(&text).into_owned()]);
            Fix::unsafe_(title, TextEdit::replace(field, text))
        });
        out.push(Diagnostic::new(&RULE, field, message).with_fixes(fix));
    }
}

/// Returns whether the next field is an en passant target, so that none can be part of the castling field.
fn has_target(context: &LintContext<'_>) -> bool {
    context.parse.fields.len() == 4 && context.position.en_passant != EnPassantReading::Malformed
}

/// The letters in order without repetition; or the field split from an en passant field that touches it.
fn repaired(field: &[u8], has_target: bool) -> Option<Vec<u8>> {
    let letters = field.iter().take_while(|byte| b"KQkq".contains(byte)).count();
    let (rights, rest) = field.split_at(letters);
    let rights: Vec<u8> = b"KQkq".iter().copied().filter(|letter| rights.contains(letter)).collect();
    match (rights.as_slice(), rest) {
        ([], b"--") if has_target => Some(b"-".to_vec()),
        ([], b"--") => Some(b"- -".to_vec()),
        ([], _) => None,
        (rights, b"-") if has_target => Some(rights.to_vec()),
        (rights, b"-") => Some([rights, b" -"].concat()),
        (rights, []) => Some(rights.to_vec()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_unreadable_fields() {
        check(
            &RULE,
            r"
            r3k2r/8/8/8/8/8/8/R3K2R w KQkq- -
            --------------------------^^^^^ E205 malformed-castling: `KQkq-` is not a castling availability
            ",
        );
        check(
            &RULE,
            r"
            r3k2r/8/8/8/8/8/8/R3K2R w KK -
            --------------------------^^ E205 malformed-castling: `KK` is not a castling availability
            ",
        );
        check(&RULE, "r3k2r/8/8/8/8/8/8/R3K2R w Kq -");
        check_fix(&RULE, 0, "r3k2r/8/8/8/8/8/8/R3K2R w Kqkq -", "r3k2r/8/8/8/8/8/8/R3K2R w Kkq -");
        check_fix(&RULE, 0, "r3k2r/8/8/8/8/8/8/R3K2R w KQ- ce 1;", "r3k2r/8/8/8/8/8/8/R3K2R w KQ - ce 1;");
        check_fix(
            &RULE,
            0,
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkqq- ce 1;",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - ce 1;",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w -- ce 1;", "4k3/8/8/8/8/8/8/4K3 w - - ce 1;");
    }
}
