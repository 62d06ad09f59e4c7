//! The bytes of a file: all in memory, or fetched block by block.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The size of a block in bytes.
pub const BLOCK: u64 = 256 * 1024;

/// The number of cached blocks of a source that is fetched: 32 MiB.
pub const MOST_CACHED: usize = 128;

/// The number of blocks that are read at a time for lines that need more: a quarter of the cache, so that reading does
/// not evict what it has just read.
pub const SOME_BLOCKS: usize = MOST_CACHED / 4;

/// The bytes of a file.
#[derive(Debug)]
pub enum Source {
    /// All bytes are in memory.
    Resident(Vec<u8>),
    /// Blocks are fetched on demand, and the least recently used ones dropped.
    External {
        /// Number of bytes of the file.
        len: u64,
        /// The loaded blocks.
        cache: Cache,
    },
}

/// Blocks by their numbers, and single lines, for a reader of a whole file: what others need stays loaded.
#[derive(Debug, Default)]
pub struct Blocks {
    read: Vec<(u32, Vec<u8>)>,
    /// The ranges of lines, in ascending order, each with the place of its bytes in `bytes`.
    lines: Vec<(Range<u64>, usize)>,
    bytes: Vec<u8>,
}

impl Blocks {
    /// Adds a block.
    pub fn add(&mut self, block: u32, bytes: Vec<u8>) {
        self.read.push((block, bytes));
    }

    /// Puts lines in the place of those before; `bytes` is what the ranges, in ascending order, have one after the
    /// other.
    #[inline(never)]
    pub fn add_lines(&mut self, ranges: &[Range<u64>], bytes: Vec<u8>) {
        let mut at = 0;
        let place = |range: &Range<u64>| {
            let start = at;
            at += usize::try_from(range.end - range.start).unwrap_or(0);
            (range.clone(), start)
        };
        self.lines = ranges.iter().map(place).collect();
        self.bytes = bytes;
    }

    /// Drops all blocks and lines.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Adds all blocks of others.
    pub fn append(&mut self, mut others: Self) {
        self.read.append(&mut others.read);
    }

    /// The blocks.
    pub fn take_all(self) -> impl Iterator<Item = (u32, Vec<u8>)> {
        self.read.into_iter()
    }

    // They are few.
    fn get(&self, block: u32) -> Option<&Vec<u8>> {
        self.read.iter().find(|(number, _)| *number == block).map(|(_, bytes)| bytes)
    }

    fn line(&self, range: &Range<u64>) -> Option<&[u8]> {
        if self.lines.is_empty() {
            return None;
        }
        let at = self.lines.binary_search_by_key(&range.start, |(line, _)| line.start).ok()?;
        let (line, start) = &self.lines[at];
        let end = start.checked_add(usize::try_from(range.end - range.start).ok()?)?;
        if line == range { self.bytes.get(*start..end) } else { None }
    }
}

/// The loaded blocks of a file that is fetched.
#[derive(Debug, Default)]
pub struct Cache {
    /// All blocks of the file up to the last one that was loaded: every line asks for its block.
    blocks: Vec<Option<Loaded>>,
    /// How many are loaded.
    count: usize,
    clock: AtomicU64,
}

/// A loaded block.
#[derive(Debug)]
struct Loaded {
    bytes: Vec<u8>,
    /// The tick of its last use.
    used: AtomicU64,
}

impl Source {
    /// A source in memory.
    pub fn resident(bytes: Vec<u8>) -> Self {
        Self::Resident(bytes)
    }

    /// A source of `len` bytes that is fetched.
    pub fn external(len: u64) -> Self {
        Self::External { len, cache: Cache::default() }
    }

    /// Number of bytes.
    pub fn len(&self) -> u64 {
        match self {
            Self::Resident(bytes) => bytes.len() as u64,
            Self::External { len, .. } => *len,
        }
    }

    /// Returns whether there is no byte.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether all bytes are in memory.
    pub fn is_resident(&self) -> bool {
        matches!(self, Self::Resident(_))
    }

