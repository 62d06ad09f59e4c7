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

/// The packed bytes. It notes how reading them failed: the decoder hands errors on inside of its own, which are long to
/// search and have words that nobody sees.
struct Packed<R> {
    bytes: R,
    /// Whether more was asked for than there is.
    is_short: bool,
    /// An error of the file.
    failure: Option<io::Error>,
}

impl<R: Read> Read for Packed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer);
        match &read {
            Ok(count) => self.is_short |= *count == 0 && !buffer.is_empty(),
            // The decoder tries again.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                let kind = error.kind();
                self.failure = read.err();
                return Err(kind.into());
            }
        }
        read
    }
}

/// Unpacks while it is read.
pub struct Zstd<R> {
    packed: Packed<R>,
    decoder: FrameDecoder,
    is_inside: bool,
    is_over: bool,
    /// The error after the blocks of a file that is cut off.
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
        let packed = Packed { bytes: packed, is_short: false, failure: None };
        Self { packed, decoder, is_inside: false, is_over: false, failure: None }
    }

    /// Begins the next frame; returns whether there is one.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.packed.bytes.fill_buf()?.is_empty() {
            let Err(error) = self.decoder.reset(&mut self.packed) else { return Ok(true) };
            let Some(length) = skipped(&error) else { return Err(self.io_error(&error)) };
            let length = u64::from(length);
            if io::copy(&mut self.packed.bytes.by_ref().take(length), &mut io::sink())? < length {
                return Err(damaged());
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
                let failure = self.io_error(&error);
                if !self.packed.is_short {
                    return Err(failure);
                }
                self.failure = Some(failure);
                // The decoder keeps a window of text back until the frame ends.
                if !self.decoder.is_finished() {
                    let ended = self.decoder.decode_blocks(LAST_BLOCK, BlockDecodingStrategy::UptoBlocks(1));
                    ended.map_err(|error| self.io_error(&error))?;
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

    /// What an error of the decoder means; of one in reading, the error itself.
    fn io_error(&mut self, error: &FrameDecoderError) -> io::Error {
        match error {
            FrameDecoderError::WindowSizeTooBig { .. } => io::Error::other(ZstdError::LargeWindow),
            FrameDecoderError::DictNotProvided { .. } => io::Error::other(ZstdError::Dictionary),
            _ => self.packed.failure.take().unwrap_or_else(damaged),
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

/// The length of a skippable frame.
fn skipped(error: &FrameDecoderError) -> Option<u32> {
    match error {
        FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. }) => {
            Some(*length)
        }
        _ => None,
    }
}
