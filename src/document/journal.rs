//! A journal of what was done to a document, so that it can be done again over the same file.
//!
//! Entries name lines by their [`RecordId`]s and hold no byte of the source, so the journal grows with the
//! work on a file and not with its size. They are written as they happen and taken in *chunks* by the code
//! that stores them: one byte for the version of the form, then entries. Numbers are in base 128, least
//! significant digit first, with the high bit set if another digit follows.

use std::sync::Arc;

use super::change::{Change, LineEdit, LinePart, MergeKey, Splice};
use super::run::PendingRun;
use super::{Document, RecordId};
use crate::language::Text;

/// The version of the form of chunks. Older ones must stay readable: `tests` holds a chunk of each.
const VERSION: u8 = 5;

/// The last version in which labels were words: a key of the language files and its arguments, separated by
/// tabs.
const LABELS_AS_WORDS: u8 = 2;

/// The first version.
const FIRST: u8 = 1;

const CHANGE: u8 = 1;
const UNDO: u8 = 2;
const REDO: u8 = 3;
const SAVED: u8 = 4;
const UNSAVED: u8 = 5;
const RUN_BEGAN: u8 = 6;
const RUN_DID: u8 = 7;
const RUN_ENDED: u8 = 8;
const RUN_ASKED: u8 = 9;

/// A chunk in which nothing was done.
pub fn empty_chunk() -> Vec<u8> {
    vec![VERSION]
}

/// A chunk that cannot be read to its end; the entries before the fault are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JournalError {
    /// It was written by a newer version.
    Version(u8),
    /// It is damaged, or belongs to another file.
    Damaged,
}

impl JournalError {
    /// What is wrong.
    pub fn text(self) -> Text {
        match self {
            Self::Version(_) => "why.journal-version".into(),
            Self::Damaged => "why.journal-damaged".into(),
        }
    }
}

impl std::fmt::Display for JournalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text().english())
    }
}

/// The entries not yet taken.
#[derive(Debug, Default)]
pub(super) struct Journal {
    is_kept: bool,
    entries: Vec<u8>,
}

impl Journal {
    pub(super) fn undo(&mut self) {
        self.mark(UNDO);
    }

    pub(super) fn redo(&mut self) {
        self.mark(REDO);
    }

    pub(super) fn saved(&mut self) {
        self.mark(SAVED);
    }

    pub(super) fn unsaved(&mut self) {
        self.mark(UNSAVED);
    }

    pub(super) fn run_asked(&mut self) {
        self.mark(RUN_ASKED);
    }

    pub(super) fn run_began(&mut self, run: &PendingRun) {
        self.mark_run(RUN_BEGAN, |out| run.write(out));
    }

    pub(super) fn run_did(&mut self, id: RecordId) {
        self.mark_run(RUN_DID, |out| put(out, u64::from(id.key())));
    }

    pub(super) fn run_ended(&mut self) {
        self.mark_run(RUN_ENDED, |_| ());
    }

    fn mark_run(&mut self, entry: u8, rest: impl FnOnce(&mut Vec<u8>)) {
        if self.is_kept {
            self.entries.push(entry);
            rest(&mut self.entries);
        }
    }

    fn mark(&mut self, entry: u8) {
        if self.is_kept {
            self.entries.push(entry);
        }
    }

    /// Adds a step; `sealed` if it cannot join the one before.
    pub(super) fn change(&mut self, change: &Change, sealed: bool) {
        if !self.is_kept {
            return;
        }
        let out = &mut self.entries;
        out.extend([CHANGE, u8::from(sealed)]);
        put_bytes(out, &change.label.to_bytes());
        match &change.merge {
            None => out.push(0),
            Some(MergeKey::Field { id, part: LinePart::Whole }) => {
                out.push(1);
                put(out, u64::from(id.key()));
                put(out, 0);
            }
            Some(MergeKey::Field { id, part: LinePart::Fields }) => {
                out.push(4);
                put(out, u64::from(id.key()));
            }
            Some(MergeKey::Field { id, part: LinePart::Operation(opcode) }) => {
                out.push(3);
                put(out, u64::from(id.key()));
                put_bytes(out, opcode.as_bytes());
            }
            Some(MergeKey::Run(serial)) => {
                out.push(2);
                put(out, *serial);
            }
        }
        put(out, change.edits.len() as u64);
        for edit in &change.edits {
            put(out, u64::from(edit.id.key()));
            out.push(u8::from(edit.after.is_some()));
            if let Some(text) = &edit.after {
                put_bytes(out, text);
            }
        }
        put(out, change.splices.len() as u64);
        for splice in &change.splices {
            put(out, splice.at as u64);
            put(out, splice.removed.len() as u64);
            put(out, splice.inserted.len() as u64);
            for id in &splice.inserted {
                put(out, u64::from(id.key()));
            }
        }
    }
}

pub(super) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push((number & 0x7f) as u8);
}

pub(super) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Reads what was written. `None` if the bytes end too early.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    /// The version of the chunk.
    version: u8,
}

impl<'a> Reader<'a> {
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    /// The label of a step of undo.
    fn label(&mut self) -> Option<Text> {
        let is_words = self.version <= LABELS_AS_WORDS;
        let bytes = self.bytes()?;
        if !is_words {
            return Text::from_bytes(bytes);
        }
        let mut parts = std::str::from_utf8(bytes).ok()?.split('\t').map(str::to_owned);
        let key = parts.next()?;
        Some(Text::Entry { key: key.into(), args: parts.map(Into::into).collect() })
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A number of things that take at least a byte each.
    pub(super) fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.bytes.len()).then_some(count)
    }

    pub(super) fn bytes(&mut self) -> Option<&'a [u8]> {
        let count = self.count()?;
        let (bytes, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(bytes)
    }

    pub(super) fn id(&mut self) -> Option<RecordId> {
        u32::try_from(self.number()?).ok().map(RecordId::of_key)
    }
}