    fn clip(&self, range: Range<u64>) -> Range<u64> {
        let len = self.len();
        range.start.min(len)..range.end.min(len)
    }

    /// The bytes of a range; `None` if a block is missing. Bytes past the end are left out.
    pub fn read(&self, range: Range<u64>) -> Option<Cow<'_, [u8]>> {
        self.read_beside(range, None)
    }

    /// Like [`Self::read`]; blocks that are not loaded are looked for among these.
    pub fn read_beside<'a>(&'a self, range: Range<u64>, beside: Option<&'a Blocks>) -> Option<Cow<'a, [u8]>> {
        let range = self.clip(range);
        match self {
            Self::Resident(bytes) => {
                let start = usize::try_from(range.start).ok()?;
                let end = usize::try_from(range.end).ok()?;
                bytes.get(start..end).map(Cow::Borrowed)
            }
            Self::External { cache, .. } => cache.read(range, beside),
        }
    }

    /// The blocks of these ranges that are not loaded, in ascending order: at most `most`, for as many of the first
    /// ranges as that is enough for, but all of the first one that lacks any.
    pub fn missing(&self, ranges: &mut dyn Iterator<Item = Range<u64>>, most: usize) -> Vec<u32> {
        let Self::External { cache, .. } = self else { return Vec::new() };
        let mut missing = Vec::new();
        // Lines mostly follow one another, thousands of them in a block.
        let mut asked = 0..0;
        for range in ranges {
            let blocks = blocks_of(&self.clip(range));
            if blocks != asked {
                let before = missing.len();
                if before > 0 && before.saturating_add(blocks.len()) > most {
                    break;
                }
                for block in blocks.clone().filter(|&block| cache.get(block).is_none()) {
                    if let Err(place) = missing.binary_search(&block) {
                        missing.insert(place, block);
                    }
                }
                asked = blocks;
            }
        }
        missing
    }

    /// The range of bytes of a block.
    pub fn block_range(&self, block: u32) -> Range<u64> {
        let start = u64::from(block) * BLOCK;
        self.clip(start..start + BLOCK)
    }

    /// Blocks with their ranges of bytes.
    pub fn with_ranges(&self, blocks: Vec<u32>) -> Vec<(u32, Range<u64>)> {
        blocks.into_iter().map(|block| (block, self.block_range(block))).collect()
    }

    /// Takes a block that was fetched; drops the least recently used ones if there are too many.
    pub fn supply(&mut self, block: u32, bytes: Vec<u8>) {
        let whole = self.block_range(block);
        let Self::External { cache, .. } = self else { return };
        if bytes.is_empty() || bytes.len() as u64 != whole.end - whole.start {
            return;
        }
        cache.put(block as usize, bytes);
        if cache.count > MOST_CACHED {
            cache.drop_oldest();
        }
    }
}

fn blocks_of(range: &Range<u64>) -> Range<u32> {
    if range.is_empty() {
        return 0..0;
    }
    let block = |at: u64| u32::try_from(at / BLOCK).unwrap_or(u32::MAX);
    block(range.start)..block(range.end - 1).saturating_add(1)
}

