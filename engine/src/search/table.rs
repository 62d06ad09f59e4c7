//! The transposition table: a memory of positions already searched.
//!
//! The same position is reached by many orders of moves. What the search has found out about it is worth
//! keeping: how good it was, how deeply that was searched, and which move was best. The table is an array
//! addressed by the position's hash. It is smaller than the number of positions, so entries compete: four
//! share a bucket, and the one searched least deeply gives way.
//!
//! Every search must begin with an empty table, or its result would depend on earlier searches. Wiping many
//! megabytes takes time. Instead each entry carries the number of the search that wrote it, its generation;
//! an entry of another generation counts as empty.

use super::entry::{Bound, Entry};
use super::moves::NO_MOVE;
use super::parameters::KEPT_DEPTH;
use super::shared::Shared;
use super::value::Value;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU16, AtomicU64};

/// A slot as read, sixteen bytes.
///
/// Threads share the table without waiting for one another, so one may read a slot while another writes it. The two words
/// of a slot are XORed: what was put together from two entries has the tag of neither, and is not found.
#[derive(Debug, Clone, Copy)]
struct Kept {
    /// The upper 48 bits of the hash, then 16 bits of generation.
    tag: u64,
    /// The contents as a word.
    contents: u64,
}

impl Kept {
    /// The slot whose words these are.
    fn of(&[first, contents]: &[u64; SLOT_WORDS]) -> Self {
        Self { tag: first ^ contents, contents }
    }

    fn words(self) -> [u64; SLOT_WORDS] {
        [self.tag ^ self.contents, self.contents]
    }
}

/// What a slot says of its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Contents {
    mv: u16,
    value: i16,
    eval: i16,
    depth: u8,
    bound: Bound,
}

impl Contents {
    fn of(word: u64) -> Self {
        let [mv0, mv1, value0, value1, eval0, eval1, depth, bound] = word.to_le_bytes();
        Self {
            mv: u16::from_le_bytes([mv0, mv1]),
            value: i16::from_le_bytes([value0, value1]),
            eval: i16::from_le_bytes([eval0, eval1]),
            depth,
            bound: match bound {
                0 => Bound::Upper,
                1 => Bound::Lower,
                _ => Bound::Exact,
            },
        }
    }

    fn word(self) -> u64 {
        let ([mv0, mv1], [value0, value1]) = (self.mv.to_le_bytes(), self.value.to_le_bytes());
        let [eval0, eval1] = self.eval.to_le_bytes();
        let bound = match self.bound {
            Bound::Upper => 0,
            Bound::Lower => 1,
            Bound::Exact => 2,
        };
        u64::from_le_bytes([mv0, mv1, value0, value1, eval0, eval1, self.depth, bound])
    }
}

const NO_EVAL: i16 = i16::MIN;
const GENERATION_MASK: u64 = 0xFFFF;
const WAYS: usize = 4;
/// The largest table, in mebibytes.
const MOST_MIB: usize = 4096;

/// The words of a slot, and of a bucket.
const SLOT_WORDS: usize = 2;
pub(super) const BUCKET_WORDS: usize = SLOT_WORDS * WAYS;

/// Four slots, as large as a cache line and aligned to one.
#[derive(Debug)]
#[repr(align(64))]
struct Bucket([AtomicU64; BUCKET_WORDS]);

impl Bucket {
    fn empty() -> Self {
        // No generation is 0, so no position has the tag 0.
        Self(std::array::from_fn(|_| AtomicU64::new(0)))
    }
}

/// Where the buckets are.
#[derive(Debug)]
enum Place {
    /// In the memory of this program.
    Own(Vec<Bucket>),
    /// In memory that several programs share.
    Shared(Arc<dyn Shared>),
}

/// The table. See the head of this file.
#[derive(Debug)]
pub(super) struct Table {
    place: Place,
    /// How many buckets there are.
    count: usize,
    generation: AtomicU16,
}

impl Table {
    /// A table of about `mib` mebibytes (at least one bucket, at most 4096). If there is not that much
    /// memory, a smaller table is made.
    pub(super) fn new(mib: usize) -> Self {
        let mut count = (mib.min(MOST_MIB).saturating_mul(1 << 20) / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        while count > 1 && buckets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::empty);
        Self { place: Place::Own(buckets), count, generation: AtomicU16::new(1) }
    }

