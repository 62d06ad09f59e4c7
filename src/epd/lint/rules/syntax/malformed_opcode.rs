//! `malformed-opcode`: a word in the place of an opcode cannot be one.
//!
//! ## What it does
//! Finds opcodes with other characters, of more than fifteen characters, that do not start with a letter, or a string without an opcode.
//! ## Why it matters
//! An opcode starts with a letter and has up to fourteen more letters, digits or underscores.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - - best-move Kd2;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use crate::epd::extension::Extension;
use crate::epd::lint::context::OperationView;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::epd::moves::read_moves;
use crate::epd::opcode::{Operands, is_opcode};
use crate::epd::write::make_comment;
use crate::language::{args, say, word};
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E107",
    name: "malformed-opcode",
    severity: Severity::Error,
    paragraph: "§5.1",
    looks_at: &[Trait::UnknownOpcode],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for view in &context.operations {
        if out.is_full() {
            return;
        }
        let opcode = context.parse.opcode(view.operation);
        if view.spec.is_some() || is_opcode(opcode) {
            continue;
        }
        if opcode.is_empty() {
            let span =
                context.parse.operands(view.operation).first().map_or(view.operation.opcode, |o| o.span);
            out.push(Diagnostic::new(&RULE, span, "E107.string").with_fixes(name_string(context, span)));
            continue;
        }
        let quoted = context.quote(view.operation.opcode);
        let message = if let Some(extension) = view.extension {
            say("E107.known", args![quoted, word(extension.key())])
        } else if !opcode.first().is_some_and(u8::is_ascii_alphabetic) {
            say("E107.start", [quoted])
        } else if opcode.len() > 15 {
            say("E107.long", [opcode.len().to_string()])
        } else {
            say("E107", [quoted])
        };
        let diagnostic = Diagnostic::new(&RULE, view.operation.opcode, message);
        out.push(diagnostic.clear_if(view.extension.is_some()).with_fixes(rewrite(context, view)));
    }
}

/// An opcode before a string that has none, apart from what stands there.
fn name_string(context: &LintContext<'_>, string: Span) -> Option<Fix> {
    let parse = context.parse;
    let free = parse.fields.len() == 4 && parse.operation("c0").is_none();
    let touches = parse.text()[..string.start].last().is_some_and(|&byte| !is_blank(byte));
    let opcode = if touches { " c0 " } else { "c0 " };
    free.then(|| Fix::unsafe_("fix.make-comment", TextEdit::insert(string.start, opcode)))
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// An operation that says the same, of the text or of the usual convention.
fn rewrite(context: &LintContext<'_>, view: &OperationView<'_>) -> Option<Fix> {
    let parse = context.parse;
    let title = |text: &str| say("fix.write", [text.to_owned()]);
    match view.extension {
        Some(Extension::Perft { depth }) => {
            let opcode = format!("D{depth}");
            let free = parse.operation(&opcode).is_none();
            let edit = TextEdit::insert(view.operation.opcode.start, format!("{opcode} "));
            free.then(|| Fix::unsafe_(title(&opcode), edit))
        }
        Some(Extension::Variation) => {
            let position = context.position.chess.as_ref()?;
            let moves = read_moves(position, Operands::MoveLine, parse, view.operation);
            let readable = moves.iter().all(|read| read.played().is_some());
            let free = parse.operation("pv").is_none();
            (readable && free)
                .then(|| Fix::unsafe_(title("pv"), TextEdit::replace(view.operation.opcode, "pv")))
        }
        _ => make_comment(parse, view.operation).map(|edit| Fix::unsafe_("fix.make-comment", edit)),
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_words_that_are_no_opcodes() {
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - _bm Kd2;\n--------------------------^^^ E107 malformed-opcode: the opcode `_bm` does not start with a letter",
        );
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - best-move Kd2;\n--------------------------^^^^^^^^^ E107 malformed-opcode: the opcode `best-move` has other characters than letters, digits and `_`",
        );
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - abcdefghijklmnop 1;\n--------------------------^^^^^^^^^^^^^^^^ E107 malformed-opcode: an opcode of 16 characters; at most 15 are allowed",
        );
        check(
            &RULE,
            "4k3/8/8/8/8/8/8/4K3 w - - \"note\";\n--------------------------^^^^^^ E107 malformed-opcode: a string stands where an opcode belongs",
        );
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - abcdefghijklmno 1;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - \"note\";", "4k3/8/8/8/8/8/8/4K3 w - - c0 \"note\";");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - -\"note\";", "4k3/8/8/8/8/8/8/4K3 w - - c0 \"note\";");
    }

    #[test]
    fn does_not_make_a_field_of_an_opcode() {
        let found = crate::epd::lint::check(&crate::epd::parse(b"4k3/8/8/8/8/8/8/4K3 w \"note\";"));
        let string = found.iter().find(|found| found.rule.code == RULE.code);
        assert!(string.is_some_and(|found| found.fixes.is_empty()));
    }
}
