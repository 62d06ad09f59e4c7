//! `control-character`: a control character is in the line.
//!
//! ## What it does
//! Finds control characters other than tabs, outside and inside strings.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - id "x";<NUL>`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - id "x";`

use crate::epd::lexed::TokenKind;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::language::{Text, args, say};
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E108",
    name: "control-character",
    severity: Severity::Error,
    paragraph: "§5.1",
    looks_at: &[Trait::Unprintable],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let parse = context.parse;
    for token in parse.tokens() {
        match token.kind {
            TokenKind::Control => {
                let at_edge = token.span.end == parse.text().len() || token.span.start == 0;
                let replacement: &[u8] = if at_edge { b"" } else { b" " };
                let title = if at_edge { "fix.remove-controls" } else { "fix.blank-for-all" };
                let edit = TextEdit::replace(token.span, replacement);
                let fix = if at_edge { Fix::safe(title, edit) } else { Fix::unsafe_(title, edit) };
                let in_fields = parse.fields.last().is_some_and(|field| token.span.end <= field.start);
                let paragraph = if in_fields { "§4" } else { RULE.paragraph };
                let diagnostic = Diagnostic::new(&RULE, token.span, message(parse.bytes(token.span)));
                out.push(diagnostic.in_paragraph(paragraph).with_fix(fix));
            }
            TokenKind::Str | TokenKind::OpenStr => in_string(context, token.span, out),
            TokenKind::Blank | TokenKind::Word | TokenKind::Semicolon => {}
        }
        if out.is_full() {
            return;
        }
    }
}

fn in_string(context: &LintContext<'_>, string: Span, out: &mut Diagnostics) {
    for (offset, byte) in context.parse.bytes(string).iter().enumerate() {
        if byte.is_ascii_control() && !out.is_full() {
            let span = Span::new(string.start + offset, string.start + offset + 1);
            let fix = Fix::unsafe_("fix.blank-for-one", TextEdit::replace(span, " "));
            out.push(Diagnostic::new(&RULE, span, message(&[*byte])).with_fix(fix));
        }
    }
}

fn message(bytes: &[u8]) -> Text {
    let first = bytes.first().copied().unwrap_or_default();
    match bytes.len() {
        _ if first == 0xef => "E108.mark".into(),
        0 | 1 => say("E108", [format!("{first:02X}")]),
        count => say("E108.many", args![count, format!("{first:02X}")]),
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_control_characters() {
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - id "x";␀
            ---------------------------------^ E108 control-character: control character 0x00
            "#,
        );
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - id "a␡b";
            -------------------------------^ E108 control-character: control character 0x7F
            "#,
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - -\tid \"x\";");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\0", "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";");
    }
}
