//! `move-with-last-command`: `sm` comes with `refcom conclude` or `refcom disconnect`.
//!
//! ## What it does
//! Finds a supplied move on records that must not carry one.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - refcom conclude; sm Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - refcom conclude;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::write::remove_operation;
use crate::language::say;

pub(crate) static RULE: Rule = Rule {
    code: "E421",
    name: "move-with-last-command",
    severity: Severity::Error,
    paragraph: "§8.1",
    looks_at: &[Trait::Referee],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let (Some(view), Some(command)) = (context.find("sm"), context.parse.value("refcom")) else { return };
    let paragraph = match command {
        b"conclude" => "§8.1.1",
        b"disconnect" => "§8.1.2",
        _ => return,
    };
    let word = String::from_utf8_lossy(command).into_owned();
    let fix = Fix::unsafe_("fix.remove-operation", remove_operation(context.parse, view.index));
    let diagnostic = Diagnostic::new(&RULE, view.operation.body(), say("E421", [word]));
    out.push(diagnostic.in_paragraph(paragraph).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_moves_on_last_records() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - refcom conclude; sm Kd2;
            -------------------------------------------^^^^^^ E421 move-with-last-command: no move is sent with `refcom conclude`
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - refcom respond; sm Kd2;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - refcom disconnect; sm Kd2;",
            "4k3/8/8/8/8/8/8/4K3 w - - refcom disconnect;",
        );
    }
}
