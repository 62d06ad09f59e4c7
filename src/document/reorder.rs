//! Changing the order of lines, and removing lines.

use super::change::{Change, LineEdit, Splice};
use super::{Document, LineSet, RecordId};
use crate::epd::LineKind;
use crate::language::Text;

impl Document {
    /// How many of these lines are before the first record: comments and blank lines about all of them, which stay where they
    /// are when records are sorted or shuffled.
    pub fn head_of(&self, ids: impl IntoIterator<Item = RecordId>) -> usize {
        let is_head =
            |&id: &RecordId| self.text(id).is_some_and(|text| LineKind::of(&text) != LineKind::Record);
        ids.into_iter().take_while(is_head).count()
    }

    /// Puts lines in this order into the places that they have together, in one step of undo; the other lines
    /// stay where they are. Lines that no longer exist are skipped, so that none is lost and none comes back.
    pub fn permute(&mut self, ids: &[RecordId], label: impl Into<Text>) {
        let old = self.all_ids();
        let meant = LineSet::of(ids);
        // All lines, each once: there is nothing to skip.
        let is_all =
            ids.len() == old.len() && meant.len() == ids.len() && old.iter().all(|&id| meant.has(id));
        if is_all {
            return self.set_order(&old, ids.to_vec(), Vec::new(), label);
        }
        let there: Vec<RecordId> = old.iter().copied().filter(|&id| meant.has(id)).collect();
        let is_there = (there.len() < ids.len()).then(|| LineSet::of(&there));
        let mut next = ids.iter().copied().filter(|&id| is_there.as_ref().is_none_or(|there| there.has(id)));
        let placed = |&id: &RecordId| if meant.has(id) { next.next().unwrap_or(id) } else { id };
        let new = old.iter().map(placed).collect();
        self.set_order(&old, new, Vec::new(), label);
    }

    /// Removes lines and changes the text of others, in one step of undo.
    pub fn drop_lines(&mut self, gone: &[RecordId], lines: Vec<(RecordId, Vec<u8>)>, label: impl Into<Text>) {
        let old = self.all_ids();
        let gone = LineSet::of(gone);
        let new = old.iter().copied().filter(|&id| !gone.has(id)).collect();
        let edits = self.edits_to(lines);
        self.set_order(&old, new, edits, label);
    }

    pub(super) fn set_order(
        &mut self,
        old: &[RecordId],
        new: Vec<RecordId>,
        edits: Vec<LineEdit>,
        label: impl Into<Text>,
    ) {
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let tail = old[same..].iter().rev().zip(new[same..].iter().rev());
        let tail = tail.take_while(|(old, new)| old == new).count();
        let removed = old[same..old.len() - tail].to_vec();
        let inserted = new[same..new.len() - tail].to_vec();
        let moves = !removed.is_empty() || !inserted.is_empty();
        let splices = moves.then_some(Splice { at: same, removed, inserted }).into_iter().collect();
        self.commit(Change { label: label.into(), edits, splices, merge: None });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn document() -> Document {
        Document::from_bytes("x.epd", b"a\nb\nc\nd\ne\n".to_vec())
    }

    fn ids(document: &Document, places: &[usize]) -> Vec<RecordId> {
        places.iter().filter_map(|&place| document.id_at(place)).collect()
    }

    fn text(document: &Document) -> String {
        String::from_utf8(document.to_bytes().unwrap()).unwrap().replace('\n', "")
    }

    #[test]
    fn lines_take_the_places_they_have_together() {
        let mut document = document();
        document.permute(&ids(&document, &[4, 1, 3]), "Sort");
        assert_eq!(text(&document), "aecbd");
        document.undo();
        assert_eq!(text(&document), "abcde");
    }

    #[test]
    fn the_head_is_what_comes_before_the_first_record() {
        let check = |text: &str, head: usize| {
            let document = Document::from_bytes("x.epd", text.as_bytes().to_vec());
            assert_eq!(document.head_of(document.all_ids()), head, "{text:?}");
        };
        check("# a\n\n% b\n8/8 w - -\n# c\n", 3);
        check("8/8 w - -\n# c\n", 0);
        check("# a\n", 1);
        check("", 0);
    }

    #[test]
    fn lines_that_went_do_not_come_back_and_take_none_with_them() {
        let mut document = document();
        let order = ids(&document, &[4, 3, 2, 1, 0]);
        document.remove_line(2, "Remove");
        document.permute(&order, "Sort");
        assert_eq!(text(&document), "edba");
    }

    #[test]
    fn the_other_lines_stay_in_their_order_when_some_go() {
        let mut document = document();
        let (gone, first) = (ids(&document, &[1, 3]), document.id_at(0).unwrap());
        document.drop_lines(&gone, vec![(first, b"A".to_vec())], "Remove duplicates");
        assert_eq!(text(&document), "Ace");
        document.undo();
        assert_eq!(text(&document), "abcde");
        assert!(!document.is_dirty());
    }

    proptest! {
        #[test]
        fn every_line_is_there_once_whatever_is_permuted(
            order in proptest::collection::vec(0..5_usize, 0..8),
            removed in proptest::collection::vec(0..5_usize, 0..3),
        ) {
            let mut document = document();
            let mut order = ids(&document, &order);
            let mut known = std::collections::HashSet::new();
            order.retain(|id| known.insert(*id));
            for at in removed {
                document.remove_line(at, "Remove");
            }
            let mut before: Vec<char> = text(&document).chars().collect();
            document.permute(&order, "Sort");
            let mut after: Vec<char> = text(&document).chars().collect();
            for (at, id) in document.ids().enumerate() {
                prop_assert_eq!(document.position_of(id), Some(at));
            }
            before.sort_unstable();
            after.sort_unstable();
            prop_assert_eq!(before, after);
        }
    }
}
