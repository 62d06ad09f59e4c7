//! Packed files: what is inside is opened.

use crate::app::state::AppState;
use crate::browser::files::{Given, Pieces};
use crate::browser::packed::{Packing, unpack};
use crate::js::JsError;

/// Most bytes that a packed file may unpack to: a bomb must not fill the disk.
const MOST_BYTES: u64 = 2 << 30;

impl AppState {
    /// The file inside a gzip file; any other file as it is. One that is damaged behind its beginning
    /// gives its beginning, with a word about it.
    ///
    /// # Errors
    /// It cannot be read, or unpacks to too much.
    pub(super) async fn unpacked(self, given: Given) -> Result<Given, JsError> {
        if given.read(0..3).await? != [0x1f, 0x8b, 8] {
            return Ok(given);
        }
        let name = given.name();
        let pieces = Pieces::default();
        let mut length = 0;
        let done = unpack(&given.file, Packing::Gzip, |bytes| {
            length += bytes.len() as u64;
            pieces.push(&bytes);
            length <= MOST_BYTES
        });
        match done.await {
            _ if length > MOST_BYTES => return Err(JsError("it unpacks to more than 2 GB".to_owned())),
            Err(error) if length == 0 => return Err(error),
            Err(_) => self.toasts.problem(format!(
                "{name} is damaged, or something else stands behind its end. What could be unpacked is open."
            )),
            Ok(()) => {}
        }
        pieces.into_file(name.strip_suffix(".gz").unwrap_or(&name), &given)
    }
}
