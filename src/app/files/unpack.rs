//! Packed files: opens their contents.

use std::pin::Pin;

use leptos::prelude::*;

use crate::app::notices::Notices;
use crate::app::reading::failure::ReadFailure;
use crate::app::reading::openings::{Opening, Openings};
use crate::archive::{Crc32, Directory, Member, Method};
use crate::browser::files::{Given, Pieces, is_readable_name};
use crate::browser::packed::{Packing, unpack};
use crate::language::{Text, args, say};
use crate::logic::opening::Packed;

/// Most bytes that a file may unpack to, so that a zip bomb cannot fill the disk.
pub(crate) const MOST_BYTES: u64 = 2 << 30;

/// Bytes copied at a time.
const PART: u64 = 1 << 20;

/// Unpacks files.
#[derive(Debug, Clone, Copy)]
pub struct Unpacker {
    openings: Openings,
    notices: Notices,
}

impl Unpacker {
    /// Reports progress and problems to these.
    pub fn new(openings: Openings, notices: Notices) -> Self {
        Self { openings, notices }
    }

    /// The files inside a packed file, and a text in UTF-16 as UTF-8; any other file as it is. If a file is damaged, the
    /// part before the damage is returned and the user is notified. The list is empty if unpacking was cancelled.
    ///
    /// # Errors
    /// The file cannot be read, or unpacks to too much.
    pub(crate) async fn unpacked(self, given: Given) -> Result<Vec<Given>, ReadFailure> {
        // What few visits need is a future of its own, whose code can come late.
        let rare: Pin<Box<dyn Future<Output = Result<Vec<Given>, ReadFailure>>>> =
            match Packed::of(&given.read(0..4).await?) {
                Packed::Gzip | Packed::Utf16(_) => {
                    Box::pin(async move { Ok(self.plain(given, MOST_BYTES).await?.into_iter().collect()) })
                }
                Packed::Zip => Box::pin(self.all_unzipped(given)),
                Packed::Not => return Ok(vec![given]),
            };
        rare.await
    }

    /// The members of a zip archive, unpacked if they are packed themselves.
    async fn all_unzipped(self, given: Given) -> Result<Vec<Given>, ReadFailure> {
        let (mut inside, mut left) = (Vec::new(), MOST_BYTES);
        for member in self.unzipped(&given).await? {
            if matches!(Packed::of(&member.read(0..3).await?), Packed::Gzip | Packed::Utf16(_)) {
                let member = self.plain(member, left).await?;
                left = left.saturating_sub(member.as_ref().map_or(0, Given::size));
                inside.extend(member);
            } else {
                inside.push(member);
            }
        }
        Ok(inside)
    }

    /// The plain text of a file that is packed by gzip, in UTF-16, or both; any other file as it is. `None` if it was
    /// cancelled.
    async fn plain(self, given: Given, most: u64) -> Result<Option<Given>, ReadFailure> {
        let mut given = given;
        if Packed::of(&given.read(0..3).await?) == Packed::Gzip {
            // The last four bytes are the unpacked size modulo 4 GiB.
            let size = given.size();
            let tail = given.read(size.saturating_sub(4)..size).await?;
            let total = tail.try_into().map_or(0, u32::from_le_bytes);
            match self.piped(given, Packing::Gzip, u64::from(total), most).await? {
                Some(text) => given = text,
                None => return Ok(None),
            }
        }
        if let Packed::Utf16(is_little) = Packed::of(&given.read(0..3).await?) {
            let (name, size) = (given.name(), given.size());
            match self.piped(given, Packing::Utf16(is_little), size, most).await? {
                Some(text) => given = text,
                None => return Ok(None),
            }
            self.notices.note(say("toast.utf16", [name]));
        }
        Ok(Some(given))
    }

