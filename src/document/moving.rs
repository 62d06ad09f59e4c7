//! Removing a line, and moving lines that may lie apart.

use super::LineSet;
use super::change::{Change, Splice};
use super::{Document, RecordId};
use crate::language::Text;

impl Document {
    /// Removes the line at `position` in one step of undo.
    pub fn remove_line(&mut self, position: usize, label: impl Into<Text>) {
        if let Some(id) = self.id_at(position) {
            let splice = Splice { at: position, removed: vec![id], inserted: Vec::new() };
            self.commit(Change {
                label: label.into(),
                edits: Vec::new(),
                splices: vec![splice],
                merge: None,
            });
        }
    }

    /// Moves lines before another line, or to the end, in one step of undo. They keep their order in the file. Lines
    /// that no longer exist are skipped; if `before` is one of the lines, the others come to it.
    pub fn move_lines(&mut self, ids: &[RecordId], before: Option<RecordId>, label: impl Into<Text>) {
        let target = match before.map(|id| self.position_of(id)) {
            Some(None) => return,
            Some(Some(at)) => at,
            None => self.len(),
        };
        let old = self.all_ids();
        let moved = LineSet::of(ids);
        let (first, last) = old.split_at(target);
        let others = |ids: &[RecordId]| ids.iter().copied().filter(|&id| !moved.has(id)).collect::<Vec<_>>();
        let mut new = others(first);
        new.extend(old.iter().copied().filter(|&id| moved.has(id)));
        new.extend(others(last));
        self.set_order(&old, new, Vec::new(), label);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn document() -> Document {
        Document::from_bytes("x.epd", b"a\nb\nc\nd\ne\n".to_vec())
    }

    fn text(document: &Document) -> String {
        String::from_utf8(document.to_bytes().expect("it is read")).expect("it is ASCII").replace('\n', "")
    }

    fn ids(document: &Document, letters: &str) -> Vec<RecordId> {
        letters.bytes().filter_map(|letter| document.id_at(usize::from(letter - b'a'))).collect()
    }

    #[track_caller]
    fn check_move(lines: &str, before: Option<char>, expected: &str) {
        let mut document = document();
        let before = before.map(|letter| ids(&document, &letter.to_string())[0]);
        document.move_lines(&ids(&document, lines), before, "Move");
        assert_eq!(text(&document), expected, "{lines} before {before:?}");
        assert_eq!(document.undo_label().is_some(), expected != "abcde");
        document.undo();
        assert_eq!(text(&document), "abcde");
    }

    #[test]
    fn lines_move_together_in_the_order_of_the_file() {
        check_move("b", Some('e'), "acdbe");
        check_move("d", Some('a'), "dabce");
        check_move("a", None, "bcdea");
        check_move("db", Some('a'), "bdace");
        check_move("ace", Some('d'), "baced");
        check_move("ae", Some('c'), "baecd");
        check_move("bd", Some('b'), "abdce");
        check_move("bd", Some('d'), "acbde");
        check_move("abcde", Some('c'), "abcde");
    }

    #[test]
    fn lines_that_are_there_already_are_no_step() {
        check_move("c", Some('c'), "abcde");
        check_move("c", Some('d'), "abcde");
        check_move("bc", Some('d'), "abcde");
        check_move("e", None, "abcde");
        check_move("", None, "abcde");
    }

    #[test]
    fn nothing_moves_to_a_line_that_is_gone() {
        let mut document = document();
        let (a, c) = (ids(&document, "a"), ids(&document, "c"));
        document.drop_lines(&c, Vec::new(), "Remove");
        document.move_lines(&a, Some(c[0]), "Move");
        document.move_lines(&c, Some(a[0]), "Move");
        assert_eq!(text(&document), "abde");
    }

    proptest! {
        #[test]
        fn moves_keep_every_line_and_the_order_of_the_others(
            moves in proptest::collection::vec((proptest::collection::vec(0..5_usize, 0..6), 0..6_usize), 1..6),
        ) {
            let mut document = document();
            for (places, target) in moves {
                let lines: Vec<RecordId> = places.iter().filter_map(|&at| document.id_at(at)).collect();
                let before = document.id_at(target);
                let old: Vec<RecordId> = document.ids().collect();
                document.move_lines(&lines, before, "Move");
                let new: Vec<RecordId> = document.ids().collect();
                let is_meant = |id: &RecordId| lines.contains(id);
                let rest = |ids: &[RecordId]| ids.iter().copied().filter(|id| !is_meant(id)).collect::<Vec<_>>();
                let moved = |ids: &[RecordId]| ids.iter().copied().filter(is_meant).collect::<Vec<_>>();
                prop_assert_eq!(rest(&old), rest(&new));
                prop_assert_eq!(moved(&old), moved(&new));
                if let Some(first) = new.iter().position(is_meant) {
                    // They are together, and what was after the target is after them.
                    let end = first + moved(&new).len();
                    prop_assert!(new[first..end].iter().all(is_meant));
                    let after = |id: &RecordId| old.iter().position(|old| old == id).is_some_and(|at| at >= target);
                    prop_assert!(new[..first].iter().all(|id| !after(id)));
                    prop_assert!(new[end..].iter().all(after));
                }
            }
            while document.undo_label().is_some() {
                document.undo();
            }
            prop_assert_eq!(text(&document), "abcde");
        }
    }
}
