//! `touching-string`: text touches the closing quote of a string.
//!
//! ## What it does
//! Finds a token that starts right after a closing quote, usually an attempt to write a quote inside a string.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - c0 "a \"quoted\" word";`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - c0 "a 'quoted' word";`

use crate::epd::lexed::TokenKind;
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "E103",
    name: "touching-string",
    severity: Severity::Error,
    paragraph: "§5.1",
    looks_at: &[Trait::IrregularBlank],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let tokens = context.parse.tokens();
    for (before, token) in tokens.clone().zip(tokens.skip(1)) {
        let touches = before.kind == TokenKind::Str
            && matches!(token.kind, TokenKind::Word | TokenKind::Str | TokenKind::OpenStr);
        if touches && !out.is_full() {
            let message = say("E103", [context.quote(token.span)]);
            out.push(Diagnostic::new(&RULE, token.span, message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_text_behind_a_quote() {
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";");
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - c0 "a"b c;
            --------------------------------^ E103 touching-string: `b` touches the string before it
            "#,
        );
    }
}
