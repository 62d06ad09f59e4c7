//! A member of an archive: its entry in the directory, and where its bytes are.

use std::fmt;
use std::ops::Range;

use crate::archive::{ZipError, name, u16_at, u32_at, u64_at};

/// The bytes of an entry of the directory before the name.
pub(super) const ENTRY: usize = 46;

/// The bytes of the header before a member, without name and extra field.
const HEADER: u64 = 30;

const ENTRY_SIGNATURE: &[u8] = b"PK\x01\x02";
const HEADER_SIGNATURE: &[u8] = b"PK\x03\x04";

/// A bit of the flags in an entry.
const ENCRYPTED: u16 = 1;
const UTF8: u16 = 1 << 11;

/// Stands for a number that does not fit; the extra field of zip64 has it.
const IN_EXTRA: u32 = u32::MAX;
const ZIP64: u16 = 1;

/// How a member is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Not at all.
    Stored,
    /// Deflate, without a frame.
    Deflate,
    /// By another method, with its number.
    Other(u16),
}

impl Method {
    fn of(number: u16) -> Self {
        match number {
            0 => Self::Stored,
            8 => Self::Deflate,
            other => Self::Other(other),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stored => "nothing",
            Self::Deflate => "Deflate",
            Self::Other(1) => "Shrink",
            Self::Other(2..=5) => "Reduce",
            Self::Other(6) => "Implode",
            Self::Other(9) => "Deflate64",
            Self::Other(12) => "bzip2",
            Self::Other(14) => "LZMA",
            Self::Other(93) => "Zstandard",
            Self::Other(95) => "XZ",
            Self::Other(98) => "PPMd",
            Self::Other(number) => return write!(f, "method {number}"),
        })
    }
}

/// A file or a folder in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The name, with folders. It is untrusted text, not a path to write to.
    pub name: String,
    /// How it is packed.
    pub method: Method,
    /// Its size in the archive, in bytes.
    pub packed: u64,
    /// Its unpacked size in bytes, according to the archive.
    pub unpacked: u64,
    /// The CRC-32 of the unpacked bytes, according to the archive.
    pub crc: u32,
    /// Whether a password is needed.
    pub is_encrypted: bool,
    /// The start of its header in the file.
    pub(super) start: u64,
    /// The start of what follows it.
    ///
    /// Invariant: at least `start` and the sizes of header and packed bytes.
    pub(super) end: u64,
}

impl Member {
    /// Reads an entry of the directory, and returns its length too.
    pub(super) fn read(bytes: &[u8]) -> Result<(Self, usize), ZipError> {
        const CUT: ZipError = ZipError::Damaged("why.zip-entry");
        if !bytes.starts_with(ENTRY_SIGNATURE) {
            return Err(ZipError::Damaged("why.zip-entries"));
        }
        let u16_at = |at| u16_at(bytes, at).ok_or(CUT);
        let u32_at = |at| u32_at(bytes, at).ok_or(CUT);
        let name_end = ENTRY + usize::from(u16_at(28)?);
        let extra_end = name_end + usize::from(u16_at(30)?);
        let length = extra_end + usize::from(u16_at(32)?);
        let (Some(name), Some(extra)) = (bytes.get(ENTRY..name_end), bytes.get(name_end..extra_end)) else {
            return Err(CUT);
        };
        if bytes.len() < length {
            return Err(CUT);
        }
        // In this order, and only those that do not fit in the entry.
        let mut large = zip64(extra);
        let mut wide = |number: u32| match number {
            IN_EXTRA => {
                let number = u64_at(large, 0).ok_or(ZipError::Damaged("why.zip-size"));
                large = large.get(8..).unwrap_or_default();
                number
            }
            number => Ok(number.into()),
        };
        let (unpacked, packed, start) = (wide(u32_at(24)?)?, wide(u32_at(20)?)?, wide(u32_at(42)?)?);
        if !matches!(u16_at(34)?, 0 | u16::MAX) {
            return Err(ZipError::Split);
        }
        let flags = u16_at(8)?;
        let member = Self {
            name: name::decode(name, flags & UTF8 != 0),
            method: Method::of(u16_at(10)?),
            packed,
            unpacked,
            crc: u32_at(16)?,
            is_encrypted: flags & ENCRYPTED != 0,
            start,
            end: start,
        };
        if member.method == Method::Stored && !member.is_encrypted && packed != unpacked {
            return Err(ZipError::Damaged("why.zip-sizes"));
        }
        Ok((member, length))
    }

    /// The least possible end of the member.
    pub(super) fn least_end(&self) -> Option<u64> {
        self.start.checked_add(HEADER)?.checked_add(self.packed)
    }

    /// The last part of the name, for display; empty if the name has no parts.
    ///
    /// ```text
    /// suites/wac.epd   wac.epd
    /// suites/          suites
    /// ```
    pub fn file_name(&self) -> &str {
        name::parts(&self.name).rfind(|part| !part.is_empty()).unwrap_or_default()
    }

    /// Returns whether this is a folder, which has no bytes.
    pub fn is_directory(&self) -> bool {
        self.name.ends_with(['/', '\\'])
    }

    /// Returns whether the name, taken for a path, leads out of the folder where the archive is unpacked.
    pub fn has_unsafe_name(&self) -> bool {
        name::is_unsafe(&self.name)
    }

    /// The bytes of the file that [`Member::data_range`] needs.
    pub fn header_range(&self) -> Range<u64> {
        self.start..self.start + HEADER
    }

    /// The packed bytes, given the bytes of [`Member::header_range`].
    ///
    /// # Errors
    /// The member cannot be unpacked, or has no header.
    pub fn data_range(&self, header: &[u8]) -> Result<Range<u64>, ZipError> {
        if self.is_encrypted {
            return Err(ZipError::Encrypted(self.name.clone()));
        }
        if matches!(self.method, Method::Other(_)) {
            return Err(ZipError::UnknownMethod { name: self.name.clone(), method: self.method });
        }
        let method = u16_at(header, 8).map(Method::of);
        let (name, extra) = (u16_at(header, 26), u16_at(header, 28));
        let (true, Some(name), Some(extra)) = (header.starts_with(HEADER_SIGNATURE), name, extra) else {
            return Err(ZipError::NoHeader(self.name.clone()));
        };
        if method != Some(self.method) {
            return Err(ZipError::NoHeader(self.name.clone()));
        }
        let lengths = HEADER + u64::from(name) + u64::from(extra);
        let start = self.start.saturating_add(lengths);
        match start.checked_add(self.packed) {
            Some(end) if end <= self.end => Ok(start..end),
            _ => Err(ZipError::OutOfFile(self.name.clone())),
        }
    }
}

/// The numbers of zip64 in an extra field, which is a sequence of parts: an id, a length, and the bytes.
fn zip64(mut extra: &[u8]) -> &[u8] {
    while let (Some(id), Some(length)) = (u16_at(extra, 0), u16_at(extra, 2)) {
        let end = 4 + usize::from(length);
        let Some(part) = extra.get(4..end) else { break };
        if id == ZIP64 {
            return part;
        }
        extra = &extra[end..];
    }
    &[]
}
