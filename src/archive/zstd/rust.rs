//! Zstandard in Rust alone, for the page.

use std::fmt;
use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::{ZstdError, damaged, read_on};

/// The largest window of a frame in bytes. It is the most memory that a file can ask for.
const LARGEST_WINDOW: u64 = 1 << super::LARGEST_WINDOW;

/// An empty block that ends a frame, and a checksum.
const LAST_BLOCK: &[u8] = &[1, 0, 0, 0, 0, 0, 0];

/// Unpacks while it is read.
pub struct Zstd<R> {
    packed: R,
    decoder: FrameDecoder,
    is_inside: bool,
    is_over: bool,
    /// The error behind the blocks of a file that is cut off.
    failure: Option<io::Error>,
}

impl<R> fmt::Debug for Zstd<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zstd").field("is_over", &self.is_over).finish_non_exhaustive()
    }
}

impl<R: BufRead> Zstd<R> {
    /// Unpacks what `packed` gives.
    pub fn new(packed: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(LARGEST_WINDOW);
        Self { packed, decoder, is_inside: false, is_over: false, failure: None }
    }

    /// Begins the next frame; returns whether there is one.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.packed.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.packed) {
                Ok(()) => return Ok(true),
                Err(error) => {
                    let length = u64::from(skipped(&error).ok_or_else(|| io_error(&error))?);
                    let passed = io::copy(&mut self.packed.by_ref().take(length), &mut io::sink())?;
                    if passed < length {
                        return Err(damaged());
                    }
                }
            }
        }
        Ok(false)
    }

    /// The next bytes; 0 at the end.
    fn unpack(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_inside {
                if !self.next_frame()? {
                    return Ok(0);
                }
                self.is_inside = true;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let some = BlockDecodingStrategy::UptoBlocks(1);
                let Err(error) = self.decoder.decode_blocks(&mut self.packed, some) else { continue };
                if !is_cut_off(&error) {
                    return Err(io_error(&error));
                }
                self.failure = Some(io_error(&error));
                // The decoder keeps a window of text back until the frame ends.
                if !self.decoder.is_finished() {
                    let ended = self.decoder.decode_blocks(LAST_BLOCK, BlockDecodingStrategy::UptoBlocks(1));
                    ended.map_err(|error| io_error(&error))?;
                }
            }
            let read = self.decoder.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            self.is_inside = false;
            let written = self.decoder.get_checksum_from_data();
            if written.is_some() && written != self.decoder.get_calculated_checksum() {
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

/// The error of the file that is unpacked.
fn read_error<'a>(error: &'a (dyn std::error::Error + 'static)) -> Option<&'a io::Error> {
    std::iter::successors(Some(error), |error| error.source()).find_map(|error| error.downcast_ref())
}

/// Whether the file ends within a frame.
fn is_cut_off(error: &FrameDecoderError) -> bool {
    read_error(error).is_some_and(|error| error.kind() == io::ErrorKind::UnexpectedEof)
}

/// The length of a skippable frame.
fn skipped(error: &FrameDecoderError) -> Option<u32> {
    match error {
        FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. }) => {
            Some(*length)
        }
        _ => None,
    }
}

fn io_error(error: &FrameDecoderError) -> io::Error {
    match error {
        FrameDecoderError::WindowSizeTooBig { .. } => io::Error::other(ZstdError::LargeWindow),
        FrameDecoderError::DictNotProvided { .. } => io::Error::other(ZstdError::Dictionary),
        error => match read_error(error) {
            Some(read) if read.kind() != io::ErrorKind::UnexpectedEof => {
                io::Error::new(read.kind(), read.to_string())
            }
            _ => damaged(),
        },
    }
}
