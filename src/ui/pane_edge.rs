//! The edge between two panes, which is moved by pointer and by keys (a window splitter, as the ARIA authoring
//! practices have it).

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::arrangement::edge_id;
use crate::browser::panes;
use crate::logic::panes::{Arrangement, Edge, bounds};

/// The pane at an edge, for the style sheet, and the key of the edge's name.
fn pane_of(edge: Edge) -> (&'static str, &'static str) {
    match edge {
        Edge::List => (".pane--records", "pane.list.width"),
        Edge::Record => (".pane--editor", "pane.record.width"),
    }
}

/// The edge. A double click gives the pane its usual width; Enter closes the pane and opens it again.
#[component]
pub(super) fn PaneEdge(edge: Edge) -> impl IntoView {
    let state = AppState::expect();
    let (pane, name) = pane_of(edge);
    let (_, most) = bounds(edge);
    // How wide the pane is on the screen: the record gets what the board leaves.
    let width = move || match panes::width_of(pane) {
        Some(0) | None => state.panes.arrangement_now().width(edge),
        Some(width) => width,
    };
    // The pointer, where it began, how wide the pane was, and how the panes were arranged.
    let begun = StoredValue::new(None::<(i32, i32, i32, Arrangement)>);
    let press = move |event: PointerEvent| {
        if event.button() != 0 || event.ctrl_key() || begun.get_value().is_some() {
            return;
        }
        panes::hold_pointer(&event);
        let before = state.panes.arrangement_now();
        begun.set_value(Some((event.pointer_id(), event.client_x(), width(), before)));
    };
    let drag = move |event: PointerEvent| {
        let Some((pointer, from, width, before)) = begun.get_value() else { return };
        let by = event.client_x() - from;
        if event.pointer_id() == pointer && by != 0 {
            let by = if before.grows_to_the_right(edge) { by } else { -by };
            state.panes.drag(edge, width.saturating_add(by));
        }
    };
    let end = move |_: PointerEvent| {
        if begun.get_value().is_some() {
            begun.set_value(None);
            state.panes.change(|_| ());
        }
    };
    // All is as it was before.
    let cancel = move || {
        if let Some((.., before)) = begun.get_value() {
            begun.set_value(None);
            state.panes.change(|arrangement| *arrangement = before);
        }
    };
    let key = move |event: KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let arrangement = state.panes.arrangement_now();
        match event.key().as_str() {
            "Enter" => state.panes.change(|arrangement| arrangement.toggle(edge)),
            "Escape" if begun.get_value().is_some() => cancel(),
            key => {
                let Some(width) = arrangement.width_by_key(edge, width(), key) else { return };
                state.panes.change(|arrangement| arrangement.set_width(edge, Some(width)));
            }
        }
        event.prevent_default();
    };
    // Follows the arrangement; what is drawn then is measured.
    let value = move || {
        let arrangement = state.panes.arrangement();
        if arrangement.hides(edge) { 0 } else { arrangement.width(edge) }
    };
    view! {
        <div
            class=match edge {
                Edge::List => "pane-edge pane-edge--list",
                Edge::Record => "pane-edge pane-edge--record",
            }
            id=edge_id(edge)
            role="separator"
            tabindex="0"
            aria-orientation="vertical"
            aria-label=state.language.words(name)
            aria-valuemin=0
            aria-valuemax=most
            aria-valuenow=value
            on:pointerdown=press
            on:pointermove=drag
            on:pointerup=end
            on:lostpointercapture=end
            on:pointercancel=move |_| cancel()
            on:dblclick=move |_| state.panes.change(|arrangement| arrangement.set_width(edge, None))
            on:keydown=key
        ></div>
    }
    .into_any()
}
