//! Texts that are packed or in another encoding, converted to plain bytes: zip, gzip, UTF-16.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use flate2::read::DeflateDecoder;

use super::ReadError;
use crate::archive::{Counted, Crc32, Directory, Member, Method, texts};

/// Greatest total size in bytes of the files of an archive after unpacking.
const MOST_UNPACKED: u64 = 1 << 40;

/// What packed a file, by its first bytes, if it is not read.
pub(super) fn other_packing(head: &[u8]) -> Option<&'static str> {
    match head {
        [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', b'&', ..] => Some("bzip2"),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some("xz"),
        [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Some("7-Zip"),
        [b'R', b'a', b'r', b'!', 0x1a, 7, ..] => Some("RAR"),
        [4, 0x22, 0x4d, 0x18, ..] => Some("LZ4"),
        _ => None,
    }
}

/// The bytes of a file in an archive, or why they cannot be read.
type Reader = Result<Box<dyn Read + Send>, ReadError>;

/// The files in an archive that are read.
#[derive(Default)]
pub(super) struct Members {
    /// The name of each, and its bytes or an error.
    pub(super) read: Vec<(String, Reader)>,
    /// How many others there are, such as a text to read first.
    pub(super) others: usize,
}

/// The files in an archive on the disk.
pub(super) fn members_of_file(
    path: &Path,
    ending: &str,
    count: &Arc<AtomicU64>,
) -> Result<Members, ReadError> {
    let mut file = File::open(path)?;
    let open = |range: &Range<u64>| -> io::Result<Box<dyn Read + Send>> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(range.start))?;
        let part = Counted::new(file, Arc::clone(count)).take(range.end - range.start);
        Ok(Box::new(BufReader::with_capacity(64 * 1024, part)))
    };
    members(&mut file, ending, open)
}

/// The files in an archive that comes through a pipe. It is read as a whole, since its directory is at the
/// end.
pub(super) fn members_of_bytes(mut reader: impl Read, ending: &str) -> Result<Members, ReadError> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    let bytes: Arc<[u8]> = bytes.into();
    let open = |range: &Range<u64>| -> io::Result<Box<dyn Read + Send>> {
        let mut part = Cursor::new(Arc::clone(&bytes));
        part.set_position(range.start);
        Ok(Box::new(part.take(range.end - range.start)))
    };
    members(&mut Cursor::new(Arc::clone(&bytes)), ending, open)
}

fn members(
    file: &mut (impl Read + Seek),
    ending: &str,
    open: impl Fn(&Range<u64>) -> io::Result<Box<dyn Read + Send>>,
) -> Result<Members, ReadError> {
    let size = file.seek(SeekFrom::End(0))?;
    let tail = read_range(file, &Directory::tail_range(size))?;
    let directory = Directory::locate(size, &tail)?;
    let listed = read_range(file, &directory.range())?;
    let listed = directory.read(&listed, MOST_UNPACKED)?;
    let (meant, others) = texts(listed, ending);
    let mut out = Members { read: Vec::new(), others };
    for member in meant {
        let mut reader = || {
            let header = read_range(file, &member.header_range())?;
            Ok(unpacked(&member, open(&member.data_range(&header)?)?))
        };
        let reader = reader();
        out.read.push((member.name, reader));
    }
    match out.others {
        _ if !out.read.is_empty() => Ok(out),
        0 => Err(ReadError::NoMembers),
        _ => Err(ReadError::NoneInside(ending.to_owned())),
    }
}

fn read_range(file: &mut (impl Read + Seek), range: &Range<u64>) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(range.start))?;
    let mut bytes = Vec::new();
    file.take(range.end - range.start).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn unpacked(member: &Member, packed: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
    let inner: Box<dyn Read + Send> = match member.method {
        Method::Deflate => Box::new(DeflateDecoder::new(packed)),
        Method::Stored | Method::Other(_) => packed,
    };
    Box::new(Proved {
        inner,
        left: member.unpacked,
        crc: Crc32::default(),
        expected: member.crc,
        is_over: false,
    })
}

/// Compares the unpacked bytes with what the archive says about them.
struct Proved {
    inner: Box<dyn Read + Send>,
    left: u64,
    crc: Crc32,
    expected: u32,
    is_over: bool,
}

impl Read for Proved {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_over || buffer.is_empty() {
            return Ok(0);
        }
        let read = self.inner.read(buffer)?;
        self.crc.update(&buffer[..read]);
        let is_damaged = match self.left.checked_sub(read as u64) {
            None => true,
            Some(left) => {
                self.left = left;
                read == 0 && (left > 0 || self.crc.value() != self.expected)
            }
        };
        if is_damaged {
            self.is_over = true;
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the archive is damaged here"));
        }
        self.is_over = read == 0;
        Ok(read)
    }
}

/// The text as it is or, if it begins with a byte order mark of UTF-16, converted to UTF-8; and whether it
/// was. An unpaired surrogate becomes U+FFFD.
pub(super) fn utf16(mut reader: Box<dyn Read + Send>) -> io::Result<(Box<dyn Read + Send>, bool)> {
    let mut head = [0; 2];
    let mut known = 0;
    while known < head.len() {
        match reader.read(&mut head[known..]) {
            Ok(0) => break,
            Ok(read) => known += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let unit: fn([u8; 2]) -> u16 = match head[..known] {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return Ok((Box::new(Cursor::new(head[..known].to_vec()).chain(reader)), false)),
    };
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    let units = bytes.chunks(2).map(|pair| unit([pair[0], pair.get(1).copied().unwrap_or(0xff)]));
    let text: String = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    Ok((Box::new(Cursor::new(text.into_bytes())), true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_is_read_in_either_order() {
        let read = |bytes: &[u8]| {
            let (mut reader, is_wide) = utf16(Box::new(Cursor::new(bytes.to_vec()))).unwrap();
            let mut text = Vec::new();
            reader.read_to_end(&mut text).unwrap();
            (String::from_utf8(text).unwrap(), is_wide)
        };
        assert_eq!(read(b"\xff\xfeK\0\x3f\x04\n\0"), ("K\u{43f}\n".to_owned(), true));
        assert_eq!(read(b"\xfe\xff\0K\x04\x3f\0\n"), ("K\u{43f}\n".to_owned(), true));
        assert_eq!(read(b"\xff\xfe\0\xd8"), ("\u{fffd}".to_owned(), true));
        assert_eq!(read(b"K"), ("K".to_owned(), false));
        assert_eq!(read(b""), (String::new(), false));
    }
}
