//! What page and workers both need from JavaScript: errors with a text, panics with a message, and connections.

pub mod socket;

use wasm_bindgen::{JsCast as _, JsValue};

use crate::language::Text;

/// An error from the browser, with a text for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsError(pub Text);

impl std::fmt::Display for JsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.english())
    }
}

impl From<JsValue> for JsError {
    fn from(value: JsValue) -> Self {
        let words = match value.dyn_ref::<js_sys::Error>() {
            Some(error) => Some(String::from(error.message())),
            None => value.as_string(),
        };
        let reason = |mut words: String| {
            // The messages it becomes part of end with a full stop already.
            if words.ends_with('.') {
                words.pop();
            }
            Text::Plain(words)
        };
        Self(words.map_or("why.browser-refused".into(), reason))
    }
}

impl From<&JsError> for Text {
    fn from(error: &JsError) -> Self {
        error.0.clone()
    }
}

impl From<JsError> for Text {
    fn from(error: JsError) -> Self {
        error.0
    }
}

/// Whether the error means that the user closed a dialog, which need not be reported.
pub fn is_abort(value: &JsValue) -> bool {
    value.dyn_ref::<js_sys::Error>().is_some_and(|error| error.name() == "AbortError")
}

/// Calls `tell` with the message of every panic.
pub fn on_panic(tell: impl Fn(&str) + Send + Sync + 'static) {
    std::panic::set_hook(Box::new(move |info| {
        tell(&info.to_string());
    }));
}
