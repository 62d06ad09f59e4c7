//! The state machine, transition by transition and in random order.

use super::*;
use crate::document::{Document, MergeKey};
use crate::verb::{Limits, Report, Step};
use proptest::prelude::*;
use std::collections::HashMap;

const FILE: &str = "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"b\";\n\
                    4k3/8/8/8/8/8/8/4K3 w - - id \"c\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"d\";\n";

fn document(records: usize) -> (Document, Vec<RecordId>) {
    let text: Vec<&str> = FILE.split_inclusive('\n').cycle().take(records).collect();
    let document = Document::from_bytes("own.epd", text.concat().into_bytes());
    let ids = document.all_ids();
    (document, ids)
}

fn lines(count: usize) -> Vec<Option<Vec<u8>>> {
    FILE.lines().cycle().take(count).map(|line| Some(line.as_bytes().to_vec())).collect()
}

fn written(lane: LaneId, at: u32) -> Event {
    Event::Progress(lane, Progress::Written(at, Box::new(Written::from(Ended::Written))))
}

fn report() -> Report {
    let score = crate::chess::score::Score::Centipawns(7);
    let line = vec!["e1d2".to_owned()];
    Report { rank: 1, depth: 3, selective_depth: 4, score, line, nodes: 9, time_ms: 1 }
}

/// A run with one lane that is working on its first record.
fn working(scope: Scope, records: usize) -> (Run, Vec<RecordId>) {
    let (_, ids) = document(records);
    let (mut run, actions) = Run::begin(scope, ids.clone(), 1);
    assert_eq!(actions, [Action::Read(0, ids[..1].to_vec())]);
    let actions = run.handle(Event::Lines(0, lines(1)));
    assert!(matches!(actions[..], [Action::Work(0, _)]), "{actions:?}");
    (run, ids)
}

#[test]
fn a_run_without_records_ends_at_once() {
    let (mut run, actions) = Run::begin(Scope::Whole, Vec::new(), 3);
    assert_eq!(actions, [Action::End]);
    for event in [Event::Stop, Event::Pause, Event::Resume, Event::Ended(0, End::Done), written(7, 0)] {
        assert_eq!(run.handle(event), []);
    }
}

#[test]
fn a_lane_takes_more_while_records_take_no_time() {
    let (mut run, ids) = working(Scope::Whole, 40);
    run.handle(written(0, 0));
    let actions = run.handle(Event::Ended(0, End::Done));
    assert_eq!(actions, [Action::Read(0, ids[1..3].to_vec())]);
    run.handle(Event::Lines(0, lines(2)));
    run.handle(written(0, 0));
    // The worker's time was up after one record, so the other one is taken again.
    let actions = run.handle(Event::Ended(0, End::Done));
    assert_eq!(actions, [Action::Read(0, ids[2..4].to_vec())]);
    assert_eq!(run.take_finished().iter().map(|done| done.id).collect::<Vec<_>>(), ids[..2]);
}

#[test]
fn what_is_said_twice_counts_once() {
    let (mut run, _) = working(Scope::Whole, 2);
    run.handle(written(0, 0));
    run.handle(written(0, 0));
    run.handle(written(0, 5));
    run.handle(written(9, 0));
    assert_eq!(run.take_finished().len(), 1);
}

#[test]
fn a_paused_run_begins_no_record_and_loses_none() {
    let (mut run, ids) = working(Scope::Whole, 3);
    assert_eq!(run.handle(Event::Pause), []);
    run.handle(written(0, 0));
    assert_eq!(run.handle(Event::Ended(0, End::Done)), []);
    assert!(run.is_paused());
    assert_eq!(run.handle(Event::Resume), [Action::Read(0, ids[1..2].to_vec())]);
    // When it is paused while lines are being read, they are read again.
    run.handle(Event::Pause);
    assert_eq!(run.handle(Event::Lines(0, lines(1))), []);
    assert_eq!(run.handle(Event::Resume), [Action::Read(0, ids[1..2].to_vec())]);
}

#[test]
fn a_stopped_run_ends_when_its_lanes_have() {
    let (mut run, _) = working(Scope::Whole, 3);
    assert_eq!(run.handle(Event::Stop), [Action::Cancel(0)]);
    assert_eq!(run.handle(Event::Stop), []);
    assert_eq!(run.handle(Event::Ended(0, End::Cancelled)), [Action::End]);
    assert_eq!(run.take_finished(), []);
    let (mut run, _) = working(Scope::Whole, 3);
    run.handle(Event::Pause);
    run.handle(written(0, 0));
    run.handle(Event::Ended(0, End::Done));
    assert_eq!(run.handle(Event::Stop), [Action::End], "a paused one at once");
}

