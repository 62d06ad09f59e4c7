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

    fn slice(&self, length: usize) -> Result<Uint8Array, JsError> {
        #[expect(clippy::cast_precision_loss, reason = "no file has 2^53 bytes")]
        let end = self.at + length as f64;
        let slice = self.file.slice_with_f64_and_f64(self.at, end)?;
        let buffer = FileReaderSync::new()?.read_as_array_buffer(&slice)?;
        Ok(Uint8Array::new(&buffer.into()))
    }
}

impl Read for Handed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.slice(buffer.len()).map_err(|error| io::Error::other(error.to_string()))?;
        let length = bytes.length();
        self.at += f64::from(length);
        let length = length as usize;
        bytes.copy_to(&mut buffer[..length]);
        Ok(length)
    }
}
