//! Many lines in one message.

use serde::{Deserialize, Serialize};

/// Lines without their line ends: one text, and the end of each line in it. It is one text because a message
/// of a million small parts would take longer to write and to read than to answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Lines {
    #[serde(with = "serde_bytes")]
    text: Vec<u8>,
    /// Invariant: not decreasing, and none greater than the length of the text.
    #[serde(with = "super::packed")]
    ends: Vec<u32>,
}

impl Lines {
    /// Adds a line. Beyond 4 GiB in all, lines can no longer be told apart; no caller comes near that.
    pub fn push(&mut self, line: &[u8]) {
        self.text.extend_from_slice(line);
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A line by its place, from 0; empty where the message is damaged.
    pub fn get(&self, at: usize) -> Option<&[u8]> {
        let end = *self.ends.get(at)? as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        Some(self.text.get(start..end).unwrap_or_default())
    }

    /// The lines in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).filter_map(|at| self.get(at))
    }
}

impl<L: AsRef<[u8]>> FromIterator<L> for Lines {
    fn from_iter<I: IntoIterator<Item = L>>(lines: I) -> Self {
        let mut out = Self::default();
        for line in lines {
            out.push(line.as_ref());
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_back_what_was_put_in() {
        let lines = [&b"a"[..], b"", b"\xff\n", b"last"];
        let packed: Lines = lines.iter().collect();
        assert_eq!(packed.len(), 4);
        assert_eq!(packed.iter().collect::<Vec<_>>(), lines);
        assert_eq!(packed.get(4), None);
    }

    #[test]
    fn damaged_ends_are_survived() {
        let lines = Lines { text: b"abc".to_vec(), ends: vec![2, 1, 9] };
        assert_eq!(lines.iter().collect::<Vec<_>>(), [&b"ab"[..], b"", b""]);
    }
}
