//! Tables of endgames that the user drops on the page. The engine of this project looks into them until the page is
//! closed; no browser gives a page the same files again without being asked.

use leptos::prelude::*;

use crate::app::notices::Notices;
use crate::browser::files::Given;
use crate::browser::tables;
use crate::language::{Text, say};
use crate::logic::tablebases::{is_sound, is_table, told};

/// The tables.
#[derive(Debug, Clone, Copy)]
pub struct Tablebases {
    /// What they know; `None` without any.
    pub held: RwSignal<Option<Text>>,
    notices: Notices,
}

impl Tablebases {
    /// Starts without tables.
    pub(super) fn new(notices: Notices) -> Self {
        Self { held: RwSignal::new(None), notices }
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

    #[inline(never)]
    fn take(self, given: Vec<Given>) {
        let (sound, damaged): (Vec<Given>, Vec<Given>) =
            given.into_iter().partition(|given| is_sound(&given.name(), given.size()));
        if let Some(first) = damaged.first() {
            self.notices.problem(say("toast.damaged-table", [first.name()]));
        }
        if sound.is_empty() {
            return;
        }
        tables::add(sound.into_iter().map(|given| given.file));
        let held = told(&tables::names());
        match held.clone() {
            Some(held) => self.notices.note(say("toast.tables", [held])),
            None => self.notices.problem("toast.no-wins"),
        }
        self.held.set(held);
    }

    /// Forgets them.
    pub fn forget(self) {
        tables::clear();
        self.held.set(None);
    }
}
