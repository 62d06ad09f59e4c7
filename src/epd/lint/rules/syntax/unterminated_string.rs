//! `unterminated-string`: a string is never closed.
//!
//! ## What it does
//! Finds a quote without a closing one.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - id "x; bm Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - id "x"; bm Kd2;`

use crate::epd::lexed::TokenKind;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E105",
    name: "unterminated-string",
    severity: Severity::Error,
    paragraph: "§5.1",
    looks_at: &[Trait::OpenString],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let parse = context.parse;
    let Some(open) = parse.tokens().last().filter(|t| t.kind == TokenKind::OpenStr) else { return };
    let bytes = parse.bytes(open.span);
    let mut diagnostic = Diagnostic::new(&RULE, Span::new(open.span.start, open.span.start + 1), "E105");
    if let Some(length) = memchr::memchr(b';', bytes) {
        let at = open.span.start + length;
        diagnostic = diagnostic.with_fix(Fix::unsafe_("fix.close-string", TextEdit::insert(at, "\"")));
    }
    let end = open.span.start + bytes.trim_ascii_end().len();
    let close = if bytes.trim_ascii_end().ends_with(b";") {
        TextEdit::insert(end - 1, "\"")
    } else {
        TextEdit::insert(end, "\";")
    };
    if diagnostic.fixes.iter().all(|fix| fix.edit != close) {
        diagnostic = diagnostic.with_fix(Fix::unsafe_("fix.close-string-at-end", close));
    }
    out.push(diagnostic);
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_an_open_string() {
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - id "x; bm Kd2;
            -----------------------------^ E105 unterminated-string: the string is never closed
            "#,
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - id \"x\"; bm Kd2;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x; bm Kd2;",
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x\"; bm Kd2;",
        );
        check_fix(
            &RULE,
            1,
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x; bm Kd2;",
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x; bm Kd2\";",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - id \"x", "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";");
    }
}
