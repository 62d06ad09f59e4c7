//! Texts where they are: files, patterns, folders, standard input, packed or not, read in blocks of whole
//! lines, so that the size of a text does not matter.

mod blocks;
mod error;
mod open;
mod places;
mod unpack;

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub use blocks::{Block, Blocks, Cut, Line, end_like, whole_lines};
pub use error::ReadError;
pub use open::{Opened, Packed, ReadTable, Text, Whole, file, open, open_with_tables, read, text};
pub use places::{Place, Unreadable, places, size_of};

/// The name of standard input in messages.
pub const STANDARD_INPUT: &str = "<stdin>";

/// Counts the bytes that are read, before they are unpacked.
#[derive(Debug)]
pub struct Counted<R> {
    inner: R,
    count: Arc<AtomicU64>,
}

impl<R> Counted<R> {
    /// Counts with `count`.
    pub fn new(inner: R, count: Arc<AtomicU64>) -> Self {
        Self { inner, count }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
