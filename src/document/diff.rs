//! What differs between a document and the file it was opened from.

use super::{Document, Line, LineEnd, RecordId};

/// One line that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The line.
    pub id: RecordId,
    /// The number of the line, from 1: in the document, or in the file if it was removed.
    pub line: usize,
    /// Its text in the file; `None` if the line was added or its bytes are not loaded.
    pub before: Option<Vec<u8>>,
    /// Its text in the document; `None` if the line was removed.
    pub after: Option<Vec<u8>>,
}

/// A summary of the differences.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    /// Lines whose text was changed.
    pub edited: usize,
    /// Lines that were added.
    pub added: usize,
    /// Lines that were removed.
    pub removed: usize,
    /// Whether lines of the file are in another order.
    pub is_reordered: bool,
    /// The first lines that differ: those of the document in its order, then the removed ones.
    pub first: Vec<Difference>,
}

impl Differences {
    /// The number of lines that differ.
    pub fn count(&self) -> usize {
        self.edited + self.added + self.removed
    }
}

impl Document {
    /// The differences from the file, with at most `most` lines.
    pub fn differences(&self, most: usize) -> Differences {
        let mut out = Differences::default();
        let whole = self.len() >= self.index.line_count() && self.order.is_of_source();
        let mut left = vec![false; if whole { 0 } else { self.index.line_count() }];
        let mut last = None;
        for (at, id) in self.ids().enumerate() {
            if let Some(line) = id.source_line() {
                if let Some(left) = left.get_mut(line) {
                    *left = true;
                }
                out.is_reordered |= last.is_some_and(|last| last > line);
                last = Some(line);
            }
            if !self.edits.contains_key(&id) {
                continue;
            }
            if id.source_line().is_some() {
                out.edited += 1;
            } else {
                out.added += 1;
            }
            if out.first.len() < most {
                let after = self.text(id).map(std::borrow::Cow::into_owned);
                out.first.push(Difference { id, line: at + 1, before: self.in_file(id), after });
            }
        }
        let gone = left.iter().enumerate().filter(|(_, left)| !**left).map(|(line, _)| line);
        for id in gone.filter_map(RecordId::of_source) {
            out.removed += 1;
            if out.first.len() < most {
                let line = id.source_line().unwrap_or_default() + 1;
                out.first.push(Difference { id, line, before: self.in_file(id), after: None });
            }
        }
        out
    }

    /// Returns whether a line still has the text that it had when it was read; `was_edited` says whether it
    /// [differed from the source](Self::is_touched) then. The line need not be loaded any more: only what is in memory can
    /// have changed. One that was edited then and is as in the source now, and not loaded, counts as another text.
    pub fn still_has(&self, id: RecordId, text: &[u8], was_edited: bool) -> bool {
        match self.line(id) {
            Line::Ready(now) => *now == *text,
            Line::Absent => !was_edited,
            Line::None => false,
        }
    }

    /// The new texts of the lines that are still there and [have](Self::still_has) the text with which they were
    /// asked about. A new text comes with a place, for which `asked` gives the line, its text, and whether it was edited.
    pub fn still_as_asked<'a>(
        &self,
        asked: impl Fn(usize) -> Option<(RecordId, &'a [u8], bool)>,
        new: Vec<(u32, Vec<u8>)>,
    ) -> Vec<(RecordId, Vec<u8>)> {
        let as_asked = |(at, text): (u32, Vec<u8>)| {
            let (id, asked, was_edited) = asked(at as usize)?;
            self.position_of(id)?;
            self.still_has(id, asked, was_edited).then_some((id, text))
        };
        new.into_iter().filter_map(as_asked).collect()
    }

    /// The text of a line in the file, if it is loaded.
    fn in_file(&self, id: RecordId) -> Option<Vec<u8>> {
        let range = id.source_line().and_then(|line| self.index.range(line))?;
        self.source.read(range).map(|bytes| LineEnd::strip(&bytes).to_vec())
    }

    /// The blocks of the source that hold these lines as they are in the file.
    pub fn missing_blocks_of_file(&self, ids: impl IntoIterator<Item = RecordId>) -> Vec<u32> {
        let mut ranges = ids.into_iter().filter_map(|id| self.index.range(id.source_line()?));
        self.source.missing(&mut ranges, usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_edited_in_the_meantime_keeps_its_text() {
        let mut document = Document::from_bytes("x.epd", b"one\ntwo\nthree\nfour\n".to_vec());
        let ids = document.all_ids();
        let texts = [&b"one"[..], b"two", b"three", b"four"];
        let asked = |at: usize| Some((*ids.get(at)?, texts[at], false));
        document.set_line(ids[1], b"2".to_vec(), "Edit", None);
        document.remove_line(2, "Remove");
        let new = |at: u32| (at, b"new".to_vec());
        let kept = document.still_as_asked(asked, (0..5).map(new).collect());
        assert_eq!(kept, [(ids[0], b"new".to_vec()), (ids[3], b"new".to_vec())]);
        // A line with the text that it had is the same again.
        document.set_line(ids[1], b"two".to_vec(), "Edit", None);
        assert_eq!(document.still_as_asked(asked, vec![new(1)]), [(ids[1], b"new".to_vec())]);
        assert!(document.still_as_asked(|_| None, vec![new(0)]).is_empty());
    }

    #[test]
    fn tells_what_was_changed_added_and_removed() {
        let mut document = Document::from_bytes("x.epd", b"one\ntwo\nthree\n".to_vec());
        assert_eq!(document.differences(9), Differences::default());
        document.set_line(document.id_at(2).unwrap(), b"3".to_vec(), "Edit", None);
        document.insert_lines(1, vec![b"new".to_vec()], "Add");
        document.remove_line(0, "Remove");
        let found = document.differences(9);
        assert_eq!((found.edited, found.added, found.removed, found.count()), (1, 1, 1, 3));
        let text =
            |bytes: &Option<Vec<u8>>| String::from_utf8_lossy(bytes.as_deref().unwrap_or(b"-")).into_owned();
        let shown = found.first.iter().map(|d| format!("{} {} {}", d.line, text(&d.before), text(&d.after)));
        assert_eq!(shown.collect::<Vec<_>>(), ["1 - new", "3 three 3", "1 one -"]);
        assert_eq!(document.differences(1).first.len(), 1);
    }
}
