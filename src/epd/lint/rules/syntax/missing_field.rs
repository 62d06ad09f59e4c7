//! `missing-field`: a record has fewer than four fields.
//!
//! ## What it does
//! Finds a record without all of placement, active colour, castling availability and en passant target.
//! ## Example
//! `8/8/8/8/8/8/8/K1k5 w`
//! ## Use instead
//! `8/8/8/8/8/8/8/K1k5 w - -`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::language::{say, word};
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E101",
    name: "missing-field",
    severity: Severity::Error,
    paragraph: "§4",
    looks_at: &[Trait::MissingField],
    run,
};

const NAMES: [&str; 4] = ["field.placement", "field.color", "field.castling", "field.en-passant"];

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let fields = &context.parse.fields;
    let Some(missing) = NAMES.get(fields.len()) else { return };
    let at = fields.last().map_or(0, |field| field.end);
    let diagnostic = Diagnostic::new(&RULE, Span::empty(at), say("E101", [word(missing)]));
    // Only the last two fields have a neutral value, the dash.
    out.push(match fields.len() {
        2 => diagnostic
            .with_fix(Fix::unsafe_(say("fix.add", ["- -".to_owned()]), TextEdit::insert(at, " - -"))),
        3 => diagnostic.with_fix(Fix::unsafe_(say("fix.add", ["-".to_owned()]), TextEdit::insert(at, " -"))),
        _ => diagnostic,
    });
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_missing_fields() {
        check(
            &RULE,
            r"
            8/8/8/8/8/8/8/K1k5 w
            --------------------| E101 missing-field: the castling availability field is missing
            ",
        );
        check(
            &RULE,
            r"
            hello
            -----| E101 missing-field: the active colour field is missing
            ",
        );
        check(&RULE, "8/8/8/8/8/8/8/K1k5 w - -");
        check_fix(&RULE, 0, "8/8/8/8/8/8/8/K1k5 w", "8/8/8/8/8/8/8/K1k5 w - -");
        check_fix(&RULE, 0, "8/8/8/8/8/8/8/K1k5 w -; bm", "8/8/8/8/8/8/8/K1k5 w - -; bm");
    }
}
