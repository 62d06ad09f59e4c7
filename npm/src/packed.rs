//! Packed files whose bytes are all there: Zstandard, unpacked piece by piece, and what a zip archive has. What JavaScript
//! can unpack by itself, it does.

use std::io::{Cursor, Read as _};
use std::vec;

use epidote::archive::zstd::rust::Zstd;
use epidote::archive::{Directory, Member, Method, ZipError, texts};
use wasm_bindgen::prelude::*;

use crate::thrown;

/// Bytes of a piece.
const PIECE: u64 = 256 * 1024;

/// Greatest total size in bytes of the files of an archive after unpacking.
const MOST_UNPACKED: u64 = 1 << 40;

/// The ending of the files of an archive that are read.
const ENDING: &str = "epd";

fn refused(reason: &str) -> JsValue {
    thrown(&format!("it cannot be unpacked: {reason}"), None, None)
}

/// What Zstandard has packed.
#[wasm_bindgen]
pub struct Unpacked {
    reader: Zstd<Cursor<Vec<u8>>>,
    /// What is wrong after the last piece.
    failure: Option<std::io::Error>,
}

#[wasm_bindgen]
impl Unpacked {
    /// Begins with all bytes of a packed file.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { reader: Zstd::new(Cursor::new(bytes)), failure: None }
    }

    /// The next piece; empty at the end. Whatever precedes the damage is returned before the error.
    pub fn piece(&mut self) -> Result<Vec<u8>, JsValue> {
        let mut piece = Vec::new();
        if self.failure.is_none() {
            // What was read stays in the piece.
            self.failure = self.reader.by_ref().take(PIECE).read_to_end(&mut piece).err();
        }
        match self.failure.take() {
            Some(failure) if piece.is_empty() => Err(refused(&failure.to_string())),
            failure => {
                self.failure = failure;
                Ok(piece)
            }
        }
    }
}

/// The texts in a zip archive, one after another.
#[wasm_bindgen]
pub struct Archive {
    /// The numbers of each, or why it cannot be read.
    texts: vec::IntoIter<Result<[u64; 5], ZipError>>,
}

#[wasm_bindgen]
impl Archive {
    /// Reads the directory of an archive, given all its bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: Vec<u8>) -> Result<Self, JsValue> {
        let (members, others) = listed(&bytes).map_err(|error| refused(&error.to_string()))?;
        if members.is_empty() {
            let named = if others == 0 { String::new() } else { format!(" whose names end with .{ENDING}") };
            return Err(refused(&format!("an archive without files{named}")));
        }
        let numbers = |member: &Member| {
            let place = member.data_range(part(&bytes, &member.header_range()))?;
            let is_packed = u64::from(member.method == Method::Deflate);
            Ok([place.start, place.end, is_packed, member.unpacked, member.crc.into()])
        };
        let texts: Vec<_> = members.iter().map(numbers).collect();
        Ok(Self { texts: texts.into_iter() })
    }

    /// The next text, as five numbers: where its bytes begin and end, 1 if they are packed, the size of what they unpack to,
    /// and its checksum. Undefined after the last one.
    pub fn next_text(&mut self) -> Result<Option<Vec<f64>>, JsValue> {
        let numbers = self.texts.next().transpose().map_err(|error| refused(&error.to_string()))?;
        #[expect(clippy::cast_precision_loss, reason = "sizes below 2^53")]
        Ok(numbers.map(|numbers| numbers.map(|number| number as f64).to_vec()))
    }
}

fn listed(archive: &[u8]) -> Result<(Vec<Member>, usize), ZipError> {
    let size = archive.len() as u64;
    let directory = Directory::locate(size, part(archive, &Directory::tail_range(size)))?;
    let members = directory.read(part(archive, &directory.range()), MOST_UNPACKED)?;
    Ok(texts(members, ENDING))
}

/// The bytes of a range, or of what there is of it.
fn part<'a>(archive: &'a [u8], range: &std::ops::Range<u64>) -> &'a [u8] {
    let at = |place: u64| usize::try_from(place).unwrap_or(usize::MAX).min(archive.len());
    &archive[at(range.start)..at(range.end).max(at(range.start))]
}
