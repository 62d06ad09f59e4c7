//! The directory of an archive: finding it from the end of the file, and reading it.

use std::ops::Range;

use crate::archive::member::ENTRY;
use crate::archive::{Member, ZipError, u16_at, u32_at, u64_at};

/// The most members of an archive. More files are too many for a list, and each costs memory.
pub const MOST_MEMBERS: usize = 10_000;

/// The most bytes of a directory, which is held in memory as a whole: [`MOST_MEMBERS`] members with 1.6 kB of
/// names and notes each.
pub const MOST_DIRECTORY: u64 = 16 << 20;

/// The bytes at the end of a file in which the end of the directory is searched for: the end record and its
/// comment of up to 65,535 bytes, the two records of zip64, and room for notes in them.
const TAIL: u64 = 128 << 10;

/// The last record of an archive, and its length without the comment.
const END_SIGNATURE: &[u8] = b"PK\x05\x06";
const END: usize = 22;

/// The signature of the record before it in zip64, which says where the larger record is.
const LOCATOR_SIGNATURE: &[u8] = b"PK\x06\x07";
const LOCATOR: usize = 20;

/// The larger record, with numbers that do not fit in the last one.
const END64_SIGNATURE: &[u8] = b"PK\x06\x06";
const END64: usize = 56;

/// The place of the directory of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directory {
    range: Range<u64>,
    /// The number of bytes before the archive, as in a program that unpacks itself.
    before: u64,
    members: usize,
}

/// The contents of the last records.
struct End {
    /// Where they begin in the tail.
    at: usize,
    is_split: bool,
    members: u64,
    size: u64,
    offset: u64,
}

impl Directory {
    /// The bytes that [`Directory::locate`] needs of a file of this size.
    pub fn tail_range(size: u64) -> Range<u64> {
        size.saturating_sub(TAIL)..size
    }

    /// Finds the directory, given the bytes of [`Directory::tail_range`].
    ///
    /// # Errors
    /// The file is not an archive, or is one of an unsupported kind.
    pub fn locate(size: u64, tail: &[u8]) -> Result<Self, ZipError> {
        let tail_start = size.checked_sub(tail.len() as u64).ok_or(ZipError::NoEnd)?;
        let end = End::find(tail_start, tail)?;
        if end.is_split {
            return Err(ZipError::Split);
        }
        let members = usize::try_from(end.members).ok().filter(|&members| members <= MOST_MEMBERS);
        let members = members.ok_or(ZipError::TooManyMembers)?;
        if end.size > MOST_DIRECTORY {
            return Err(ZipError::Damaged("why.zip-long"));
        }
        if end.size < (members * ENTRY) as u64 {
            return Err(ZipError::Damaged("why.zip-short"));
        }
        // The directory is right before its end, wherever it claims to be.
        let directory_end = tail_start + end.at as u64;
        let start = directory_end.checked_sub(end.size);
        let before = start.and_then(|start| start.checked_sub(end.offset));
        let (Some(start), Some(before)) = (start, before) else {
            return Err(ZipError::Damaged("why.zip-directory"));
        };
        Ok(Self { range: start..directory_end, before, members })
    }

    /// The bytes of the file that [`Directory::read`] needs, at most [`MOST_DIRECTORY`].
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// Reads the members, given the bytes of [`Directory::range`]. All together may unpack to at most `limit`
    /// bytes.
    ///
    /// # Errors
    /// The directory is damaged, or the archive too large.
    pub fn read(&self, bytes: &[u8], limit: u64) -> Result<Vec<Member>, ZipError> {
        let mut members = Vec::with_capacity(self.members);
        let mut unpacked: u64 = 0;
        let mut rest = bytes;
        for _ in 0..self.members {
            let (mut member, length) = Member::read(rest)?;
            rest = &rest[length..];
            unpacked = unpacked.saturating_add(member.unpacked);
            if unpacked > limit {
                return Err(ZipError::TooLarge { limit });
            }
            match member.start.checked_add(self.before) {
                Some(start) => member.start = start,
                None => return Err(ZipError::OutOfFile(member.name)),
            }
            members.push(member);
        }
        if !rest.is_empty() {
            return Err(ZipError::Damaged("why.zip-more"));
        }
        self.bound(&mut members)?;
        Ok(members)
    }

    /// Bounds each member by the start of the next one, and the last by the directory.
    fn bound(&self, members: &mut [Member]) -> Result<(), ZipError> {
        let mut in_place: Vec<usize> = (0..members.len()).collect();
        in_place.sort_unstable_by_key(|&index| (members[index].start, index));
        let mut next = self.range.start;
        for (number, &index) in in_place.iter().rev().enumerate() {
            let member = &mut members[index];
            if member.least_end().is_none_or(|end| end > next) {
                let name = member.name.clone();
                return Err(if number == 0 { ZipError::OutOfFile(name) } else { ZipError::Overlap(name) });
            }
            member.end = next;
            next = member.start;
        }
        Ok(())
    }
}

impl End {
    /// Finds the last records in the tail of a file, which begins at `tail_start`.
    fn find(tail_start: u64, tail: &[u8]) -> Result<Self, ZipError> {
        // The signature may also occur in the comment: the length of the comment decides.
        let is_end = |&at: &usize| {
            let record = &tail[at..];
            let comment = u16_at(record, 20).map(usize::from);
            record.starts_with(END_SIGNATURE) && comment.is_some_and(|length| END + length == record.len())
        };
        let at = (0..tail.len()).rev().find(is_end).ok_or(ZipError::NoEnd)?;
        let locator = at.checked_sub(LOCATOR).filter(|&at| tail[at..].starts_with(LOCATOR_SIGNATURE));
        let end = match locator {
            Some(locator) => Self::read64(tail_start, tail, locator),
            None => Self::read(&tail[at..], at),
        };
        end.ok_or(ZipError::Damaged("why.zip-end-place"))
    }

    fn read(record: &[u8], at: usize) -> Option<Self> {
        let (members, total) = (u16_at(record, 8)?, u16_at(record, 10)?);
        Some(Self {
            at,
            is_split: u16_at(record, 4)? != 0 || u16_at(record, 6)? != 0 || members != total,
            members: total.into(),
            size: u32_at(record, 12)?.into(),
            offset: u32_at(record, 16)?.into(),
        })
    }

    /// Reads the larger record: it is where the locator says, or, if something precedes the archive, right
    /// before the locator.
    fn read64(tail_start: u64, tail: &[u8], locator: usize) -> Option<Self> {
        let stated = u64_at(tail, locator + 8)?.checked_sub(tail_start);
        let stated = stated.and_then(|at| usize::try_from(at).ok()).filter(|&at| at < locator);
        let is_record = |at: &usize| tail[*at..locator].starts_with(END64_SIGNATURE);
        let at = stated.filter(is_record).or_else(|| locator.checked_sub(END64).filter(is_record))?;
        let record = &tail[at..locator];
        let (members, total) = (u64_at(record, 24)?, u64_at(record, 32)?);
        Some(Self {
            at,
            is_split: u32_at(record, 16)? != 0 || u32_at(record, 20)? != 0 || members != total,
            members: total,
            size: u64_at(record, 40)?,
            offset: u64_at(record, 48)?,
        })
    }
}