impl Cache {
    fn tick(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    fn get(&self, block: u32) -> Option<&Loaded> {
        self.blocks.get(block as usize)?.as_ref()
    }

    fn put(&mut self, block: usize, bytes: Vec<u8>) {
        if self.blocks.len() <= block {
            self.blocks.resize_with(block + 1, || None);
        }
        let used = AtomicU64::new(self.tick());
        let before = self.blocks[block].replace(Loaded { bytes, used });
        self.count += usize::from(before.is_none());
    }

    /// Drops the block that was not used for the longest time.
    fn drop_oldest(&mut self) {
        let loaded = self.blocks.iter_mut().filter(|block| block.is_some());
        let used =
            |block: &&mut Option<Loaded>| block.as_ref().map(|block| block.used.load(Ordering::Relaxed));
        if let Some(oldest) = loaded.min_by_key(used) {
            *oldest = None;
            self.count -= 1;
        }
    }

    fn read<'a>(&'a self, range: Range<u64>, beside: Option<&'a Blocks>) -> Option<Cow<'a, [u8]>> {
        if let Some(line) = beside.and_then(|beside| beside.line(&range)) {
            return Some(Cow::Borrowed(line));
        }
        let mut out: Option<Vec<u8>> = None;
        let blocks = blocks_of(&range);
        let single = blocks.len() == 1;
        for block in blocks {
            let bytes = match self.get(block) {
                Some(Loaded { bytes, used }) => {
                    used.store(self.tick(), Ordering::Relaxed);
                    bytes
                }
                None => beside?.get(block)?,
            };
            let start = u64::from(block) * BLOCK;
            let from = usize::try_from(range.start.saturating_sub(start)).ok()?;
            let to = usize::try_from(range.end - start).ok()?.min(bytes.len());
            let part = bytes.get(from..to)?;
            if single {
                return Some(Cow::Borrowed(part));
            }
            out.get_or_insert_default().extend_from_slice(part);
        }
        Some(Cow::Owned(out.unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(byte: u8) -> Vec<u8> {
        vec![byte; usize::try_from(BLOCK).unwrap()]
    }

    #[test]
    fn reads_across_blocks_once_they_are_there() {
        let mut source = Source::external(2 * BLOCK + 10);
        let range = BLOCK - 2..BLOCK + 3;
        assert_eq!(source.missing(&mut [range.clone(), 0..1, range.clone()].into_iter(), 9), [0, 1]);
        assert_eq!(source.missing(&mut [0..1, range.clone()].into_iter(), 1), [0]);
        // A range that needs more than is left waits for the next time, so that the limit holds.
        assert_eq!(source.missing(&mut [0..1, range.clone()].into_iter(), 2), [0]);
        assert_eq!(source.missing(&mut [range.clone(), 2 * BLOCK..2 * BLOCK + 1].into_iter(), 1), [0, 1]);
        source.supply(0, block(1));
        assert_eq!(source.read(range.clone()), None);
        source.supply(1, block(2));
        assert_eq!(source.read(range).as_deref(), Some([1, 1, 2, 2, 2].as_slice()));
        source.supply(2, vec![3; 10]);
        assert_eq!(source.read(2 * BLOCK + 8..u64::MAX).as_deref(), Some([3, 3].as_slice()));
    }

    #[test]
    fn reads_blocks_that_are_not_its_own() {
        let mut source = Source::external(2 * BLOCK);
        source.supply(0, block(1));
        let mut beside = Blocks::default();
        beside.add(0, block(8));
        beside.add(1, block(2));
        let range = BLOCK - 1..BLOCK + 1;
        assert_eq!(source.read_beside(range.clone(), Some(&beside)).as_deref(), Some([1, 2].as_slice()));
        assert_eq!(
            (source.read(range.clone()), source.missing(&mut [range].into_iter(), 9)),
            (None, vec![1])
        );
    }

    #[test]
    fn refuses_a_block_of_the_wrong_length() {
        let mut source = Source::external(100);
        source.supply(0, vec![0; 99]);
        assert_eq!(source.missing(&mut [0..1, 0..0, 2..3].into_iter(), 9), [0]);
    }

    #[test]
    fn drops_the_least_used_block() {
        let count = u32::try_from(MOST_CACHED).unwrap();
        let mut source = Source::external(BLOCK * u64::from(count + 1));
        for number in 0..count {
            source.supply(number, block(0));
        }
        assert!(source.read(0..1).is_some());
        // A block that is loaded again takes the place of the first.
        source.supply(0, block(0));
        source.supply(count, block(0));
        assert!(source.read(0..1).is_some());
        assert!(source.read(BLOCK..BLOCK + 1).is_none());
        assert_eq!(source.missing(&mut [0..1, BLOCK..source.len()].into_iter(), 9), [1]);
    }
}
