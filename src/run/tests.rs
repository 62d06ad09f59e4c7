//! The state machine, transition by transition and in random order.

use super::*;
use crate::document::Document;
use crate::verb::{FoundLine, SearchLimits, Step, Written};

const FILE: &str = "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"b\";\n\
                    4k3/8/8/8/8/8/8/4K3 w - - id \"c\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"d\";\n";

fn document(records: usize) -> (Document, Vec<RecordId>) {
    let text: Vec<&str> = FILE.split_inclusive('\n').cycle().take(records).collect();
    let document = Document::from_bytes("own.epd", text.concat().into_bytes());
    let ids = document.all_ids();
    (document, ids)
}

fn lines(count: usize) -> Vec<Option<(Vec<u8>, bool)>> {
    FILE.lines().cycle().take(count).map(|line| Some((line.as_bytes().to_vec(), false))).collect()
}

fn written(lane: LaneId, at: u32) -> Event {
    Event::Progress(lane, Progress::Written(at, Box::new(Written::from(Ended::Written))))
}

fn report() -> FoundLine {
    let score = crate::chess::score::Score::Centipawns(7);
    let line = vec!["e1d2".to_owned()];
    FoundLine { rank: 1, depth: 3, selective_depth: 4, score, line, nodes: 9, time_ms: 1 }
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
    let (line, was_edited) = lines(1).remove(0).unwrap();
    assert_eq!(actions, [Action::Write(0, line.clone(), Found::Search(report().into()))]);
    run.handle(written(0, 0));
    assert_eq!(run.handle(Event::Ended(0, End::Done)), [Action::End]);
    let done = Finished { id: ids[0], asked: line, was_edited, written: Ended::Written.into() };
    assert_eq!(run.take_finished(), [done]);
}

/// Nothing was found yet, so nothing is written.
#[test]
fn one_record_that_is_stopped_at_once_stays() {
    let (mut run, _) = working(Scope::One, 1);
    let other = FoundLine { rank: 2, ..report() };
    run.handle(Event::Progress(0, Progress::Found(other)));
    run.handle(Event::Stop);
    assert_eq!(run.handle(Event::Ended(0, End::Cancelled)), [Action::End]);
    assert_eq!(run.take_finished(), []);
}

/// What was found for a record of several is not written when the run is stopped: the record is done later.
#[test]
fn records_under_way_in_a_stopped_run_stay() {
    for scope in [Scope::Some, Scope::Whole] {
        let (mut run, _) = working(scope, 2);
        run.handle(Event::Progress(0, Progress::Found(report())));
        run.handle(Event::Stop);
        assert_eq!(run.handle(Event::Ended(0, End::Cancelled)), [Action::End]);
        assert_eq!(run.take_finished(), []);
    }
}

/// Cancelled by somebody else, as when its worker is ended: the record is done again.
#[test]
fn work_that_is_cancelled_is_done_again() {
    let (mut run, ids) = working(Scope::Whole, 2);
    run.handle(Event::Progress(0, Progress::Found(report())));
    assert_eq!(run.handle(Event::Ended(0, End::Cancelled)), [Action::Read(0, ids[..1].to_vec())]);
    assert_eq!(run.take_finished(), []);
}

#[test]
fn a_worker_that_does_nothing_is_not_asked_forever() {
    let (mut run, ids) = working(Scope::Whole, 9);
    for round in 0..3 {
        let actions = run.handle(Event::Ended(0, End::Done));
        let done = run.take_finished();
        let failed = Ended::Failed("why.answered-otherwise".into());
        assert_eq!(
            done.iter().map(|done| (done.id, &done.written.ended)).collect::<Vec<_>>(),
            [(ids[round], &failed)]
        );
        if round == 2 {
            assert_eq!(actions, [Action::TellPaused("why.answered-otherwise".into())]);
        } else {
            assert_eq!(actions, [Action::Read(0, ids[round + 1..round + 2].to_vec())]);
            run.handle(Event::Lines(0, lines(1)));
        }
    }
}

#[test]
fn only_the_best_line_is_shown() {
    let (mut run, _) = working(Scope::Whole, 2);
    run.handle(Event::Progress(0, Progress::Found(report())));
    run.handle(Event::Progress(0, Progress::Found(FoundLine { rank: 2, depth: 9, ..report() })));
    assert_eq!(run.take_seen().expect("news")[0].report, Some(report()));
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
    let paused = Action::TellPaused("why.closed".into());
    assert_eq!(run.handle(Event::Unread(0, "why.closed".into())), [paused]);
    assert_eq!(run.handle(Event::Resume), [Action::Read(0, ids[..1].to_vec())]);
    let (mut run, _) = Run::begin(Scope::One, ids[..1].to_vec(), 1);
    assert_eq!(run.handle(Event::Unread(0, "why.closed".into())), [Action::End]);
    assert_eq!(run.take_finished()[0].written.ended, Ended::Failed("why.closed".into()));
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
    run.handle(Event::Progress(0, Progress::Found(report())));
    run.handle(Event::Progress(0, Progress::Written(0, Box::new(Ended::Written.into()))));
    // What was found last stays, and is still about the record that is done.
    let seen = run.take_seen().unwrap().remove(0);
    assert_eq!((seen.record, seen.of, seen.report), (None, Some(ids[0]), Some(report())));
}

