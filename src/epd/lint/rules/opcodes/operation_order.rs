//! `operation-order`: operations are not in ASCII order of their opcodes.
//!
//! ## What it does
//! Finds the first opcode that should come before the previous one.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - id "x"; bm Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id "x";`

use crate::epd::lint::context::OperationView;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::normalize::sorted_operations;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "W409",
    name: "operation-order",
    severity: Severity::Warning,
    paragraph: "§5.1",
    looks_at: &[Trait::UnsortedOpcodes, Trait::UnknownOpcode],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let parse = context.parse;
    let opcode = |view: &OperationView<'_>| parse.opcode(view.operation);
    let Some(pair) = context.operations.windows(2).find(|pair| opcode(&pair[0]) > opcode(&pair[1])) else {
        return;
    };
    let message = say("W409", [context.opcode(&pair[1]), context.opcode(&pair[0])]);
    let diagnostic = Diagnostic::new(&RULE, pair[1].operation.opcode, message);
    let (Some(first), Some(last)) = (parse.operations.first(), parse.operations.last()) else { return };
    let span = first.span().cover(last.span());
    // What cannot be told apart cannot be sorted.
    let movable = !parse.has_open_string()
        && !parse.has_bare_numbers()
        && parse.stray_semicolons.iter().all(|s| s.end <= span.start || s.start >= span.end);
    if !movable {
        out.push(diagnostic);
        return;
    }
    let sorted: Vec<Vec<u8>> = sorted_operations(parse)
        .into_iter()
        .map(|operation| {
            let mut text = parse.bytes(operation.body()).to_vec();
            text.push(b';');
            text
        })
        .collect();
    let fix = Fix::safe("fix.sort-operations", TextEdit::replace(span, sorted.join(&b' ')));
    out.push(diagnostic.with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_operations_out_of_order() {
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - id "x"; bm Kd2;
            ----------------------------------^^ W409 operation-order: `bm` should come before `id`
            "#,
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x\"; bm Kd2",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";",
        );
    }
}