impl Document {
    /// Starts the journal: everything from now on is written down.
    pub fn keep_journal(&mut self) {
        self.journal.is_kept = true;
        if self.history.is_unsaved() {
            self.journal.unsaved();
        }
    }

    /// Continues after a journal that was replayed: what follows is written down after it.
    pub fn resume_journal(&mut self) {
        // A run that begins now is none of those in the journal; an unfinished one continues.
        let run = self.run.as_ref().map(|run| MergeKey::Run(run.serial));
        self.history.forget_merges(run.as_ref());
        self.journal.is_kept = true;
    }

    /// Restarts the journal with how the document came to be what it is, for a store that knows nothing of
    /// it: the steps that can be undone, without those undone and without the fact of having been saved.
    pub fn restart_journal(&mut self) {
        self.journal.is_kept = true;
        self.journal.entries.clear();
        self.journal.unsaved();
        for change in self.history.steps() {
            self.journal.change(change, true);
        }
        if let Some(run) = &self.run {
            self.journal.run_began(run);
            for id in self.order.iter().filter(|&id| run.done.has(id)) {
                self.journal.run_did(id);
            }
        }
    }

    /// Returns whether the journal has entries that were not taken yet.
    pub fn has_journal(&self) -> bool {
        !self.journal.entries.is_empty()
    }

    /// Takes the entries as a chunk; `None` if there are none.
    pub fn take_journal(&mut self) -> Option<Vec<u8>> {
        if self.journal.entries.is_empty() {
            return None;
        }
        let mut chunk = empty_chunk();
        chunk.append(&mut self.journal.entries);
        Some(chunk)
    }

    /// Replays a chunk, over the same source and after the chunks before it. Nothing of it is written down
    /// again.
    ///
    /// # Errors
    /// A chunk of an unknown version, or one that does not fit this document. The entries before
    /// the one that cannot be read are done.
    pub fn replay(&mut self, chunk: &[u8]) -> Result<(), JournalError> {
        let mut reader = Reader { bytes: chunk, version: 0 };
        match reader.byte() {
            Some(version @ FIRST..=VERSION) => reader.version = version,
            Some(other) => return Err(JournalError::Version(other)),
            None => return Err(JournalError::Damaged),
        }
        let kept = std::mem::take(&mut self.journal.is_kept);
        let mut done = Ok(());
        while done.is_ok() && !reader.bytes.is_empty() {
            done = self.replay_entry(&mut reader).ok_or(JournalError::Damaged);
        }
        self.journal.is_kept = kept;
        done
    }

    fn replay_entry(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        match reader.byte()? {
            CHANGE => {
                let sealed = reader.byte()? != 0;
                let change = self.read_change(reader)?;
                if sealed {
                    self.seal_history();
                }
                let new = change.edits.iter().filter_map(|edit| edit.id.new_serial()).max();
                self.next_new = self.next_new.max(new.map_or(0, |serial| serial + 1));
                self.commit(change);
            }
            UNDO => {
                self.undo();
            }
            REDO => {
                self.redo();
            }
            SAVED => self.mark_saved(),
            UNSAVED => self.mark_unsaved(),
            RUN_BEGAN => self.run = Some(PendingRun::read(reader)?),
            RUN_DID => {
                let id = reader.id()?;
                if let Some(run) = &mut self.run {
                    run.done.add(id);
                }
            }
            RUN_ENDED => self.run = None,
            RUN_ASKED => self.history.outdate_undone(),
            _ => return None,
        }
        Some(())
    }

    fn read_change(&self, reader: &mut Reader<'_>) -> Option<Change> {
        let label = reader.label()?;
        let merge = match reader.byte()? {
            0 => None,
            1 => {
                let (id, part) = (reader.id()?, reader.number()?);
                // Chunks before the fourth version have a number for an operation; no opcode is a number.
                let part = if part == 0 { LinePart::Whole } else { LinePart::operation(&part.to_string()) };
                Some(MergeKey::Field { id, part })
            }
            2 => Some(MergeKey::Run(reader.number()?)),
            3 => {
                let (id, opcode) = (reader.id()?, reader.bytes()?);
                Some(MergeKey::Field { id, part: LinePart::operation(str::from_utf8(opcode).ok()?) })
            }
            4 => Some(MergeKey::Field { id: reader.id()?, part: LinePart::Fields }),
            _ => return None,
        };
        let is_known = |id: RecordId| id.source_line().is_none_or(|line| line < self.index.line_count());
        let mut edits = Vec::new();
        for _ in 0..reader.count()? {
            let id = reader.id()?;
            let after = match reader.byte()? {
                0 => None,
                _ => Some(Arc::from(reader.bytes()?)),
            };
            let before = self.edits.get(&id).cloned();
            edits.push(is_known(id).then_some(LineEdit { id, before, after })?);
        }
        let mut splices = Vec::new();
        let mut len = self.len();
        for _ in 0..reader.count()? {
            let at = usize::try_from(reader.number()?).ok().filter(|&at| at <= len)?;
            let removed = usize::try_from(reader.number()?).ok().filter(|&removed| removed <= len - at)?;
            // Splices of one step follow each other; no step removes lines with two of them.
            let removed = self.order.slice(at, removed);
            let count = reader.count()?;
            let id = |_| reader.id().filter(|&id| is_known(id));
            let inserted = (0..count).map(id).collect::<Option<Vec<_>>>()?;
            len = len - removed.len() + inserted.len();
            splices.push(Splice { at, removed, inserted });
        }
        Some(Change { label, edits, splices, merge })
    }
}
