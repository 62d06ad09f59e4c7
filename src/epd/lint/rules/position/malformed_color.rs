//! `malformed-color`: the active colour is neither `w` nor `b`.
//!
//! ## What it does
//! Finds any other text in the second field.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 white - -`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - -`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E203",
    name: "malformed-color",
    severity: Severity::Error,
    paragraph: "§4.2",
    looks_at: &[Trait::OddColor],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.get(1) else { return };
    if context.position.turn.is_some() {
        return;
    }
    let message = say("E203", [context.quote(field)]);
    let diagnostic = Diagnostic::new(&RULE, field, message);
    let letter = match context.parse.bytes(field).to_ascii_lowercase().as_slice() {
        b"white" => Some("w"),
        b"black" => Some("b"),
        _ => None,
    };
    out.push(match letter {
        Some(letter) => diagnostic
            .with_fix(Fix::unsafe_(say("fix.write", [letter.to_owned()]), TextEdit::replace(field, letter))),
        None => diagnostic,
    });
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_other_words() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 white - -
            --------------------^^^^^ E203 malformed-color: the active colour is `w` or `b`, not `white`
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 W - -");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 white - -", "4k3/8/8/8/8/8/8/4K3 w - -");
    }
}
