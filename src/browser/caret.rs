//! The caret and what is selected in text fields.

use std::ops::Range;

use wasm_bindgen::JsCast;

use crate::browser::page::{document, target_of};

/// The text before the caret in the text area of an event.
pub fn text_before_caret(event: &web_sys::Event) -> Option<String> {
    Some(before_caret(&event.target()?.dyn_into().ok()?))
}

/// The text before the caret in the text area with this id, if it has the focus.
pub fn text_before_caret_of(id: &str) -> Option<String> {
    let focused = document()?.active_element().filter(|element| element.id() == id)?;
    Some(before_caret(&focused.dyn_into().ok()?))
}

fn before_caret(field: &web_sys::HtmlTextAreaElement) -> String {
    let caret = field.selection_start().ok().flatten().unwrap_or(0) as usize;
    let before: Vec<u16> = field.value().encode_utf16().take(caret).collect();
    String::from_utf16_lossy(&before)
}

/// Replaces the whole text of a text area, whatever the user typed.
pub fn put_text(field: &web_sys::HtmlTextAreaElement, text: &str) {
    field.set_value(text);
}

/// Replaces the `typed` text just before the caret of a text area, puts the caret after the new text, and
/// returns the whole text; `None` if the text before the caret no longer ends with `typed`.
pub fn replace_before_caret(
    field: &web_sys::HtmlTextAreaElement,
    typed: &str,
    insert: &str,
) -> Option<String> {
    let caret = field.selection_start().ok().flatten()?;
    let length = u32::try_from(typed.encode_utf16().count()).ok()?;
    let before: Vec<u16> = field.value().encode_utf16().take(caret as usize).collect();
    if !String::from_utf16_lossy(&before).ends_with(typed) {
        return None;
    }
    let start = caret.checked_sub(length)?;
    field.set_range_text_with_start_and_end_and_mode(insert, start, caret, "end").ok()?;
    Some(field.value())
}

/// Gives the text area with this id the focus and selects a part of its text, in units of UTF-16.
pub fn select(id: &str, part: &Range<u32>) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(field) = element.and_then(|it| it.dyn_into::<web_sys::HtmlTextAreaElement>().ok()) {
        // What cannot be selected is at least in view.
        let _ = field.focus();
        let _ = field.set_selection_range(part.start, part.end);
    }
}

/// Whether text of the page is selected, outside of fields.
pub fn has_selected() -> bool {
    let selection = web_sys::window().and_then(|window| window.get_selection().ok().flatten());
    selection.is_some_and(|selection| !selection.is_collapsed())
}

/// Selects the whole text in the field of an event.
pub fn select_all(event: &web_sys::Event) {
    match target_of(event).map(JsCast::dyn_into::<web_sys::HtmlInputElement>) {
        Some(Ok(field)) => field.select(),
        Some(Err(element)) => {
            if let Ok(field) = element.dyn_into::<web_sys::HtmlTextAreaElement>() {
                field.select();
            }
        }
        None => {}
    }
}
