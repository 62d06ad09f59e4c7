//! A file of the page, read as the worker needs it: only a worker may wait for a file.

use std::io::{self, Read};

use js_sys::Uint8Array;
use web_sys::{Blob, FileReaderSync};

use crate::js::JsError;

/// A file that the page has handed over.
pub(super) struct Handed {
    file: Blob,
    at: f64,
}

impl Handed {
    pub(super) fn new(file: Blob) -> Self {
        Self { file, at: 0.0 }
    }
}

/// Some bytes of a file, or fewer if it ends before.
pub(super) fn slice(file: &Blob, from: f64, to: f64) -> io::Result<Uint8Array> {
    let read = || -> Result<Uint8Array, JsError> {
        let slice = file.slice_with_f64_and_f64(from, to)?;
        Ok(Uint8Array::new(&FileReaderSync::new()?.read_as_array_buffer(&slice)?.into()))
    };
    read().map_err(|error| io::Error::other(error.to_string()))
}

impl Read for Handed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[expect(clippy::cast_precision_loss, reason = "no file has 2^53 bytes")]
        let end = self.at + buffer.len() as f64;
        let bytes = slice(&self.file, self.at, end)?;
        let length = bytes.length();
        self.at += f64::from(length);
        let length = length as usize;
        bytes.copy_to(&mut buffer[..length]);
        Ok(length)
    }
}
