//! The parts of the page on a phone, where one of them is shown under the board.

use leptos::prelude::*;

use crate::browser::page;

/// A part that is shown under the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The selected record: its text and its operations.
    Record,
    /// The engine.
    Engine,
    /// The list of records.
    List,
    /// The problems of the record and of the file.
    Problems,
}

/// Which part is shown. Wide windows show them all.
#[derive(Debug, Clone, Copy)]
pub struct Parts(RwSignal<Part>);

impl Parts {
    /// The record is shown at first.
    pub(super) fn new() -> Self {
        Self(RwSignal::new(Part::Record))
    }

    /// The part that is shown.
    pub fn shown(self) -> Part {
        self.0.get()
    }

    /// Shows a part.
    pub fn show(self, part: Part) {
        if self.0.get_untracked() != part {
            self.0.set(part);
        }
    }

    /// Moves the keyboard focus to an element of a part.
    pub fn focus(self, part: Part, id: &'static str) {
        self.show(part);
        page::focus(id);
        // What was hidden takes the focus once it is drawn.
        if !page::has_focus(id) {
            request_animation_frame(move || page::focus(id));
        }
    }
}