#[test]
fn one_record_that_is_stopped_is_written_with_what_was_found() {
    let (mut run, ids) = working(Scope::One, 1);
    run.handle(Event::Progress(0, Progress::Found(report())));
    assert_eq!(run.handle(Event::Stop), [Action::Cancel(0)]);
    let actions = run.handle(Event::Ended(0, End::Cancelled));
    let line = lines(1).remove(0).unwrap();
    assert_eq!(actions, [Action::Write(0, line.clone(), Found::Search(report().into()))]);
    run.handle(written(0, 0));
    assert_eq!(run.handle(Event::Ended(0, End::Done)), [Action::End]);
    let done = Finished { id: ids[0], asked: line, written: Ended::Written.into() };
    assert_eq!(run.take_finished(), [done]);
}

#[test]
fn repeated_breakdowns_pause_the_run() {
    let (mut run, ids) = working(Scope::Whole, 9);
    for round in 1..=3 {
        let actions = run.handle(Event::Ended(0, End::Failed("why.closed".into())));
        if round == 3 {
            assert_eq!(actions, [Action::TellPaused("why.closed".into())]);
            break;
        }
        assert!(matches!(actions[..], [Action::Read(0, _)]), "{actions:?}");
        run.handle(Event::Lines(0, lines(1)));
    }
    assert_eq!(run.take_finished().len(), 3);
    assert_eq!(run.handle(Event::Resume), [Action::Read(0, ids[3..4].to_vec())]);
    // A finished record resets the count.
    run.handle(Event::Lines(0, lines(1)));
    run.handle(written(0, 0));
    run.handle(Event::Ended(0, End::Done));
    run.handle(Event::Lines(0, lines(2)));
    let actions = run.handle(Event::Ended(0, End::Failed("why.closed".into())));
    assert!(matches!(actions[..], [Action::Read(0, _)]), "{actions:?}");
}

#[test]
fn lines_that_cannot_be_read_pause_the_run_but_fail_one_record() {
    let (_, ids) = document(2);
    let (mut run, _) = Run::begin(Scope::Some, ids.clone(), 1);
    let told = Action::TellPaused("why.busy".into());
    assert_eq!(run.handle(Event::Unread(0, "why.busy".into())), [told]);
    assert_eq!(run.handle(Event::Resume), [Action::Read(0, ids[..1].to_vec())]);
    let (mut run, _) = Run::begin(Scope::One, ids[..1].to_vec(), 1);
    assert_eq!(run.handle(Event::Unread(0, "why.busy".into())), [Action::End]);
    assert_eq!(run.take_finished()[0].written.ended, Ended::Failed("why.busy".into()));
}

#[test]
fn a_record_that_is_gone_fails() {
    let (_, ids) = document(1);
    let (mut run, _) = Run::begin(Scope::Some, ids, 1);
    assert_eq!(run.handle(Event::Lines(0, vec![None])), [Action::End]);
    assert_eq!(run.take_finished()[0].written.ended, Ended::Failed("why.removed".into()));
}

#[test]
fn lanes_show_what_they_work_on() {
    let (mut run, ids) = working(Scope::Whole, 2);
    run.handle(Event::Progress(0, Progress::Found(report())));
    let seen = run.take_seen().unwrap();
    assert_eq!((seen[0].record, &seen[0].report), (Some(ids[0]), &Some(report())));
    assert_eq!(run.take_seen(), None);
    run.handle(Event::Progress(0, Progress::Loading(40)));
    assert_eq!(run.take_seen().unwrap()[0].words.as_ref().unwrap().english(), "Loading the engine: 40%");
}

#[test]
fn what_was_typed_meanwhile_stays() {
    let (mut document, ids) = document(3);
    let label = Text::from("run.analyze-file");
    let asked = document.text(ids[0]).unwrap().into_owned();
    let done = |id, text: &str| Finished {
        id,
        asked: asked.clone(),
        written: Written::text(format!("4k3/8/8/8/8/8/8/4K3 w - - {text}").into_bytes()),
    };
    let edit = b"4k3/8/8/8/8/8/8/4K3 w - - id \"typed\";".to_vec();
    document.set_line(ids[0], edit, "step.edit-record", None);
    let mut first = done(ids[0], "ce 5; id \"a\";");
    assert!(first.write(&mut document, &label, 1, true));
    assert_eq!(document.text(ids[0]).unwrap().as_ref(), b"4k3/8/8/8/8/8/8/4K3 w - - ce 5; id \"typed\";");
    document.set_line(ids[0], b"4k3/8/8/8/8/8/8/4K3 b - -".to_vec(), "step.edit-record", None);
    let mut other = done(ids[0], "ce 6; id \"a\";");
    assert!(!other.write(&mut document, &label, 1, true));
    assert_eq!(other.written.ended, Ended::Failed("why.position-changed".into()));
    document.remove_line(1, "step.edit-record");
    let mut gone = done(ids[1], "ce 7; id \"b\";");
    assert!(!gone.write(&mut document, &label, 1, true));
    assert_eq!(gone.written.ended, Ended::Failed("why.removed".into()));
}

