//! `irregular-blank`: blanks are doubled, missing, tabs, or out of place.
//!
//! ## What it does
//! Finds runs of blanks that are not one space, blanks at either end of the line and before a semicolon, and a missing blank between operations or before a string.
//! ## Example
//! `4k3/8/8/8/8/8/8/4K3 w - -  bm Kd2 ;id "x";`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id "x";`

use crate::epd::lexed::TokenKind;
use crate::epd::lint::{Diagnostic, Diagnostics, Fix, LintContext, Rule, Severity, Trait};
use crate::text::edit::TextEdit;
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "W102",
    name: "irregular-blank",
    severity: Severity::Warning,
    paragraph: "§5",
    looks_at: &[Trait::IrregularBlank],
    run,
};

/// What separates two tokens in a well-formed line.
fn wanted(before: Option<TokenKind>, after: Option<TokenKind>) -> &'static [u8] {
    match (before, after) {
        (None, _) | (_, None | Some(TokenKind::Semicolon)) => b"",
        _ => b" ",
    }
}

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    let mut before: Option<(TokenKind, usize)> = None;
    let mut blank: Option<Span> = None;
    // A control character hides what separates its neighbours; its own rule reports that.
    let mut control = false;
    let end = context.parse.text().len();
    let solid = context.parse.tokens().map(|token| (Some(token.kind), token.span));
    for (kind, span) in solid.chain(std::iter::once((None, Span::empty(end)))) {
        match kind {
            Some(TokenKind::Blank) => blank = Some(blank.map_or(span, |b| b.cover(span))),
            Some(TokenKind::Control) => control = true,
            _ => {
                let gap = blank.unwrap_or(Span::empty(span.start));
                let wanted = wanted(before.map(|(kind, _)| kind), kind);
                let touching = before.is_some_and(|(kind, _)| kind == TokenKind::Str) && blank.is_none();
                let stray = kind == Some(TokenKind::Semicolon)
                    && before.map(|(kind, _)| kind) == Some(TokenKind::Semicolon);
                if !control && !touching && !stray && gap.of(context.parse.text()) != wanted && !out.is_full()
                {
                    out.push(finding(context, gap, wanted, kind));
                }
                before = kind.map(|kind| (kind, span.end));
                blank = None;
                control = false;
            }
        }
    }
}

fn finding(
    context: &LintContext<'_>,
    gap: Span,
    wanted: &'static [u8],
    after: Option<TokenKind>,
) -> Diagnostic {
    let message = if gap.is_empty() {
        "W102.missing"
    } else if gap.start == 0 {
        "W102.before"
    } else if after.is_none() {
        "W102.after"
    } else if wanted.is_empty() {
        "W102.semicolon"
    } else if gap.of(context.parse.text()).contains(&b'\t') {
        "W102.tab"
    } else {
        "W102"
    };
    let diagnostic = Diagnostic::new(&RULE, gap, message).in_paragraph(paragraph(context, gap, after));
    // What an unclosed string holds is unknown, and so is what precedes it. A semicolon that ends nothing is
    // removed by its own rule, which leaves one blank.
    let ends_nothing =
        context.parse.stray_semicolons.binary_search_by_key(&gap.end, |span| span.start).is_ok();
    if (after == Some(TokenKind::OpenStr) && gap.is_empty()) || ends_nothing {
        return diagnostic;
    }
    diagnostic.with_fix(Fix::safe("fix.put-blanks-right", TextEdit::replace(gap, wanted)))
}

/// Blanks at the ends belong to normalisation, those between fields to the fields, those before operations to
/// operations, and those within operations to operands.
fn paragraph(context: &LintContext<'_>, gap: Span, after: Option<TokenKind>) -> &'static str {
    let parse = context.parse;
    let fields_end = parse.fields.last().map_or(0, |field| field.end);
    if gap.start == 0 || after.is_none() {
        "§7.1"
    } else if gap.end < fields_end {
        "§4"
    } else if parse.operations.binary_search_by_key(&gap.end, |operation| operation.opcode.start).is_ok() {
        "§5"
    } else {
        "§5.1"
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn finds_blanks_out_of_place() {
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x  y\";");
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - -  bm Kd2;
            -------------------------^^ W102 irregular-blank: more than one blank
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm␉Kd2;
            ----------------------------^ W102 irregular-blank: a tab instead of a blank
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 ;
            --------------------------------^ W102 irregular-blank: a blank before the semicolon
            ",
        );
        check(
            &RULE,
            r#"
            4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;id "x";
            ---------------------------------| W102 irregular-blank: a missing blank
            "#,
        );
        check(
            &RULE,
            r"
             4k3/8/8/8/8/8/8/4K3 w - -
            ^ W102 irregular-blank: blanks before the record
            ",
        );
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - -␠
            -------------------------^ W102 irregular-blank: blanks after the record
            ",
        );
        // A semicolon that ends nothing is removed by its own rule, which leaves a blank.
        check(
            &RULE,
            r"
            4k3/8/8/8/8/8/8/4K3 w - - ;D1 5;
            -------------------------^ W102 irregular-blank: a blank before the semicolon
            ---------------------------| W102 irregular-blank: a missing blank
            ",
        );
        let repaired = crate::epd::lint::repair(b"4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D2 25").unwrap();
        assert_eq!(repaired, b"4k3/8/8/8/8/8/8/4K3 w - - D1 5; D2 25;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - -  bm Kd2;", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;");
        check_fix(&RULE, 0, "4k3/8/8/8/8/8/8/4K3 w - - id\"x\";", "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";");
    }
}
