//! An unfinished run over the records of a document: what it does, and which records it has done. It is
//! written into the journal with the changes themselves, so that it continues after a crash and does nothing
//! twice.

use super::change::{Change, LineEdit, MergeKey};
use super::journal::{Reader, put, put_bytes};
use super::{Document, LineSet, RecordId};

/// An unfinished run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingRun {
    /// The number that its changes are merged by.
    pub serial: u64,
    /// What it does, in bytes defined by the caller.
    pub errand: Vec<u8>,
    /// The records it goes over; `None` for all lines of the file.
    pub scope: Option<Vec<RecordId>>,
    /// The records that are done.
    pub done: LineSet,
}

impl PendingRun {
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        put(out, self.serial);
        put_bytes(out, &self.errand);
        match &self.scope {
            None => out.push(0),
            Some(ids) => {
                out.push(1);
                put_ids(out, ids);
            }
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let serial = reader.number()?;
        let errand = reader.bytes()?.to_vec();
        let scope = match reader.byte()? {
            0 => None,
            _ => Some(read_ids(reader)?),
        };
        Some(Self { serial, errand, scope, done: LineSet::default() })
    }
}

pub(super) fn put_ids(out: &mut Vec<u8>, ids: &[RecordId]) {
    put(out, ids.len() as u64);
    for id in ids {
        put(out, u64::from(id.key()));
    }
}

pub(super) fn read_ids(reader: &mut Reader<'_>) -> Option<Vec<RecordId>> {
    let count = reader.count()?;
    (0..count).map(|_| reader.id()).collect()
}

/// Whether an edit of a run adds a line.
fn is_addition(edit: &LineEdit) -> bool {
    edit.before.is_none() && edit.id.new_serial().is_some()
}

impl Document {
    /// The unfinished run, if there is one.
    pub fn pending_run(&self) -> Option<&PendingRun> {
        self.run.as_ref()
    }

    /// The records that the run still has to do, in the order in which they were chosen, or that of the file.
    pub fn left_of_run(&self) -> Vec<RecordId> {
        let Some(run) = &self.run else { return Vec::new() };
        let is_left = |id: &RecordId| !run.done.has(*id) && self.position_of(*id).is_some();
        match &run.scope {
            None => self.ids().filter(is_left).collect(),
            Some(ids) => ids.iter().copied().filter(is_left).collect(),
        }
    }

    /// All records of the run that are still there, without the lines that it has added: in the order in which they were
    /// chosen, or that of the file. Lines that the user has added to a file whose every line is worked on belong to it.
    pub fn all_of_run(&self) -> Vec<RecordId> {
        let Some(run) = &self.run else { return Vec::new() };
        if let Some(ids) = &run.scope {
            return ids.iter().copied().filter(|id| self.position_of(*id).is_some()).collect();
        }
        let mut added = LineSet::default();
        for edit in
            self.steps_of_run(run.serial).flat_map(|step| &step.edits).filter(|edit| is_addition(edit))
        {
            added.add(edit.id);
        }
        self.ids().filter(|id| !added.has(*id)).collect()
    }

    /// How many records of the run are done, and how many it is about. Unlike [`Document::all_of_run`] this does not look
    /// at each record: records that are gone count, and of a run that adds lines only its changes are counted.
    pub fn counts_of_run(&self) -> (usize, usize) {
        let Some(run) = &self.run else { return (0, 0) };
        let added = match self.lines_added() {
            0 => 0,
            _ => self
                .steps_of_run(run.serial)
                .flat_map(|step| &step.edits)
                .filter(|edit| is_addition(edit))
                .count(),
        };
        let all = run.scope.as_ref().map_or(self.len().saturating_sub(added), Vec::len);
        (run.done.len().saturating_sub(added).min(all), all)
    }

    /// Notes that the user asks for a run that may change lines: its first change takes the place of what was undone before.
    pub fn ask_for_run(&mut self) {
        if self.redo_label().is_some() {
            self.history.outdate_undone();
            self.journal.run_asked();
        }
    }

    /// Begins a run. A record changed with [`MergeKey::Run`] of this number counts as done; one that stays as
    /// it is is reported by [`Document::run_did`].
    pub fn begin_run(&mut self, serial: u64, errand: Vec<u8>, scope: Option<Vec<RecordId>>) {
        let run = PendingRun { serial, errand, scope, done: LineSet::default() };
        self.journal.run_began(&run);
        self.run = Some(run);
    }

    /// Marks a record of the run as done without a change.
    pub fn run_did(&mut self, id: RecordId) {
        if let Some(run) = &mut self.run
            && run.done.add(id)
        {
            self.journal.run_did(id);
        }
    }

    /// Returns whether changes of the run with this number are in effect: made, and not undone.
    pub fn has_run(&self, serial: u64) -> bool {
        self.history.steps().any(|step| step.merge == Some(MergeKey::Run(serial)))
    }

    /// Returns how many lines differ by the run with this number. What was undone of it does not count.
    pub fn changed_by_run(&self, serial: u64) -> usize {
        // Lines that the run added belong to those after which they stand.
        let was_there = |edit: &&LineEdit| !is_addition(edit);
        self.steps_of_run(serial).map(|step| step.edits.iter().filter(was_there).count()).sum()
    }

