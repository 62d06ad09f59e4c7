//! Bytes that stand far apart in a file.
//!
//! Asking the browser for each of a thousand lines takes as long as reading megabytes. So a file of which such bytes are
//! wanted is kept as a whole for some seconds, in the memory of the browser and not in that of the program, which
//! never becomes smaller again.

use std::cell::RefCell;
use std::ops::Range;

use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File};

use crate::browser::page;
use crate::js::JsError;

/// The greatest file that is kept as a whole, in bytes.
const MOST_WHOLE: f64 = 1_073_741_824.0;

/// Milliseconds after which it is dropped, unless more of it is wanted.
const KEPT_MS: u32 = 5_000;

thread_local! {
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// A file that is kept as a whole.
struct Kept {
    file: File,
    bytes: Promise,
    /// How often something of it was wanted.
    uses: u64,
}

/// Reads ranges of a file, one after the other.
///
/// # Errors
/// The file is gone, was changed on disk, or may not be read.
pub async fn read(file: &File, ranges: &[Range<u64>]) -> Result<Vec<u8>, JsError> {
    if file.size() <= MOST_WHOLE
        // The browser may have no room for it.
        && let Ok(whole) = JsFuture::from(whole(file)).await
    {
        let whole = Uint8Array::new(&whole);
        let mut bytes = Vec::new();
        for range in ranges {
            let at = |at: u64| u32::try_from(at).unwrap_or(u32::MAX);
            let part = whole.subarray(at(range.start), at(range.end));
            let before = bytes.len();
            bytes.resize(before + part.length() as usize, 0);
            part.copy_to(&mut bytes[before..]);
        }
        drop_later();
        return Ok(bytes);
    }
    KEPT.with_borrow_mut(|kept| drop(kept.take_if(|kept| kept.file == *file)));
    // Slower, but without the file in memory: a file that has these parts only.
    let parts = Array::new();
    for range in ranges {
        #[expect(clippy::cast_precision_loss, reason = "no file has 2^53 bytes")]
        let part = file.slice_with_f64_and_f64(range.start as f64, range.end as f64)?;
        parts.push(&part);
    }
    let buffer = JsFuture::from(Blob::new_with_blob_sequence(&parts)?.array_buffer()).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// All bytes of a file.
fn whole(file: &File) -> Promise {
    KEPT.with_borrow_mut(|kept| {
        let uses = kept.as_ref().map_or(0, |kept| kept.uses) + 1;
        let known = kept.take().filter(|kept| kept.file == *file).map(|kept| kept.bytes);
        let bytes = known.unwrap_or_else(|| file.array_buffer());
        *kept = Some(Kept { file: file.clone(), bytes: bytes.clone(), uses });
        bytes
    })
}

/// Drops what is kept after some seconds, unless it is used again. Reading it has taken its time by now.
fn drop_later() {
    let uses = KEPT.with_borrow(|kept| kept.as_ref().map(|kept| kept.uses));
    page::later(KEPT_MS, move || {
        KEPT.with_borrow_mut(|kept| drop(kept.take_if(|kept| Some(kept.uses) == uses)));
    });
}
