//! How many lines at the beginning have not changed since an earlier revision: for results that depend on all
//! lines up to a place, and stay right when lines after it change.

use super::{Change, Document};

/// Most marks kept. With more, the oldest two become one, which says less.
const MOST_MARKS: usize = 256;

/// A change of more lines than this counts as one of the first line.
const MOST_EDITS: usize = 16;

/// The first line of each change, as far as a later change does not go before it: revisions and lines both
/// ascend.
#[derive(Debug, Default)]
pub(super) struct Marks(Vec<(u64, usize)>);

impl Marks {
    /// Notes that the change that led to this revision begins at a line.
    fn add(&mut self, revision: u64, first: usize) {
        while self.0.pop_if(|(_, known)| *known >= first).is_some() {}
        self.0.push((revision, first));
        if let (MOST_MARKS.., [(_, first), (revision, _), ..]) = (self.0.len(), &self.0[..]) {
            let one = (*revision, *first);
            self.0.splice(..2, [one]);
        }
    }

    /// The first line of all changes after this revision.
    fn since(&self, revision: u64) -> Option<usize> {
        let at = self.0.partition_point(|&(known, _)| known <= revision);
        self.0.get(at).map(|&(_, first)| first)
    }
}

impl Document {
    /// Notes the first line of a change that was just made.
    pub(super) fn mark_first(&mut self, change: &Change) {
        let first = if change.edits.len() > MOST_EDITS || change.splices.len() > MOST_EDITS {
            0
        } else {
            let edited = change.edits.iter().filter_map(|edit| self.position_of(edit.id));
            edited.chain(change.splices.iter().map(|splice| splice.at)).min().unwrap_or(self.len())
        };
        self.marks.add(self.revision, first);
    }

    /// The number of lines at the beginning that are as they were in an earlier revision; a lower number if
    /// that was long ago.
    pub fn unchanged_since(&self, revision: u64) -> usize {
        self.marks.since(revision).unwrap_or(self.len()).min(self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tells_the_first_line_that_changed() {
        let mut document = Document::from_bytes("a", b"1\n2\n3\n4\n".to_vec());
        let id = |document: &Document, at| document.id_at(at).unwrap();
        assert_eq!(document.unchanged_since(document.revision()), 4);
        let start = document.revision();
        let last = id(&document, 3);
        document.set_line(last, b"x".to_vec(), "edit", None);
        let edited = document.revision();
        assert_eq!(document.unchanged_since(start), 3);
        document.insert_lines(1, vec![b"new".to_vec()], "add");
        assert_eq!((document.unchanged_since(start), document.unchanged_since(edited)), (1, 1));
        let added = document.revision();
        let third = id(&document, 3);
        document.set_line(third, b"y".to_vec(), "edit", None);
        assert_eq!((document.unchanged_since(edited), document.unchanged_since(added)), (1, 3));
        document.undo();
        assert_eq!(document.unchanged_since(added), 3);
        let many = document.all_ids().into_iter().map(|id| (id, b"z".to_vec())).cycle().take(20).collect();
        document.set_lines(many, "all", None);
        assert_eq!(document.unchanged_since(added), 0);
    }

    proptest! {
        #[test]
        fn never_says_too_much(steps in proptest::collection::vec((0..3_u8, 0..12_usize), 0..600)) {
            let mut document = Document::from_bytes("a", b"a\nb\nc\nd\ne\nf\n".to_vec());
            let lines = |document: &Document| -> Vec<Vec<u8>> {
                document.ids().map(|id| document.text(id).unwrap().into_owned()).collect()
            };
            let mut known = vec![(document.revision(), lines(&document))];
            for (count, (kind, at)) in steps.into_iter().enumerate() {
                let at = at.min(document.len());
                match (kind, document.id_at(at)) {
                    (0, Some(id)) => document.set_line(id, count.to_string().into_bytes(), "edit", None),
                    (1, Some(_)) if document.len() > 2 => document.remove_line(at, "remove"),
                    (2, _) => drop(document.insert_lines(at, vec![b"new".to_vec()], "add")),
                    _ => drop(document.undo()),
                }
                known.push((document.revision(), lines(&document)));
            }
            let now = lines(&document);
            for (revision, then) in known {
                let same = document.unchanged_since(revision);
                prop_assert_eq!(&now[..same], &then[..same]);
            }
        }
    }
}
