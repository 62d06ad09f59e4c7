//! Opens a text: plain, packed, or each file of an archive.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::gzip::Gzip;
use super::unpack::{self, utf16};
use super::{ReadError, Unreadable};
use crate::archive::zstd::native::Zstd;
use crate::archive::{Counted, is_gzip, is_zip, is_zstd};

/// The beginning of a file of Parquet.
const PARQUET: &[u8] = b"PAR1";

/// How a text is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packed {
    /// Packed with gzip (RFC 1952).
    Gzip,
    /// A file of a zip archive.
    Zip,
    /// Zstandard.
    Zstd,
    /// Not packed, but UTF-16.
    Utf16,
    /// The rows of a file of Parquet, as a table in CSV.
    Parquet,
}

impl Packed {
    /// The words that follow "it is".
    pub fn words(self) -> &'static str {
        match self {
            Self::Gzip => "packed with gzip",
            Self::Zip => "in a zip archive",
            Self::Zstd => "packed with zstd",
            Self::Utf16 => "UTF-16",
            Self::Parquet => "a file of Parquet",
        }
    }
}

/// A text that can be read.
pub struct Text {
    /// Its name; that of a file in an archive follows the name of the archive and a slash.
    pub name: String,
    /// How it is packed.
    pub packed: Option<Packed>,
    /// Whether it was converted from UTF-16.
    pub was_utf16: bool,
    /// Its bytes, unpacked.
    pub reader: Box<dyn Read + Send>,
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Text").field("name", &self.name).field("packed", &self.packed).finish_non_exhaustive()
    }
}

/// All of a file, parts of which are read in any order.
#[derive(Debug)]
pub enum Whole<'a> {
    /// It is at this place, and can be read again.
    File(&'a Path),
    /// Its bytes.
    Bytes(Vec<u8>),
}

/// Reads the rows of a file that is no text as a table in CSV, and counts the bytes it reads.
pub type ReadTable = fn(Whole<'_>, &Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>>;

/// The texts of a place.
#[derive(Debug)]
pub struct Opened {
    /// One, or one for each file of an archive that is read.
    pub texts: Vec<Result<Text, Unreadable>>,
    /// How many files of the archive are not read, judging by their names.
    pub others: usize,
}

impl From<Text> for Opened {
    fn from(text: Text) -> Self {
        Self { texts: vec![Ok(text)], others: 0 }
    }
}

/// Opens the bytes of a place: one text, or one for each file of an archive that ends with `ending`, or, if there is
/// none, that may be a text by its name. `path` is the file that `raw` reads, if it is one; `count` counts the bytes
/// read, before they are unpacked.
///
/// # Errors
/// Why nothing can be read.
pub fn open(
    name: &str,
    path: Option<&Path>,
    ending: &str,
    raw: impl Read + Send + 'static,
    count: &Arc<AtomicU64>,
) -> Result<Opened, ReadError> {
    open_with_tables(name, path, ending, raw, count, None)
}

/// Like [`open`]; files of Parquet are read by `tables`.
///
/// # Errors
/// Why nothing can be read.
pub fn open_with_tables(
    name: &str,
    path: Option<&Path>,
    ending: &str,
    raw: impl Read + Send + 'static,
    count: &Arc<AtomicU64>,
    tables: Option<ReadTable>,
) -> Result<Opened, ReadError> {
    let raw = Counted::new(raw, Arc::clone(count));
    let mut reader = BufReader::with_capacity(64 * 1024, Headed::new(raw));
    let head = reader.fill_buf()?;
    if head.starts_with(PARQUET) {
        let tables = tables.ok_or(ReadError::Parquet)?;
        let reader = if let Some(path) = path {
            // They are read, and counted, again.
            count.fetch_sub(head.len() as u64, Ordering::Relaxed);
            tables(Whole::File(path), count)?
        } else {
            let mut bytes = Vec::new();
            reader.read_to_end(&mut bytes)?;
            tables(Whole::Bytes(bytes), count)?
        };
        let packed = Some(Packed::Parquet);
        return Ok(Text { name: name.to_owned(), packed, was_utf16: false, reader }.into());
    }
    if is_zip(head) {
        let members = match path {
            Some(path) => unpack::members_of_file(path, ending, count),
            None => unpack::members_of_bytes(reader, ending),
        }?;
        let text = |(member, reader): (String, _)| {
            let name = format!("{name}/{member}");
            let reader: Result<Box<dyn Read + Send>, ReadError> = reader;
            // Like in a folder, it may be packed itself.
            let plain = |reader| Ok(utf16(no_archive(unpacked(BufReader::new(Headed::new(reader)))?.0)?)?);
            match reader.and_then(plain) {
                Ok((reader, _)) => Ok(Text { name, packed: Some(Packed::Zip), was_utf16: false, reader }),
                Err(reason) => Err(Unreadable { name, reason }),
            }
        };
        return Ok(Opened { texts: members.read.into_iter().map(text).collect(), others: members.others });
    }
    let (plain, packed) = unpacked(reader)?;
    let plain = if packed.is_some() { no_archive(plain)? } else { plain };
    let (reader, was_utf16) = utf16(plain)?;
    let packed = packed.or(was_utf16.then_some(Packed::Utf16));
    Ok(Text { name: name.to_owned(), packed, was_utf16, reader }.into())
}

/// The bytes that gzip or Zstandard packed, or those of another text.
fn unpacked(
    mut reader: BufReader<impl Read + Send + 'static>,
) -> Result<(Box<dyn Read + Send>, Option<Packed>), ReadError> {
    let head = reader.fill_buf()?;
    if let Some(name) = unpack::other_packing(head) {
        return Err(ReadError::OtherPacking(name));
    }
    Ok(if is_gzip(head) {
        (Box::new(Gzip::new(reader)), Some(Packed::Gzip))
    } else if is_zstd(head) {
        (Box::new(Zstd::new(reader)?), Some(Packed::Zstd))
    } else {
        (Box::new(reader), None)
    })
}

/// Refuses a packed archive, and a packed file of Parquet: both are packed themselves, and read from their end.
fn no_archive(reader: Box<dyn Read + Send>) -> Result<Box<dyn Read + Send>, ReadError> {
    let mut reader = BufReader::new(Headed::new(reader));
    let head = reader.fill_buf()?;
    if head.starts_with(PARQUET) {
        Err(ReadError::PackedParquet)
    } else if is_zip(head) {
        Err(ReadError::PackedArchive)
    } else {
        Ok(Box::new(reader))
    }
}

/// The bytes by which a packed text is known.
const HEAD: usize = 8;

/// A reader whose first read gives so many bytes that it can be seen what it is, unless it ends before. A pipe may give
/// one at a time.
struct Headed<R> {
    raw: R,
    is_begun: bool,
    /// What went wrong behind bytes that were given.
    error: Option<io::Error>,
}

impl<R: Read> Headed<R> {
    fn new(raw: R) -> Self {
        Self { raw, is_begun: false, error: None }
    }
}

impl<R: Read> Read for Headed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let least = if std::mem::replace(&mut self.is_begun, true) { 1 } else { HEAD };
        let mut known = 0;
        while known < least.min(buffer.len()) {
            match self.raw.read(&mut buffer[known..]) {
                Ok(0) => break,
                Ok(count) => known += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if known == 0 => return Err(error),
                Err(error) => {
                    self.error = Some(error);
                    break;
                }
            }
        }
        Ok(known)
    }
}

