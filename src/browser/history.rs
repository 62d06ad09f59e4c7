//! Pages within the page: "Back" of the browser leaves them, as it leaves any page.

use std::cell::Cell;

use wasm_bindgen::JsValue;

use super::page;

/// What marks an entry of the history as such a page.
const WITHIN: &str = "within";

/// Milliseconds after which a browser has certainly gone back.
const GONE_BACK_MS: u32 = 500;

thread_local! {
    /// Whether the browser may be about to go back from such a page.
    static IS_LEAVING: Cell<bool> = const { Cell::new(false) };
}

/// Enters a page within the page: "Back" leads here again.
pub fn enter() {
    if is_within() {
        // An entry may be left over from before a reload, or "Forward" may have led to one.
        if !IS_LEAVING.get() {
            return;
        }
    } else {
        IS_LEAVING.set(false);
    }
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        // A browser that refuses has no entry to go back from.
        let _ = history.push_state_with_url(&WITHIN.into(), "", None);
    }
}

/// Goes on from such a page, without leaving it for good: "Back" leads to it again.
pub fn go_beyond() {
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        // As above.
        let _ = history.push_state_with_url(&JsValue::NULL, "", None);
    }
}

/// Whether the browser is on such a page.
pub fn is_within() -> bool {
    let history = web_sys::window().and_then(|window| window.history().ok());
    history.and_then(|history| history.state().ok()).is_some_and(|state: JsValue| state == WITHIN)
}

/// Leaves such a page in another way than by "Back", which then leads on from where it was entered.
pub fn leave() {
    if is_within()
        && let Some(history) = web_sys::window().and_then(|window| window.history().ok())
    {
        IS_LEAVING.set(true);
        page::later(GONE_BACK_MS, || IS_LEAVING.set(false));
        let _ = history.back();
    }
}
