//! The edge between two panes, which is moved by pointer and by keys (a window splitter, as the ARIA authoring
//! practices have it).

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::panes;
use crate::logic::panes::{Arrangement, Edge, bounds};

/// The pane at an edge, for the style sheet, and the key of the edge's name.
fn pane_of(edge: Edge) -> (&'static str, &'static str) {
    match edge {
        Edge::List => (".pane--records", "pane.list.width"),
        Edge::Record => (".pane--editor", "pane.record.width"),
    }
}

/// Opens or closes the pane at an edge.
fn toggle(arrangement: &mut Arrangement, edge: Edge) {
    match edge {
        Edge::List => arrangement.hides_list = !arrangement.hides_list,
        Edge::Record => arrangement.hides_record = !arrangement.hides_record,
    }
}

/// The edge. A double click gives the pane its usual width; Enter closes the pane and opens it again.
#[component]
pub(super) fn PaneEdge(edge: Edge) -> impl IntoView {
    let state = AppState::expect();
    let (pane, name) = pane_of(edge);
    let (least, most) = bounds(edge);
    // Where the pointer began, and how wide the pane was.
    let begun = StoredValue::new(None::<(i32, i32)>);
    let press = move |event: PointerEvent| {
        if event.button() != 0 {
            return;
        }
        panes::hold_pointer(&event);
        let width = panes::width_of(pane).unwrap_or_else(|| state.panes.arrangement_now().width(edge));
        begun.set_value(Some((event.client_x(), width)));
    };
    let drag = move |event: PointerEvent| {
        let Some((from, width)) = begun.get_value() else { return };
        let by = event.client_x() - from;
        let grows = state.panes.arrangement_now().grows_to_the_right(edge);
        state.panes.drag(edge, width.saturating_add(if grows { by } else { -by }));
    };
    let end = move |_: PointerEvent| {
        if begun.get_value().is_some() {
            begun.set_value(None);
            state.panes.change(|_| ());
        }
    };
    let key = move |event: KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        if event.key() == "Enter" {
            event.prevent_default();
            state.panes.change(|arrangement| toggle(arrangement, edge));
        } else if let Some(width) = state.panes.arrangement_now().width_by_key(edge, &event.key()) {
            event.prevent_default();
            state.panes.change(|arrangement| arrangement.set_width(edge, Some(width)));
        }
    };
    view! {
        <div
            class=match edge {
                Edge::List => "pane-edge pane-edge--list",
                Edge::Record => "pane-edge pane-edge--record",
            }
            role="separator"
            tabindex="0"
            aria-orientation="vertical"
            aria-label=state.language.words(name)
            aria-valuemin=least
            aria-valuemax=most
            aria-valuenow=move || state.panes.arrangement().width(edge)
            on:pointerdown=press
            on:pointermove=drag
            on:pointerup=end
            on:pointercancel=end
            on:dblclick=move |_| state.panes.change(|arrangement| arrangement.set_width(edge, None))
            on:keydown=key
        ></div>
    }
    .into_any()
}
