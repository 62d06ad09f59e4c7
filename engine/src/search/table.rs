//! The transposition table: a memory of positions already searched.
//!
//! The same position is reached by many orders of moves. What the search has found out about it is worth
//! keeping: how good it was, how deeply that was searched, and which move was best. The table is an array
//! addressed by the position's hash. It is smaller than the number of positions, so entries compete: four
//! share a bucket, and the one searched least deeply gives way.
//!
//! The search cuts branches off, so it often learns only that a value is "at least" or "at most" some number.
//! The bound says which.
//!
//! Every search must begin with an empty table, or its result would depend on earlier searches. Wiping many
//! megabytes takes time. Instead each entry carries the number of the search that wrote it, its generation;
//! an entry of another generation counts as empty.

use super::best::Best;
use super::moves::{NO_MOVE, pack, unpack};
use super::parameters::KEPT_DEPTH;
use super::value::{Value, from_table, is_mate, to_table};
use cozy_chess::{Board, Move};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU16, AtomicU64};

/// What a stored value says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is this or less.
    Upper,
    /// The true value is this or more.
    Lower,
    /// It is the true value.
    Exact,
}

impl Bound {
    /// Returns whether a value with this bound says more about a position than its evaluation.
    pub(super) fn says_more(self, value: Value, eval: Value) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value > eval,
            Self::Upper => value < eval,
        }
    }
}

/// What the table knows about a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// The best move, packed; `NO_MOVE` if unknown.
    pub(super) mv: u16,
    /// The value, mates counted from this position.
    pub(super) value: Value,
    /// The static evaluation; `None` if the side to move was in check.
    pub(super) eval: Option<Value>,
    /// How many plies deep the value was searched.
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

impl Entry {
    /// What is kept of a position `ply` plies from the root whose moves were tried `depth` plies deep.
    pub(super) fn of(best: &Best, ply: usize, eval: Option<Value>, depth: i32) -> Self {
        let (mv, value) = (best.mv.map_or(NO_MOVE, pack), to_table(best.value, ply));
        Self { mv, value, eval, depth, bound: best.bound() }
    }

    /// The value of the position `ply` plies from the root, if it tells all that the window asks for.
    pub(super) fn settles(&self, ply: usize, alpha: Value, beta: Value) -> Option<Value> {
        let value = from_table(self.value, ply);
        let settled = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        settled.then_some(value)
    }

    /// The best move, unless the entry is that of another position, where it is not legal.
    pub(super) fn legal_move(&self, board: &Board) -> Option<Move> {
        unpack(self.mv).filter(|&mv| board.is_legal(mv))
    }

    /// The evaluation, or the value of the entry if that says more. A mate is not taken over: there would
    /// be no line leading to it.
    pub(super) fn sharpen(&self, eval: Value, ply: usize) -> Value {
        let value = from_table(self.value, ply);
        if self.bound.says_more(value, eval) && !is_mate(value) { value } else { eval }
    }
}

/// An entry as stored, sixteen bytes.
///
/// Threads share the table without waiting for one another, so one may read a slot while another writes it. The two words
/// of a slot are XORed: what was put together from two entries has the tag of neither, and is not found.
#[derive(Debug)]
struct Slot {
    /// The tag, XORed with the contents.
    tag: AtomicU64,
    contents: AtomicU64,
}

impl Slot {
    fn empty() -> Self {
        // No generation is 0, so no position has this tag.
        Self { tag: AtomicU64::new(0), contents: AtomicU64::new(0) }
    }

    #[inline]
    fn load(&self) -> Kept {
        let contents = self.contents.load(Relaxed);
        Kept { tag: self.tag.load(Relaxed) ^ contents, contents: Contents::of(contents) }
    }

    #[inline]
    fn save(&self, tag: u64, contents: Contents) {
        let contents = contents.word();
        self.contents.store(contents, Relaxed);
        self.tag.store(tag ^ contents, Relaxed);
    }
}

/// A slot as read.
#[derive(Debug, Clone, Copy)]
struct Kept {
    /// The upper 48 bits of the hash, then 16 bits of generation.
    tag: u64,
    contents: Contents,
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

/// Four slots, as large as a cache line and aligned to one.
#[derive(Debug)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

impl Bucket {
    fn empty() -> Self {
        Self(std::array::from_fn(|_| Slot::empty()))
    }
}

/// The table. See the head of this file.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
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
        Self { buckets, generation: AtomicU16::new(1) }
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        let mut generation = self.generation.load(Relaxed).wrapping_add(1);
        if generation == 0 {
            // Once in 65535 times the numbers run out and the table is really wiped.
            for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
                slot.contents.store(0, Relaxed);
                slot.tag.store(0, Relaxed);
            }
            generation = 1;
        }
        self.generation.store(generation, Relaxed);
    }

    /// What is known about the position with this hash.
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let tag = self.tag(key);
        let bucket = self.buckets.get(self.index(key))?;
        let Contents { mv, value, eval, depth, bound } =
            bucket.0.iter().map(Slot::load).find(|slot| slot.tag == tag)?.contents;
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
        let tag = self.tag(key);
        let generation = tag & GENERATION_MASK;
        let Some(bucket) = self.buckets.get(self.index(key)) else { return };
        // The position's own slot if it has one, else the least valuable one.
        let worth = |kept: &Kept| {
            if kept.tag == tag {
                -2
            } else if kept.tag & GENERATION_MASK != generation {
                -1
            } else {
                i32::from(kept.contents.depth)
            }
        };
        let slots = bucket.0.iter().map(|slot| (slot, slot.load()));
        let Some((slot, kept)) = slots.min_by_key(|(_, kept)| worth(kept)) else { return };
        let same = kept.tag == tag;
        // A deep result is not discarded for a much shallower guess.
        if same && entry.bound != Bound::Exact && entry.depth + KEPT_DEPTH < i32::from(kept.contents.depth) {
            return;
        }
        let contents = Contents {
            mv: if same && entry.mv == NO_MOVE { kept.contents.mv } else { entry.mv },
            value: short(entry.value),
            eval: entry.eval.map_or(NO_EVAL, short),
            depth: u8::try_from(entry.depth.clamp(0, 255)).unwrap_or(u8::MAX),
            bound: entry.bound,
        };
        slot.save(tag, contents);
    }

    fn tag(&self, key: u64) -> u64 {
        key & !GENERATION_MASK | u64::from(self.generation.load(Relaxed))
    }

    /// The bucket of a hash. The bits that the tag leaves out come first, so that tag and place together tell
    /// positions apart as well as possible.
    fn index(&self, key: u64) -> usize {
        let word = (key & 0xFFFF) << 16 | key >> 16 & 0xFFFF;
        let place = (word * (self.buckets.len() as u64)) >> 32;
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
        let slot = &table.buckets[0].0.iter().find(|slot| slot.load().tag != 0).unwrap();
        // Another thread has written the contents, but not yet the tag.
        slot.contents.store(Contents { depth: 3, ..slot.load().contents }.word(), Relaxed);
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
    fn a_slot_is_sixteen_bytes() {
        assert_eq!(size_of::<Slot>(), 16);
        assert_eq!(size_of::<Bucket>(), 64);
    }
}
