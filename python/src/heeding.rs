//! A file that is read while Python may have signals to handle.

use std::fs::File;
use std::io::{self, Read};
use std::time::{Duration, Instant};

use crate::failure::heed_signals;

/// How often Python is asked for signals while bytes arrive.
const HEEDS: Duration = Duration::from_millis(100);

/// Reads a file. A signal ends a read that waits: then Python handles it, and the read goes on unless that raised an
/// exception, as in Python's own files.
pub(crate) struct Heeding {
    file: File,
    heeded: Instant,
}

#[expect(clippy::disallowed_methods, reason = "Python runs where there is a clock")]
fn now() -> Instant {
    Instant::now()
}

impl Heeding {
    pub(crate) fn new(file: File) -> Self {
        Self { file, heeded: now() }
    }

    fn heed(&mut self) -> io::Result<()> {
        self.heeded = now();
        heed_signals().map_err(io::Error::other)
    }
}

impl Read for Heeding {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A line without an end is read for long before there is a block.
        if self.heeded.elapsed() >= HEEDS {
            self.heed()?;
        }
        loop {
            match self.file.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => self.heed()?,
                read => return read,
            }
        }
    }
}