    /// A table that other programs have too. What they know is what was stored with the same generation, which is not 0.
    pub(super) fn shared(memory: Arc<dyn Shared>, generation: u16) -> Self {
        let count = memory.buckets();
        Self { place: Place::Shared(memory), count, generation: AtomicU16::new(generation.max(1)) }
    }

    /// Forgets everything; what is shared is forgotten with the next generation.
    pub(super) fn clear(&self) {
        let Place::Own(buckets) = &self.place else { return };
        let mut generation = self.generation.load(Relaxed).wrapping_add(1);
        if generation == 0 {
            // Once in 65535 times the numbers run out and the table is really wiped.
            for word in buckets.iter().flat_map(|bucket| &bucket.0) {
                word.store(0, Relaxed);
            }
            generation = 1;
        }
        self.generation.store(generation, Relaxed);
    }

    /// The words of a bucket; `None` if the table has none.
    #[inline]
    fn read(&self, at: usize) -> Option<[u64; BUCKET_WORDS]> {
        match &self.place {
            Place::Own(buckets) => {
                let bucket = buckets.get(at)?;
                Some(std::array::from_fn(|word| bucket.0[word].load(Relaxed)))
            }
            Place::Shared(memory) => (at < self.count).then(|| memory.read(at)),
        }
    }

    /// Writes a slot of a bucket.
    #[inline]
    fn write(&self, at: usize, slot: usize, words: [u64; SLOT_WORDS]) {
        match &self.place {
            Place::Own(buckets) => {
                for (place, word) in buckets[at].0[SLOT_WORDS * slot..].iter().zip(words) {
                    place.store(word, Relaxed);
                }
            }
            Place::Shared(memory) => memory.write(at, slot, words),
        }
    }

    /// What is known about the position with this hash.
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let tag = self.tag(key);
        let words = self.read(self.index(key))?;
        let slots = words.as_chunks::<SLOT_WORDS>().0;
        let kept = slots.iter().map(Kept::of).find(|slot| slot.tag == tag)?;
        let Contents { mv, value, eval, depth, bound } = Contents::of(kept.contents);
        Some(Entry {
            mv,
            value: Value::from(value),
            eval: (eval != NO_EVAL).then_some(Value::from(eval)),
            depth: i32::from(depth),
            bound,
        })
    }

    /// Keeps what was found about a position.
    pub(super) fn store(&self, key: u64, entry: Entry) {
        let (tag, at) = (self.tag(key), self.index(key));
        let generation = tag & GENERATION_MASK;
        let Some(words) = self.read(at) else { return };
        // The position's own slot if it has one, else the least valuable one.
        let worth = |kept: &Kept| {
            if kept.tag == tag {
                -2
            } else if kept.tag & GENERATION_MASK != generation {
                -1
            } else {
                i32::from(Contents::of(kept.contents).depth)
            }
        };
        let slots = words.as_chunks::<SLOT_WORDS>().0.iter().map(Kept::of).enumerate();
        let Some((slot, kept)) = slots.min_by_key(|(_, kept)| worth(kept)) else { return };
        let (same, before) = (kept.tag == tag, Contents::of(kept.contents));
        // A deep result is not discarded for a much shallower guess.
        if same && entry.bound != Bound::Exact && entry.depth + KEPT_DEPTH < i32::from(before.depth) {
            return;
        }
        let contents = Contents {
            mv: if same && entry.mv == NO_MOVE { before.mv } else { entry.mv },
            value: short(entry.value),
            eval: entry.eval.map_or(NO_EVAL, short),
            depth: u8::try_from(entry.depth.clamp(0, 255)).unwrap_or(u8::MAX),
            bound: entry.bound,
        };
        self.write(at, slot, Kept { tag, contents: contents.word() }.words());
    }

    fn tag(&self, key: u64) -> u64 {
        key & !GENERATION_MASK | u64::from(self.generation.load(Relaxed))
    }

    /// The bucket of a hash. The bits that the tag leaves out come first, so that tag and place together tell
    /// positions apart as well as possible.
    fn index(&self, key: u64) -> usize {
        let word = (key & 0xFFFF) << 16 | key >> 16 & 0xFFFF;
        let place = (word * (self.count as u64)) >> 32;
        usize::try_from(place).unwrap_or(0)
    }
}

