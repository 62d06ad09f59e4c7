//! The file to be saved: ranges of the source, and new bytes between them; and what is saved.

use std::ops::Range;

use super::Document;
use super::order::Piece;
use super::record_id::RecordId;

/// A piece of a saved file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SavePart {
    /// These bytes of the source, unchanged.
    Source(Range<u64>),
    /// New bytes.
    Bytes(Vec<u8>),
}

impl Document {
    /// Returns whether something changed since the document was opened or last saved.
    pub fn is_dirty(&self) -> bool {
        self.history.is_dirty()
    }

    /// Marks the document as not yet in any file, so that closing it would lose it.
    pub fn mark_unsaved(&mut self) {
        self.history.mark_unsaved();
        self.journal.unsaved();
    }

    /// Marks everything so far as saved.
    pub fn mark_saved(&mut self) {
        self.history.mark_saved();
        self.journal.saved();
    }

    /// Notes that the file has the text of the revision with this number. If something was done since, the file is as the
    /// document was neither before nor is now, so no step of undo leads to a document that needs no saving.
    pub fn mark_saved_at(&mut self, revision: u64) {
        if self.revision() == revision {
            self.mark_saved();
        } else {
            self.mark_unsaved();
        }
    }

    /// The file to be saved. Adjacent ranges of the source are one part. Takes time in proportion to the
    /// changes, not to the lines: consecutive lines of the source are one range.
    pub fn save_parts(&self) -> Vec<SavePart> {
        let mut edited: Vec<RecordId> = self.edits.keys().copied().collect();
        edited.sort();
        let mut parts = Parts::default();
        parts.source(0..self.index.body_start());
        for piece in self.order.pieces() {
            match piece {
                Piece::Run(lines) => {
                    let mut from = lines.start;
                    let first = edited.partition_point(|id| (id.key() as usize) < lines.start);
                    for &id in &edited[first..] {
                        let Some(line) = id.source_line().filter(|line| *line < lines.end) else { break };
                        self.save_run(&mut parts, from..line);
                        self.save_line(&mut parts, id);
                        from = line + 1;
                    }
                    self.save_run(&mut parts, from..lines.end);
                }
                Piece::List(ids) => {
                    for &id in ids {
                        self.save_line(&mut parts, id);
                    }
                }
            }
        }
        parts.done
    }

    /// Adds unchanged lines of the source.
    fn save_run(&self, parts: &mut Parts, lines: Range<usize>) {
        // Only a damaged journal could name lines that do not exist.
        let lines = lines.start..lines.end.min(self.index.line_count());
        let first = self.index.range(lines.start).filter(|_| !lines.is_empty());
        let Some((first, last)) = first.zip(lines.end.checked_sub(1).and_then(|at| self.index.range(at)))
        else {
            return;
        };
        parts.close(self.index.line_end().bytes());
        let (mut start, mut line) = (first.start, lines.start);
        // An empty line must not make one line end of a lone CR before it and its own one with LF.
        while parts.ends_with_return && line < lines.end && self.is_empty_before_feed(line) {
            parts.bytes(b"\r");
            start = self.index.range(line).map_or(last.end, |range| range.end);
            line += 1;
        }
        if start < last.end {
            parts.source(start..last.end);
            parts.ends_with_return = self.last_byte(&last) == Some(b'\r');
        }
        parts.is_open = last.end == self.index.len() && !self.index.ends_with_line_end();
    }

    /// Whether a line of the source is empty, and its end has LF.
    fn is_empty_before_feed(&self, line: usize) -> bool {
        let range = self.index.range(line).filter(|range| self.index.content_end(line) == Some(range.start));
        range.is_some_and(|range| self.last_byte(&range) == Some(b'\n'))
    }

    /// The last byte of a range of the source, if it is known.
    #[inline(never)]
    fn last_byte(&self, range: &Range<u64>) -> Option<u8> {
        self.source.read(range.end.checked_sub(1)?..range.end)?.first().copied()
    }

    fn save_line(&self, parts: &mut Parts, id: RecordId) {
        let Some(text) = self.edits.get(&id) else {
            if let Some(line) = id.source_line() {
                self.save_run(parts, line..line + 1);
            }
            return;
        };
        let end = self.index.line_end().bytes();
        parts.close(end);
        // As in a run: an empty line, and a lone CR before it.
        let follows_return = text.is_empty() && parts.ends_with_return;
        parts.bytes(text);
        let source = id.source_line().and_then(|line| Some((line, self.index.range(line)?)));
        match source {
            // The usual line end is written out, so that a run of edited lines is one part.
            Some((line, range)) if !self.index.has_usual_end(line) => match self.index.content_end(line) {
                Some(content) if content < range.end => {
                    let last = self.last_byte(&range);
                    if follows_return && last == Some(b'\n') {
                        parts.bytes(b"\r");
                    } else {
                        parts.source(content..range.end);
                        parts.ends_with_return = last == Some(b'\r');
                    }
                }
                Some(_) | None => parts.is_open = true,
            },
            _ if follows_return && end.ends_with(b"\n") => parts.bytes(b"\r"),
            _ => parts.bytes(end),
        }
    }

    /// The saved file, if all of the source is in memory.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        for part in self.save_parts() {
            match part {
                SavePart::Source(range) => out.extend_from_slice(&self.source.read(range)?),
                SavePart::Bytes(bytes) => out.extend_from_slice(&bytes),
            }
        }
        Some(out)
    }
}

