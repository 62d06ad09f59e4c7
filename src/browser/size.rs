//! The size of an element, and where the pointer is in it.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, PointerEvent, ResizeObserver};

/// Watches an element as long as this value exists.
pub struct SizeWatch {
    observer: ResizeObserver,
    _callback: Closure<dyn FnMut()>,
}

impl std::fmt::Debug for SizeWatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SizeWatch").finish_non_exhaustive()
    }
}

impl SizeWatch {
    /// Calls `changed` now and whenever the size of `element` changes; `None` in a browser without this
    /// function.
    pub fn new(element: &Element, changed: impl FnMut() + 'static) -> Option<Self> {
        let callback = Closure::<dyn FnMut()>::new(changed);
        let observer = ResizeObserver::new(callback.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self { observer, _callback: callback })
    }
}

impl Drop for SizeWatch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// How far below the top of an element a pointer is, in CSS pixels; less than 0 above it.
pub fn height_in(element: &Element, event: &PointerEvent) -> f64 {
    f64::from(event.client_y()) - element.get_bounding_client_rect().top()
}
