//! `long-line`: a line is longer than 4095 bytes.
//!
//! ## What it does
//! Finds lines that a program with the buffer suggested by the text cannot read.
//! ## Example
//! `(a line of 5000 bytes)`
//! ## Use instead
//! `(several comments c0 to c9, or shorter ones)`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::say;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "W110",
    name: "long-line",
    severity: Severity::Warning,
    paragraph: "§4",
    looks_at: &[Trait::Long],
    run,
};

/// The longest line that a reader must handle, without the NUL that ends it in memory.
const LONGEST: usize = 4095;

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let length = context.parse.text().len();
    if length > LONGEST {
        let span = Span::new(LONGEST, length);
        out.push(Diagnostic::new(&RULE, span, say("W110", [length.to_string(), LONGEST.to_string()])));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::Surroundings;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_long_lines() {
        let line = |length: usize| format!("{:<length$}", "4k3/8/8/8/8/8/8/4K3 w - - zz;");
        assert!(!found(&line(4095)));
        assert!(found(&line(4096)));
    }

    fn found(line: &str) -> bool {
        prove_fixes(line.as_bytes(), Surroundings::default());
        crate::epd::lint::check(&crate::epd::parse(line.as_bytes())).iter().any(|d| d.rule.code == RULE.code)
    }
}
