//! Texts that are packed or in another encoding, converted to plain bytes: zip, gzip, UTF-16.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use flate2::read::DeflateDecoder;

use super::places::has_ending;
use super::{Counted, ReadError};
use crate::archive::{Crc32, Directory, Member, Method};

/// Greatest total size in bytes of the files of an archive after unpacking.
const MOST_UNPACKED: u64 = 1 << 40;

/// The endings of texts that may have records, games or rows of data.
const TEXTS: [&str; 10] = ["epd", "fen", "txt", "pgn", "csv", "tsv", "json", "jsonl", "ndjson", "plain"];

/// Files without positions, found in archives that were made on a Mac.
const HIDDEN: [&str; 2] = ["__MACOSX/", ".DS_Store"];

pub(super) fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(b"\x1f\x8b")
}

pub(super) fn is_zip(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

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
    let is_file =
        |member: &Member| !member.is_directory() && !HIDDEN.iter().any(|hidden| member.name.contains(hidden));
    let files: Vec<Member> = listed.into_iter().filter(is_file).collect();
    let names: Vec<&str> = files.iter().map(Member::file_name).collect();
    let meant = meant(&names, ending);
    let mut out = Members::default();
    for (member, is_meant) in files.iter().zip(meant) {
        if !is_meant {
            out.others += 1;
            continue;
        }
        let mut reader = || {
            let header = read_range(file, &member.header_range())?;
            Ok(unpacked(member, open(&member.data_range(&header)?)?))
        };
        out.read.push((member.name.clone(), reader()));
    }
    match out.others {
        _ if !out.read.is_empty() => Ok(out),
        0 => Err(ReadError::NoMembers),
        _ => Err(ReadError::NoneInside(ending.to_owned())),
    }
}

/// Which of the files in an archive are read: like in a folder, those that end with `ending`, packed or not. If there are
/// none, those that may be records or games by their names. A single file is meant, whatever its name.
fn meant(names: &[&str], ending: &str) -> Vec<bool> {
    if names.len() == 1 {
        return vec![true];
    }
    let has = |name: &str| has_ending(Path::new(name), ending);
    if names.iter().any(|name| has(name)) {
        return names.iter().map(|name| has(name)).collect();
    }
    let may_be =
        |name: &str| !name.contains('.') || TEXTS.iter().any(|text| has_ending(Path::new(name), text));
    names.iter().map(|name| may_be(name)).collect()
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
    fn files_of_an_archive_are_read_by_their_names() {
        let check = |names: &[&str], ending: &str, expect: &[&str]| {
            let read = names.iter().zip(meant(names, ending)).filter(|&(_, is_meant)| is_meant);
            assert_eq!(read.map(|(name, _)| *name).collect::<Vec<_>>(), expect, "{names:?} {ending}");
        };
        check(&["readme.txt", "a.epd", "B.EPD", "c.epd.gz"], "epd", &["a.epd", "B.EPD", "c.epd.gz"]);
        check(&["a.epd", "b.pgn", "c.pgn.zst"], "pgn", &["b.pgn", "c.pgn.zst"]);
        check(&["suite.txt", "cover.png", "SUITE"], "epd", &["suite.txt", "SUITE"]);
        check(&["a.pdf", ".hidden"], "epd", &[]);
        check(&["WAC.001"], "epd", &["WAC.001"]);
    }

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
