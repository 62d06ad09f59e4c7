//! Texts where they are: files, patterns, folders, standard input, packed or not, read in blocks of whole
//! lines, so that the size of a text does not matter.

mod blocks;
mod error;
mod gzip;
mod open;
mod places;
mod unpack;

pub use blocks::{Block, Blocks, Cut, Line, end_like, whole_lines};
pub use error::ReadError;
pub use open::{Opened, Packed, ReadTable, Text, Whole, file, open, open_with_tables, read, text};
pub use places::{Place, Unreadable, places, size_of};

/// The name of standard input in messages.
pub const STANDARD_INPUT: &str = "<stdin>";
