//! `unknown-opcode`: an opcode is not in the 1995 text.
//!
//! ## What it does
//! Reports opcodes that are neither in the text nor in a known convention. Private ones should start with a capital letter.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - foo 1;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - Foo 1;`

use crate::epd::lint::context::OperationView;
use crate::epd::lint::rules::opcodes::capital_opcode::meant;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::opcode::is_opcode;
use crate::epd::write::make_comment;
use crate::epd::{Operand, OperandKind};
use crate::language::say;
use crate::text::edit::TextEdit;

pub(crate) static RULE: Rule = Rule {
    code: "I401",
    name: "unknown-opcode",
    severity: Severity::Info,
    paragraph: "§5.3",
    looks_at: &[Trait::UnknownOpcode],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for (view, set) in context.operations.iter().zip(context.sets_of_moves()) {
        let opcode = context.parse.opcode(view.operation);
        if view.spec.is_some() || view.extension.is_some() || !is_opcode(opcode) || out.is_full() {
            continue;
        }
        // An opcode that may mean one of the text is reported by another rule.
        if meant(context, view).is_none() {
            let message = say("I401", [context.opcode(view)]);
            let diagnostic = Diagnostic::new(&RULE, view.operation.opcode, message);
            // It may be a move of the operation before it instead.
            out.push(diagnostic.with_fixes(set.is_none().then(|| as_text(context, view)).flatten()));
        }
    }
}

/// Makes an `id` or a `c0` of what looks like a label or a remark without an opcode.
fn as_text(context: &LintContext<'_>, view: &OperationView<'_>) -> Option<Fix> {
    let parse = context.parse;
    let opcode = parse.opcode(view.operation);
    let word = |operand: &Operand| operand.kind == OperandKind::Word;
    match parse.operands(view.operation) {
        [] if opcode.iter().any(u8::is_ascii_digit) && !context.has("id") => {
            let label = [b"id \"", opcode, b"\""].concat();
            Some(Fix::unsafe_("fix.make-label", TextEdit::replace(view.operation.opcode, label)))
        }
        [first, _, ..] if word(first) => {
            let edit = make_comment(parse, view.operation).filter(|_| !context.has("c0"))?;
            Some(Fix::unsafe_("fix.make-comment", edit))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn notes_unknown_opcodes() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - foo 1;
            --------------------------^^^ I401 unknown-opcode: `foo` is not an opcode of the 1995 text; it is kept as it is
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - BM Kd2;");
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - PV length: 46;
            --------------------------^^ I401 unknown-opcode: `PV` is not an opcode of the 1995 text; it is kept as it is
            ",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - TEST17;", "4k3/8/8/8/8/8/8/4K3 w - - id \"TEST17\";");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - found in a book;",
            "4k3/8/8/8/8/8/8/4K3 w - - c0 \"found in a book\";",
        );
    }
}
