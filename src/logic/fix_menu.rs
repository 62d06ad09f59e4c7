//! The menu of fixes: what can be done about the current problem, and about the others of the record.

use crate::epd::lint::{Applicability, Fix};
use crate::language::{Text, say};
use crate::logic::findings::why_of;
use crate::protocol::Finding;

/// Most fixes that are listed; a broken line can have thousands.
const MOST: usize = 50;

/// What can be chosen.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// One fix of the record.
    Fix(Fix),
    /// All fixes of the record that keep its meaning.
    Record,
    /// All such fixes of a rule, by its code, in the whole file.
    Rule(String),
    /// Turns a rule, by its code, off in the file.
    Off(String),
}

/// An entry of the menu.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// What it does.
    pub title: Text,
    /// The problem it is about.
    pub about: Text,
    /// Whether it may change the meaning of the record.
    pub is_unsafe: bool,
    /// What happens when it is chosen.
    pub act: Act,
}

/// The menu: the fixes of the current problem and of the others, then what can be done to several at once.
/// The current problem is the one at the caret, which is given in bytes; without a caret, the one last
/// reached with F8.
pub fn choices(list: &[Finding], caret: Option<usize>, at_problem: Option<usize>) -> Vec<Choice> {
    let is_at_hand = |at: usize, finding: &Finding| match caret {
        Some(caret) => finding.span.start <= caret && caret <= finding.span.end,
        None => at_problem == Some(at),
    };
    let (mut at_hand, mut others) = (Vec::new(), Vec::new());
    for (at, finding) in list.iter().enumerate() {
        if is_at_hand(at, finding) { at_hand.push(finding) } else { others.push(finding) }
    }
    let is_safe = |fix: &Fix| fix.applicability == Applicability::Safe;
    let fixes = |finding: &Finding| {
        let choice = |fix: &Fix| Choice {
            title: fix.title.clone(),
            about: finding.message.clone(),
            is_unsafe: !is_safe(fix),
            act: Act::Fix(fix.clone()),
        };
        finding.fixes.iter().map(choice).collect::<Vec<_>>()
    };
    let can_repair = |finding: &Finding| finding.fixes.iter().any(is_safe);
    let safe = at_hand.iter().chain(&others).filter(|finding| can_repair(finding)).count();
    let whole = |title: Text, about: Text, act: Act| Choice { title, about, is_unsafe: false, act };
    let mut rules: Vec<&Finding> = Vec::new();
    for finding in at_hand.iter().copied() {
        if rules.iter().all(|known| known.rule.code != finding.rule.code) {
            rules.push(finding);
        }
    }
    let mut out: Vec<Choice> = at_hand.into_iter().chain(others).flat_map(fixes).take(MOST).collect();
    if safe > 1 {
        out.push(whole("fixes.record".into(), "command.repair-record.about".into(), Act::Record));
    }
    out.extend(rules.iter().filter(|finding| can_repair(finding)).map(|finding| {
        let title = say("fixes.rule", [finding.rule.code.clone()]);
        whole(title, "check.fix.title".into(), Act::Rule(finding.rule.code.clone()))
    }));
    out.extend(rules.iter().map(|finding| {
        whole(
            say("fixes.off", [finding.rule.code.clone()]),
            why_of(&finding.rule.code),
            Act::Off(finding.rule.code.clone()),
        )
    }));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::lint::Severity;
    use crate::protocol::RuleName;
    use crate::text::edit::TextEdit;
    use crate::text::span::Span;

    /// A finding of a rule at some bytes, with fixes that are safe (`s`) or unsafe (`u`).
    fn finding(code: &str, span: (usize, usize), fixes: &str) -> Finding {
        let fix = |(at, kind): (usize, char)| Fix {
            title: Text::Plain(format!("{code}.{at}")),
            edit: TextEdit::delete(Span::new(span.0, span.1)),
            applicability: if kind == 's' { Applicability::Safe } else { Applicability::Unsafe },
        };
        Finding {
            rule: RuleName { code: code.to_owned(), name: code.to_lowercase(), severity: Severity::Error },
            span: Span::new(span.0, span.1),
            message: Text::Plain(code.to_owned()),
            paragraph: "4".to_owned(),
            fixes: fixes.chars().enumerate().map(fix).collect(),
        }
    }

    fn list() -> Vec<Finding> {
        vec![
            finding("E1", (0, 4), "s"),
            finding("E2", (6, 9), "us"),
            finding("W3", (9, 12), "u"),
            finding("W4", (20, 21), ""),
        ]
    }

    /// The menu as words: fixes by their titles, with `!` for unsafe ones, then `all` and rules.
    fn words(choices: &[Choice]) -> String {
        let word = |choice: &Choice| match &choice.act {
            Act::Fix(fix) => format!("{}{}", fix.title.english(), if choice.is_unsafe { "!" } else { "" }),
            Act::Record => "all".to_owned(),
            Act::Rule(code) => format!("rule {code}"),
            Act::Off(code) => format!("off {code}"),
        };
        choices.iter().map(word).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_problem_at_hand_comes_first() {
        let check = |caret, problem, expected| {
            assert_eq!(words(&choices(&list(), caret, problem)), expected, "{caret:?} {problem:?}");
        };
        check(None, None, "E1.0, E2.0!, E2.1, W3.0!, all");
        check(None, Some(1), "E2.0!, E2.1, E1.0, W3.0!, all, rule E2, off E2");
        // A rule without a safe fix is not offered for the whole file.
        check(None, Some(2), "W3.0!, E1.0, E2.0!, E2.1, all, off W3");
        // The caret takes precedence over F8. Between two findings, both are current.
        check(Some(2), Some(1), "E1.0, E2.0!, E2.1, W3.0!, all, rule E1, off E1");
        check(Some(9), None, "E2.0!, E2.1, W3.0!, E1.0, all, rule E2, off E2, off W3");
        check(Some(15), Some(1), "E1.0, E2.0!, E2.1, W3.0!, all");
    }

    #[test]
    fn all_at_once_is_offered_for_more_than_one() {
        assert_eq!(words(&choices(&[finding("E1", (0, 4), "s")], None, None)), "E1.0");
        assert_eq!(words(&choices(&[finding("W4", (0, 4), "")], None, None)), "");
        assert_eq!(words(&choices(&[finding("W4", (0, 4), "")], None, Some(0))), "off W4");
        let twice = [finding("E1", (0, 4), "s"), finding("E1", (4, 6), "s")];
        // The rule is offered only once.
        assert_eq!(words(&choices(&twice, Some(4), None)), "E1.0, E1.0, all, rule E1, off E1");
    }

    #[test]
    fn a_broken_line_has_a_short_menu() {
        let many: Vec<Finding> = (0..200).map(|at| finding("E1", (at, at + 1), "s")).collect();
        assert_eq!(choices(&many, None, Some(199)).len(), MOST + 3);
        assert_eq!(words(&choices(&many, None, Some(199))[MOST..]), "all, rule E1, off E1");
    }
}
