//! Tables of endgames that the user drops on the page. The engine of this project looks into them until the page is
//! closed; no browser gives a page the same files again without being asked.

use leptos::prelude::*;

use crate::app::analysis::AnalysisState;
use crate::app::notices::Notices;
use crate::browser::files::Given;
use crate::browser::tablebases;
use crate::language::{Text, say};
use crate::logic::tablebases::{fault, is_table, told};

/// The tables.
#[derive(Debug, Clone, Copy)]
pub struct Tablebases {
    /// What they know; `None` without any.
    pub held: RwSignal<Option<Text>>,
    /// How often they have changed: a search in progress has to begin anew.
    pub changes: RwSignal<u32>,
    analysis: &'static AnalysisState,
    notices: Notices,
}

impl Tablebases {
    /// Starts without tables.
    pub(super) fn new(analysis: &'static AnalysisState, notices: Notices) -> Self {
        Self { held: RwSignal::new(None), changes: RwSignal::new(0), analysis, notices }
    }

    /// Takes the tables among some files, and returns the others.
    pub(super) fn sift(self, given: Vec<Given>) -> Vec<Given> {
        let (tables, others): (Vec<Given>, Vec<Given>) =
            given.into_iter().partition(|given| is_table(&given.name()));
        if !tables.is_empty() {
            self.take(tables);
        }
        others
    }

    /// Whether tables can be taken or removed now: all records of a run are searched with the same.
    pub fn are_free(self) -> bool {
        self.analysis.run.with(Option::is_none)
    }

    #[inline(never)]
    fn take(self, given: Vec<Given>) {
        if !untrack(|| self.are_free()) {
            self.notices.problem("toast.tables-later");
            return;
        }
        let mut sound = Vec::new();
        for given in given {
            match fault(&given.name(), given.size()) {
                Some(key) => self.notices.problem(say(key, [given.name()])),
                None => sound.push(given.file),
            }
        }
        if sound.is_empty() {
            return;
        }
        let changes = tablebases::add(sound.into_iter());
        let held = told(&tablebases::names());
        match held.clone() {
            Some(held) => self.notices.note(say("toast.tables", [held])),
            None => self.notices.problem("toast.no-wins"),
        }
        self.held.set(held);
        self.changes.set(changes);
    }

    /// Forgets them.
    pub fn forget(self) {
        self.held.set(None);
        self.changes.set(tablebases::clear());
    }
}
