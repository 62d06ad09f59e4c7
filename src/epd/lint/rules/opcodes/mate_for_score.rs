//! `mate-for-score`: `ce` gives a distance to mate in the notation of another convention.
//!
//! ## What it does
//! Finds `+M3`, `M3`, `-M3`, `#3` and `#-3` in `ce`, which takes centipawns.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - ce +M3;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - ce 32762;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::mate::{announced_as_score, ce};
use crate::epd::operand::OperandFault;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E435",
    name: "mate-for-score",
    severity: Severity::Error,
    paragraph: "§6.7",
    looks_at: &[Trait::Fault],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in context.operations.iter().filter(|view| view.spec.is_some_and(|spec| spec.name == "ce")) {
        for fault in &view.faults {
            let OperandFault::Type { span, .. } = *fault else { continue };
            let Some(moves) = announced_as_score(context.parse.bytes(span)) else { continue };
            let text = ce(moves).to_string();
            let fix = Fix::safe(say("fix.write", [text.clone()]), TextEdit::replace(span, text));
            out.push(Diagnostic::new(&RULE, span, say("E435", [context.quote(span)])).with_fix(fix));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_mates() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - ce +M3;
            -----------------------------^^^ E435 mate-for-score: `+M3` is a distance to mate, not a value in centipawns
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - ce 32762;");
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - ce good;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - ce +M3;", "4k3/8/8/8/8/8/8/4K3 w - - ce 32762;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - ce #-2;", "4k3/8/8/8/8/8/8/4K3 w - - ce -32763;");
    }
}
