//! Links with the packing done here, for tests and fuzz targets: what the page does with streams.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::{Content, Form, Lines, MOST_BYTES, ShareError, content_of, form_of, lines_of, packed_fragment};

/// The fragment of a link that holds these lines, including `#`.
pub fn encode(lines: &[&[u8]]) -> String {
    match form_of(lines) {
        Form::Plain(fragment) => fragment,
        Form::Packed(bytes) => {
            packed_fragment(&STANDARD_NO_PAD.encode(miniz_oxide::deflate::compress_to_vec(&bytes, 9)))
        }
    }
}

/// The lines of a link. `None` for any other fragment.
///
/// # Errors
/// A damaged link, one of an unknown version, or one that unpacks to too much.
pub fn decode(fragment: &str) -> Option<Result<Lines, ShareError>> {
    let content = match content_of(fragment)? {
        Ok(content) => content,
        Err(error) => return Some(Err(error)),
    };
    Some(match content {
        Content::Lines(lines) => Ok(lines),
        Content::Packed(base64) => {
            let Ok(bytes) = STANDARD_NO_PAD.decode(base64) else { return Some(Err(ShareError::Damaged)) };
            let unpacked = miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, MOST_BYTES);
            match unpacked.map_err(|error| error.status) {
                Ok(bytes) => lines_of(&bytes),
                Err(miniz_oxide::inflate::TINFLStatus::HasMoreOutput) => Err(ShareError::TooLarge),
                Err(_) => Err(ShareError::Damaged),
            }
        }
    })
}
