//! Things of a row or a list that are dragged to another place in it.

use leptos::ev::{DragEvent, Event};
use leptos::prelude::*;

use crate::browser::page;

/// The place of the thing that is being dragged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dragged(StoredValue<Option<usize>>);

impl Dragged {
    /// Nothing is dragged.
    pub(super) fn new() -> Self {
        Self(StoredValue::new(None))
    }

    /// A drag begins at this place, if it is one of a thing.
    pub(super) fn begin(self, event: &DragEvent, place: Option<usize>) {
        if place.is_some() {
            page::begin_drag(event);
        }
        self.0.set_value(place);
    }

    /// The drag ends.
    pub(super) fn end(self) {
        self.0.set_value(None);
    }

    /// Lets the thing be dropped here.
    pub(super) fn allow(self, event: &Event) {
        if self.0.get_value().is_some() {
            event.prevent_default();
        }
    }

    /// From where to where it was dropped. What else is dropped is a file, and for the page.
    pub(super) fn dropped(self, event: &Event, to: Option<usize>) -> Option<(usize, usize)> {
        let moved = self.0.get_value().zip(to)?;
        event.prevent_default();
        event.stop_propagation();
        Some(moved)
    }
}
