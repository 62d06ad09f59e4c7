//! Zstandard by the library in C.

use std::fmt;
use std::io::{self, BufRead, Read};

use zstd::zstd_safe::{self, DCtx, DParameter, InBuffer, OutBuffer};

use super::{LARGEST_WINDOW, ZstdError, damaged, read_on};

/// Unpacks while it is read.
pub struct Zstd<R> {
    packed: R,
    context: DCtx<'static>,
    /// Whether a frame has begun and not ended.
    is_inside: bool,
    is_over: bool,
}

impl<R> fmt::Debug for Zstd<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zstd").field("is_over", &self.is_over).finish_non_exhaustive()
    }
}

impl<R: BufRead> Zstd<R> {
    /// Unpacks what `packed` gives.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(packed: R) -> io::Result<Self> {
        let mut context = DCtx::try_create().ok_or(io::ErrorKind::OutOfMemory)?;
        context.set_parameter(DParameter::WindowLogMax(LARGEST_WINDOW)).map_err(io_error)?;
        Ok(Self { packed, context, is_inside: false, is_over: false })
    }

    /// The next bytes; 0 at the end.
    fn unpack(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let input = self.packed.fill_buf()?;
            let is_end = input.is_empty();
            if is_end && !self.is_inside {
                return Ok(0);
            }
            let (mut from, mut to) = (InBuffer::around(input), OutBuffer::around(buffer));
            let wanted = self.context.decompress_stream(&mut to, &mut from).map_err(io_error)?;
            let (used, written) = (from.pos(), to.pos());
            self.packed.consume(used);
            // Nothing more is wanted for a frame that has ended.
            self.is_inside = wanted != 0;
            if written > 0 {
                return Ok(written);
            }
            if is_end && self.is_inside {
                return Err(damaged());
            }
        }
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut is_over = self.is_over;
        let read = read_on(&mut is_over, buffer, |buffer| self.unpack(buffer));
        self.is_over = is_over;
        read
    }
}

/// The library names its errors by words only.
fn io_error(code: zstd_safe::ErrorCode) -> io::Error {
    match zstd_safe::get_error_name(code) {
        "Frame requires too much memory for decoding" => io::Error::other(ZstdError::LargeWindow),
        "Dictionary mismatch" => io::Error::other(ZstdError::Dictionary),
        _ => damaged(),
    }
}
