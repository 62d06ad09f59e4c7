//! `duplicate-opcode`: an opcode is given more than once.
//!
//! ## What it does
//! Finds the second and further operations with the same opcode.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; bm Ke2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;`

use std::cell::OnceCell;
use std::collections::HashMap;

use crate::epd::lint::context::OperationView;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::normalize::operation_text;
use crate::epd::opcode::Operands;
use crate::epd::write::remove_operation;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E402",
    name: "duplicate-opcode",
    severity: Severity::Error,
    paragraph: "§5.1",
    looks_at: &[Trait::RepeatedOpcode],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let mut seen: HashMap<&[u8], usize> = HashMap::new();
    // Asked once: it goes over the whole line, and there may be many repetitions.
    let numbers = OnceCell::new();
    let has_numbers = || *numbers.get_or_init(|| context.parse.has_bare_numbers());
    for view in &context.operations {
        let opcode = context.parse.opcode(view.operation);
        if opcode.is_empty() {
            continue;
        }
        let Some(&first) = seen.get(opcode) else {
            seen.insert(opcode, view.index);
            continue;
        };
        if out.is_full() {
            return;
        }
        let message = say("E402", [context.opcode(view)]);
        let diagnostic = Diagnostic::new(&RULE, view.operation.opcode, message);
        out.push(match repair(context, first, view, has_numbers) {
            // Operations that can be joined have only one reading.
            Some(fix) => diagnostic.with_fix(fix).clear_if(true),
            None => diagnostic,
        });
    }
}

fn repair(
    context: &LintContext<'_>,
    first: usize,
    view: &OperationView<'_>,
    has_numbers: impl Fn() -> bool,
) -> Option<Fix> {
    let parse = context.parse;
    if parse.has_open_string() {
        return None;
    }
    let earlier = &context.operations[first];
    // Only operations with equally many operands are compared as texts: the first one may be long, and the
    // others many.
    let counts = [earlier, view].map(|view| parse.operands(view.operation).len());
    let is_same = || operation_text(parse, earlier.operation) == operation_text(parse, view.operation);
    if counts[0] == counts[1] && is_same() {
        let removed = remove_operation(parse, view.index);
        // What is no opcode but a number or a remark of some program may be there twice on purpose, and what
        // numbers mean depends on their neighbours.
        let is_remark = earlier.extension.is_some() || view.extension.is_some();
        return Some(if is_remark || has_numbers() {
            Fix::unsafe_("fix.remove-repetition", removed)
        } else {
            Fix::safe("fix.remove-repetition", removed)
        });
    }
    view.spec.filter(|spec| spec.operands == Operands::MoveSet)?;
    let mut text = Vec::new();
    for operand in context.parse.operands(view.operation) {
        text.push(b' ');
        text.extend_from_slice(parse.bytes(operand.span));
    }
    let merge =
        TextEdit::insert(earlier.operation.body().end, text).union(&remove_operation(parse, view.index))?;
    Some(Fix::unsafe_("fix.join", merge))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;
    use crate::epd::lint::{Applicability, check as check_line};
    use crate::epd::parse;

    #[test]
    fn finds_repeated_opcodes() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; bm Ke2;
            ----------------------------------^^ E402 duplicate-opcode: `bm` is given twice
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - am Kd2; bm Ke2;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\"; bm Ke2;",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2; id \"x\";",
        );
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x\"; id \"x\";",
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";",
        );
    }

    #[test]
    fn a_remark_or_count_that_is_repeated_is_not_removed_by_itself() {
        let check = |operations: &str, expect: &[bool]| {
            let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}");
            let found = check_line(&parse(line.as_bytes()));
            let repeated = found.iter().filter(|found| found.rule.code == "E402");
            let is_safe: Vec<bool> =
                repeated.map(|found| found.fixes[0].applicability == Applicability::Safe).collect();
            assert_eq!(is_safe, expect, "{line}");
        };
        check("--:--; Duals(4); --:--; id \"x\"; id \"x\";", &[false, true]);
        check("20; 400; 20;", &[false]);
        check(";5; c1 \"x\"; 5;", &[false]);
        check("- ;-", &[false]);
    }
}
