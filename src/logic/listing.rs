//! The list of records: all records of a file, or those that were found, possibly in another order.

use std::collections::HashMap;
use std::sync::Arc;

use crate::document::workspace::{DocumentId, OpenDocument};
use crate::document::{Document, LineSet, RecordId};
use crate::view::Column;

/// The results of a query so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The file.
    pub document: DocumentId,
    /// The records, in the order of the list: the order of the file when they were found, or another one that
    /// was asked for.
    pub ids: Vec<RecordId>,
    /// The number of groups, if this is a list of groups with the same position, and the first record of each
    /// group.
    pub groups: Option<(usize, Arc<LineSet>)>,
    /// Lines queried.
    pub done: usize,
    /// Lines in all.
    pub total: usize,
}

impl Found {
    /// A complete list.
    pub fn whole(document: DocumentId, ids: Vec<RecordId>) -> Self {
        let total = ids.len();
        Self { document, ids, groups: None, done: total, total }
    }

    /// Lists the lines that were added since there were `before` of them ([`Document::lines_added`]), whatever the query
    /// asks: they must be in sight, and tools work on what is listed. Each follows the line that it was added after, or is the last one if that is not listed.
    pub fn take_added(&mut self, document: &Document, before: u32) {
        if document.lines_added() == before {
            return;
        }
        let listed = LineSet::of(&self.ids);
        let is_new = |id: RecordId| id.new_serial().is_some_and(|serial| serial >= before) && !listed.has(id);
        // Each with the listed line that it follows, if that is listed; those of one line stand together.
        let mut added: Vec<(Option<RecordId>, RecordId)> = Vec::new();
        let mut first_of: HashMap<RecordId, usize> = HashMap::new();
        let mut host = None;
        for id in document.ids() {
            if !is_new(id) {
                host = Some(id).filter(|&id| listed.has(id));
                continue;
            }
            if let Some(host) = host
                && added.last().is_none_or(|last| last.0 != Some(host))
            {
                first_of.insert(host, added.len());
            }
            added.push((host, id));
        }
        self.done += added.len();
        self.total += added.len();
        let mut ids = Vec::with_capacity(self.ids.len() + added.len());
        for &id in &self.ids {
            ids.push(id);
            let first = first_of.get(&id).copied().unwrap_or(added.len());
            ids.extend(added[first..].iter().take_while(|added| added.0 == Some(id)).map(|added| added.1));
        }
        ids.extend(added.iter().filter(|added| added.0.is_none()).map(|added| added.1));
        self.ids = ids;
    }
}

/// The records of a file that are listed.
#[derive(Debug, Clone, Copy)]
pub struct Listed<'a> {
    pub(super) open: &'a OpenDocument,
    pub(super) found: Option<&'a [RecordId]>,
}

impl<'a> Listed<'a> {
    /// The records that were found in the file, or else all of them.
    pub fn of(open: &'a OpenDocument, found: Option<&'a Found>) -> Self {
        Self { open, found: found.filter(|found| found.document == open.id).map(|found| &found.ids[..]) }
    }

    /// Number of rows.
    pub fn rows(self) -> usize {
        self.found.map_or(self.open.document.len(), <[RecordId]>::len)
    }

    /// The listed records that are still in the file, in its order.
    pub fn ids(self) -> Vec<RecordId> {
        let Some(found) = self.found else { return self.open.document.all_ids() };
        let found = LineSet::of(found);
        self.open.document.ids().filter(|&id| found.has(id)).collect()
    }

    /// The record in a row, and its line in the file, both from 0. A record that was removed has no line and
    /// stays in the list until the query is run again.
    pub fn at(self, row: usize) -> Option<(RecordId, Option<usize>)> {
        match self.found {
            Some(found) => {
                let id = *found.get(row)?;
                Some((id, self.open.document.position_of(id)))
            }
            None => Some((self.open.document.id_at(row)?, Some(row))),
        }
    }

