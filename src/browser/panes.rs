//! The parts of the page between which a key moves the focus.

use wasm_bindgen::JsCast as _;
use web_sys::{Document, Element, HtmlElement};

use crate::browser::page;

/// The parts, and the element in each that gets the focus.
const PANES: [(&str, &str); 4] = [
    (".bar", ".bar [role=menuitem][tabindex=\"0\"]"),
    (".pane--records", "#records"),
    (".pane--board", ".board__squares [tabindex=\"0\"]"),
    (".pane--editor", "#record-text, .long-line"),
];

fn found(document: &Document, selector: &str) -> Option<Element> {
    document.query_selector(selector).ok().flatten()
}

/// Moves the focus to the next part of the page, or to the previous one.
pub fn focus_next(back: bool) {
    let Some(document) = page::document() else { return };
    let focused = document.active_element();
    let is_at = |pane: &str| focused.as_ref().is_some_and(|at| at.closest(pane).ok().flatten().is_some());
    let at = PANES.iter().position(|(pane, _)| is_at(pane));
    let count = PANES.len();
    for away in 1..=count {
        let next = match (at, back) {
            (Some(at), false) => (at + away) % count,
            (Some(at), true) => (at + count - away) % count,
            // From elsewhere the list comes first, or backwards the last part.
            (None, false) => away % count,
            (None, true) => (count - away) % count,
        };
        let target = found(&document, PANES[next].1).and_then(|target| target.dyn_into::<HtmlElement>().ok());
        if let Some(target) = target {
            // A hidden element cannot take the focus, so that the next part is tried.
            if target.focus().is_ok() && document.active_element().as_ref() == Some(target.as_ref()) {
                return;
            }
        }
    }
}

/// Whether nothing has the focus, because the focused element was removed.
pub fn has_lost_focus() -> bool {
    page::document().and_then(|document| document.active_element()).is_none_or(|at| at.tag_name() == "BODY")
}