/// Values and evaluations fit into sixteen bits; see `value.rs`.
fn short(value: Value) -> i16 {
    i16::try_from(value).unwrap_or(if value < 0 { -i16::MAX } else { i16::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    fn entry(depth: i32) -> Entry {
        Entry { mv: 7, value: -31_990, eval: Some(12), depth, bound: Bound::Exact }
    }

    #[test]
    fn what_is_stored_is_found_until_cleared() {
        let table = Table::new(1);
        table.store(0x1234_5678_9ABC_DEF0, entry(9));
        let found = table.probe(0x1234_5678_9ABC_DEF0).unwrap();
        assert_eq!((found.mv, found.value, found.eval, found.depth), (7, -31_990, Some(12), 9));
        assert!(table.probe(0x1234_5678_9ABC_DEF0 ^ 1 << 40).is_none());
        table.clear();
        assert!(table.probe(0x1234_5678_9ABC_DEF0).is_none());
    }

    #[test]
    fn generations_wrap_without_bringing_entries_back() {
        let table = Table::new(0);
        table.store(42 << 20, entry(9));
        for _ in 0..70_000 {
            table.clear();
            assert!(table.probe(42 << 20).is_none());
        }
    }

    #[test]
    fn the_shallowest_of_a_bucket_gives_way() {
        let table = Table::new(0);
        for n in 1..=5_u64 {
            table.store(n << 32, entry(i32::try_from(n).unwrap()));
        }
        assert!(table.probe(1 << 32).is_none());
        assert!((2..=5).all(|n| table.probe(n << 32).is_some()));
    }

    #[test]
    fn half_a_slot_is_not_found() {
        let (table, key) = (Table::new(0), 42 << 32);
        table.store(key, entry(9));
        let words = table.read(0).unwrap();
        let slot = words.as_chunks().0.iter().position(|slot| Kept::of(slot).tag != 0).unwrap();
        let [first, contents] = words.as_chunks().0[slot];
        // Another thread has written the contents, but not yet the tag.
        table.write(0, slot, [first, Contents { depth: 3, ..Contents::of(contents) }.word()]);
        assert!(table.probe(key).is_none());
    }

    #[test]
    fn contents_are_a_word_and_back() {
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            for number in [i16::MIN, -1, 0, 7, i16::MAX] {
                let contents = Contents { mv: 0xFACE, value: number, eval: !number, depth: 0xAB, bound };
                assert_eq!(Contents::of(contents.word()), contents);
            }
        }
    }

    #[test]
    fn a_bucket_is_a_cache_line() {
        assert_eq!(size_of::<Bucket>(), 64);
    }

    /// Memory of one bucket, shared as between programs.
    #[derive(Debug, Default)]
    struct OneBucket(Mutex<[u64; BUCKET_WORDS]>);

    impl Shared for OneBucket {
        fn buckets(&self) -> usize {
            1
        }

        fn read(&self, _: usize) -> [u64; BUCKET_WORDS] {
            *self.0.lock().unwrap()
        }

        fn write(&self, _: usize, slot: usize, words: [u64; SLOT_WORDS]) {
            self.0.lock().unwrap()[SLOT_WORDS * slot..][..SLOT_WORDS].copy_from_slice(&words);
        }

        fn is_over(&self, _: u32) -> bool {
            false
        }

        fn nodes_of_helpers(&self) -> u64 {
            0
        }

        fn tell_nodes(&self, _: u64) {}
    }

    #[test]
    fn programs_share_what_they_stored_in_one_generation() {
        let memory: Arc<dyn Shared> = Arc::new(OneBucket::default());
        let of = |generation| Table::shared(Arc::clone(&memory), generation);
        let key = 42 << 32;
        of(7).store(key, entry(9));
        assert_eq!(of(7).probe(key).unwrap().depth, 9);
        assert!(of(8).probe(key).is_none());
        // Clearing has no effect: a new search has another generation.
        let table = of(7);
        table.clear();
        assert!(table.probe(key).is_some());
        // It gives way as in any table.
        for n in 1..=5_u64 {
            of(8).store(n << 32, entry(i32::try_from(n).unwrap()));
        }
        assert!(of(7).probe(key).is_none() && of(8).probe(1 << 32).is_none());
        assert!((2..=5).all(|n| of(8).probe(n << 32).is_some()));
    }
}