    /// The row of the selected record; `None` if it is not listed.
    pub fn selected(self) -> Option<usize> {
        self.open.position()?;
        self.row_of(self.open.selected?)
    }

    /// The row of a record; `None` if it is not listed.
    pub fn row_of(self, id: RecordId) -> Option<usize> {
        match self.found {
            Some(found) => found.iter().position(|&known| known == id),
            None => self.open.document.position_of(id),
        }
    }

    /// The row `by` rows away from that of the selected record, possibly beyond the last one; the first row if the
    /// selected record is not listed.
    pub fn away(self, by: isize) -> usize {
        self.selected().map_or(0, |row| row.saturating_add_signed(by))
    }
}

/// The order after a click on the head of a column: first by the column, then in the opposite direction, then
/// the order of the file, `None`. The value is whether the greatest comes first.
pub fn next_order(before: Option<&(Column, bool)>, column: &Column) -> Option<bool> {
    let descending = match before {
        Some((known, descending)) if known == column => (!descending).then_some(true),
        _ => Some(false),
    };
    descending.filter(|_| *column != Column::Number)
}

/// The words of a query about what differs from the file that was opened.
pub const CHANGES: &[&str] = &["changed"];
/// Those about labels that repeat.
pub const LABELS: &[&str] = &["I439", "repeated-id"];
/// Those about positions that repeat.
pub const POSITIONS: &[&str] = &["dup", "I216", "repeated-position"];

