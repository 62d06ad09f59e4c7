//! Many numbers in one message: as bytes that are copied at once. One number after the other, a million of them
//! takes tens of milliseconds to write and to read, in which the page would not answer.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

/// A number of a fixed width.
pub(super) trait Number: Copy {
    /// Its bytes.
    type Bytes: AsRef<[u8]> + for<'a> TryFrom<&'a [u8]>;
    const WIDTH: usize = size_of::<Self::Bytes>();

    fn to_bytes(self) -> Self::Bytes;
    fn of_bytes(bytes: Self::Bytes) -> Self;
}

impl Number for u32 {
    type Bytes = [u8; 4];

    fn to_bytes(self) -> Self::Bytes {
        self.to_le_bytes()
    }

    fn of_bytes(bytes: Self::Bytes) -> Self {
        Self::from_le_bytes(bytes)
    }
}

impl Number for u64 {
    type Bytes = [u8; 8];

    fn to_bytes(self) -> Self::Bytes {
        self.to_le_bytes()
    }

    fn of_bytes(bytes: Self::Bytes) -> Self {
        Self::from_le_bytes(bytes)
    }
}

pub(super) fn serialize<N: Number, S: Serializer>(numbers: &[N], serializer: S) -> Result<S::Ok, S::Error> {
    let mut bytes = vec![0; numbers.len() * N::WIDTH];
    for (place, number) in bytes.chunks_exact_mut(N::WIDTH).zip(numbers) {
        place.copy_from_slice(number.to_bytes().as_ref());
    }
    serializer.serialize_bytes(&bytes)
}

pub(super) fn deserialize<'de, N: Number, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<N>, D::Error> {
    deserializer.deserialize_bytes(Packed(PhantomData))
}

struct Packed<N>(PhantomData<N>);

impl<N: Number> Visitor<'_> for Packed<N> {
    type Value = Vec<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "numbers of {} bytes each", N::WIDTH)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        if !bytes.len().is_multiple_of(N::WIDTH) {
            return Err(E::invalid_length(bytes.len(), &self));
        }
        let number = |bytes| N::Bytes::try_from(bytes).ok().map(N::of_bytes);
        Ok(bytes.chunks_exact(N::WIDTH).filter_map(number).collect())
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Both {
        #[serde(with = "super")]
        small: Vec<u32>,
        #[serde(with = "super")]
        great: Vec<u64>,
    }

    #[test]
    fn gives_back_what_was_put_in() {
        let both = Both { small: vec![0, 1, u32::MAX], great: vec![u64::MAX, 7] };
        let bytes = postcard::to_allocvec(&both).unwrap();
        assert_eq!(bytes.len(), 2 + 12 + 16);
        assert_eq!(postcard::from_bytes::<Both>(&bytes), Ok(both));
    }

    #[test]
    fn a_damaged_length_is_refused() {
        assert!(postcard::from_bytes::<Both>(&[3, 1, 2, 3, 0]).is_err());
    }
}