#[test]
fn what_was_typed_meanwhile_stays() {
    let (mut document, ids) = document(3);
    let label = Text::from("run.analyze-file");
    let asked = document.text(ids[0]).unwrap().into_owned();
    let done = |id, text: &str| Finished {
        id,
        asked: asked.clone(),
        was_edited: false,
        written: Written::text(format!("4k3/8/8/8/8/8/8/4K3 w - - {text}").into_bytes()),
    };
    let edit = b"4k3/8/8/8/8/8/8/4K3 w - - id \"typed\";".to_vec();
    document.set_line(ids[0], edit, "step.edit-record", None);
    let write = |document: &mut Document, done: Finished| {
        let mut done = [done];
        let changed = write_all(&mut done, document, &label, 1, true);
        let [done] = done;
        (changed, done.written.ended)
    };
    assert_eq!(write(&mut document, done(ids[0], "ce 5; id \"a\";")), (1, Ended::Written));
    assert_eq!(document.text(ids[0]).unwrap().as_ref(), b"4k3/8/8/8/8/8/8/4K3 w - - ce 5; id \"typed\";");
    document.set_line(ids[0], b"4k3/8/8/8/8/8/8/4K3 b - -".to_vec(), "step.edit-record", None);
    let failed = |reason: &'static str| (0, Ended::Failed(reason.into()));
    assert_eq!(write(&mut document, done(ids[0], "ce 6; id \"a\";")), failed("why.position-changed"));
    document.remove_line(1, "step.edit-record");
    assert_eq!(write(&mut document, done(ids[1], "ce 7; id \"b\";")), failed("why.removed"));
}

#[test]
fn many_records_are_written_as_one_change() {
    let (mut document, ids) = document(4);
    let asked = document.text(ids[0]).unwrap().into_owned();
    let mut finished: Vec<Finished> = ids
        .iter()
        .map(|&id| {
            let asked = document.text(id).unwrap().into_owned();
            let written =
                Written { more: vec![b"# one".to_vec(), b"# two".to_vec()], ..Written::text(asked.clone()) };
            Finished { id, asked, was_edited: false, written }
        })
        .collect();
    finished.swap(0, 2);
    finished[3].written = Ended::NoRecord.into();
    let revision = document.revision();
    assert_eq!(write_all(&mut finished, &mut document, &"run.analyze-file".into(), 1, true), 3);
    assert_eq!(document.revision(), revision + 1);
    let lines: Vec<Vec<u8>> = document.ids().map(|id| document.text(id).unwrap().into_owned()).collect();
    assert_eq!(
        (lines.len(), &lines[0], &lines[1][..], &lines[2][..]),
        (10, &asked, &b"# one"[..], &b"# two"[..])
    );
    document.undo();
    assert_eq!(document.all_ids(), ids);
}

#[test]
fn words_of_engines_are_shown() {
    let (mut run, _) = working(Scope::Some, 2);
    let seen = |run: &mut Run, progress| {
        run.handle(Event::Progress(0, progress));
        run.take_seen().and_then(|seen| seen[0].words.clone())
    };
    assert_eq!(seen(&mut run, Progress::Refuted(3)), Some(say("run.no-mate", [3])));
    assert_eq!(seen(&mut run, Progress::Message("run.mate-refuted".into())), Some("run.mate-refuted".into()));
    // A report takes their place.
    assert_eq!(seen(&mut run, Progress::Found(report())), None);
}

#[test]
fn what_cannot_be_read_while_the_run_is_paused_is_read_when_it_goes_on() {
    let (_, ids) = document(2);
    let (mut run, _) = Run::begin(Scope::Whole, ids.clone(), 1);
    run.handle(Event::Pause);
    assert_eq!(run.handle(Event::Unread(0, "why.closed".into())), [], "it is paused already");
    assert!(run.is_paused());
    assert_eq!(run.handle(Event::Resume), [Action::Read(0, ids[..1].to_vec())]);
}

#[test]
fn a_stop_while_lines_are_read_ends_the_run_at_once() {
    let (_, ids) = document(2);
    let (mut run, _) = Run::begin(Scope::Whole, ids, 1);
    assert_eq!(run.handle(Event::Stop), [Action::End]);
    assert_eq!(run.handle(Event::Lines(0, lines(1))), [], "they come too late");
    assert_eq!(run.take_finished(), []);
}

mod world;

#[test]
fn few_stockfish_work_at_a_time() {
    let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
    let step = |engine| {
        let analyze = crate::verb::Analyze::new(engine, limits);
        Step::from(analyze)
    };
    assert_eq!(width_of(&step(crate::verb::EngineName::Stockfish), 8), 4);
    assert_eq!(width_of(&step(crate::verb::EngineName::Epidote), 8), 8);
    assert_eq!(width_of(&Step::Normalize, 8), 8);
}
