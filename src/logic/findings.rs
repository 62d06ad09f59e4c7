//! The findings of a record, as the page shows them.

use std::sync::Arc;

use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::epd::conventions::Conventions;
use crate::epd::lint::{Applicability, Fix, Severity};
use crate::language::{Text, say};
use crate::protocol::Finding;
use crate::text::edit::TextEdit;
use crate::text::span::Span;
use crate::view::RecordView;

/// What the findings of the rule with this code are called together.
pub fn kind_of(code: &str) -> Text {
    Text::of_key(format!("{code}.kind"))
}

/// Why the findings of the rule with this code matter.
pub fn why_of(code: &str) -> Text {
    Text::of_key(format!("{code}.why"))
}

/// The findings of a record.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// The file and the record.
    pub of: (DocumentId, RecordId),
    /// The text that was checked.
    pub text: Arc<[u8]>,
    /// How it was read.
    pub conventions: Conventions,
    /// The findings, in the order of the text.
    pub list: Vec<Finding>,
}

impl Findings {
    /// Whether these are the findings of this record in its current state.
    pub fn is_of(&self, of: (DocumentId, RecordId), record: &RecordView) -> bool {
        self.of == of && self.text == record.text && self.conventions == record.conventions
    }

    /// The severity of the worst finding.
    pub fn worst(&self) -> Option<Severity> {
        self.list.iter().map(|found| found.rule.severity).max()
    }

    /// The places and their severities.
    pub fn marks(&self) -> Vec<(Span, Severity)> {
        self.list.iter().map(|found| (found.span, found.rule.severity)).collect()
    }

    /// The findings about this place of the line.
    pub fn around(&self, at: usize) -> impl Iterator<Item = &Finding> {
        self.list.iter().filter(move |found| found.span.start <= at && at < found.span.end)
    }

    /// The findings inside a part of the line.
    pub fn inside(&self, part: Span) -> impl Iterator<Item = &Finding> {
        self.list.iter().filter(move |found| part.start <= found.span.start && found.span.end <= part.end)
    }
}

/// Findings that are shown together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Kind {
    /// The code of their rule; empty for a single finding.
    pub code: String,
    /// Their numbers in the record, from 0.
    pub numbers: Vec<usize>,
}

/// Most findings of a rule that are shown one by one.
const MOST_SINGLE: usize = 3;

/// All findings, those of a rule together if they are many. A kind comes where its first finding is.
pub fn kinds(list: &[Finding]) -> Vec<Kind> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for found in list {
        match counts.iter_mut().find(|(code, _)| *code == found.rule.code) {
            Some((_, count)) => *count += 1,
            None => counts.push((&found.rule.code, 1)),
        }
    }
    let is_many = |code: &str| counts.iter().any(|&(known, count)| known == code && count > MOST_SINGLE);
    let mut kinds: Vec<Kind> = Vec::new();
    for (number, found) in list.iter().enumerate() {
        if !is_many(&found.rule.code) {
            kinds.push(Kind { code: String::new(), numbers: vec![number] });
        } else if let Some(kind) = kinds.iter_mut().find(|kind| kind.code == found.rule.code) {
            kind.numbers.push(number);
        } else {
            kinds.push(Kind { code: found.rule.code.clone(), numbers: vec![number] });
        }
    }
    kinds
}

/// The part of a list of numbers in which this one is, or the first part; each has at most `most` numbers.
pub fn part_with(numbers: &[usize], number: Option<usize>, most: usize) -> std::ops::Range<usize> {
    let at = number.and_then(|number| numbers.iter().position(|&known| known == number)).unwrap_or(0);
    let start = at / most * most;
    start..numbers.len().min(start + most)
}

/// Whether each finding of a rule has a first fix that is safe.
pub fn is_kind_safe(list: &[Finding], code: &str) -> bool {
    let is_safe =
        |found: &Finding| found.fixes.first().is_some_and(|fix| fix.applicability == Applicability::Safe);
    list.iter().filter(|found| found.rule.code == code).all(is_safe)
}

