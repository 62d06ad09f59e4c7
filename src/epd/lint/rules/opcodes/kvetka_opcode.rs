//! `kvetka-opcode`: an opcode of fifteen characters, one more than Kvetka's dialect has.
//!
//! ## What it does
//! Reports opcodes of fifteen characters if a file is read in Kvetka's dialect.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - abcdefghijklmno 1;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - abcdefghijklmn 1;`

use crate::epd::dialect::Dialect;
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "I436",
    name: "kvetka-opcode",
    severity: Severity::Info,
    paragraph: "§5.1",
    looks_at: &[Trait::Kvetka],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    if context.around.dialect != Dialect::Kvetka {
        return;
    }
    for view in context.operations.iter().filter(|view| view.operation.opcode.len() == 15) {
        if !out.is_full() {
            let message = say("I436", [context.opcode(view)]);
            out.push(Diagnostic::new(&RULE, view.operation.opcode, message));
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
    fn notes_long_opcodes() {
        let kvetka = Surroundings { dialect: Dialect::Kvetka, ..Surroundings::default() };
        check_around(
            &RULE,
            kvetka,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - abcdefghijklmno 1;
            --------------------------^^^^^^^^^^^^^^^ I436 kvetka-opcode: `abcdefghijklmno` has 15 characters; Kvetka allows 14
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - abcdefghijklmno 1;");
    }
}
