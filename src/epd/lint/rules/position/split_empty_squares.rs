//! `split-empty-squares`: two digits are side by side in the placement.
//!
//! ## What it does
//! Finds runs of empty squares written as more than one digit.
//! ## Example
//! `4k3/44/8/8/8/8/8/4K3 w - -`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - -`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::placement::PlacementFault;
use crate::language::say;
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E202",
    name: "split-empty-squares",
    severity: Severity::Error,
    paragraph: "§4.1",
    looks_at: &[Trait::OddPlacement],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let Some(&field) = context.parse.fields.first() else { return };
    let text = context.parse.bytes(field);
    let mut done = 0;
    for finding in &context.position.placement {
        if finding.fault != PlacementFault::SplitDigits || finding.start < done || out.is_full() {
            continue;
        }
        let length = text[finding.start..].iter().take_while(|b| matches!(b, b'1'..=b'8')).count();
        done = finding.start + length;
        let sum: u32 = text[finding.start..done].iter().map(|b| u32::from(b - b'0')).sum();
        let span = Span::new(field.start + finding.start, field.start + done);
        let message = say("E202", [context.quote(span)]);
        let diagnostic = Diagnostic::new(&RULE, span, message);
        out.push(if sum <= 8 {
            diagnostic.with_fix(Fix::safe(
                say("fix.write", [sum.to_string()]),
                TextEdit::replace(span, sum.to_string()),
            ))
        } else {
            diagnostic
        });
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_split_runs() {
        check_only("4k3/44/8/8/8/8/8/4K3 w - -");
        check_fix(&RULE, 0, "4k3/224/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - -");
    }

    fn check_only(line: &str) {
        let found = crate::epd::lint::check(&crate::epd::parse(line.as_bytes()));
        assert_eq!(
            found.iter().map(|d| d.message.english()).collect::<Vec<_>>(),
            ["`44` should be one digit"]
        );
    }
}
