//! `operation-order`: operations are not in ASCII order of their opcodes.
//!
//! ## What it does
//! Finds the first opcode that should come before the previous one.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - id "x"; bm Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id "x";`

use crate::epd::Operation;
use crate::epd::lint::context::OperationView;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::normalize::sorted_operations;
use crate::epd::write::behind_lone_counter;
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
    let operations = sorted_operations(parse);
    let is_behind_semicolon = parse.stray_semicolons.iter().any(|semicolon| semicolon.end <= span.start);
    let leads = |operation: &Operation| {
        is_behind_semicolon && behind_lone_counter(parse, parse.opcode(operation)).is_some()
    };
    // What cannot be told apart cannot be sorted, and a count of moves that comes first after a semicolon
    // makes an operation of the counter before.
    let movable = !parse.has_open_string()
        && (leads(first) || !operations.iter().take(1).any(|operation| leads(operation)))
        && !parse.has_bare_numbers()
        && parse.stray_semicolons.iter().all(|s| s.end <= span.start || s.start >= span.end)
        // What belongs to the operation before it must stay behind it.
        && !context.bound().contains(&true);
    if !movable {
        out.push(diagnostic);
        return;
    }
    let sorted: Vec<Vec<u8>> = operations
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
    use crate::epd::parse;

    #[test]
    fn what_belongs_together_is_not_sorted_apart() {
        check_no_fix(&RULE, "4k3/8/8/8/8/8/P7/4K3 w - - bm a4; a3;");
        check_no_fix(&RULE, "4k3/8/8/8/8/8/P7/4K3 w - - c0 'a;b'; bm a4;");
    }

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
        let found = crate::epd::lint::check(&parse(b"4k3/8/8/8/8/8/8/4K3 w - - - ; bm Kd2; D3 1;"));
        let unsorted = found.iter().find(|found| found.rule.code == RULE.code).unwrap();
        assert!(unsorted.fixes.is_empty(), "the counter would become an operation");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - - bm Kd2; D3 1;",
            "4k3/8/8/8/8/8/8/4K3 w - - - D3 1; bm Kd2;",
        );
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x\"; bm Kd2",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";",
        );
    }
}
