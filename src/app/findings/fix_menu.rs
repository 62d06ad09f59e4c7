//! The menu of fixes: what can be done about the problem at hand, and about the others of the record.

use std::sync::Arc;

use leptos::prelude::*;

use crate::app::findings::Finding;
use crate::app::state::AppState;
use crate::browser::page;
use crate::epd::lint::{Applicability, Fix};
use crate::language::{Text, say};

/// Most fixes that are listed; a broken line can have thousands.
const MOST: usize = 50;

/// The field whose caret says which problem is at hand.
const TEXT: &str = "record-text";

/// What can be chosen.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// One fix of the record.
    Fix(Fix),
    /// All fixes of the record that keep its meaning.
    Record,
    /// All such fixes of a rule, by its code, in the whole file.
    Rule(String),
}

/// A line of the menu.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// What is done.
    pub title: Text,
    /// The problem it is about.
    pub about: Text,
    /// Whether it may change the meaning of the record.
    pub is_unsafe: bool,
    /// What happens.
    pub act: Act,
}

/// The signals of the menu.
#[derive(Debug, Clone, Copy)]
pub struct FixMenuState {
    /// Whether it is open.
    pub is_open: RwSignal<bool>,
    /// Its lines, those of the problem at hand first.
    pub choices: RwSignal<Vec<Choice>>,
    /// The record that they are for.
    of: StoredValue<Arc<[u8]>>,
}

impl Default for FixMenuState {
    fn default() -> Self {
        Self {
            is_open: RwSignal::new(false),
            choices: RwSignal::new(Vec::new()),
            of: StoredValue::new(Arc::from([])),
        }
    }
}

impl AppState {
    /// Opens the menu of fixes, or says that there are none. The problem at hand is the one that the caret
    /// stands in, else the one that F8 stands on.
    pub fn open_fixes(self) {
        let before_caret = page::text_before_caret_of(TEXT);
        self.when_checked(move || {
            let Some(found) = self.findings_now() else {
                let reason = self.desk.failed.get_untracked();
                self.notices.failed("toast.unchecked", reason.unwrap_or("why.stopped".into()));
                return;
            };
            let caret = before_caret.and_then(|before| {
                self.documents
                    .record
                    .with_untracked(|record| Some(record.as_ref()?.encoding.encode(&before).len()))
            });
            let at_problem = self.problem.get_untracked();
            let is_at_hand = |at: usize, finding: &Finding| match caret {
                Some(caret) => finding.span.start <= caret && caret <= finding.span.end,
                None => at_problem == Some(at),
            };
            let (mut at_hand, mut others) = (Vec::new(), Vec::new());
            for (at, finding) in found.list.iter().enumerate() {
                if is_at_hand(at, finding) { at_hand.push(finding) } else { others.push(finding) }
            }
            let choices = choices(at_hand, others);
            if choices.is_empty() {
                self.notices.note("toast.no-fixes");
                return;
            }
            self.fixes.of.set_value(found.text());
            self.fixes.choices.set(choices);
            self.fixes.is_open.set(true);
        });
    }

    /// Does what a line of the menu says, unless the record is another one by now.
    pub fn choose_fix(self, at: usize) {
        self.fixes.is_open.set(false);
        let act =
            self.fixes.choices.with_untracked(|choices| choices.get(at).map(|choice| choice.act.clone()));
        let is_same = self.documents.record.with_untracked(|record| {
            self.fixes.of.with_value(|of| record.as_ref().is_some_and(|record| record.text == *of))
        });
        match act {
            Some(Act::Fix(fix)) if is_same => self.apply_fix(&fix),
            Some(Act::Record) if is_same => self.repair_record(),
            Some(Act::Rule(code)) => self.repair_rule(code),
            _ => {}
        }
    }
}

/// The menu: the fixes of the problem at hand and of the others, then what can be done at once.
fn choices(at_hand: Vec<&Finding>, others: Vec<&Finding>) -> Vec<Choice> {
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
    for finding in at_hand.iter().copied().filter(|finding| can_repair(finding)) {
        if rules.iter().all(|known| known.code != finding.code) {
            rules.push(finding);
        }
    }
    let mut out: Vec<Choice> = at_hand.into_iter().chain(others).flat_map(fixes).take(MOST).collect();
    if safe > 1 {
        out.push(whole("fixes.record".into(), "record.repair.title".into(), Act::Record));
    }
    out.extend(rules.into_iter().map(|finding| {
        let title = say("fixes.rule", [finding.code.clone()]);
        whole(title, "check.fix.title".into(), Act::Rule(finding.code.clone()))
    }));
    out
}