/// What happens next: the number of a lane, and an event for it.
#[derive(Debug, Clone, Copy)]
enum World {
    Answer(usize),
    Cut(usize),
    Fail(usize),
    Twice(usize),
    Unread(usize),
    Pause,
    Resume,
    Edit(usize),
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
        1 => (0..40_usize).prop_map(World::Edit),
    ]
}

/// What the browser still has to do.
#[derive(Default)]
struct Open {
    reads: HashMap<LaneId, Vec<RecordId>>,
    works: HashMap<LaneId, Lines>,
    is_over: bool,
}

impl Open {
    fn take(&mut self, actions: Vec<Action>) {
        for action in actions {
            assert!(!self.is_over, "{action:?} after the end");
            match action {
                Action::Read(lane, ids) => assert!(self.reads.insert(lane, ids).is_none()),
                Action::Work(lane, lines) => assert!(self.works.insert(lane, lines).is_none()),
                Action::Write(..) | Action::Cancel(_) => unreachable!("nobody stopped it"),
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

    /// Does what is open for some lane, up to `done` of its lines.
    fn answer(&mut self, run: &mut Run, nth: usize, document: &Document, done: usize, end: End) {
        if let Some(lane) = Self::nth(&self.reads, nth) {
            let ids = self.reads.remove(&lane).unwrap();
            let text = |&id: &RecordId| Some(document.text(id)?.into_owned());
            let lines = ids.iter().map(text).collect();
            self.take(run.handle(Event::Lines(lane, lines)));
        } else if let Some(lane) = Self::nth(&self.works, nth) {
            let lines = self.works.remove(&lane).unwrap();
            for at in 0..lines.len().min(done) {
                let mut text = lines.get(at).unwrap().to_vec();
                text.extend_from_slice(b" zz 1;");
                let written = Box::new(Written::text(text));
                self.take(
                    run.handle(Event::Progress(lane, Progress::Written(u32::try_from(at).unwrap(), written))),
                );
            }
            self.take(run.handle(Event::Ended(lane, end)));
        }
    }
}

proptest! {
    #[test]
    fn every_record_is_done_exactly_once_whatever_happens(
        records in 0..40_usize,
        width in 1..5_usize,
        events in proptest::collection::vec(world(), 0..120),
    ) {
        let (mut document, ids) = document(records);
        let mut open = Open::default();
        let (mut run, actions) = Run::begin(Scope::Whole, ids.clone(), width);
        open.take(actions);
        for event in events {
            match event {
                World::Answer(nth) => open.answer(&mut run, nth, &document, usize::MAX, End::Done),
                World::Cut(nth) => open.answer(&mut run, nth, &document, 1, End::Done),
                World::Fail(nth) => open.answer(&mut run, nth, &document, 0, End::Failed("why.closed".into())),
                World::Twice(lane) => open.take(run.handle(written(lane % width, 900))),
                World::Unread(nth) => {
                    if let Some(lane) = Open::nth(&open.reads, nth) {
                        open.reads.remove(&lane);
                        open.take(run.handle(Event::Unread(lane, "why.busy".into())));
                    }
                }
                World::Pause => open.take(run.handle(Event::Pause)),
                World::Resume => open.take(run.handle(Event::Resume)),
                World::Edit(at) => {
                    if let Some(&id) = ids.get(at) {
                        let text = b"4k3/8/8/8/8/8/8/4K3 w - - id \"typed\";".to_vec();
                        document.set_line(id, text, "step.edit-record", Some(MergeKey::Run(9)));
                    }
                }
            }
        }
        // In the end everything is answered.
        for _ in 0..4 * records + 8 {
            open.take(run.handle(Event::Resume));
            open.answer(&mut run, 0, &document, usize::MAX, End::Done);
        }
        prop_assert!(open.is_over, "{:?}", run);
        let mut done: Vec<RecordId> = Vec::new();
        for mut finished in run.take_finished() {
            done.push(finished.id);
            finished.write(&mut document, &"run.analyze-file".into(), 1, true);
        }
        done.sort();
        let mut all = ids;
        all.sort();
        prop_assert_eq!(done, all);
    }
}

#[test]
fn few_stockfish_work_at_a_time() {
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let step = |engine| {
        let analyze =
            crate::verb::Analyze { engine, limits, predicted_move: false, lines: 1, as_records: false };
        Step::from(analyze)
    };
    assert_eq!(width_of(&step(crate::verb::EngineName::Stockfish), 8), 4);
    assert_eq!(width_of(&step(crate::verb::EngineName::Epidote), 8), 8);
    assert_eq!(width_of(&Step::Normalize, 8), 8);
}
