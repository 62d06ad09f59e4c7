//! The server of this page, if it lets the page use engines of its machine (`epidote serve`).

use std::cell::RefCell;

use wasm_bindgen::JsValue;

use super::page;
use crate::protocol::Native;

/// Where the token is kept, for this tab until it is closed.
const KEPT: &str = "epidote-token";

/// What the token follows in the address.
const BEFORE: &str = "#/token/";

thread_local! {
    /// The engine that native searches go to.
    static CHOSEN: RefCell<Option<Native>> = const { RefCell::new(None) };
}

/// The token of this tab: out of the address, from which it is removed, or as it was kept. Whether it is new comes
/// with it.
pub fn token() -> Option<(String, bool)> {
    let window = web_sys::window()?;
    let storage = window.session_storage().ok().flatten();
    let fragment = page::fragment();
    let Some(token) = fragment.strip_prefix(BEFORE) else {
        return Some((storage?.get_item(KEPT).ok()??, false));
    };
    // Neither the history nor a copied address has it then. A browser that refuses keeps it for this page only.
    if let Ok(history) = window.history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&page::address()));
    }
    if let Some(storage) = storage {
        let _ = storage.set_item(KEPT, token);
    }
    Some((token.to_owned(), true))
}

/// From now on native searches go to this engine.
pub fn choose(native: Native) {
    CHOSEN.set(Some(native));
}

/// The engine that native searches go to.
pub(super) fn chosen() -> Option<Native> {
    CHOSEN.with_borrow(Clone::clone)
}
