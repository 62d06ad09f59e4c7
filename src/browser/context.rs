//! What a menu under the pointer needs: the thing there.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event};

fn nearest(event: &Event, selector: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok()?
}

/// Whether something happened to an element with this selector, or inside of it.
pub fn is_in(event: &Event, selector: &str) -> bool {
    nearest(event, selector).is_some()
}

/// The id of the element with this selector that is around the place of the event.
pub fn id_around(event: &Event, selector: &str) -> Option<String> {
    nearest(event, selector).map(|element| element.id())
}
