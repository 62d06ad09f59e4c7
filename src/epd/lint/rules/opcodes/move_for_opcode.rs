//! `move-for-opcode`: an operation consists of a legal move.
//!
//! ## What it does
//! Finds operations without operands, after a move set, whose opcode is a legal move of the position.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; Ke2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::write::remove_operation;
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "W430",
    name: "move-for-opcode",
    severity: Severity::Warning,
    paragraph: "§5.3",
    looks_at: &[Trait::UnknownOpcode],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (view, set) in context.operations.iter().zip(context.sets_of_moves()) {
        if let Some(before) = set.and_then(|set| context.operations.get(set))
            && !out.is_full()
        {
            let opcode = context.parse.opcode(view.operation);
            let text = [b" ", opcode].concat();
            let join = TextEdit::insert(before.operation.body().end, text)
                .union(&remove_operation(context.parse, view.index));
            let args = [context.opcode(view), context.opcode(before)];
            let diagnostic = Diagnostic::new(&RULE, view.operation.opcode, say("W430", args));
            // A mark may say that the move is none of the set.
            let join = join.filter(|_| !opcode.ends_with(b"?") && !opcode.ends_with(b"!"));
            out.push(diagnostic.with_fixes(join.map(|edit| Fix::unsafe_("fix.join-move", edit))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_moves_as_opcodes() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; Ke2;
            ----------------------------------^^^ W430 move-for-opcode: `Ke2` is a move and belongs to `bm`
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; Foo;");
        let line = b"4k3/8/8/8/8/8/P7/4K3 w - - bm a4; a3; Kd2;";
        assert_eq!(crate::epd::lint::repair(line), None);
        let all = crate::epd::lint::Repair { also_unsafe: true, ..Default::default() };
        assert_eq!(all.line(line).as_deref(), Some(&b"4k3/8/8/8/8/8/P7/4K3 w - - bm Kd2 a3 a4;"[..]));
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; Ke2;",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;",
        );
    }
}
