//! The results of the check of a whole file: the lines of each rule, kept up to date while lines change.

use crate::document::workspace::DocumentId;
use crate::document::{LineSet, RecordId};
use crate::epd::lint::Severity;
use crate::protocol::{RuleLines, RuleName};

/// The sweeps of a check: first for repetitions, then for the rules.
const SWEEPS: usize = 2;

/// No revision of a file.
pub const OLD: u64 = u64::MAX;

/// Whether a rule depends on other lines too.
fn is_of_file(rule: &str) -> bool {
    matches!(rule, "I216" | "I439")
}

/// What was found in a file so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileCheck {
    /// The file.
    pub document: DocumentId,
    /// The revision of the file that the results are for, or [`OLD`].
    pub revision: u64,
    /// Whether lines were checked again since the whole file was.
    pub has_followed: bool,
    /// Number of lines when the check began.
    pub lines: usize,
    /// Percentage of the work that is done; also 100 when the check was stopped.
    pub percent: usize,
    /// Lines checked, in all sweeps together.
    pub done: usize,
    /// The rules with findings.
    pub found: Vec<Found>,
}

/// What a rule found in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The rule.
    pub rule: RuleName,
    /// Its lines in sorted order.
    pub lines: Vec<RecordId>,
    /// Those of them with a safe fix.
    pub fixable: LineSet,
}

impl FileCheck {
    /// Number of lines in which a rule found something.
    pub fn count(&self, code: &str) -> usize {
        self.of_rule(code).map_or(0, |found| found.lines.len())
    }

    /// Number of lines in which there is a safe fix for what a rule found.
    pub fn fixable(&self, code: &str) -> usize {
        self.of_rule(code).map_or(0, |found| found.fixable.len())
    }

    fn of_rule(&self, code: &str) -> Option<&Found> {
        self.found.iter().find(|found| found.rule.code == code)
    }

    /// The rules with findings, the gravest first, then those with most findings.
    pub fn rules(&self) -> Vec<RuleName> {
        let mut found: Vec<&Found> = self.found.iter().filter(|found| !found.lines.is_empty()).collect();
        found.sort_by_key(|found| std::cmp::Reverse((found.rule.severity, found.lines.len())));
        found.into_iter().map(|found| found.rule.clone()).collect()
    }

    /// The severities of rules with findings, the gravest first, each with the number of its rules.
    pub fn severities(&self) -> Vec<(Severity, usize)> {
        let rules = self.rules();
        let of = |group: &[RuleName]| Some((group.first()?.severity, group.len()));
        rules.chunk_by(|a, b| a.severity == b.severity).filter_map(of).collect()
    }

    /// Whether the findings of the rule are those of the check although lines changed since. Repetitions are
    /// only found with the whole file.
    pub fn is_as_of_check(&self, code: &str) -> bool {
        self.has_followed && is_of_file(code)
    }

    /// Whether the results are not for the current file and no longer follow its changes.
    pub fn is_old(&self) -> bool {
        self.revision == OLD
    }

    /// Counts lines that one of the sweeps has checked.
    pub fn count_done(&mut self, lines: usize) {
        self.done += lines;
        // It reaches 100 only when the last sweep has ended.
        self.percent = (self.done * 100 / (SWEEPS * self.lines).max(1)).min(99);
    }

    /// Adds findings: for each rule, the places of lines among these.
    pub fn add(&mut self, ids: &[RecordId], found: Vec<RuleLines>) {
        for RuleLines { rule, lines, fixable } in found {
            let known = self.found_mut(rule);
            known.lines.extend(ids_at(ids, lines));
            known.add_fixable(ids_at(ids, fixable));
        }
    }

    fn found_mut(&mut self, rule: RuleName) -> &mut Found {
        let at = self.found.iter().position(|known| known.rule == rule).unwrap_or_else(|| {
            self.found.push(Found { rule, lines: Vec::new(), fixable: LineSet::default() });
            self.found.len() - 1
        });
        &mut self.found[at]
    }

    /// Replaces the findings of these lines, of which some are still `there`. Repetitions are found only with
    /// the whole file, so until the next check such findings stay with the lines that are left.
    pub fn replace(&mut self, ids: &[RecordId], there: &[RecordId], found: Vec<RuleLines>) {
        for Found { rule, lines, fixable } in &mut self.found {
            let is_gone = |id: &RecordId| !is_of_file(&rule.code) || there.binary_search(id).is_err();
            let gone: Vec<RecordId> =
                ids.iter().copied().filter(|id| is_gone(id) && lines.binary_search(id).is_ok()).collect();
            for &id in &gone {
                fixable.remove(id);
            }
            if !gone.is_empty() {
                let gone = LineSet::of(&gone);
                lines.retain(|&id| !gone.has(id));
            }
        }
        for RuleLines { rule, lines, fixable } in found {
            // There are few lines among very many, so each is inserted at its place instead of sorting again.
            let known = self.found_mut(rule);
            for id in ids_at(there, lines) {
                if let Err(at) = known.lines.binary_search(&id) {
                    known.lines.insert(at, id);
                }
            }
            known.add_fixable(ids_at(there, fixable));
        }
    }

    /// Sorts the lines of each rule.
    pub fn sort(&mut self) {
        let lines = self.found.iter_mut().map(|found| &mut found.lines);
        lines.filter(|lines| !lines.is_sorted()).for_each(|lines| lines.sort());
    }
}

impl Found {
    fn add_fixable(&mut self, ids: impl Iterator<Item = RecordId>) {
        ids.for_each(|id| {
            self.fixable.add(id);
        });
    }
}

