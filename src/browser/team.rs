//! Workers that search one position together, in memory that the page shares with them. A page may share memory only if
//! its server keeps it apart from those of other origins (docs/hosting.md).

use std::cell::RefCell;

use js_sys::{Array, Atomics, Function, Int32Array, Reflect, SharedArrayBuffer};
use wasm_bindgen::JsCast as _;

use crate::protocol::memory::{HEAD_BYTES, NODES, OVER, TABLE_BYTES};

thread_local! {
    /// The memory, once several workers were wanted.
    static MEMORY: RefCell<Option<SharedArrayBuffer>> = const { RefCell::new(None) };
}

/// Whether workers can search together.
pub fn is_possible() -> bool {
    Reflect::get(&js_sys::global(), &"crossOriginIsolated".into()).is_ok_and(|is| is.is_truthy())
}

/// The words before the table.
fn head() -> Option<Int32Array> {
    MEMORY.with_borrow(|memory| {
        Some(Int32Array::new_with_byte_offset_and_length(memory.as_ref()?, 0, HEAD_BYTES / 4))
    })
}

/// Prepares the memory for a search, and returns whether there is any. Workers that are sent a task from now on are given
/// it first.
pub fn begin() -> bool {
    if memory().is_none() {
        MEMORY.set(made());
    }
    let head = head();
    if let Some(head) = &head {
        // A word of memory that is there can be written.
        let _ = Atomics::store(head, NODES, 0);
    }
    head.is_some()
}

/// New memory, if the browser has as much.
fn made() -> Option<SharedArrayBuffer> {
    let kind: Function =
        Reflect::get(&js_sys::global(), &"SharedArrayBuffer".into()).ok()?.dyn_into().ok()?;
    Reflect::construct(&kind, &Array::of1(&(HEAD_BYTES + TABLE_BYTES).into())).ok()?.dyn_into().ok()
}

/// Ends the search with this number, and earlier ones: those who help stop within a millisecond.
pub fn end(number: u32) {
    if let Some(head) = head() {
        // As above.
        let _ = Atomics::store(&head, OVER, number.cast_signed());
    }
}

/// The memory for a worker.
pub(super) fn memory() -> Option<SharedArrayBuffer> {
    MEMORY.with_borrow(Clone::clone)
}