/// Whether a query contains one of these words.
pub fn asks(query: &str, words: &[&str]) -> bool {
    query.split(|c: char| c != '-' && !c.is_ascii_alphanumeric()).any(|word| {
        let word = word.trim_start_matches('-');
        words.iter().any(|known| known.eq_ignore_ascii_case(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::workspace::Workspace;

    /// A file of six records of which some rows are found, with one record selected and one removed.
    fn check(
        found: Option<&[usize]>,
        selected: usize,
        removed: Option<usize>,
        test: impl FnOnce(Listed<'_>, &[RecordId]),
    ) {
        let mut workspace = Workspace::default();
        let document = Document::from_bytes("a.epd", b"x\n".repeat(6));
        let ids = document.all_ids();
        let id = workspace.open(document);
        let open = workspace.get_mut(id).expect("it is open");
        if let Some(removed) = removed {
            open.document.remove_line(removed, "");
        }
        open.selected = Some(ids[selected]);
        let found = found.map(|rows| Found::whole(id, rows.iter().map(|&row| ids[row]).collect()));
        test(Listed::of(open, found.as_ref()), &ids);
    }

    #[test]
    fn without_a_query_all_is_listed() {
        check(None, 2, None, |list, ids| {
            assert_eq!((list.rows(), list.selected(), list.ids().len()), (6, Some(2), 6));
            assert_eq!(list.at(3), Some((ids[3], Some(3))));
            assert_eq!(list.at(6), None);
            assert_eq!((list.away(1), list.away(-9), list.away(9)), (3, 0, 11));
        });
    }

    #[test]
    fn what_is_added_is_listed_after_its_line() {
        // The rows that are found of lines a to e, lines that were there before the list was made included ("+"), and
        // the list after lines were added after others.
        let check = |found: &str, added: &[(char, &str)], expect: &str| {
            let mut document = Document::from_bytes("a.epd", b"a\nb\nc\nd\ne\n".to_vec());
            document.insert_lines(2, vec![b"+".to_vec()], "");
            let text = |document: &Document, id| char::from(document.text(id).expect("it is loaded")[0]);
            let place = |document: &Document, line| {
                document.ids().position(|id| text(document, id) == line).expect("it is there")
            };
            let ids =
                found.chars().map(|line| document.id_at(place(&document, line)).expect("a line")).collect();
            let mut found = Found::whole(Workspace::default().open(Document::from_bytes("", vec![])), ids);
            let before = document.lines_added();
            found.take_added(&document, before);
            let (total, mut count) = (found.total, 0);
            for (host, lines) in added {
                let at = place(&document, *host) + 1;
                count += lines.len();
                document.insert_lines(at, lines.bytes().map(|line| vec![line]).collect(), "");
            }
            found.take_added(&document, before);
            let listed: String = found.ids.iter().map(|&id| text(&document, id)).collect();
            assert_eq!((listed.as_str(), found.total), (expect, total + count));
            // A second time it changes nothing.
            let again = found.clone();
            found.take_added(&document, before);
            assert_eq!(found, again);
        };
        check("ab+cde", &[], "ab+cde");
        check("edcba", &[('b', "12")], "edcb12a");
        check("edcba", &[('b', "1"), ('e', "2"), ('a', "3")], "e2dcb1a3");
        check("+b", &[('+', "1")], "+1b");
        // After a line that is not listed, as the earlier one after b.
        check("ca", &[('e', "1"), ('+', "2")], "ca21");
        check("", &[('a', "1")], "1");
    }

    #[test]
    fn what_was_found_is_listed_in_its_order() {
        check(Some(&[4, 0, 2]), 0, None, |list, ids| {
            assert_eq!((list.rows(), list.selected()), (3, Some(1)));
            assert_eq!(list.at(0), Some((ids[4], Some(4))));
            // Tools follow the order of the file.
            assert_eq!(list.ids(), [ids[0], ids[2], ids[4]]);
            assert_eq!((list.away(1), list.away(-1)), (2, 0));
        });
    }

    #[test]
    fn from_a_record_that_is_not_listed_one_goes_to_the_first() {
        check(Some(&[4, 0]), 3, None, |list, _| {
            assert_eq!((list.selected(), list.away(1), list.away(-1)), (None, 0, 0));
        });
        check(Some(&[]), 3, None, |list, _| {
            assert_eq!((list.rows(), list.away(1), list.at(0)), (0, 0, None));
        });
    }

    #[test]
    fn what_was_removed_stays_listed_without_a_line() {
        check(Some(&[4, 0]), 0, Some(4), |list, ids| {
            assert_eq!((list.rows(), list.at(0)), (2, Some((ids[4], None))));
            assert_eq!(list.ids(), [ids[0]]);
        });
    }

    #[test]
    fn the_list_of_another_file_is_not_this_one() {
        let mut workspace = Workspace::default();
        let first = workspace.open(Document::from_bytes("a.epd", b"x\n".to_vec()));
        let second = workspace.open(Document::from_bytes("b.epd", b"x\ny\n".to_vec()));
        let found = Found::whole(first, Vec::new());
        assert_eq!(Listed::of(workspace.get(second).expect("it is open"), Some(&found)).rows(), 2);
        assert_eq!(Listed::of(workspace.get(first).expect("it is open"), Some(&found)).rows(), 0);
    }

    #[test]
    fn a_column_sorts_both_ways_and_no_more() {
        let (label, number) = (Column::Label, Column::Number);
        assert_eq!(next_order(None, &label), Some(false));
        assert_eq!(next_order(Some(&(Column::Label, false)), &label), Some(true));
        assert_eq!(next_order(Some(&(Column::Label, true)), &label), None);
        assert_eq!(next_order(Some(&(Column::Solution, true)), &label), Some(false));
        // Numbers have the order of the file.
        assert_eq!(next_order(Some(&(Column::Label, false)), &number), None);
    }

    #[test]
    fn words_of_a_query_are_found_whole() {
        let check = |query, expected| assert_eq!(asks(query, &["dup", "repeated-id"]), expected, "{query}");
        check("dup", true);
        check("bm and not DUP", true);
        check("(-dup)", true);
        check("rule:repeated-id", true);
        check("duplicate", false);
        check("repeated", false);
        check("", false);
    }
}
