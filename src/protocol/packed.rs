//! Many numbers in one message, as bytes that are copied in one go. Written one after another, a million of
//! them would take tens of milliseconds, in which the page would not respond. The bytes are in the order of
//! the machine, since both sides of a message run on the same one.

use std::fmt;
use std::marker::PhantomData;

use bytemuck::{AnyBitPattern, NoUninit, cast_slice, pod_collect_to_vec};
use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

pub(super) fn serialize<N: NoUninit, S: Serializer>(numbers: &[N], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(cast_slice(numbers))
}

pub(super) fn deserialize<'de, N: NoUninit + AnyBitPattern, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<N>, D::Error> {
    deserializer.deserialize_bytes(Packed(PhantomData))
}

struct Packed<N>(PhantomData<N>);

impl<N: NoUninit + AnyBitPattern> Visitor<'_> for Packed<N> {
    type Value = Vec<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "numbers of {} bytes each", size_of::<N>())
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        if !bytes.len().is_multiple_of(size_of::<N>()) {
            return Err(E::invalid_length(bytes.len(), &self));
        }
        Ok(pod_collect_to_vec(bytes))
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