/// The lines at these places.
fn ids_at(ids: &[RecordId], places: Vec<u32>) -> impl Iterator<Item = RecordId> {
    places.into_iter().filter_map(|at| ids.get(at as usize).copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::document::workspace::Workspace;
    use crate::epd::lint::Severity;

    const IDS: usize = 6;

    fn check() -> (FileCheck, Vec<RecordId>) {
        let document = Document::from_bytes("a.epd", b"x\n".repeat(IDS));
        let ids = document.all_ids();
        let id = Workspace::default().open(document);
        let check = FileCheck {
            document: id,
            revision: 1,
            has_followed: false,
            lines: IDS,
            percent: 0,
            done: 0,
            found: Vec::new(),
        };
        (check, ids)
    }

    fn rule(code: &str, severity: Severity) -> RuleName {
        RuleName { code: code.to_owned(), name: code.to_lowercase(), severity }
    }

    /// Findings of which none has a fix.
    fn plain(found: Vec<(RuleName, Vec<u32>)>) -> Vec<RuleLines> {
        let lines = |(rule, lines)| RuleLines { rule, lines, fixable: Vec::new() };
        found.into_iter().map(lines).collect()
    }

    fn places(check: &FileCheck, ids: &[RecordId], code: &str) -> Vec<usize> {
        let lines = check.of_rule(code).map(|found| found.lines.clone());
        let place = |id: &RecordId| ids.iter().position(|known| known == id).expect("a line of the file");
        lines.unwrap_or_default().iter().map(place).collect()
    }

    #[test]
    fn the_gravest_rules_come_first_then_those_that_found_most() {
        let (mut check, ids) = check();
        check.add(
            &ids,
            plain(vec![
                (rule("I1", Severity::Info), vec![0, 1, 2]),
                (rule("E2", Severity::Error), vec![3]),
                (rule("W3", Severity::Warning), vec![1]),
                (rule("E4", Severity::Error), vec![0, 5]),
                (rule("E5", Severity::Error), vec![]),
            ]),
        );
        let codes: Vec<String> = check.rules().into_iter().map(|rule| rule.code).collect();
        assert_eq!(codes, ["E4", "E2", "W3", "I1"]);
        let counts = [(Severity::Error, 2), (Severity::Warning, 1), (Severity::Info, 1)];
        assert_eq!(check.severities(), counts);
        assert_eq!((check.count("I1"), check.count("E5"), check.count("E9")), (3, 0, 0));
    }

    #[test]
    fn batches_add_up() {
        let (mut check, ids) = check();
        check.add(&ids[3..], plain(vec![(rule("E1", Severity::Error), vec![0, 2])]));
        check.add(&ids[..3], plain(vec![(rule("E1", Severity::Error), vec![1])]));
        check.sort();
        assert_eq!(places(&check, &ids, "E1"), [1, 3, 5]);
    }

    #[test]
    fn lines_that_changed_are_exchanged() {
        let (mut check, ids) = check();
        check.add(
            &ids,
            plain(vec![
                (rule("E1", Severity::Error), vec![0, 2, 4]),
                (rule("W2", Severity::Warning), vec![2]),
            ]),
        );
        // Lines 1 and 2 changed, and line 4 was removed.
        let there = [ids[1], ids[2]];
        check.replace(
            &[ids[1], ids[2], ids[4]],
            &there,
            plain(vec![(rule("E1", Severity::Error), vec![0]), (rule("I3", Severity::Info), vec![1])]),
        );
        assert_eq!(places(&check, &ids, "E1"), [0, 1]);
        assert!(places(&check, &ids, "W2").is_empty());
        assert_eq!(places(&check, &ids, "I3"), [2]);
    }

    #[test]
    fn what_can_be_fixed_is_counted() {
        let (mut check, ids) = check();
        let found = |lines: &[u32], fixable: &[u32]| RuleLines {
            rule: rule("W102", Severity::Warning),
            lines: lines.to_vec(),
            fixable: fixable.to_vec(),
        };
        check.add(&ids[..3], vec![found(&[0, 1, 2], &[0, 2])]);
        check.add(&ids[3..], vec![found(&[0], &[0])]);
        let counts = |check: &FileCheck| (check.count("W102"), check.fixable("W102"));
        assert_eq!((counts(&check), check.fixable("E9")), ((4, 3), 0));
        // The first line was fixed, the second one has a fix now, and the last one is gone.
        check.replace(&[ids[0], ids[1], ids[3]], &ids[..2], vec![found(&[1], &[1])]);
        assert_eq!(counts(&check), (2, 2));
    }

    #[test]
    fn what_repeats_stays_until_the_next_check() {
        let (mut check, ids) = check();
        check.add(&ids, plain(vec![(rule("I216", Severity::Info), vec![1, 2, 3])]));
        check.replace(&ids[1..3], &ids[1..2], Vec::new());
        // Line 2 was removed, line 1 only changed.
        assert_eq!(places(&check, &ids, "I216"), [1, 3]);
        assert!(!check.is_as_of_check("I216"));
        check.has_followed = true;
        assert!(check.is_as_of_check("I216") && !check.is_as_of_check("E101"));
    }

    #[test]
    fn all_of_the_work_is_done_only_at_its_end() {
        let (mut check, _) = check();
        check.count_done(IDS);
        assert_eq!(check.percent, 50);
        check.count_done(IDS);
        assert_eq!(check.percent, 99);
        let (mut empty, _) = self::check();
        empty.lines = 0;
        empty.count_done(0);
        assert_eq!(empty.percent, 0);
    }
}
