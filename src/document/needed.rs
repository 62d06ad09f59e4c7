//! What has to be read of a file for lines that are not loaded.

use std::ops::Range;

use crate::document::{BLOCK, Document, RecordId, SOME_BLOCKS};

/// What lines need of their file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Needed {
    /// Blocks with their ranges of bytes, in ascending order; none, if the lines are loaded.
    Blocks(Vec<(u32, Range<u64>)>),
    /// The ranges of lines that stand far apart, in ascending order: most bytes of their blocks are not theirs.
    Lines(Vec<Range<u64>>),
}

impl Document {
    /// The blocks of the source that must be read before these lines are available.
    pub fn missing_blocks(&self, ids: impl IntoIterator<Item = RecordId>) -> Vec<u32> {
        self.source().missing(&mut self.ranges(ids), usize::MAX)
    }

    /// What must be read of the file for these lines, or for the first of them if they need more than is read at a
    /// time. A list in another order than the file, sorted by scores say, needs nearly all of the file for a few
    /// thousand lines; reading its blocks for each of them would take hours.
    pub fn needed(&self, ids: &[RecordId]) -> Needed {
        let source = self.source();
        let first = source.missing(&mut self.ranges(ids.iter().copied()), SOME_BLOCKS);
        let far_apart = if first.len() < SOME_BLOCKS { None } else { self.far_apart(ids) };
        far_apart.map_or_else(|| Needed::Blocks(source.with_ranges(first)), Needed::Lines)
    }

    /// The ranges of lines that are not loaded, in ascending order, if most bytes of their blocks are not theirs.
    #[inline(never)]
    fn far_apart(&self, ids: &[RecordId]) -> Option<Vec<Range<u64>>> {
        let blocks = self.missing_blocks(ids.iter().copied()).len() as u64;
        let bytes: u64 = self.ranges(ids.iter().copied()).map(|range| range.end - range.start).sum();
        if blocks <= SOME_BLOCKS as u64 || blocks * BLOCK <= 4 * bytes {
            return None;
        }
        let is_missing = |range: &Range<u64>| self.source().read(range.clone()).is_none();
        let mut ranges: Vec<_> = self.ranges(ids.iter().copied()).filter(is_missing).collect();
        ranges.sort_unstable_by_key(|range| range.start);
        ranges.dedup();
        Some(ranges)
    }

    /// The ranges of those lines that the file has as they are.
    fn ranges(&self, ids: impl IntoIterator<Item = RecordId>) -> impl Iterator<Item = Range<u64>> {
        let of_file = ids.into_iter().filter(|id| !self.edits.contains_key(id));
        of_file.filter_map(|id| self.index().range(id.source_line()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Blocks, Indexer, Line, Source};

    fn size(bytes: u64) -> usize {
        usize::try_from(bytes).unwrap()
    }

    /// A file of lines of 64 bytes, so that a block has 4,096 of them.
    fn file(blocks: u64) -> (Document, Vec<u8>) {
        let line = |number: u64| format!("{number:063}\n").into_bytes();
        let bytes: Vec<u8> = (0..blocks * BLOCK / 64).flat_map(line).collect();
        let mut indexer = Indexer::default();
        indexer.feed(&bytes);
        (Document::new("a.epd", Source::external(bytes.len() as u64), indexer.finish()), bytes)
    }

    #[test]
    fn lines_in_order_need_their_blocks() {
        let (mut document, bytes) = file(3);
        let ids = document.all_ids();
        let needed = |document: &Document, ids: &[RecordId]| match document.needed(ids) {
            Needed::Blocks(blocks) => blocks.into_iter().map(|(block, _)| block).collect::<Vec<_>>(),
            Needed::Lines(lines) => panic!("{lines:?}"),
        };
        assert_eq!(needed(&document, &ids), [0, 1, 2]);
        assert_eq!(needed(&document, &ids[4_000..4_100]), [0, 1]);
        document.supply_block(1, bytes[size(BLOCK)..size(2 * BLOCK)].to_vec());
        assert_eq!(needed(&document, &ids[4_000..4_100]), [0]);
        assert!(needed(&document, &ids[4_200..4_300]).is_empty());
    }

    #[test]
    fn lines_far_apart_are_read_by_themselves() {
        let (mut document, bytes) = file(50);
        let block = size(BLOCK);
        document.supply_block(7, bytes[7 * block..8 * block].to_vec());
        // Backwards, and one twice.
        let all = document.all_ids();
        let mut ids: Vec<RecordId> = all.iter().rev().step_by(1_000).copied().collect();
        ids.push(ids[0]);
        let Needed::Lines(ranges) = document.needed(&ids) else { panic!("blocks") };
        assert!(ranges.is_sorted_by(|a, b| a.end <= b.start));
        let loaded = 7 * BLOCK..8 * BLOCK;
        assert!(!ranges.is_empty() && ranges.iter().all(|range| !loaded.contains(&range.start)));
        let text = ranges.iter().flat_map(|range| &bytes[size(range.start)..size(range.end)]);
        let mut read = Blocks::default();
        read.add_lines(&ranges, text.copied().collect());
        for &id in &ids {
            let Line::Ready(line) = document.line_beside(id, Some(&read)) else { panic!("absent") };
            assert_eq!(line, format!("{:063}", id.source_line().unwrap()).as_bytes());
        }
        assert!(matches!(document.line_beside(all[1], Some(&read)), Line::Absent));
    }

    #[test]
    fn one_long_line_is_not_far_apart() {
        let mut bytes = vec![b'x'; size(40 * BLOCK)];
        bytes.extend_from_slice(b"\nshort\n");
        let mut indexer = Indexer::default();
        indexer.feed(&bytes);
        let document = Document::new("a.epd", Source::external(bytes.len() as u64), indexer.finish());
        let Needed::Blocks(blocks) = document.needed(&document.all_ids()) else { panic!("lines") };
        assert_eq!(blocks.len(), 41);
    }
}
