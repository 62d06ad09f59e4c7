//! `comment-line`: a line is a comment.
//!
//! ## What it does
//! Reports lines that start with `#` or `%`. They are kept as they are and not read.
//! ## Example
//! `# mates in three`
//! ## Use instead
//! `4k3/8/8/8/8/8/8/4K3 w - - c0 "mates in three";`

use crate::epd::LineKind;
use crate::epd::lint::{Diagnostic, Diagnostics, LintContext, Rule, Severity, Trait};
use crate::text::span::Span;

pub(crate) static RULE: Rule = Rule {
    code: "I116",
    name: "comment-line",
    severity: Severity::Info,
    paragraph: "§1",
    looks_at: &[Trait::Comment],
    run,
};

fn run(context: &LintContext<'_>, out: &mut Diagnostics) {
    if context.parse.kind == LineKind::Comment {
        let text = context.parse.text();
        let start = text.iter().position(|byte| matches!(byte, b'#' | b'%')).unwrap_or(0);
        out.push(Diagnostic::new(&RULE, Span::new(start, text.trim_ascii_end().len()), "I116"));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::epd::lint::testing::*;

    #[test]
    fn notes_comments() {
        check(
            &RULE,
            r"
            # mates
            ^^^^^^^ I116 comment-line: the 1995 text has no comments; the line is kept as it is
            ",
        );
        check(
            &RULE,
            r"
             % x␠
            -^^^ I116 comment-line: the 1995 text has no comments; the line is kept as it is
            ",
        );
        check(&RULE, "");
        check(&RULE, "4k3/8/8/8/8/8/8/4K3 w - -");
    }
}
