//! The parts of the page on a phone, where one of them is shown under the board.

use leptos::prelude::*;

use crate::app::arrangement::Panes;
use crate::browser::focus;
use crate::logic::panes::Edge;

/// A part that is shown under the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The selected record: its text and its operations.
    Record,
    /// The search of the position on the board.
    Engine,
    /// The list of records.
    List,
    /// The problems of the record and of the file.
    Problems,
}

/// Which part is shown. Wide windows show them all, but for panes that the user closed.
#[derive(Debug, Clone, Copy)]
pub struct Parts {
    shown: RwSignal<Part>,
    panes: Panes,
}

impl Parts {
    /// The record is shown at first.
    pub(super) fn new(panes: Panes) -> Self {
        Self { shown: RwSignal::new(Part::Record), panes }
    }

    /// The part that is shown.
    pub fn shown(self) -> Part {
        self.shown.get()
    }

    /// Shows a part, also if its pane was closed.
    pub fn show(self, part: Part) {
        if self.shown.get_untracked() != part {
            self.shown.set(part);
        }
        match part {
            Part::List => self.panes.open(Edge::List),
            Part::Record | Part::Problems => self.panes.open(Edge::Record),
            Part::Engine => {}
        }
    }

    /// Moves the keyboard focus to an element of a part.
    pub fn focus(self, part: Part, id: &'static str) {
        self.show(part);
        focus::move_to(id);
        if !focus::is_at(id) {
            focus::move_to_once_drawn(id);
        }
    }
}
