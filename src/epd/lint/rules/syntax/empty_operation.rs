//! `empty-operation`: a semicolon ends no operation.
//!
//! ## What it does
//! Finds a semicolon right after the fields or after another semicolon.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - -; bm Kd2;;`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;`

use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "E106",
    name: "empty-operation",
    severity: Severity::Error,
    paragraph: "§5",
    looks_at: &[Trait::StraySemicolon],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    for &semicolon in &context.parse.stray_semicolons {
        if out.is_full() {
            return;
        }
        let diagnostic = Diagnostic::new(&RULE, semicolon, "E106");
        out.push(if parts_numbers(context, semicolon) {
            diagnostic.clear_if(true)
        } else if !context.parse.has_shaped_fields() {
            // Without it, what follows would become a field, or has become one already.
            diagnostic
        } else {
            diagnostic.with_fix(Fix::safe("fix.remove-semicolon", removal(context, semicolon)))
        });
    }
}

/// Returns whether the semicolon keeps counts from being read as FEN counters: removing it from
/// `- 0 1;20;400` or `-;20;400` would change what the numbers mean.
fn parts_numbers(context: &LintContext<'_>, semicolon: Span) -> bool {
    let first = context.parse.operations.first().filter(|first| first.opcode.start > semicolon.start);
    first.is_some_and(|first| {
        context.parse.opcode(first).iter().all(|byte| byte.is_ascii_digit() || *byte == b'-')
    })
}

/// Removes the semicolon and one of the blanks around it, which leaves one blank.
fn removal(context: &LintContext<'_>, semicolon: Span) -> TextEdit {
    let text = context.parse.text();
    let is_blank = |at: usize| matches!(text.get(at), Some(b' ' | b'\t'));
    let before = semicolon.start.checked_sub(1).is_some_and(is_blank);
    let after_is_word = text.get(semicolon.end).is_some_and(|byte| !matches!(byte, b' ' | b'\t' | b';'));
    if before && !after_is_word {
        TextEdit::delete(Span::new(semicolon.start - 1, semicolon.end))
    } else if !before && after_is_word {
        TextEdit::replace(semicolon, " ")
    } else {
        TextEdit::delete(semicolon)
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn keeps_what_parts_numbers() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - 0 1;5;25;
            -----------------------------^ E106 empty-operation: this semicolon ends no operation
            ",
        );
    }

    #[test]
    fn does_not_make_fields_of_operations() {
        let found = crate::epd::lint::check(&crate::epd::parse(b"4k3/8/8/8/8/8/8/4K3;; w - -"));
        let stray: Vec<_> = found.iter().filter(|found| found.rule.code == RULE.code).collect();
        assert_eq!(stray.len(), 2);
        assert!(stray.iter().all(|found| found.fixes.is_empty()));
    }

    #[test]
    fn finds_empty_operations() {
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - -; bm Kd2;;
            -------------------------^ E106 empty-operation: this semicolon ends no operation
            ----------------------------------^ E106 empty-operation: this semicolon ends no operation
            ",
        );
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - -; bm Kd2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - ; bm Kd2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - ;bm Kd2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
        check_fix(
            &RULE,
            0,
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;; id \"x\";",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";",
        );
    }
}
