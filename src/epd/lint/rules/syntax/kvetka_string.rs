//! `kvetka-string`: a string of more than 255 bytes in Kvetka's dialect.
//!
//! ## What it does
//! Finds long strings if a file is read in Kvetka's dialect; otherwise they are an error.
//! ## Example
//! A string of 256 characters.
//! ## Use instead
//! Several operations, `c0` to `c9`.

use crate::epd::dialect::Dialect;
use crate::epd::lint::rules::syntax::long_string::long_strings;
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "W115",
    name: "kvetka-string",
    severity: Severity::Warning,
    paragraph: "§5.1",
    looks_at: &[Trait::Kvetka],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    if context.around.dialect == Dialect::Kvetka {
        for (span, length) in long_strings(context) {
            out.push(Diagnostic::new(&RULE, span, say("W115", [length.to_string()])));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::dialect::Dialect;
    use crate::epd::lint::Surroundings;
    use crate::epd::lint::testing::*;

    #[test]
    fn warns_of_long_strings() {
        let kvetka = Surroundings { dialect: Dialect::Kvetka, ..Surroundings::default() };
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - c0 \"{}\";", "x".repeat(256));
        let marks = format!("{}{}", "-".repeat(29), "^".repeat(258));
        check_around(
            &RULE,
            kvetka,
            &format!("{line}\n{marks} W115 kvetka-string: a string of 256 bytes; many programs take 255"),
        );
        check(&RULE, &line);
    }
}
