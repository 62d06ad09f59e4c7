//! The arrangement of the panes: kept as a setting, and set as attributes for the style sheet.

use leptos::prelude::*;

use crate::browser::{focus, page, panes};
use crate::logic::panes::{Arrangement, Edge};

/// The name of the setting.
pub(super) const SETTING: &str = "panes";

/// The id of the separator at an edge, for the style sheet.
pub fn edge_id(edge: Edge) -> &'static str {
    match edge {
        Edge::List => "edge-list",
        Edge::Record => "edge-record",
    }
}

/// The arrangement of the panes.
#[derive(Debug, Clone, Copy)]
pub struct Panes(RwSignal<Arrangement>);

impl Panes {
    /// As the user left them.
    pub(super) fn remembered() -> Self {
        Self(RwSignal::new(Self::kept()))
    }

    fn kept() -> Arrangement {
        Arrangement::read(&page::setting(SETTING).unwrap_or_default())
    }

    /// Takes over the setting.
    pub(super) fn recall(self) {
        self.0.set(Self::kept());
    }

    /// The arrangement. A view that asks follows it.
    pub fn arrangement(self) -> Arrangement {
        self.0.get()
    }

    /// The arrangement, for code that does not follow it.
    pub fn arrangement_now(self) -> Arrangement {
        self.0.get_untracked()
    }

    /// Changes the arrangement and keeps it.
    pub fn change(self, change: impl FnOnce(&mut Arrangement)) {
        self.0.update(change);
        page::keep_setting(SETTING, &self.arrangement_now().written());
    }

    /// Closes the pane at an edge, or opens it. The focus does not get lost with a pane: its edge has it then.
    pub fn toggle(self, edge: Edge) {
        let had_focus = panes::has_focus(match edge {
            Edge::List => ".pane--records",
            Edge::Record => ".pane--editor",
        });
        self.change(|arrangement| arrangement.toggle(edge));
        if had_focus {
            focus::move_to(edge_id(edge));
        }
    }

    /// Gives the pane at an edge a width without keeping it, while the edge is dragged.
    pub fn drag(self, edge: Edge, width: i32) {
        self.0.update(|arrangement| arrangement.set_width(edge, Some(width)));
    }

    /// Opens the pane at an edge if it is closed. In a window that is too narrow for panes, none is closed.
    pub fn open(self, edge: Edge) {
        if self.arrangement_now().hides(edge) && panes::are_shown() {
            self.change(|arrangement| arrangement.toggle(edge));
        }
    }

    /// Keeps the style sheet up to date. Call once, in the root component.
    pub fn keep_arranged(self) {
        Effect::new(move || {
            let arrangement = self.arrangement();
            let width = |width: Option<i32>| width.map(|width| format!("{width}px"));
            let list = if arrangement.hides_list { Some("0px".to_owned()) } else { width(arrangement.list) };
            let record =
                if arrangement.hides_record { Some("0px".to_owned()) } else { width(arrangement.record) };
            panes::set_property("--list", list.as_deref());
            panes::set_property("--record", record.as_deref());
            let attribute = |name, is_set: bool| page::set_root_attribute(name, is_set.then_some(""));
            attribute("data-hides-list", arrangement.hides_list);
            attribute("data-hides-record", arrangement.hides_record);
            attribute("data-board-last", arrangement.is_board_last);
        });
    }
}
