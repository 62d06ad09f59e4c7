//! `repeated-id`: an earlier record of the file has the same label.
//!
//! ## What it does
//! Reports labels that are also in an earlier line of the same file.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - id "suite.1";` behind another record with `id "suite.1";`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - id "suite.2";`

use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "I439",
    name: "repeated-id",
    severity: Severity::Info,
    paragraph: "§6.16",
    looks_at: &[Trait::Repeated],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let (Some(line), Some(view)) = (context.around.earlier_id, context.find("id")) else { return };
    let span = view.operation.operand_span.unwrap_or(view.operation.opcode);
    out.push(Diagnostic::new(&RULE, span, say("I439", [context.quote(span), line.to_string()])));
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::Surroundings;
    use crate::epd::lint::testing::*;

    #[test]
    fn notes_labels_of_earlier_lines() {
        check_around(
            &RULE,
            Surroundings { earlier_id: Some(7), ..Surroundings::default() },
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - id "x";
            -----------------------------^^^ I439 repeated-id: `"x"` is already the label of line 7
            "#,
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";");
    }
}
