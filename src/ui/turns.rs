//! Parts of the page that are built one after the other, each in a task of its own: what the user does meanwhile
//! waits for one of them at most.

use crate::app::told::Told;
use crate::browser::page;

/// Becomes true, one by one; each is to be followed by a part.
pub(super) fn turns<const PARTS: usize>() -> [Told<bool>; PARTS] {
    let parts = [false; PARTS].map(Told::new);
    wasm_bindgen_futures::spawn_local(async move {
        for part in parts {
            page::breathe().await;
            // What it belongs to may be gone again.
            if !part.is_gone() {
                part.set(true);
            }
        }
    });
    parts
}
