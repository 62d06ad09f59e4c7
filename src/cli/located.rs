//! Errors with the place where they happened: a file, a program, an address.

use std::error::Error;
use std::{fmt, io};

/// An error at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct At<E> {
    place: String,
    error: E,
}

impl<E> At<E> {
    /// This error at this place.
    pub(super) fn new(place: String, error: E) -> Self {
        Self { place, error }
    }

    /// The place.
    pub(super) fn place(&self) -> &str {
        &self.place
    }
}

impl<E: fmt::Display> fmt::Display for At<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.error)
    }
}

impl<E: Error> Error for At<E> {}

/// The kind stays, and the message names the place.
impl From<At<io::Error>> for io::Error {
    fn from(at: At<io::Error>) -> Self {
        Self::new(at.error.kind(), at.to_string())
    }
}

/// Results whose errors can be given a place.
pub(super) trait Located<T, E> {
    /// Names the place of the error.
    fn at(self, place: impl fmt::Display) -> Result<T, At<E>>;
}

impl<T, E> Located<T, E> for Result<T, E> {
    fn at(self, place: impl fmt::Display) -> Result<T, At<E>> {
        self.map_err(|error| At { place: place.to_string(), error })
    }
}
