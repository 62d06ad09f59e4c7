//! The panes of the page: a key moves the focus from one to the next, and their edges are moved.

use wasm_bindgen::JsCast as _;
use web_sys::{Document, Element, HtmlElement, PointerEvent};

use crate::browser::page;

/// The parts, and the element in each that gets the focus.
const PANES: [(&str, &str); 4] = [
    (".bar", ".bar [role=menuitem][tabindex=\"0\"]"),
    (".pane--records", "#records"),
    (".pane--board", ".board__squares [tabindex=\"0\"]"),
    (".pane--editor", "#record-text, .long-line"),
];

/// Sets a property of the style sheet for the whole page, or leaves it to the style sheet.
pub fn set_property(name: &str, value: Option<&str>) {
    let root = page::document().and_then(|document| document.document_element());
    let Some(root) = root.and_then(|root| root.dyn_into::<HtmlElement>().ok()) else { return };
    // The names are constants here, and valid.
    let _ = match value {
        Some(value) => root.style().set_property(name, value),
        None => root.style().remove_property(name).map(drop),
    };
}

/// Whether the window is wide enough for panes with edges, as in the style sheet.
pub fn are_shown() -> bool {
    let query = web_sys::window().and_then(|window| window.match_media("(min-width: 1101px)").ok().flatten());
    query.is_some_and(|query| query.matches())
}

/// Sends all that the pointer does to the element that it was pressed on, also when it is faster than the element.
pub fn hold_pointer(event: &PointerEvent) {
    if let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
        // A pointer that is gone by now cannot be held.
        let _ = element.set_pointer_capture(event.pointer_id());
    }
}

/// The width of a pane on the screen, in pixels.
pub fn width_of(pane: &str) -> Option<i32> {
    let pane = found(&page::document()?, pane)?.dyn_into::<HtmlElement>().ok()?;
    Some(pane.offset_width())
}

fn found(document: &Document, selector: &str) -> Option<Element> {
    document.query_selector(selector).ok().flatten()
}

/// Pixels of the text that stay in view: three lines.
const LEFT_OF_TEXT: f64 = 60.0;

/// The id of the row of an operation in the form, given by its index.
pub fn operation_id(index: usize) -> String {
    format!("operation-{index}")
}

/// Selects the first field of an operation in the form, given by its index.
pub fn operation_field(index: usize) -> String {
    format!("#{} :is(input, select, textarea)", operation_id(index))
}

/// Scrolls the record just far enough to show the row with this id, if a part of its text stays in view: the row is about
/// what is at the caret there. Where the text and the panel of the file stay in their places, the row comes between them.
pub fn show_beside_text(id: &str) {
    if let Some(row) = page::document().and_then(|document| document.get_element_by_id(id)) {
        show_between(&row);
    }
}

/// Scrolls the record so that what has the focus there is not behind its text or the panel of the file.
pub fn uncover_focus() {
    let focused = page::document().and_then(|document| document.active_element());
    let is_in = |it: &Element, selector: &str| it.closest(selector).ok().flatten().is_some();
    if let Some(focused) = focused.filter(|it| is_in(it, ".pane--editor"))
        && !is_in(&focused, ".line-box, .file-panel")
    {
        show_between(&focused);
    }
}

/// Scrolls the record just far enough to show an element between its text and the panel of the file.
fn show_between(row: &Element) {
    let Some(document) = page::document() else { return };
    let of = |selector: &str| found(&document, selector);
    let (Some(pane), Some(text), Some(panel)) = (of(".pane--editor"), of(".line-editor"), of(".file-panel"))
    else {
        return;
    };
    let [pane_box, text_box, panel, row] = [&pane, &text, &panel, row].map(Element::get_bounding_client_rect);
    let below = row.bottom() - pane_box.bottom().min(panel.top());
    let by = if below > 0.0 { below } else { (row.top() - text_box.bottom()).min(0.0) };
    scroll_down(&pane, by);
    if text.get_bounding_client_rect().bottom() < pane_box.top() + LEFT_OF_TEXT {
        scroll_down(&pane, -by);
    }
}

/// Scrolls the text of the record, and nothing around it, to what is marked there.
pub fn show_mark_in_text() {
    let Some(document) = page::document() else { return };
    let (Some(editor), Some(mark)) = (found(&document, ".line-editor"), found(&document, ".paint--current"))
    else {
        return;
    };
    let (all, mark) = (editor.get_bounding_client_rect(), mark.get_bounding_client_rect());
    scroll_down(&editor, (mark.bottom() - all.bottom()).max(0.0) + (mark.top() - all.top()).min(0.0));
}

fn scroll_down(element: &Element, by: f64) {
    #[expect(clippy::cast_possible_truncation, reason = "pixels of a window")]
    element.set_scroll_top(element.scroll_top() + by.round() as i32);
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

/// Whether the focus is in a pane.
pub fn has_focus(pane: &str) -> bool {
    let focused = page::document().and_then(|document| document.active_element());
    focused.is_some_and(|focused| focused.closest(pane).ok().flatten().is_some())
}

/// Whether nothing has the focus, because the focused element was removed.
pub fn has_lost_focus() -> bool {
    page::document().and_then(|document| document.active_element()).is_none_or(|at| at.tag_name() == "BODY")
}