/// Opens a file.
///
/// # Errors
/// Why it cannot be opened.
pub fn file(path: &Path) -> Result<File, ReadError> {
    Ok(File::open(path)?)
}

/// The bytes of a whole file, unpacked; those of an archive one member after another, each on lines of its own. `ending`
/// as for [`open`].
///
/// # Errors
/// Why it cannot be read.
pub fn read(path: &Path, ending: &str) -> Result<Vec<u8>, ReadError> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    for text in open(&name, Some(path), ending, file(path)?, &Arc::default())?.texts {
        let mut text = text.map_err(|unreadable| unreadable.reason)?;
        if bytes.last().is_some_and(|&last| last != b'\n') {
            bytes.push(b'\n');
        }
        text.reader.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The text of a whole file, such as settings or a recipe, unpacked and without a byte order mark.
///
/// # Errors
/// Why it cannot be read.
pub fn text(path: &Path) -> Result<String, ReadError> {
    let text = String::from_utf8(read(path, "")?).map_err(|error| ReadError::NotUtf8(error.utf8_error()))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::{Cursor, Write as _};

    /// Gives a byte at a time, with interruptions.
    struct Drops(Cursor<Vec<u8>>, bool);

    impl Read for Drops {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let count = buffer.len().min(1);
            self.0.read(&mut buffer[..count])
        }
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn opened(bytes: Vec<u8>) -> Result<String, String> {
        let drops = Drops(Cursor::new(bytes), false);
        let mut opened = open("x", None, "epd", drops, &Arc::default()).map_err(|error| error.to_string())?;
        let mut text = String::new();
        let one = opened.texts.remove(0).map_err(|unreadable| unreadable.reason.to_string())?;
        BufReader::new(one.reader).read_to_string(&mut text).map_err(|error| error.to_string())?;
        Ok(text)
    }

    #[test]
    fn what_comes_in_drops_is_known() {
        assert_eq!(opened(b"ab".to_vec()), Ok("ab".to_owned()));
        assert_eq!(opened(Vec::new()), Ok(String::new()));
        assert_eq!(opened(gzip(b"4k3 and more")), Ok("4k3 and more".to_owned()));
        assert_eq!(opened(b"\xff\xfea\0b\0".to_vec()), Ok("ab".to_owned()));
        assert!(opened(b"BZh91AY&SY".to_vec()).is_err_and(|error| error.contains("bzip2")));
        // An archive that was packed again is no text.
        let error = opened(gzip(b"PK\x03\x04\x14\0\0\0\x08\0rest"));
        assert_eq!(error, Err("an archive in an archive: unpack it first".to_owned()));
    }
}
