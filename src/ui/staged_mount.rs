//! Builds parts of the page one after the other, each in a separate task, so that user input waits for at
//! most one of them.

use leptos::prelude::*;

use crate::browser::page;

/// Signals that become true one after the other. Each mounts a part.
pub(super) fn staged_mount<const PARTS: usize>() -> [RwSignal<bool>; PARTS] {
    let parts = [false; PARTS].map(RwSignal::new);
    wasm_bindgen_futures::spawn_local(async move {
        for part in parts {
            page::breathe().await;
            // The owner of the part may be gone by now.
            if !part.is_disposed() {
                part.set(true);
            }
        }
    });
    parts
}
