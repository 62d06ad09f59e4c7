//! The parts of the page that the keyboard goes round.

use wasm_bindgen::JsCast as _;
use web_sys::{Document, Element, HtmlElement};

use crate::browser::page;

/// The parts, and what has the focus first in each.
const PANES: [(&str, &str); 4] = [
    (".header", "#open-button"),
    (".pane--records", "#records"),
    (".pane--board", ".board__squares [tabindex=\"0\"]"),
    (".pane--editor", "#record-text, .long-line"),
];

fn found(document: &Document, selector: &str) -> Option<Element> {
    document.query_selector(selector).ok().flatten()
}

/// Gives the focus to the next part of the page, or to the one before.
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
            // From elsewhere: the list first.
            (None, false) => away % count,
            (None, true) => (count - away) % count,
        };
        let target = found(&document, PANES[next].1).and_then(|target| target.dyn_into::<HtmlElement>().ok());
        if let Some(target) = target {
            // One that is hidden cannot take it: then the next one.
            if target.focus().is_ok() && document.active_element().as_ref() == Some(target.as_ref()) {
                return;
            }
        }
    }
}

/// Whether nothing has the focus any more, because what had it is gone.
pub fn has_lost_focus() -> bool {
    page::document().and_then(|document| document.active_element()).is_none_or(|at| at.tag_name() == "BODY")
}