    /// A file unpacked by a stream of the browser, to about `total` bytes and no more than `most`.
    async fn piped(
        self,
        given: Given,
        packing: Packing,
        total: u64,
        most: u64,
    ) -> Result<Option<Given>, ReadFailure> {
        let name = given.name();
        let opening = self.openings.begin_opening(&name, total, true);
        let mut pieces = Pieces::default();
        let mut length = 0;
        let done = unpack(&given.file, packing, |bytes| {
            length += bytes.len() as u64;
            pieces.push(&bytes);
            opening.done.set(length);
            length <= most && self.openings.is_wanted(opening)
        });
        let done = done.await;
        let is_wanted = self.openings.is_wanted(opening);
        self.openings.cancel_opening(opening.serial);
        match done {
            _ if !is_wanted => return Ok(None),
            _ if length > most => return Err(ReadFailure::LargePacked),
            Err(error) if length == 0 => return Err(error.into()),
            Err(_) => self.notices.problem(say("toast.damaged", [name.clone()])),
            Ok(()) => {}
        }
        Ok(Some(pieces.into_file(name.strip_suffix(".gz").unwrap_or(&name), &given)?))
    }

    /// The members of a zip archive that can be records or games. There are none if they are too many for the
    /// user.
    async fn unzipped(self, given: &Given) -> Result<Vec<Given>, ReadFailure> {
        let size = given.size();
        let directory = Directory::locate(size, &given.read(Directory::tail_range(size)).await?)?;
        let members = directory.read(&given.read(directory.range()).await?, MOST_BYTES)?;
        let files = members.iter().filter(|member| !member.is_directory());
        let (meant, others): (Vec<&Member>, Vec<&Member>) =
            files.partition(|member| is_readable_name(member.file_name()));
        if meant.is_empty() {
            return Err(ReadFailure::NothingInside);
        }
        if !self.openings.are_wanted(meant.len()) {
            return Ok(Vec::new());
        }
        let total = meant.iter().map(|member| member.unpacked).sum();
        let opening = self.openings.begin_opening(&given.name(), total, true);
        let mut inside = Vec::new();
        let mut failed = Vec::new();
        for member in meant {
            let done = opening.done.get_untracked();
            match self.member(given, member, opening).await {
                Ok(file) => inside.push(file),
                Err(error) => failed.push((member.file_name().to_owned(), Text::from(error))),
            }
            if !self.openings.is_wanted(opening) {
                self.notices.note(say("toast.cancelled", [given.name()]));
                return Ok(Vec::new());
            }
            opening.done.set(done + member.unpacked);
        }
        self.openings.cancel_opening(opening.serial);
        if let Some((name, error)) = failed.first() {
            let words = args![failed.len(), given.name(), name, error];
            self.notices.problem(say("toast.not-unpacked", words));
        }
        if !others.is_empty() {
            self.notices.note(say("toast.others-packed", args![others.len(), given.name()]));
        }
        Ok(inside)
    }

    async fn member(self, given: &Given, member: &Member, opening: Opening) -> Result<Given, ReadFailure> {
        let header = given.read(member.header_range()).await?;
        let range = member.data_range(&header)?;
        let done = opening.done.get_untracked();
        let (mut pieces, mut crc, mut length) = (Pieces::default(), Crc32::default(), 0);
        let mut take = |bytes: Vec<u8>| {
            length += bytes.len() as u64;
            crc.update(&bytes);
            pieces.push(&bytes);
            opening.done.set(done + length);
            // A member must not be longer than it claims, because the sum of the claims was checked against
            // the limit.
            length <= member.unpacked && self.openings.is_wanted(opening)
        };
        let unpacked = match member.method {
            Method::Deflate => unpack(&given.slice(range)?, Packing::Deflate, &mut take).await,
            Method::Stored | Method::Other(_) => {
                let mut at = range.start;
                while at < range.end && take(given.read(at..(at + PART).min(range.end)).await?) {
                    at += PART;
                }
                Ok(())
            }
        };
        if length != member.unpacked || crc.value() != member.crc {
            return Err(unpacked.err().map_or(ReadFailure::Damaged, ReadFailure::Browser));
        }
        Ok(pieces.into_file(member.file_name(), given)?)
    }
}
