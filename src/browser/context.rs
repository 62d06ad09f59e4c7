//! What a menu under the pointer needs: the thing there, and the focus from before.

use std::cell::RefCell;

use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event, HtmlElement};

use crate::browser::page;

thread_local! {
    /// What had the focus when the menu opened.
    static FOCUSED: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

fn nearest(event: &Event, selector: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok()?
}

/// Whether something happened to an element with this selector, or inside of it.
pub fn is_in(event: &Event, selector: &str) -> bool {
    nearest(event, selector).is_some()
}

/// Clicks the element with this selector that is around the place of the event, if there is one.
pub fn click_nearest(event: &Event, selector: &str) {
    if let Some(element) = nearest(event, selector).and_then(|element| element.dyn_into::<HtmlElement>().ok())
    {
        element.click();
    }
}

/// Notes what has the focus.
pub fn keep_focus() {
    let focused = page::document().and_then(|document| document.active_element());
    FOCUSED.set(focused.and_then(|focused| focused.dyn_into().ok()));
}

/// Gives the focus back to what had it.
pub fn give_focus_back() {
    if let Some(element) = FOCUSED.take() {
        // What is gone since cannot have it.
        let _ = element.focus();
    }
}
