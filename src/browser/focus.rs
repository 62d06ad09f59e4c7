//! The keyboard focus.

use std::cell::RefCell;

use js_sys::Promise;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlElement;

use crate::browser::page::document;

thread_local! {
    /// What had the focus when the menu opened.
    static FOCUSED: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

/// Moves the keyboard focus to the element with this id.
pub fn move_to(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // If the element cannot take the focus, the focus stays where it is.
        let _ = element.focus();
    }
}

/// Moves the keyboard focus to the first element that these selectors name.
pub fn move_to_first(selectors: &str) {
    let element = document().and_then(|document| document.query_selector(selectors).ok()?);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // As above.
        let _ = element.focus();
    }
}

/// How often the tasks that wait in a turn of the browser are let run until the element that a change draws is there:
/// a task that draws may begin others.
const ROUNDS_OF_DRAWING: usize = 16;

/// Moves the keyboard focus to an element that is drawn because of a change of this moment. The browser handles no
/// key before that, so that a key pressed at once reaches this element.
pub fn move_to_once_drawn(id: impl Into<String>) {
    let id = id.into();
    spawn_local(async move {
        for _ in 0..ROUNDS_OF_DRAWING {
            // The callback of a resolved promise runs after what is queued now.
            let _ = JsFuture::from(Promise::resolve(&JsValue::UNDEFINED)).await;
            move_to(&id);
            if is_at(&id) {
                return;
            }
        }
    });
}

/// Whether the element with this id has the focus.
pub fn is_at(id: &str) -> bool {
    document().and_then(|document| document.active_element()).is_some_and(|element| element.id() == id)
}

/// Whether the focus that leaves a part of the element with the listener stays in that element.
pub fn stays_inside(event: &web_sys::FocusEvent) -> bool {
    let inside = event.current_target().and_then(|at| at.dyn_into::<web_sys::Node>().ok());
    let next = event.related_target().and_then(|next| next.dyn_into::<web_sys::Node>().ok());
    inside.is_some_and(|inside| inside.contains(next.as_ref()))
}

/// Whether the page has the focus, and not another window.
pub fn is_in_page() -> bool {
    document().is_some_and(|document| document.has_focus().unwrap_or(true))
}

/// Notes what has the focus.
pub fn keep() {
    let focused = document().and_then(|document| document.active_element());
    FOCUSED.set(focused.and_then(|focused| focused.dyn_into().ok()));
}

/// Notes what had the focus before it came into the element with the listener.
pub fn keep_if_entered(event: &web_sys::FocusEvent) {
    if !stays_inside(event) {
        FOCUSED.set(event.related_target().and_then(|before| before.dyn_into().ok()));
    }
}

/// Gives the focus back to what had it. If that was nothing, nothing has it.
pub fn give_back() {
    if let Some(element) = FOCUSED.take() {
        // What is gone since cannot have it.
        let _ = element.focus();
        return;
    }
    let focused = document().and_then(|document| document.active_element());
    if let Some(focused) = focused.and_then(|focused| focused.dyn_into::<HtmlElement>().ok()) {
        // As above.
        let _ = focused.blur();
    }
}
