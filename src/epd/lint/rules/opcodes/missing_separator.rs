//! `missing-separator`: an opcode is among the operands of another operation.
//!
//! ## What it does
//! Finds known opcodes after moves, strings and integers, without a semicolon between them.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 id "x";`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id "x";`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "E425",
    name: "missing-separator",
    severity: Severity::Error,
    paragraph: "§5",
    looks_at: &[Trait::Swallowed],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for &(end, swallowed) in context.operations.iter().flat_map(|view| &view.swallowed) {
        if out.is_full() {
            return;
        }
        let fix = Fix::safe("fix.add-semicolon-before", TextEdit::insert(end, ";"));
        let message = say("E425", [context.quote(swallowed.span)]);
        out.push(Diagnostic::new(&RULE, swallowed.span, message).with_fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::check::MOST_PER_RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn a_record_without_any_semicolon_is_repaired_at_once() {
        let wanted = "4k3/8/8/8/8/8/8/4K3 w - - acd 1; acn 2; acs 3; c0 \"a\"; c1 \"b\"; c2 \"c\"; c3 \"d\"; c4 \"e\"; ce 4; fmvn 6; hmvc 7; id \"f\"; rc 1;";
        let repaired = crate::epd::lint::repair(wanted.replace(';', "").as_bytes()).unwrap();
        assert_eq!(String::from_utf8_lossy(&repaired), wanted);
    }

    #[test]
    fn however_many_semicolons_are_missing_they_are_found_at_once() {
        let line = |semicolon: &str, count: usize| {
            let all: Vec<String> = (0..count)
                .map(|at| format!(" Zz{at} x; bm Kd2{semicolon} ce 5{semicolon} acd {at};"))
                .collect();
            format!("4k3/8/8/8/8/8/8/4K3 w - -{}", all.concat())
        };
        for count in [1, 50, 600] {
            let parsed = line("", count);
            let parsed = crate::epd::parse(parsed.as_bytes());
            let mut found = crate::epd::lint::check(&parsed);
            found.retain(|found| found.rule.code == RULE.code);
            assert_eq!(found.len(), (2 * count).min(MOST_PER_RULE));
        }
        // Operations without operands, one after the other.
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - draw_offer sm Kd2;",
            "4k3/8/8/8/8/8/8/4K3 w - - draw_offer; sm Kd2;",
        );
        let run = format!("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2{};", " resign".repeat(90));
        let repaired = crate::epd::lint::repair(run.as_bytes()).expect("a repair");
        assert_eq!(crate::epd::lint::repair(&repaired), None);
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 ce 5 dm 2;
            ---------------------------------^^ E425 missing-separator: the opcode `ce` is among the operands of another one
            --------------------------------------^^ E425 missing-separator: the opcode `dm` is among the operands of another one
            ",
        );
    }

    #[test]
    fn finds_swallowed_operations() {
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 id "x";
            ---------------------------------^^ E425 missing-separator: the opcode `id` is among the operands of another one
            "#,
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - ce 5 dm 2;
            -------------------------------^^ E425 missing-separator: the opcode `dm` is among the operands of another one
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - id of the position;");
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - noop bm Kd2;");
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";");
        // What follows the opcode is not read as moves of the operation before it.
        let found =
            crate::epd::lint::check(&crate::epd::parse(b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 pv Kd2 e1f2;"));
        assert_eq!(found.iter().map(|found| found.rule.code).collect::<Vec<_>>(), ["E425"]);
        // A number that reads like a sign between moves is the value of the opcode before it, whatever follows.
        for rest in ["", " pv #K w", " \"x\""] {
            let line = format!("4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 ce #-2.{rest};");
            let parsed = crate::epd::parse(line.as_bytes());
            let first =
                crate::epd::lint::check(&parsed).into_iter().find(|found| found.rule.code == RULE.code);
            let edit = &first.expect("`ce` is found").fixes[0].edit;
            assert!(
                edit.apply(line.as_bytes()).starts_with(b"4k3/8/8/8/8/8/8/4K3 w - - pv Kd2; ce"),
                "{rest}"
            );
        }
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 id \"x\";",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";",
        );
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x\" bm Kd2;",
            "4k3/8/8/8/8/8/8/4K3 w - - id \"x\"; bm Kd2;",
        );
    }
}
