//! Tables of fixed size: of entries that compete for a place, those that took the most work stay.

/// What a table keeps for a key.
pub(super) trait Kept: Copy {
    /// Nothing is known.
    const NOTHING: Self;

    /// How much work it took, in a unit of the table's own.
    fn work(&self) -> u32;
}

#[derive(Debug, Clone, Copy)]
struct Slot<T> {
    key: u64,
    kept: T,
    /// The number of the question it was stored for; 0 for none.
    generation: u32,
}

/// The number of slots for a key.
const WAYS: usize = 4;

/// A table.
#[derive(Debug)]
pub(super) struct Slots<T> {
    slots: Vec<[Slot<T>; WAYS]>,
    generation: u32,
}

impl<T: Kept> Slots<T> {
    const EMPTY: Slot<T> = Slot { key: 0, kept: T::NOTHING, generation: 0 };

    /// A table of at most this many bytes, with less if there is not as much memory; a place at least.
    pub(super) fn new(bytes: usize) -> Self {
        let mut count = (bytes / size_of::<[Slot<T>; WAYS]>()).max(1);
        let mut slots = Vec::new();
        while count > 1 && slots.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        slots.resize(count, [Self::EMPTY; WAYS]);
        Self { slots, generation: 1 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill([Self::EMPTY; WAYS]);
            self.generation = 1;
        }
    }

    fn index(&self, key: u64) -> usize {
        // The high half of the product of the key and the size: any size will do.
        usize::try_from((u128::from(key) * self.slots.len() as u128) >> 64).unwrap_or(0)
    }

    /// What is kept for a key.
    pub(super) fn get(&self, key: u64) -> Option<T> {
        let slots = self.slots.get(self.index(key))?;
        let slot = slots.iter().find(|slot| slot.key == key && slot.generation == self.generation);
        slot.map(|slot| slot.kept)
    }

    /// The place for a key: with what is kept for it, or else with nothing, for which another one has given way.
    pub(super) fn place(&mut self, key: u64) -> &mut T {
        let (index, generation) = (self.index(key), self.generation);
        let slots = &mut self.slots[index];
        let is_own = |slot: &Slot<T>| slot.key == key && slot.generation == generation;
        let at = slots.iter().position(is_own).unwrap_or_else(|| {
            // A slot of an earlier question, or the one that took the least work.
            let worth = |at: &usize| {
                let slot = &slots[*at];
                (slot.generation == generation).then(|| slot.kept.work())
            };
            (0..WAYS).min_by_key(worth).unwrap_or(0)
        });
        if !is_own(&slots[at]) {
            slots[at] = Slot { key, kept: T::NOTHING, generation };
        }
        &mut slots[at].kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Work(u32);

    impl Kept for Work {
        const NOTHING: Self = Self(0);

        fn work(&self) -> u32 {
            self.0
        }
    }

    #[test]
    fn what_is_placed_is_kept_until_cleared() {
        let mut slots = Slots::<Work>::new(1 << 12);
        assert_eq!(slots.get(7), None);
        *slots.place(7) = Work(3);
        assert_eq!((slots.get(7), *slots.place(7)), (Some(Work(3)), Work(3)));
        slots.clear();
        assert_eq!((slots.get(7), *slots.place(7)), (None, Work::NOTHING));
        // No number of a question comes back with what was kept for it.
        *slots.place(7) = Work(3);
        slots.generation = u32::MAX;
        *slots.place(8) = Work(4);
        slots.clear();
        assert_eq!((slots.generation, slots.get(7), slots.get(8)), (1, None, None));
    }

    #[test]
    fn a_full_place_keeps_what_took_most_work() {
        let mut slots = Slots::<Work>::new(0);
        for key in 1..=5 {
            *slots.place(key) = Work(u32::try_from(key).unwrap());
        }
        assert_eq!(slots.get(1), None);
        assert!((2..=5).all(|key| slots.get(key).is_some()));
        // What is of an earlier question gives way first.
        slots.clear();
        *slots.place(6) = Work(0);
        *slots.place(7) = Work(9);
        assert!(slots.get(6).is_some() && slots.get(7).is_some());
    }
}
