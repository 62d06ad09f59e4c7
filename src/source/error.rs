//! Why a text cannot be read.

use std::fmt;
use std::io;
use std::str::Utf8Error;

use crate::archive::ZipError;

/// Why a text cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// The system cannot read it.
    Io(io::Error),
    /// It is an archive that is damaged, or that is packed in an unsupported way.
    Archive(ZipError),
    /// It is an archive without files.
    NoMembers,
    /// It is an archive without files whose names end with this, or may be texts of another kind.
    NoneInside(String),
    /// It is none of the files of an archive that are read.
    NotInside,
    /// It is a folder without files whose names have this ending.
    NoFiles(String),
    /// It is to be text, and these bytes are none.
    NotUtf8(Utf8Error),
    /// It is a file of Parquet, which is read only as a table.
    Parquet,
    /// It is packed with this program, which is not read.
    OtherPacking(&'static str),
    /// It is a file of Parquet, packed once more.
    PackedParquet,
    /// A zip archive in another one, or packed.
    PackedArchive,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => match error.kind() {
                io::ErrorKind::NotFound => f.write_str("there is no such file"),
                io::ErrorKind::PermissionDenied => f.write_str("permission denied"),
                _ => error.fmt(f),
            },
            Self::Archive(error) => error.fmt(f),
            Self::NoMembers => f.write_str("an archive without files"),
            Self::NoneInside(ending) => {
                if ending.is_empty() {
                    return f.write_str("an archive without texts, by the names of its files");
                }
                write!(f, "an archive without files whose names end with .{ending}")
            }
            Self::NotInside => f.write_str("none of the files of the archive that are read"),
            Self::NoFiles(ending) => write!(f, "a folder without files whose names end with .{ending}"),
            Self::NotUtf8(error) => write!(f, "it is not UTF-8: {error}"),
            Self::OtherPacking(name) => write!(f, "it is packed with {name}: unpack it first"),
            Self::PackedParquet => f.write_str("a packed file of Parquet: unpack it first"),
            Self::PackedArchive => f.write_str("an archive in an archive: unpack it first"),
            Self::Parquet => {
                f.write_str("a file of Parquet, not of EPD: `epidote import` makes records of its rows")
            }
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<ZipError> for ReadError {
    fn from(error: ZipError) -> Self {
        Self::Archive(error)
    }
}
