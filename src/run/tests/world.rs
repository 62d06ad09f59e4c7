//! Runs in a world where everything happens at any time: workers die, the user edits, stops and goes on, and
//! the page is lost and comes back.

use super::document;
use crate::document::Document;
use crate::run::*;
use crate::verb::Written;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

const SERIAL: u64 = 1;

/// What happens next: the number of a lane or a record, and an event for it.
#[derive(Debug, Clone, Copy)]
enum World {
    Answer(usize),
    Cut(usize),
    Fail(usize),
    Twice(usize),
    Unread(usize),
    Pause,
    Resume,
    Stop,
    /// The page is lost, and another takes the run over.
    Crash,
    /// Finished records are written.
    Beat,
    Edit(usize),
    /// The position of a record changes.
    Turn(usize),
    Remove(usize),
}

fn world() -> impl Strategy<Value = World> {
    prop_oneof![
        8 => (0..8_usize).prop_map(World::Answer),
        2 => (0..8_usize).prop_map(World::Cut),
        1 => (0..8_usize).prop_map(World::Fail),
        1 => (0..8_usize).prop_map(World::Twice),
        1 => (0..8_usize).prop_map(World::Unread),
        1 => Just(World::Pause),
        2 => Just(World::Resume),
        1 => Just(World::Stop),
        1 => Just(World::Crash),
        3 => Just(World::Beat),
        1 => (0..40_usize).prop_map(World::Edit),
        1 => (0..40_usize).prop_map(World::Turn),
        1 => (0..40_usize).prop_map(World::Remove),
    ]
}

/// What the browser still has to do.
#[derive(Default)]
struct Open {
    reads: HashMap<LaneId, Vec<RecordId>>,
    works: HashMap<LaneId, Lines>,
    cancelled: Vec<LaneId>,
    is_over: bool,
}

impl Open {
    fn take(&mut self, actions: Vec<Action>) {
        for action in actions {
            assert!(!self.is_over, "{action:?} after the end");
            match action {
                Action::Read(lane, ids) => assert!(self.reads.insert(lane, ids).is_none()),
                Action::Work(lane, lines) => assert!(self.works.insert(lane, lines).is_none()),
                Action::Write(..) => {
                    unreachable!("only a run over one record writes what it has found so far")
                }
                Action::Cancel(lane) => self.cancelled.push(lane),
                Action::TellPaused(_) => {}
                Action::End => self.is_over = true,
            }
        }
    }

    fn nth(map: &HashMap<LaneId, impl Sized>, nth: usize) -> Option<LaneId> {
        let mut lanes: Vec<_> = map.keys().copied().collect();
        lanes.sort_unstable();
        (!lanes.is_empty()).then(|| lanes[nth % lanes.len()])
    }
}

/// The browser, with a document and a run over it.
struct Page {
    document: Document,
    /// What was stored of its journal.
    stored: Vec<Vec<u8>>,
    records: usize,
    width: usize,
    run: Run,
    open: Open,
    /// How often each record was written.
    commits: BTreeMap<RecordId, usize>,
}

impl Page {
    fn new(records: usize, width: usize) -> Self {
        let (mut document, ids) = document(records);
        document.keep_journal();
        document.begin_run(SERIAL, Vec::new(), None);
        let (run, actions) = Run::begin(Scope::Whole, ids, width);
        let mut page = Self {
            document,
            stored: Vec::new(),
            records,
            width,
            run,
            open: Open::default(),
            commits: BTreeMap::new(),
        };
        page.open.take(actions);
        page
    }

    fn hear(&mut self, event: Event) {
        let actions = self.run.handle(event);
        self.open.take(actions);
    }

    /// Does what is open for some lane, up to `done` of its lines.
    fn answer(&mut self, nth: usize, done: usize, end: End) {
        if let Some(lane) = Open::nth(&self.open.reads, nth) {
            let ids = self.open.reads.remove(&lane).unwrap();
            let there = |id: &RecordId| self.document.position_of(*id).is_some();
            let text =
                |id: RecordId| Some((self.document.text(id)?.into_owned(), self.document.is_touched(id)));
            let lines = ids.into_iter().map(|id| Some(id).filter(there).and_then(text)).collect();
            self.hear(Event::Lines(lane, lines));
        } else if let Some(lane) = Open::nth(&self.open.works, nth) {
            let lines = self.open.works.remove(&lane).unwrap();
            for at in 0..lines.len().min(done) {
                let mut text = lines.get(at).unwrap().to_vec();
                text.extend_from_slice(b" zz 1;");
                let written = Box::new(Written::text(text));
                self.hear(Event::Progress(lane, Progress::Written(u32::try_from(at).unwrap(), written)));
            }
            self.hear(Event::Ended(lane, end));
        }
    }

