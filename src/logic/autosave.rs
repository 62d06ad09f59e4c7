//! Which parts of a document are in the database, and which of them can be restored.

/// A chunk of the journal with its number.
pub type Chunk = (u32, Vec<u8>);

/// How much of a document is in the database: its file, and the chunks of its journal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of the next chunk.
    pub next: u32,
    /// Whether its file is in the database.
    pub has_base: bool,
    /// Chunks that could not be written yet.
    pub failed: Vec<Chunk>,
}

/// What has to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToWrite {
    /// Chunks, including those that failed before.
    pub chunks: Vec<Chunk>,
    /// Whether the file has to be written too.
    pub needs_base: bool,
}

impl Progress {
    /// Takes in what was done since the last call and returns what has to be written, if anything. A document
    /// that was never changed needs no file in the database.
    pub fn take(&mut self, done: Option<Vec<u8>>) -> Option<ToWrite> {
        if let Some(chunk) = done {
            self.failed.push((self.next, chunk));
            self.next += 1;
        }
        let needs_base = !self.has_base && self.next > 0;
        let chunks = std::mem::take(&mut self.failed);
        (needs_base || !chunks.is_empty()).then_some(ToWrite { chunks, needs_base })
    }

    /// Whether everything that was done is in the database.
    pub fn is_whole(&self) -> bool {
        self.failed.is_empty() && self.has_base
    }
}

/// The chunks up to the first gap: the work after a gap cannot be restored.
pub fn without_gap(chunks: Vec<Chunk>) -> impl Iterator<Item = Vec<u8>> {
    chunks.into_iter().zip(0..).take_while(|((number, _), at)| number == at).map(|((_, chunk), _)| chunk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_was_never_changed_is_not_kept() {
        let mut kept = Progress::default();
        assert_eq!(kept.take(None), None);
        assert_eq!(
            kept.take(Some(b"a".to_vec())),
            Some(ToWrite { chunks: vec![(0, b"a".to_vec())], needs_base: true })
        );
        kept.has_base = true;
        assert_eq!(kept.take(None), None);
        assert!(kept.is_whole());
    }

    #[test]
    fn what_failed_is_written_again_before_what_is_new() {
        let mut kept = Progress { next: 1, has_base: true, failed: vec![(0, b"a".to_vec())] };
        let written = kept.take(Some(b"b".to_vec()));
        let chunks = vec![(0, b"a".to_vec()), (1, b"b".to_vec())];
        assert_eq!(written, Some(ToWrite { chunks, needs_base: false }));
    }

    #[test]
    fn nothing_behind_a_gap_is_done_again() {
        let check = |numbers: &[u32], expected: usize| {
            let chunks = numbers.iter().map(|&number| (number, vec![b'x'])).collect();
            assert_eq!(without_gap(chunks).count(), expected, "{numbers:?}");
        };
        check(&[], 0);
        check(&[0, 1, 2], 3);
        check(&[0, 2, 3], 1);
        check(&[1], 0);
    }

    proptest! {
        /// Whatever fails to be written, and however often, in the end all chunks are written, each under its
        /// number.
        #[test]
        fn nothing_is_lost(fails in proptest::collection::vec(any::<bool>(), 0..40)) {
            let (mut kept, mut database) = (Progress { has_base: true, ..Progress::default() }, Vec::new());
            let count = fails.len();
            for (at, fail) in fails.into_iter().enumerate() {
                for (number, chunk) in kept.take(Some(vec![u8::try_from(at).unwrap_or(0)])).into_iter().flat_map(|written| written.chunks) {
                    if fail { kept.failed.push((number, chunk)) } else { database.push((number, chunk)) }
                }
            }
            database.extend(kept.take(None).into_iter().flat_map(|written| written.chunks));
            database.sort();
            let again: Vec<u8> = without_gap(database).flatten().collect();
            let done: Vec<u8> = (0..count).map(|at| u8::try_from(at).unwrap_or(0)).collect();
            prop_assert_eq!(again, done);
        }
    }
}