#[derive(Default)]
struct Parts {
    done: Vec<SavePart>,
    /// The last line has no line end, as in many sources: one is needed before another line.
    is_open: bool,
    /// The last line ends with a lone CR, which an LF would be added to.
    ends_with_return: bool,
}

impl Parts {
    fn close(&mut self, end: &[u8]) {
        if std::mem::take(&mut self.is_open) {
            self.bytes(end);
        }
    }

    fn source(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        match self.done.last_mut() {
            Some(SavePart::Source(last)) if last.end == range.start => last.end = range.end,
            _ => self.done.push(SavePart::Source(range)),
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let Some(last) = bytes.last() else { return };
        self.ends_with_return = *last == b'\r';
        match self.done.last_mut() {
            Some(SavePart::Bytes(last)) => last.extend_from_slice(bytes),
            _ => self.done.push(SavePart::Bytes(bytes.to_vec())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The bytes to be saved, put together line by line.
    fn line_by_line(document: &Document, bytes: &[u8]) -> Vec<u8> {
        let index = &document.index;
        let end = index.line_end().bytes();
        let part = |from: u64, to: u64| &bytes[usize::try_from(from).unwrap()..usize::try_from(to).unwrap()];
        let mut out = part(0, index.body_start()).to_vec();
        let mut has_end = true;
        for id in document.ids() {
            if !std::mem::replace(&mut has_end, true) {
                out.extend_from_slice(end);
            }
            let source = id.source_line().map(|line| (line, index.range(line).unwrap()));
            let edit = document.edits.get(&id);
            let own_end =
                source.clone().map(|(line, range)| part(index.content_end(line).unwrap(), range.end));
            match (edit, source) {
                (Some(text), _) => out.extend_from_slice(text),
                (None, Some((line, range))) => {
                    out.extend_from_slice(part(range.start, index.content_end(line).unwrap()));
                }
                (None, None) => unreachable!("an added line without a text"),
            }
            out.extend_from_slice(own_end.unwrap_or(end));
            has_end = own_end.is_none_or(|own| !own.is_empty());
        }
        out
    }

    /// Does some of the things that change a document.
    fn act(document: &mut Document, steps: Vec<(u8, usize, String)>, mut then: impl FnMut(&Document)) {
        for (step, at, text) in steps {
            match (step, document.id_at(at)) {
                (0 | 1, Some(id)) => document.set_line(id, text.into_bytes(), "Edit", None),
                (2, _) => {
                    document.insert_lines(at.min(document.len()), vec![text.into_bytes()], "Insert");
                }
                (3, Some(_)) => document.remove_line(at, "Remove"),
                (4, _) => {
                    let mut ids = document.all_ids();
                    ids.rotate_left(at.min(document.len()));
                    document.permute(&ids, "Sort");
                }
                (5, _) => {
                    document.undo();
                }
                _ => {}
            }
            then(document);
        }
    }

    proptest! {
        /// Whatever the line ends are, also a lone CR before an empty line, the file has the lines of the document.
        #[test]
        fn what_is_saved_has_the_lines_of_the_document(
            lines in proptest::collection::vec(("[ab]{0,1}", prop::sample::select(vec!["\n", "\r\n", "\r"])), 0..8),
            steps in proptest::collection::vec((0..6_u8, 0..9_usize, "[cd]{0,1}"), 0..12),
        ) {
            let text: Vec<&str> = lines.iter().flat_map(|(text, end)| [text.as_str(), end]).collect();
            let mut document = Document::from_bytes("x.epd", text.concat().into_bytes());
            let mut wrong = None;
            act(&mut document, steps, |document| {
                let texts = |document: &Document| -> Vec<Vec<u8>> {
                    document.ids().map(|id| document.text(id).unwrap_or_default().into_owned()).collect()
                };
                let saved = Document::from_bytes("x.epd", document.to_bytes().unwrap_or_default());
                if texts(document) != texts(&saved) {
                    wrong = Some((texts(document), texts(&saved)));
                }
            });
            prop_assert_eq!(wrong, None);
        }

        #[test]
        fn what_is_saved_is_what_line_by_line_is(
            has_mark in any::<bool>(),
            lines in proptest::collection::vec(("[ab]{0,2}", prop::sample::select(vec!["\n", "\r\n", "\r\r\n"])), 0..8),
            last in "[ab]{0,2}",
            steps in proptest::collection::vec((0..6_u8, 0..9_usize, "[cd]{0,2}"), 0..12),
        ) {
            let mut bytes = if has_mark { b"\xef\xbb\xbf".to_vec() } else { Vec::new() };
            for (text, end) in &lines {
                bytes.extend_from_slice(text.as_bytes());
                bytes.extend_from_slice(end.as_bytes());
            }
            bytes.extend_from_slice(last.as_bytes());
            let mut document = Document::from_bytes("x.epd", bytes.clone());
            let mut wrong = None;
            act(&mut document, steps, |document| {
                let expected = Some(line_by_line(document, &bytes));
                if document.to_bytes() != expected {
                    wrong = Some((document.to_bytes(), expected));
                }
            });
            prop_assert_eq!(wrong, None);
        }
    }
}