    /// Writes finished records.
    fn beat(&mut self) {
        let mut finished = self.run.take_finished();
        write_all(&mut finished, &mut self.document, &"run.analyze-file".into(), SERIAL, true);
        for done in finished {
            *self.commits.entry(done.id).or_default() += 1;
        }
        self.stored.extend(self.document.take_journal());
    }

    /// Begins what is left of the run.
    fn go_on(&mut self) {
        let (run, actions) = Run::begin(Scope::Whole, self.document.left_of_run(), self.width);
        (self.run, self.open) = (run, Open::default());
        self.open.take(actions);
    }

    fn stop(&mut self) {
        self.hear(Event::Stop);
        for lane in std::mem::take(&mut self.open.cancelled) {
            self.open.works.remove(&lane);
            self.hear(Event::Ended(lane, End::Cancelled));
        }
        assert!(self.open.is_over, "{:?}", self.run);
        self.beat();
        self.go_on();
    }

    /// What was finished but not written is lost with the page, and so is its document.
    fn crash(&mut self) {
        self.stored.extend(self.document.take_journal());
        let (mut again, _) = document(self.records);
        again.keep_journal();
        for chunk in &self.stored {
            assert_eq!(again.replay(chunk), Ok(()));
        }
        self.document = again;
        self.go_on();
    }

    fn edit(&mut self, id: RecordId, text: &[u8]) {
        if self.document.position_of(id).is_some() {
            self.document.set_line(id, text.to_vec(), "step.edit-record", None);
        }
    }
}

proptest! {
    #[test]
    fn every_record_is_done_exactly_once_whatever_happens(
        records in 0..40_usize,
        width in 1..5_usize,
        events in proptest::collection::vec(world(), 0..160),
    ) {
        let ids = document(records).1;
        let mut page = Page::new(records, width);
        // A record that is removed, or whose position changes, may be done before, or not at all, or again.
        let mut changed: BTreeSet<RecordId> = BTreeSet::new();
        for event in events {
            match event {
                World::Answer(nth) => page.answer(nth, usize::MAX, End::Done),
                World::Cut(nth) => page.answer(nth, 1, End::Done),
                World::Fail(nth) => page.answer(nth, 0, End::Failed("why.closed".into())),
                World::Twice(lane) => page.hear(super::written(lane % width, 900)),
                World::Unread(nth) => {
                    if let Some(lane) = Open::nth(&page.open.reads, nth) {
                        page.open.reads.remove(&lane);
                        page.hear(Event::Unread(lane, "why.closed".into()));
                    }
                }
                World::Pause => page.hear(Event::Pause),
                World::Resume => page.hear(Event::Resume),
                World::Stop => page.stop(),
                World::Crash => page.crash(),
                World::Beat => page.beat(),
                World::Edit(at) => {
                    if let Some(&id) = ids.get(at) {
                        page.edit(id, b"4k3/8/8/8/8/8/8/4K3 w - - id \"typed\";");
                    }
                }
                World::Turn(at) => {
                    if let Some(&id) = ids.get(at) {
                        changed.insert(id);
                        page.edit(id, b"4k3/8/8/8/8/8/8/4K3 b - - id \"turned\";");
                    }
                }
                World::Remove(at) => {
                    if let Some((&id, place)) =
                        ids.get(at).and_then(|id| Some((id, page.document.position_of(*id)?)))
                    {
                        changed.insert(id);
                        page.document.remove_line(place, "step.edit-record");
                    }
                }
            }
        }
        // In the end everything is answered.
        for _ in 0..4 * records + 8 {
            page.hear(Event::Resume);
            page.answer(0, usize::MAX, End::Done);
        }
        prop_assert!(page.open.is_over, "{:?}", page.run);
        page.beat();
        for id in ids {
            let commits = page.commits.get(&id).copied().unwrap_or_default();
            prop_assert!(commits == 1 || changed.contains(&id), "{id:?}: {commits}");
        }
        let left = page.document.left_of_run();
        prop_assert!(left.iter().all(|id| changed.contains(id)), "{left:?}");
        page.crash();
        prop_assert_eq!(page.document.left_of_run(), left);
    }
}
