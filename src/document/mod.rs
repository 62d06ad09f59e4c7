//! An open file: its bytes, an index of its lines, and the changes on top.
//!
//! A file is never turned into objects. [`Source`] holds or fetches its unchanged bytes, [`LineIndex`] knows
//! where lines start, and [`Document`] lays edited, inserted and removed records over both, with undo.
//! Untouched lines are saved byte for byte, because saving copies ranges of the source
//! ([`Document::save_parts`]).

pub mod change;
mod diff;
mod extend;
mod index;
mod journal;
#[cfg(test)]
mod journal_tests;
mod line_set;
mod moving;
mod needed;
mod one_pass;
mod order;
mod picks;
mod prefix;
mod record_id;
mod reorder;
mod run;
mod save;
mod source;
mod table_of_places;
mod watch;
pub mod workspace;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

pub use change::{Change, LineEdit, LinePart, MergeKey, Splice};
pub use diff::{Difference, Differences};
pub use extend::ExtendedLine;
pub use index::{Indexer, LineEnd, LineIndex};
pub use journal::{JournalError, empty_chunk};
pub use line_set::LineSet;
pub use needed::Needed;
pub use picks::Picks;
pub use record_id::{RecordId, permuted};
pub use run::PendingRun;
pub use save::SavePart;
pub use source::{BLOCK, Blocks, MOST_CACHED, SOME_BLOCKS, Source};
pub use watch::Changed;

use crate::epd::conventions::{Conventions, FileSettings};
use crate::epd::lint::{Signs, Variant};
use crate::language::Text;
use crate::text::encoding::{CodePage, Encoding};
use change::History;
use journal::Journal;
use order::Order;
use prefix::Marks;
use watch::Watch;

/// The text of a line, if it is loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line<'a> {
    /// The bytes without the line end.
    Ready(Cow<'a, [u8]>),
    /// The blocks of the source that hold it have not been read yet.
    Absent,
    /// There is no such record.
    None,
}

/// One open file.
#[derive(Debug)]
pub struct Document {
    /// The name of the file, or a substitute for one.
    pub name: String,
    /// What bytes above 127 mean in lines that are not UTF-8. It changes no byte.
    pub code_page: CodePage,
    /// How its records are read and checked.
    pub settings: FileSettings,
    /// Another game than chess, if its first comments name one.
    pub variant: Option<Variant>,
    source: Source,
    index: LineIndex,
    order: Order,
    edits: HashMap<RecordId, Arc<[u8]>>,
    next_new: u32,
    history: History,
    journal: Journal,
    run: Option<PendingRun>,
    watch: Watch,
    marks: Marks,
    revision: u64,
}

impl Document {
    /// A document over an indexed source.
    pub fn new(name: impl Into<String>, source: Source, index: LineIndex) -> Self {
        let order = Order::of_source(index.line_count());
        Self {
            name: name.into(),
            code_page: CodePage::default(),
            settings: FileSettings::default(),
            variant: None,
            source,
            index,
            order,
            edits: HashMap::new(),
            next_new: 0,
            history: History::default(),
            journal: Journal::default(),
            run: None,
            watch: Watch::default(),
            marks: Marks::default(),
            revision: 0,
        }
    }

