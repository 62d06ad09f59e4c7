//! `mate-announcement`: `bm` gives a distance to mate in place of moves.
//!
//! ## What it does
//! Finds `#4` and `#-4` in move sets: mate for and against the side to move.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm #4;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - dm 4;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::mate::{announced, ce};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E310",
    name: "mate-announcement",
    severity: Severity::Error,
    paragraph: "§6.8",
    looks_at: &[Trait::OddMove],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        if view.spec.is_none_or(|spec| spec.name != "bm") {
            continue;
        }
        for operand in context.parse.operands(view.operation) {
            let Some(moves) = announced(operand.value(context.parse.text())) else { continue };
            let diagnostic = Diagnostic::new(&RULE, operand.span, say("E310", [context.quote(operand.span)]))
                .clear_if(true);
            // A move behind a semicolon may belong to it, and would lose its operation.
            let leads = || context.bound().get(view.index + 1) == Some(&true);
            let alone = context.parse.operands(view.operation).len() == 1 && !leads();
            out.push(match replacement(context, moves).filter(|_| alone) {
                Some(text) => {
                    let fix = Fix::safe(
                        say("fix.write", [text.clone()]),
                        TextEdit::replace(view.operation.body(), text),
                    );
                    diagnostic.with_fix(fix)
                }
                None => diagnostic,
            });
        }
    }
}

/// The operation that says the same, unless the record already has one there.
fn replacement(context: &LintContext<'_>, moves: i64) -> Option<String> {
    if moves > 0 {
        (!context.has("dm")).then(|| format!("dm {moves}"))
    } else {
        (!context.has("ce")).then(|| format!("ce {}", ce(moves)))
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_announced_mates() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm #4;
            -----------------------------^^ E310 mate-announcement: `#4` is a distance to mate, not a move
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - dm 4;");
        check_no_fix(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm #4; Kd2;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - bm #4;", "4k3/8/8/8/8/8/8/4K3 w - - dm 4;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - bm #-3;", "4k3/8/8/8/8/8/8/4K3 w - - ce -32761;");
    }
}
