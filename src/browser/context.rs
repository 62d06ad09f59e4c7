//! What is under the pointer.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event};

use crate::browser::page::document;

fn nearest(event: &Event, selector: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok()?
}

/// Whether something happened to an element with this selector, or inside of it.
pub fn is_in(event: &Event, selector: &str) -> bool {
    nearest(event, selector).is_some()
}

/// What an attribute says of the topmost element under the pointer that has it, whatever lies over it.
pub fn attribute_under(event: &web_sys::PointerEvent, name: &str) -> Option<String> {
    #[expect(clippy::cast_precision_loss, reason = "pixels of a window")]
    let (x, y) = (event.client_x() as f32, event.client_y() as f32);
    let elements = document()?.elements_from_point(x, y);
    let mut elements = elements.iter().filter_map(|element| element.dyn_into::<Element>().ok());
    elements.find_map(|element| element.get_attribute(name))
}

/// The id of the element with this selector that is around the place of the event.
pub fn id_around(event: &Event, selector: &str) -> Option<String> {
    nearest(event, selector).map(|element| element.id())
}
