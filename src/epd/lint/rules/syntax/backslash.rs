//! `backslash`: a string holds a backslash.
//!
//! ## What it does
//! Reports backslashes before a quote, a backslash, or one of the letters n, r, s and t in strings.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - c0 "one\sword";`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - c0 "one word";`

use crate::epd::lexed::TokenKind;
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::say;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "I114",
    name: "backslash",
    severity: Severity::Info,
    paragraph: "§5.1",
    looks_at: &[Trait::Backslash],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for token in context.parse.tokens() {
        if !matches!(token.kind, TokenKind::Str | TokenKind::OpenStr) {
            continue;
        }
        let text = context.parse.bytes(token.span);
        let mut from = 0;
        while let Some(at) = memchr::memchr(b'\\', &text[from..]).map(|at| from + at) {
            let escape = matches!(text.get(at + 1), Some(b'"' | b'\\' | b'n' | b'r' | b's' | b't'));
            if escape && !out.is_full() {
                let span = Span::new(token.span.start + at, token.span.start + at + 2);
                out.push(Diagnostic::new(&RULE, span, say("I114", [context.quote(span)])));
            }
            from = at + if escape { 2 } else { 1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn notes_escapes() {
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - c0 "a\sb";
            -------------------------------^^ I114 backslash: `\s` is two characters here, an escape to some programs
            "#,
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - c0 \"a\\b\"; x\\s 1;");
    }
}