    /// A document over bytes in memory.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        let mut indexer = Indexer::default();
        indexer.feed(&bytes);
        let variant = Signs::of_beginning(&bytes);
        Self { variant, ..Self::new(name, Source::resident(bytes), indexer.finish()) }
    }

    /// How its records are read and checked.
    pub fn conventions(&self) -> Conventions {
        let code_page = (!self.index.is_utf8()).then_some(self.code_page);
        Conventions { code_page, ..self.settings.conventions(self.variant) }
    }

    /// The number of lines, including blank ones and comments.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A number that grows with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The line at a position, from 0.
    pub fn id_at(&self, position: usize) -> Option<RecordId> {
        self.order.id_at(position)
    }

    /// All lines in order.
    pub fn ids(&self) -> impl Iterator<Item = RecordId> + '_ {
        self.order.iter()
    }

    /// All lines in order, as a list.
    pub fn all_ids(&self) -> Vec<RecordId> {
        self.order.to_vec()
    }

    /// The numbers of lines in the file, from 1; 0 for a line that no longer exists.
    pub fn numbers_of(&self, ids: &[RecordId]) -> Vec<u32> {
        let number = |place: Option<usize>| place.map_or(0, |at| u32::try_from(at + 1).unwrap_or(u32::MAX));
        self.order.positions_of(ids).into_iter().map(number).collect()
    }

    /// The encoding in which a line is shown and typed text is written: that of the line, or that of the file
    /// if the line is plain ASCII.
    pub fn encoding_of(&self, line: &[u8]) -> Encoding {
        let of_file = if self.index.is_utf8() { Encoding::Utf8 } else { Encoding::Page(self.code_page) };
        if line.is_ascii() { of_file } else { Encoding::detect(line, self.code_page) }
    }

    /// The position of a line, from 0.
    pub fn position_of(&self, id: RecordId) -> Option<usize> {
        self.order.position_of(id)
    }

    /// The positions of several lines; faster than asking for each.
    pub fn positions_of(&self, ids: &[RecordId]) -> Vec<Option<usize>> {
        self.order.positions_of(ids)
    }

    /// Returns whether the line differs from the source.
    pub fn is_touched(&self, id: RecordId) -> bool {
        self.edits.contains_key(&id)
    }

    /// The bytes of a line without its line end.
    pub fn line(&self, id: RecordId) -> Line<'_> {
        self.line_beside(id, None)
    }

    /// Like [`Self::line`]; blocks of the file that are not loaded are looked for among these.
    pub fn line_beside<'a>(&'a self, id: RecordId, beside: Option<&'a Blocks>) -> Line<'a> {
        if let Some(text) = self.edits.get(&id) {
            return Line::Ready(Cow::Borrowed(text));
        }
        let Some(range) = id.source_line().and_then(|line| self.index.range(line)) else { return Line::None };
        match self.source.read_beside(range, beside) {
            Some(Cow::Borrowed(bytes)) => Line::Ready(Cow::Borrowed(LineEnd::strip(bytes))),
            Some(Cow::Owned(mut bytes)) => {
                bytes.truncate(LineEnd::strip(&bytes).len());
                Line::Ready(Cow::Owned(bytes))
            }
            None => Line::Absent,
        }
    }

    /// The bytes of a line, if they are loaded.
    pub fn text(&self, id: RecordId) -> Option<Cow<'_, [u8]>> {
        match self.line(id) {
            Line::Ready(text) => Some(text),
            Line::Absent | Line::None => None,
        }
    }

    /// The length of a line in bytes, including its line end if it comes from the source.
    pub fn line_len(&self, id: RecordId) -> u64 {
        match (self.edits.get(&id), id.source_line().and_then(|line| self.index.range(line))) {
            (Some(text), _) => text.len() as u64,
            (None, Some(range)) => range.end - range.start,
            (None, None) => 0,
        }
    }

    /// Supplies a block of the source that was read.
    pub fn supply_block(&mut self, block: u32, bytes: Vec<u8>) {
        self.source.supply(block, bytes);
    }

    /// The bytes of the file as it was opened.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The line index.
    pub fn index(&self) -> &LineIndex {
        &self.index
    }

    /// Changes the text of one line. Consecutive edits with the same `merge` key are one step of undo.
    pub fn set_line(&mut self, id: RecordId, text: Vec<u8>, label: impl Into<Text>, merge: Option<MergeKey>) {
        self.set_lines(vec![(id, text)], label, merge);
    }

    /// Changes the text of several lines in one step of undo.
    pub fn set_lines(
        &mut self,
        lines: Vec<(RecordId, Vec<u8>)>,
        label: impl Into<Text>,
        merge: Option<MergeKey>,
    ) {
        let edits = self.edits_to(lines);
        self.commit(Change { label: label.into(), edits, splices: Vec::new(), merge });
    }

    /// The edits that give lines these texts; none for a line that already has its text.
    fn edits_to(&self, lines: Vec<(RecordId, Vec<u8>)>) -> Vec<LineEdit> {
        let edit = |(id, text): (RecordId, Vec<u8>)| {
            let before = self.edits.get(&id).cloned();
            let after = self.overlay_for(id, text);
            (before != after).then_some(LineEdit { id, before, after })
        };
        lines.into_iter().filter_map(edit).collect()
    }

    /// `None` if the text equals that of the source: such a line is not touched.
    fn overlay_for(&self, id: RecordId, text: Vec<u8>) -> Option<Arc<[u8]>> {
        let range = id.source_line().and_then(|line| self.index.range(line));
        let same = range
            .and_then(|range| self.source.read(range))
            .is_some_and(|bytes| LineEnd::strip(&bytes) == text);
        (!same).then(|| text.into())
    }

    /// Inserts lines before `position` in one step of undo, and returns the first new one.
    pub fn insert_lines(
        &mut self,
        position: usize,
        lines: Vec<Vec<u8>>,
        label: impl Into<Text>,
    ) -> Option<RecordId> {
        let (edits, splice) = self.new_lines(position, lines)?;
        let first = splice.inserted.first().copied();
        self.commit(Change { label: label.into(), edits, splices: vec![splice], merge: None });
        first
    }

    /// The number of lines that were added so far, those that are gone again included.
    pub fn lines_added(&self) -> u32 {
        self.next_new
    }

    /// The edits and the splice for new lines before `position`; `None` if no ids are left for them.
    fn new_lines(&mut self, position: usize, lines: Vec<Vec<u8>>) -> Option<(Vec<LineEdit>, Splice)> {
        let mut edits = Vec::with_capacity(lines.len());
        let mut inserted = Vec::with_capacity(lines.len());
        for text in lines {
            let id = RecordId::new_line(self.next_new)?;
            self.next_new += 1;
            edits.push(LineEdit { id, before: None, after: Some(text.into()) });
            inserted.push(id);
        }
        Some((edits, Splice { at: position.min(self.len()), removed: Vec::new(), inserted }))
    }

    fn commit(&mut self, change: Change) {
        if change.is_empty() {
            return;
        }
        self.journal.change(&change, self.history.is_sealed());
        self.note_run(change.merge.as_ref(), change.edits.iter().map(|edit| edit.id));
        self.perform(&change);
        self.history.push(change);
    }

    fn perform(&mut self, change: &Change) {
        for edit in &change.edits {
            match &edit.after {
                Some(text) => self.edits.insert(edit.id, Arc::clone(text)),
                None => self.edits.remove(&edit.id),
            };
        }
        self.order.splice_all(&change.splices);
        self.watch.see(change);
        self.revision += 1;
        self.mark_first(change);
    }

    /// The label of the step that undo would take back.
    pub fn undo_label(&self) -> Option<&Text> {
        self.history.undo_label()
    }

    /// The label of the step that redo would repeat.
    pub fn redo_label(&self) -> Option<&Text> {
        self.history.redo_label()
    }

    /// Undoes the last step and returns a line it concerned that exists now.
    pub fn undo(&mut self) -> Option<RecordId> {
        let change = self.history.undo()?;
        self.journal.undo();
        self.perform(&change);
        self.focus_of(&change)
    }

    /// Repeats the last undone step and returns a line it concerned that exists now.
    pub fn redo(&mut self) -> Option<RecordId> {
        let change = self.history.redo()?;
        self.journal.redo();
        self.perform(&change);
        self.focus_of(&change)
    }

    /// A line that a step concerned. `None` if it concerned several that stayed in their places, so that the user stays, too.
    fn focus_of(&self, change: &Change) -> Option<RecordId> {
        let is_order =
            |splice: &Splice| splice.inserted.len() > 1 && splice.inserted.len() == splice.removed.len();
        if change.edits.len() > 1 && change.splices.is_empty()
            || !change.splices.is_empty() && change.splices.iter().all(is_order)
        {
            return None;
        }
        let edited = change.edits.first().map(|edit| edit.id);
        let spliced = change.splices.first().and_then(|splice| {
            let place = splice.at.min(self.len().saturating_sub(1));
            splice.inserted.first().copied().or_else(|| self.id_at(place))
        });
        edited.filter(|&id| self.position_of(id).is_some()).or(spliced)
    }

    /// Ends a series of edits that are merged into one step of undo.
    pub fn seal_history(&mut self) {
        self.history.seal();
    }
}

#[cfg(test)]
mod tests;
