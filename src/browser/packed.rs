//! Packs and unpacks with the browser's own streams, which adds no code to the page.

use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableStream, ReadableStreamDefaultReader, ReadableWritablePair, Response};

use crate::browser::files;
use crate::js::JsError;

/// A format of packed bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Deflate without a header, as in links and zip archives.
    Deflate,
    /// A gzip file.
    Gzip,
    /// A text in UTF-16, which is unpacked to UTF-8 without its byte order mark; whether the lower byte of two comes
    /// first. Halves of pairs become U+FFFD.
    Utf16(bool),
}

impl Packing {
    /// The name by which the browser's streams know it.
    fn name(self) -> &'static str {
        match self {
            Self::Deflate => "deflate-raw",
            Self::Gzip => "gzip",
            Self::Utf16(true) => "utf-16le",
            Self::Utf16(false) => "utf-16be",
        }
    }
}

/// Pipes a stream through the one with this constructor.
fn through(stream: &ReadableStream, constructor: &str, argument: &str) -> Result<ReadableStream, JsError> {
    let constructor = Reflect::get(&js_sys::global(), &constructor.into())?.dyn_into::<Function>()?;
    let pair = Reflect::construct(&constructor, &Array::of1(&argument.into()))?;
    Ok(stream.pipe_through(pair.unchecked_ref::<ReadableWritablePair>()))
}

/// Deflates bytes and returns them in base64.
///
/// # Errors
/// The browser has no such streams.
pub async fn deflate(bytes: &[u8]) -> Result<String, JsError> {
    let blob = files::blob(bytes)?;
    let stream = through(&blob.stream(), "CompressionStream", Packing::Deflate.name())?;
    let packed = Response::new_with_opt_readable_stream(Some(&stream))?;
    let packed = Uint8Array::new(&JsFuture::from(packed.array_buffer()?).await?).to_vec();
    // The browser takes each byte as a character.
    let characters: String = packed.into_iter().map(char::from).collect();
    Ok(window()?.btoa(&characters)?)
}

fn window() -> Result<web_sys::Window, JsError> {
    web_sys::window().ok_or_else(|| JsError("there is no page".to_owned().into()))
}

/// Decodes a text in base64.
///
/// # Errors
/// The text is not base64.
pub fn from_base64(text: &str) -> Result<Vec<u8>, JsError> {
    let characters = window()?.atob(text)?;
    // Each character is a byte.
    Ok(characters.chars().filter_map(|c| u8::try_from(u32::from(c)).ok()).collect())
}

/// Unpacks a blob piece by piece, until `take` returns false.
///
/// # Errors
/// The browser has no such streams, the bytes are damaged, or others follow their end. The pieces that were taken before are good.
pub async fn unpack(
    blob: &Blob,
    packing: Packing,
    mut take: impl FnMut(Vec<u8>) -> bool,
) -> Result<(), JsError> {
    let stream = match packing {
        Packing::Deflate | Packing::Gzip => through(&blob.stream(), "DecompressionStream", packing.name())?,
        // The encoder knows UTF-8 only, and asks for no name.
        Packing::Utf16(_) => {
            through(&through(&blob.stream(), "TextDecoderStream", packing.name())?, "TextEncoderStream", "")?
        }
    };
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    loop {
        let piece = JsFuture::from(reader.read()).await?;
        if Reflect::get(&piece, &"done".into())?.is_truthy() {
            return Ok(());
        }
        let bytes: Uint8Array = Reflect::get(&piece, &"value".into())?.unchecked_into();
        if !take(bytes.to_vec()) {
            // The rest of the stream is not needed.
            let _ = reader.cancel();
            return Ok(());
        }
    }
}
