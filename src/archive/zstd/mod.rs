//! Zstandard: frames one after another, as parallel packers write them, each proved by its checksum.
//!
//! There are two: one in Rust alone, for the page, and one over the library in C, several times as fast, where there
//! is a compiler for C. They give the same bytes of whole frames, and tell the same errors.

#[cfg(feature = "zstd-native")]
pub mod native;
#[cfg(feature = "zstd")]
pub mod rust;

use std::{fmt, io};

use crate::language::Text;

/// The largest window of a frame, as a power of two in bytes: what `zstd -d` accepts without `--long`.
const LARGEST_WINDOW: u32 = 27;

/// Why a file cannot be unpacked. The reader gives it as the inside of its `io::Error`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZstdError {
    /// A window larger than 128 MiB.
    LargeWindow,
    /// A dictionary is needed.
    Dictionary,
    /// The bytes are not those that were packed.
    Damaged,
}

impl ZstdError {
    /// What is wrong.
    pub fn text(self) -> Text {
        match self {
            Self::LargeWindow => "why.zstd-window".into(),
            Self::Dictionary => "why.zstd-dictionary".into(),
            Self::Damaged => "why.zstd-damaged".into(),
        }
    }
}

impl std::error::Error for ZstdError {}

impl fmt::Display for ZstdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english())
    }
}

/// Reads until the end or an error, and gives nothing after that.
fn read_on(
    is_over: &mut bool,
    buffer: &mut [u8],
    unpack: impl FnOnce(&mut [u8]) -> io::Result<usize>,
) -> io::Result<usize> {
    if *is_over || buffer.is_empty() {
        return Ok(0);
    }
    let read = unpack(buffer);
    *is_over = match &read {
        Ok(count) => *count == 0,
        // The caller tries again.
        Err(error) => error.kind() != io::ErrorKind::Interrupted,
    };
    read
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, ZstdError::Damaged)
}

#[cfg(test)]
#[cfg(all(feature = "zstd", feature = "zstd-native"))]
mod tests {
    use std::io::{BufRead, BufReader, Read};

    use super::*;
    use crate::archive::is_zstd;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    fn pack(bytes: &[u8]) -> Vec<u8> {
        compress_to_vec(bytes, CompressionLevel::Fastest)
    }

    fn native<'a>(packed: impl BufRead + 'a) -> Box<dyn Read + 'a> {
        Box::new(native::Zstd::new(packed).expect("memory"))
    }

    /// What both unpack, from pieces of any size, and the error they tell. Of damaged frames one may give more.
    #[track_caller]
    fn unpack(packed: &[u8]) -> (Vec<u8>, Option<String>) {
        let read = |mut reader: Box<dyn Read + '_>| {
            let mut out = Vec::new();
            let read = reader.read_to_end(&mut out);
            assert_eq!(reader.read(&mut [0; 8]).ok(), Some(0), "nothing follows the end");
            (out, read.err().map(|error| error.to_string()))
        };
        let by_rust = read(Box::new(rust::Zstd::new(packed)));
        let whole = read(native(packed));
        for size in [1 + packed.len() / 1000, 64 << 10] {
            let in_pieces = read(native(BufReader::with_capacity(size, packed)));
            for other in [&by_rust, &whole] {
                assert_eq!(in_pieces.1, other.1, "{size}");
                let is_same = in_pieces.0.len() == other.0.len() || other.1.is_some();
                assert!(
                    is_same && in_pieces.0.iter().zip(&other.0).all(|(one, other)| one == other),
                    "{size}"
                );
            }
        }
        whole
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
        // Blocks hold 128 KiB, and all before the cut are there, though the window is larger.
        let blocks: Vec<usize> =
            (0..packed.len()).step_by(50_021).map(|cut| unpack(&packed[..cut]).0.len()).collect();
        assert!(blocks.is_sorted() && blocks[blocks.len() - 1] > text.len() - (128 << 10), "{blocks:?}");
        let mut flipped = packed.clone();
        flipped[packed.len() / 2] ^= 1;
        assert!(unpack(&flipped).1.is_some());
        assert!(unpack(&[&packed[..], b"garbage"].concat()).1.is_some());
        assert!(unpack(b"\x53\x2a\x4d\x18\xff\0\0\0abc").1.is_some());
    }

    /// A file that breaks off, after an interrupt.
    struct Broken {
        interrupts: u8,
        kind: io::ErrorKind,
    }

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            if self.interrupts > 0 {
                self.interrupts -= 1;
                return Err(io::ErrorKind::Interrupted.into());
            }
            Err(io::Error::new(self.kind, "the disk is gone"))
        }
    }

    #[test]
    fn an_error_of_the_file_is_told_as_it_is() {
        let text = b"text ".repeat(100_000);
        let packed = pack(&text);
        for cut in [0, 3, 6, 9, packed.len() / 2, packed.len() - 2, packed.len()] {
            let file = |kind, interrupts| {
                BufReader::with_capacity(7, (&packed[..cut]).chain(Broken { interrupts, kind }))
            };
            let end = |mut reader: Box<dyn Read + '_>| {
                let mut out = Vec::new();
                let error = reader.read_to_end(&mut out).unwrap_err();
                assert!(text.starts_with(&out), "{cut}");
                (error.kind(), error.to_string())
            };
            // A file that is itself unpacked may end too early.
            let kinds = [io::ErrorKind::PermissionDenied, io::ErrorKind::UnexpectedEof];
            for (kind, interrupts) in kinds.into_iter().flat_map(|kind| [(kind, 0), (kind, 1)]) {
                let gone = (kind, "the disk is gone".to_owned());
                assert_eq!(end(Box::new(rust::Zstd::new(file(kind, interrupts)))), gone, "{cut}");
                assert_eq!(end(native(file(kind, interrupts))), gone, "{cut}");
            }
        }
    }

    /// The beginning of a frame with a window of a power of two, and an empty block.
    fn windowed(power: u8) -> Vec<u8> {
        [&[0x28, 0xb5, 0x2f, 0xfd, 0, (power - 10) << 3][..], &[1, 0, 0]].concat()
    }

    #[test]
    fn what_cannot_be_unpacked_says_why() {
        let error = |packed: &[u8]| unpack(packed).1.unwrap_or_default();
        assert_eq!(unpack(&windowed(27)), (Vec::new(), None));
        assert_eq!(error(&windowed(28)), ZstdError::LargeWindow.to_string());
        // The number of a dictionary in one byte.
        assert_eq!(error(&[0x28, 0xb5, 0x2f, 0xfd, 1, 0, 7, 1, 0, 0]), ZstdError::Dictionary.to_string());
        assert_eq!(error(&windowed(20)[..6]), ZstdError::Damaged.to_string());
        let mut flipped = pack(&b"text ".repeat(1000));
        *flipped.last_mut().unwrap() ^= 1;
        assert_eq!(error(&flipped), ZstdError::Damaged.to_string());
    }

    #[test]
    fn only_its_own_mark_counts() {
        for head in [&b""[..], b"\x28\xb5", b"\x52\x2a", b"4k3/8", b"\x1f\x8b"] {
            assert!(!is_zstd(head), "{head:?}");
        }
    }
}
