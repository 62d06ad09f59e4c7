//! Memory that the page shares among its workers, for searches that several do together.
//!
//! A worker reads and writes a bucket of the table by a function of `static/worker.js`, which copies words between that
//! memory and the program's own: this takes some nanoseconds, and every position of a search does it.

use std::sync::Arc;

use js_sys::{Atomics, Int32Array, SharedArrayBuffer};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::protocol::memory::{BUCKET_BYTES, HEAD_BYTES, NODES, NODES_UNIT, OVER};
use crate::search::Shared;

/// Words of a bucket and of a slot as JavaScript counts them, in 32 bits.
const BUCKET: u32 = BUCKET_BYTES / 4;
const SLOT: u32 = 4;

#[wasm_bindgen]
extern "C" {
    /// Sets the table of the other functions, all words after the head.
    #[wasm_bindgen(js_name = takeTable)]
    fn take_table(words: &Int32Array);

    /// Copies a bucket that begins at a word of the table to an address of this program.
    #[wasm_bindgen(js_name = readTable)]
    fn read_table(from: u32, to: *mut [u64; 8]);

    /// Copies a slot from an address of this program to a word of the table.
    #[wasm_bindgen(js_name = writeTable)]
    fn write_table(to: u32, from: *const [u64; 2]);
}

thread_local! {
    /// The words before the table. They stay here, since no value of the browser may go to another thread.
    static HEAD: std::cell::RefCell<Option<Int32Array>> = const { std::cell::RefCell::new(None) };
}

/// The memory of this worker, the last that it was given.
#[derive(Debug)]
struct OfPage {
    buckets: usize,
}

/// The memory in a message.
pub(super) fn of(memory: &SharedArrayBuffer) -> Arc<dyn Shared> {
    let table = Int32Array::new_with_byte_offset(memory, HEAD_BYTES);
    let buckets = (table.length() / BUCKET) as usize;
    take_table(&table);
    HEAD.set(Some(Int32Array::new_with_byte_offset_and_length(memory, 0, HEAD_BYTES / 4)));
    Arc::new(OfPage { buckets })
}

/// A word of the head; 0 without one.
fn word(at: u32) -> u32 {
    let load = |head: &Option<Int32Array>| Atomics::load(head.as_ref()?, at).ok();
    HEAD.with_borrow(load).unwrap_or_default().cast_unsigned()
}

/// Where a bucket begins in the table.
fn start(bucket: usize) -> u32 {
    u32::try_from(bucket).unwrap_or_default() * BUCKET
}

impl Shared for OfPage {
    fn buckets(&self) -> usize {
        self.buckets
    }

    fn read(&self, bucket: usize) -> [u64; 8] {
        let mut words = [0; 8];
        read_table(start(bucket), &raw mut words);
        words
    }

    fn write(&self, bucket: usize, slot: usize, words: [u64; 2]) {
        let slot = u32::try_from(slot).unwrap_or_default() * SLOT;
        write_table(start(bucket) + slot, &raw const words);
    }

    fn is_over(&self, number: u32) -> bool {
        word(OVER) >= number
    }

    fn nodes_of_helpers(&self) -> u64 {
        u64::from(word(NODES)) * NODES_UNIT
    }

    fn tell_nodes(&self, nodes: u64) {
        let units = i32::try_from(nodes / NODES_UNIT).unwrap_or(i32::MAX);
        // Without a head there is no table either, and nobody helps.
        HEAD.with_borrow(|head| head.as_ref().map(|head| Atomics::add(head, NODES, units)));
    }
}
