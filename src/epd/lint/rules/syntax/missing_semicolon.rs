//! `missing-semicolon`: the last operation is not ended by a semicolon.
//!
//! ## What it does
//! Finds an operation at the end of the line without a semicolon.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::language::say;
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E104",
    name: "missing-semicolon",
    severity: Severity::Error,
    paragraph: "§5",
    looks_at: &[Trait::OpenOperation],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let parse = context.parse;
    if parse.has_open_string() {
        return;
    }
    let Some(operation) = parse.operations.last().filter(|o| o.semicolon.is_none()) else { return };
    let at = operation.body().end;
    let message = say("E104", [context.quote(operation.opcode)]);
    let fix = Fix::safe(say("fix.add", [";".to_owned()]), TextEdit::insert(at, ";"));
    out.push(Diagnostic::new(&RULE, Span::empty(at), message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_an_operation_without_end() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2
            --------------------------------| E104 missing-semicolon: the operation `bm` does not end with `;`
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 ", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; ");
    }
}
