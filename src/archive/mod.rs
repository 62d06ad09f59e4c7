//! Packed files: the directory of a zip archive, and what is needed to take files out of it; and Zstandard,
//! unpacked while it is read.
//!
//! Nothing of a zip archive is read here: the functions say which bytes of the file they need, and the caller, who may have to
//! wait for them, supplies them. A file inside is found in four steps:
//!
//! 1. [`Directory::tail_range`] says where the end of the directory is looked for,
//! 2. [`Directory::locate`] finds the directory by it,
//! 3. [`Directory::read`] gives its members,
//! 4. [`Member::data_range`] gives the packed bytes of one, by the bytes of [`Member::header_range`].
//!
//! The caller unpacks the bytes, stops at the size that the member declares, and compares its [`Crc32`]. What
//! the directory says is checked: members that share bytes, reach out of the file, are too many or unpack to
//! too much are refused.

mod counted;
mod crc32;
mod error;
mod member;
mod name;
mod signs;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod texts;
mod zip;
#[cfg(any(feature = "zstd", feature = "zstd-native"))]
pub mod zstd;

pub use counted::Counted;
pub use crc32::Crc32;
pub use error::ZipError;
pub use member::{Member, Method};
pub use signs::{is_gzip, is_zip, is_zstd};
pub use texts::{has_ending, texts};
pub use zip::{Directory, MOST_DIRECTORY, MOST_MEMBERS};

/// The number in two bytes at an offset, least significant byte first, like all numbers of zip.
fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The number in four bytes at an offset.
fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The number in eight bytes at an offset.
fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