    /// The changes of the run with this number that are in effect.
    fn steps_of_run(&self, serial: u64) -> impl Iterator<Item = &Change> {
        self.history.steps().filter(move |step| step.merge == Some(MergeKey::Run(serial)))
    }

    /// Returns whether undo would take back results of the unfinished run. The run would not bring them again,
    /// so users are to end it first.
    pub fn is_run_on_top(&self) -> bool {
        let of_run = self.run.as_ref().map(|run| MergeKey::Run(run.serial));
        of_run.is_some() && self.history.last().is_some_and(|step| step.merge == of_run)
    }

    /// Ends the run, finished or given up.
    pub fn end_run(&mut self) {
        if self.run.take().is_some() {
            self.journal.run_ended();
        }
    }

    /// Notes a change: records that the run changed are done.
    pub(super) fn note_run(&mut self, merge: Option<&MergeKey>, ids: impl Iterator<Item = RecordId>) {
        if let (Some(run), Some(MergeKey::Run(serial))) = (&mut self.run, merge)
            && run.serial == *serial
        {
            ids.for_each(|id| {
                run.done.add(id);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::ExtendedLine;

    const FILE: &[u8] = b"one\ntwo\nthree\nfour\n";

    fn id(document: &Document, at: usize) -> RecordId {
        document.id_at(at).expect("a line")
    }

    fn lines(document: &Document, ids: &[RecordId]) -> Vec<usize> {
        ids.iter().filter_map(|&id| document.position_of(id)).collect()
    }

    #[test]
    fn a_run_goes_on_where_it_was() {
        let mut document = Document::from_bytes("x.epd", FILE.to_vec());
        document.keep_journal();
        document.begin_run(7, b"step".to_vec(), None);
        let (first, second) = (id(&document, 0), id(&document, 1));
        document.set_line(first, b"1".to_vec(), "Run", Some(MergeKey::Run(7)));
        document.run_did(second);
        let chunk = document.take_journal().expect("a chunk");
        let mut again = Document::from_bytes("x.epd", FILE.to_vec());
        assert_eq!(again.replay(&chunk), Ok(()));
        assert_eq!(again.pending_run(), document.pending_run());
        assert_eq!(lines(&again, &again.left_of_run()), [2, 3]);
        // An edit by the user does not belong to the run.
        let third = id(&again, 2);
        again.set_line(third, b"3".to_vec(), "Edit", None);
        assert_eq!(lines(&again, &again.left_of_run()), [2, 3]);
        document.end_run();
        let chunk = document.take_journal().expect("a chunk");
        assert_eq!(again.replay(&chunk), Ok(()));
        assert_eq!((again.pending_run(), again.left_of_run().len()), (None, 0));
    }

    #[test]
    fn a_run_leaves_what_was_undone_beside_it() {
        let run = || Some(MergeKey::Run(7));
        // The line that the run writes after the second was edited and that was undone; whether redo is kept.
        for (written, is_kept) in [(2, true), (1, false)] {
            let mut document = Document::from_bytes("x.epd", FILE.to_vec());
            let ids = document.all_ids();
            document.begin_run(7, Vec::new(), None);
            assert!(!document.is_run_on_top(), "there is nothing to undo");
            document.set_line(ids[0], b"1".to_vec(), "Run", run());
            assert!(document.is_run_on_top());
            document.set_line(ids[1], b"2".to_vec(), "Edit", None);
            assert!(!document.is_run_on_top(), "the edit can be undone");
            document.mark_saved();
            document.undo();
            document.set_line(ids[written], b"run".to_vec(), "Run", run());
            assert!(document.is_run_on_top());
            assert_eq!(document.redo_label().is_some(), is_kept);
            if is_kept {
                document.redo();
                assert_eq!(document.to_bytes().as_deref(), Some(&b"1\n2\nrun\nfour\n"[..]));
                assert!(document.is_dirty(), "this state was never saved");
            }
            document.end_run();
            assert!(!document.is_run_on_top());
            while document.undo_label().is_some() {
                document.undo();
            }
            assert_eq!(document.to_bytes().as_deref(), Some(FILE));
        }
    }

    #[test]
    fn a_run_that_is_asked_for_takes_the_place_of_what_was_undone() {
        let mut document = Document::from_bytes("x.epd", FILE.to_vec());
        let ids = document.all_ids();
        document.set_line(ids[3], b"4".to_vec(), "Edit", None);
        document.permute(&[ids[1], ids[0]], "Sort");
        document.undo();
        document.ask_for_run();
        assert!(document.redo_label().is_some(), "nothing has changed yet");
        document.undo();
        document.set_line(ids[2], b"run".to_vec(), "Run", Some(MergeKey::Run(7)));
        document.redo();
        assert_eq!(document.to_bytes().as_deref(), Some(&b"one\ntwo\nrun\n4\n"[..]));
        assert!(document.redo_label().is_none(), "the order went");
        // What is undone during the run comes back beside it, and before its first result.
        document.set_line(ids[0], b"1".to_vec(), "Edit", None);
        document.undo();
        document.set_line(ids[1], b"run".to_vec(), "Run", Some(MergeKey::Run(7)));
        document.redo();
        assert_eq!(document.to_bytes().as_deref(), Some(&b"1\nrun\nrun\n4\n"[..]));
    }

    /// Replaying the journal gives the same steps to undo and redo.
    #[test]
    fn a_run_that_is_asked_for_is_in_the_journal() {
        let mut document = Document::from_bytes("x.epd", FILE.to_vec());
        document.keep_journal();
        let ids = document.all_ids();
        let run = Some(MergeKey::Run(7));
        document.ask_for_run();
        assert!(!document.has_journal(), "nothing had been undone");
        document.set_line(ids[1], b"A".to_vec(), "Edit", None);
        document.set_line(ids[0], b"U".to_vec(), "Edit", None);
        document.undo();
        document.undo();
        document.redo();
        document.undo();
        document.ask_for_run();
        document.set_line(ids[3], b"run".to_vec(), "Run", run.clone());
        document.set_line(ids[2], b"run".to_vec(), "Run", run);
        let mut again = Document::from_bytes("x.epd", FILE.to_vec());
        assert_eq!(again.replay(&document.take_journal().expect("a chunk")), Ok(()));
        assert_eq!(again.redo_label(), document.redo_label());
        for document in [&mut document, &mut again] {
            document.redo();
        }
        assert_eq!(again.to_bytes(), document.to_bytes());
        assert_eq!(document.to_bytes().as_deref(), Some(&b"one\ntwo\nrun\nrun\n"[..]));
    }

    #[test]
    fn lines_that_a_run_brings_are_part_of_its_step() {
        check_lines_of_run(true);
        check_lines_of_run(false);
    }

    #[track_caller]
    fn check_lines_of_run(at_once: bool) {
        let mut document = Document::from_bytes("x.epd", FILE.to_vec());
        document.keep_journal();
        document.begin_run(7, Vec::new(), None);
        let (first, second) = (id(&document, 0), id(&document, 1));
        let merge = Some(MergeKey::Run(7));
        let extended = |id, text: &[u8], behind: &[&[u8]]| ExtendedLine {
            id,
            text: text.to_vec(),
            behind: behind.iter().map(|line| line.to_vec()).collect(),
        };
        let gone = extended(RecordId::of_key(u32::MAX), b"x", &[b"y"]);
        let second = extended(second, b"2", &[b"2a", b"2b"]);
        let first = extended(first, b"one", &[b"1a"]);
        if at_once {
            document.extend_lines(vec![second, gone, first], "Run", merge);
        } else {
            document.extend_lines(vec![second], "Run", merge.clone());
            document.extend_lines(vec![first, gone], "Run", merge);
        }
        let expect: &[u8] = b"one\n1a\n2\n2a\n2b\nthree\nfour\n";
        assert_eq!(document.to_bytes().as_deref(), Some(expect));
        // They are done, and what comes after the run does not go over them.
        assert_eq!(lines(&document, &document.left_of_run()), [5, 6]);
        assert_eq!(lines(&document, &document.all_of_run()), [0, 2, 5, 6]);
        // The one that is gone counts as done.
        assert_eq!(document.counts_of_run(), (3, 4));
        // What the user removes of both is no more to be done, and is not counted below nothing.
        for _ in 0..document.len() {
            document.remove_line(0, "Remove");
        }
        assert_eq!((document.counts_of_run().1, document.all_of_run().len()), (0, 0));
        for _ in 0..7 {
            document.undo();
        }
        assert_eq!(document.counts_of_run(), (3, 4));
        let chunk = document.take_journal().expect("a chunk");
        let mut again = Document::from_bytes("x.epd", FILE.to_vec());
        assert_eq!(again.replay(&chunk), Ok(()));
        for document in [&mut document, &mut again] {
            document.undo();
            assert_eq!(document.to_bytes().as_deref(), Some(FILE));
            document.redo();
            assert_eq!(document.to_bytes().as_deref(), Some(expect));
        }
    }

    #[test]
    fn a_run_over_some_records_keeps_to_them() {
        let mut document = Document::from_bytes("x.epd", FILE.to_vec());
        document.keep_journal();
        let some = vec![id(&document, 3), id(&document, 1)];
        document.begin_run(1, Vec::new(), Some(some.clone()));
        document.run_did(some[0]);
        document.run_did(some[0]);
        assert_eq!(lines(&document, &document.all_of_run()), [3, 1]);
        assert_eq!(document.counts_of_run(), (1, 2));
        let chunk = document.take_journal().expect("a chunk");
        let mut again = Document::from_bytes("x.epd", FILE.to_vec());
        assert_eq!(again.replay(&chunk), Ok(()));
        assert_eq!(lines(&again, &again.left_of_run()), [1]);
        for end in 0..chunk.len() {
            // No panic, whatever is missing.
            let _ = Document::from_bytes("x.epd", FILE.to_vec()).replay(&chunk[..end]);
        }
    }
}
