//! Sets of lines, fast to build from a million of them.

use super::RecordId;

/// A set of lines: a bit for each line of the source and for each added one, up to the last in the set. An
/// eighth of a byte a line, and fast to build from a million of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineSet {
    of_source: Vec<u64>,
    added: Vec<u64>,
    len: usize,
}

impl FromIterator<RecordId> for LineSet {
    fn from_iter<I: IntoIterator<Item = RecordId>>(ids: I) -> Self {
        let mut set = Self::default();
        for id in ids {
            set.add(id);
        }
        set
    }
}

impl LineSet {
    /// The set of these lines.
    pub fn of(ids: &[RecordId]) -> Self {
        ids.iter().copied().collect()
    }

    /// Adds a line; returns whether it was not in the set before.
    pub fn add(&mut self, id: RecordId) -> bool {
        let (bits, at) = match id.new_serial() {
            Some(serial) => (&mut self.added, serial as usize),
            None => (&mut self.of_source, id.key() as usize),
        };
        if at / 64 >= bits.len() {
            bits.resize(at / 64 + 1, 0);
        }
        let is_new = bits[at / 64] >> (at % 64) & 1 == 0;
        bits[at / 64] |= 1 << (at % 64);
        self.len += usize::from(is_new);
        is_new
    }

    /// Removes a line; returns whether it was in the set.
    pub fn remove(&mut self, id: RecordId) -> bool {
        let was_there = self.has(id);
        if was_there {
            let (bits, at) = match id.new_serial() {
                Some(serial) => (&mut self.added, serial as usize),
                None => (&mut self.of_source, id.key() as usize),
            };
            bits[at / 64] &= !(1 << (at % 64));
            self.len -= 1;
        }
        was_there
    }

    /// The lines of the set: those of the source in their order, then the added ones.
    pub fn to_vec(&self) -> Vec<RecordId> {
        let mut all = Vec::with_capacity(self.len);
        let mut collect = |bits: &[u64], id: &dyn Fn(usize) -> Option<RecordId>| {
            for (at, &word) in bits.iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    all.extend(id(at * 64 + left.trailing_zeros() as usize));
                    left &= left - 1;
                }
            }
        };
        collect(&self.of_source, &RecordId::of_source);
        collect(&self.added, &|serial| RecordId::new_line(u32::try_from(serial).ok()?));
        all
    }

    /// The number of lines in the set.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns whether a line is in the set.
    pub fn has(&self, id: RecordId) -> bool {
        let (bits, at) = match id.new_serial() {
            Some(serial) => (&self.added, serial as usize),
            None => (&self.of_source, id.key() as usize),
        };
        bits.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_set_gives_back_what_it_got(
            source in proptest::collection::btree_set(0..300_usize, 0..20),
            added in proptest::collection::btree_set(0..300_u32, 0..20),
            gone in 0..300_usize,
        ) {
            let mut ids: Vec<RecordId> = source.iter().filter_map(|&line| RecordId::of_source(line)).collect();
            ids.extend(added.iter().filter_map(|&serial| RecordId::new_line(serial)));
            let mut set = LineSet::of(&ids);
            prop_assert_eq!(set.to_vec(), ids.clone());
            let gone = RecordId::of_source(gone).expect("few lines");
            prop_assert_eq!(set.remove(gone), ids.contains(&gone));
            ids.retain(|&id| id != gone);
            prop_assert_eq!((set.to_vec(), set.len()), (ids.clone(), ids.len()));
        }
    }
}
