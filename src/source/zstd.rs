//! Zstandard: frames one after another, as parallel packers write them, each proved by its checksum.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The largest window of a frame in bytes: what `zstd -d` accepts without `--long`. It is the most memory
/// that a file can ask for.
const LARGEST_WINDOW: u64 = 128 << 20;

/// The last byte of skippable frames is the same; the first one has 16 values.
const SKIPPED: &[u8] = b"\x2a\x4d\x18";

pub(super) fn is_zstd(head: &[u8]) -> bool {
    let is_skipped = |head: &[u8]| head[0] & 0xf0 == 0x50 && head[1..].starts_with(SKIPPED);
    head.starts_with(b"\x28\xb5\x2f\xfd") || !head.is_empty() && is_skipped(head)
}

/// Unpacks.
pub(super) struct Zstd<R> {
    packed: R,
    decoder: FrameDecoder,
    is_inside: bool,
    is_over: bool,
}

impl<R: BufRead> Zstd<R> {
    pub(super) fn new(packed: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(LARGEST_WINDOW);
        Self { packed, decoder, is_inside: false, is_over: false }
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
                self.decoder.decode_blocks(&mut self.packed, some).map_err(|error| io_error(&error))?;
            }
            let read = self.decoder.read(buffer)?;
            if read > 0 {
                return Ok(read);
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
        if self.is_over || buffer.is_empty() {
            return Ok(0);
        }
        let read = self.unpack(buffer);
        self.is_over = !matches!(read, Ok(1..));
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

fn io_error(error: &FrameDecoderError) -> io::Error {
    match error {
        FrameDecoderError::WindowSizeTooBig { .. } => {
            io::Error::other("it needs more than 128 MiB to unpack; pack it again without --long or --ultra")
        }
        FrameDecoderError::DictNotProvided { .. } => io::Error::other("it is packed with a dictionary"),
        _ => damaged(),
    }
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the packed file is damaged here")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    fn pack(bytes: &[u8]) -> Vec<u8> {
        compress_to_vec(bytes, CompressionLevel::Fastest)
    }

    fn unpack(packed: &[u8]) -> (Vec<u8>, Option<String>) {
        let mut out = Vec::new();
        let read = Zstd::new(packed).read_to_end(&mut out);
        (out, read.err().map(|error| error.to_string()))
    }

    #[test]
    fn frames_are_one_text() {
        let skippable = b"\x53\x2a\x4d\x18\x03\0\0\0abc";
        let (one, two) = (pack(b"4k3/8\n"), pack(&b"text ".repeat(100_000)));
        let whole = [&b"4k3/8\n"[..], &b"text ".repeat(100_000)].concat();
        for packed in [
            [&one[..], &two].concat(),
            [&skippable[..], &one, skippable, &two, skippable].concat(),
            [&one[..], &pack(b""), &two].concat(),
        ] {
            assert!(is_zstd(&packed));
            assert_eq!(unpack(&packed), (whole.clone(), None));
        }
        assert_eq!(unpack(&pack(b"")), (Vec::new(), None));
        assert_eq!(unpack(skippable), (Vec::new(), None));
    }

    #[test]
    fn damage_is_told_after_what_could_be_read() {
        let text: Vec<u8> =
            (0..400_000_u32).flat_map(|n| (n.wrapping_mul(2_654_435_761) >> 7).to_le_bytes()).collect();
        let packed = pack(&text);
        let (read, error) = unpack(&packed[..packed.len() - 9]);
        assert!(!read.is_empty() && text.starts_with(&read) && error.is_some(), "{} {error:?}", read.len());
        let mut flipped = packed.clone();
        flipped[packed.len() / 2] ^= 1;
        assert!(unpack(&flipped).1.is_some());
        assert!(unpack(&[&packed[..], b"garbage"].concat()).1.is_some());
        assert!(unpack(b"\x53\x2a\x4d\x18\xff\0\0\0abc").1.is_some());
    }

    #[test]
    fn only_its_own_mark_counts() {
        for head in [&b""[..], b"\x28\xb5", b"\x52\x2a", b"4k3/8", b"\x1f\x8b"] {
            assert!(!is_zstd(head), "{head:?}");
        }
    }
}
