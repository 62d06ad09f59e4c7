//! The bytes of a file: all in memory, or fetched block by block.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The size of a block in bytes.
pub const BLOCK: u64 = 256 * 1024;

/// The number of cached blocks of a source that is fetched: 32 MiB.
pub const MOST_CACHED: usize = 128;

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

/// The loaded blocks of a file that is fetched.
#[derive(Debug, Default)]
pub struct Cache {
    /// Each with the tick of its last use.
    blocks: HashMap<u32, (Vec<u8>, AtomicU64)>,
    clock: AtomicU64,
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
        let range = self.clip(range);
        match self {
            Self::Resident(bytes) => {
                let start = usize::try_from(range.start).ok()?;
                let end = usize::try_from(range.end).ok()?;
                bytes.get(start..end).map(Cow::Borrowed)
            }
            Self::External { cache, .. } => cache.read(range),
        }
    }

    /// The blocks of a range that are not loaded.
    pub fn missing(&self, range: Range<u64>) -> Vec<u32> {
        let range = self.clip(range);
        match self {
            Self::Resident(_) => Vec::new(),
            Self::External { cache, .. } => {
                blocks_of(&range).filter(|block| !cache.blocks.contains_key(block)).collect()
            }
        }
    }

    /// The range of bytes of a block.
    pub fn block_range(&self, block: u32) -> Range<u64> {
        let start = u64::from(block) * BLOCK;
        self.clip(start..start + BLOCK)
    }

    /// Takes a block that was fetched; drops the least recently used ones if there are too many.
    pub fn supply(&mut self, block: u32, bytes: Vec<u8>) {
        let whole = self.block_range(block);
        let Self::External { cache, .. } = self else { return };
        if bytes.len() as u64 != whole.end - whole.start {
            return;
        }
        let now = cache.tick();
        cache.blocks.insert(block, (bytes, AtomicU64::new(now)));
        while cache.blocks.len() > MOST_CACHED {
            let oldest = cache
                .blocks
                .iter()
                .min_by_key(|(_, (_, used))| used.load(Ordering::Relaxed))
                .map(|(&block, _)| block);
            let Some(oldest) = oldest else { break };
            cache.blocks.remove(&oldest);
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

    fn read(&self, range: Range<u64>) -> Option<Cow<'_, [u8]>> {
        let mut out: Option<Vec<u8>> = None;
        let blocks = blocks_of(&range);
        let single = blocks.len() == 1;
        for block in blocks {
            let (bytes, used) = self.blocks.get(&block)?;
            used.store(self.tick(), Ordering::Relaxed);
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
        assert_eq!(source.missing(range.clone()), [0, 1]);
        source.supply(0, block(1));
        assert_eq!(source.read(range.clone()), None);
        source.supply(1, block(2));
        assert_eq!(source.read(range).as_deref(), Some([1, 1, 2, 2, 2].as_slice()));
        source.supply(2, vec![3; 10]);
        assert_eq!(source.read(2 * BLOCK + 8..u64::MAX).as_deref(), Some([3, 3].as_slice()));
    }

    #[test]
    fn refuses_a_block_of_the_wrong_length() {
        let mut source = Source::external(100);
        source.supply(0, vec![0; 99]);
        assert_eq!(source.missing(0..1), [0]);
    }

    #[test]
    fn drops_the_least_used_block() {
        let count = u32::try_from(MOST_CACHED).unwrap();
        let mut source = Source::external(BLOCK * u64::from(count + 1));
        for number in 0..count {
            source.supply(number, block(0));
        }
        assert!(source.read(0..1).is_some());
        source.supply(count, block(0));
        assert!(source.read(0..1).is_some());
        assert!(source.read(BLOCK..BLOCK + 1).is_none());
    }
}
