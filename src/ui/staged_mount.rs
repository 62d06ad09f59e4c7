//! Parts of the page that are built one after the other, each in a task of its own: what the user does meanwhile
//! waits for one of them at most.

use leptos::prelude::*;

use crate::browser::page;

/// Becomes true, one by one; each is to be followed by a part.
pub(super) fn staged_mount<const PARTS: usize>() -> [RwSignal<bool>; PARTS] {
    let parts = [false; PARTS].map(RwSignal::new);
    wasm_bindgen_futures::spawn_local(async move {
        for part in parts {
            page::breathe().await;
            // What it belongs to may be gone again.
            if !part.is_disposed() {
                part.set(true);
            }
        }
    });
    parts
}
