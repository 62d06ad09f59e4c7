//! `non-ascii`: the line has characters outside ASCII.
//!
//! ## What it does
//! Finds runs of bytes above 127.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - id "Königsangriff";`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - id "Koenigsangriff";`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::say;
use crate::text::encoding::BYTE_ORDER_MARK;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "W109",
    name: "non-ascii",
    severity: Severity::Warning,
    paragraph: "§1",
    looks_at: &[Trait::Unprintable],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let text = context.parse.text();
    let body = if text.starts_with(BYTE_ORDER_MARK) { 3 } else { 0 };
    let Some(first) = text[body..].iter().position(|byte| !byte.is_ascii()) else { return };
    let start = body + first;
    let length = text[start..].iter().take_while(|byte| !byte.is_ascii()).count();
    let total = text[body..].iter().filter(|byte| !byte.is_ascii()).count();
    let span = Span::new(start, start + length);
    out.push(Diagnostic::new(&RULE, span, say("W109", [total])));
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_bytes_above_127() {
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - id \"Konig\";");
        let line = "4k3/8/8/8/8/8/8/4K3 w - - id \"König\";";
        let found = crate::epd::lint::check(&crate::epd::parse(line.as_bytes()));
        assert_eq!(
            found.iter().map(|d| d.message.english()).collect::<Vec<_>>(),
            ["2 bytes of the record are not ASCII"]
        );
    }
}
