//! What a menu under the pointer needs: the thing there.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event, HtmlElement};

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