/// The first fixes of all findings of a rule in one edit; `None` unless each has one that is safe.
pub fn fix_of_kind(list: &[Finding], code: &str) -> Option<Fix> {
    if !is_kind_safe(list, code) {
        return None;
    }
    let fixes = list.iter().filter(|found| found.rule.code == code).filter_map(|found| found.fixes.first());
    let indels = fixes.flat_map(|fix| fix.edit.indels()).cloned().collect();
    let title = say("fix.kind", [code.to_owned()]);
    Some(Fix { title, edit: TextEdit::from_indels(indels), applicability: Applicability::Safe })
}

/// What is known about a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Unchecked,
    /// The severity of its worst finding.
    Checked(Option<Severity>),
}

impl Verdict {
    /// The severity of the worst finding, if it is known.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Unchecked => None,
            Self::Checked(worst) => worst,
        }
    }
}

/// The key of the name of a severity.
pub fn severity_key(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "severity.info",
        Severity::Warning => "severity.warning",
        Severity::Error => "severity.error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::RuleName;

    fn found(code: &str, start: usize, fix: Option<(&str, Applicability)>) -> Finding {
        let span = Span::new(start, start + 1);
        let fix = fix.map(|(insert, applicability)| Fix {
            title: "fix".into(),
            edit: TextEdit::replace(span, insert),
            applicability,
        });
        Finding {
            rule: RuleName { code: code.to_owned(), name: String::new(), severity: Severity::Error },
            span,
            message: "".into(),
            paragraph: String::new(),
            fixes: fix.into_iter().collect(),
        }
    }

    #[test]
    fn many_findings_of_a_rule_are_one_kind() {
        let list: Vec<Finding> = [("a", 0), ("b", 1), ("a", 2), ("a", 3), ("c", 4), ("a", 5)]
            .map(|(code, at)| found(code, at, None))
            .to_vec();
        let shown = |list: &[Finding]| kinds(list).into_iter().map(|kind| kind.numbers).collect::<Vec<_>>();
        assert_eq!(shown(&list), [vec![0, 2, 3, 5], vec![1], vec![4]]);
        // Three are shown one by one.
        assert_eq!(shown(&list[1..]), [vec![0], vec![1], vec![2], vec![3], vec![4]]);
        assert!(shown(&[]).is_empty());
    }

    /// A kind behind many findings of another one is there, too.
    #[test]
    fn no_kind_is_left_out() {
        let list: Vec<Finding> =
            (0..300).map(|at| found(if at == 250 { "b" } else { "a" }, at, None)).collect();
        let codes: Vec<_> = kinds(&list).into_iter().map(|kind| (kind.code, kind.numbers.len())).collect();
        assert_eq!(codes, [("a".to_owned(), 299), (String::new(), 1)]);
    }

    #[test]
    fn a_part_is_shown_around_a_finding() {
        let numbers: Vec<usize> = (0..120).map(|at| 3 * at).collect();
        let check = |number, expect| assert_eq!(part_with(&numbers, number, 50), expect, "{number:?}");
        check(None, 0..50);
        check(Some(147), 0..50);
        check(Some(150), 50..100);
        check(Some(357), 100..120);
        check(Some(1), 0..50);
        assert_eq!(part_with(&[], Some(1), 50), 0..0);
    }

    #[test]
    fn a_kind_is_fixed_at_once_where_every_fix_is_safe() {
        let safe = |at, insert| found("a", at, Some((insert, Applicability::Safe)));
        let list = [safe(0, "x"), found("b", 1, None), safe(2, "yz")];
        let fixed = |list: &[Finding], code| fix_of_kind(list, code).map(|fix| fix.edit.apply(b"abc"));
        assert_eq!(fixed(&list, "a"), Some(b"xbyz".to_vec()));
        assert_eq!(fixed(&list, "b"), None);
        let unsafe_too = [safe(0, "x"), found("a", 2, Some(("y", Applicability::Unsafe)))];
        assert_eq!(fixed(&unsafe_too, "a"), None);
    }
}
