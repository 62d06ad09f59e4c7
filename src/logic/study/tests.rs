//! What is searched and heard while the engine thinks along.

use super::*;
use crate::document::Document;
use crate::document::workspace::Workspace;
use crate::epd::conventions::Conventions;
use crate::epd::lint::Variant;
use crate::logic::stepping::{Line, Place};
use crate::text::encoding::CodePage;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 7; pv e4 e5;";
const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b - -";
const IN_CHECK: &str = "4k3/8/8/8/8/8/4r3/4K3 w - -";

fn selection() -> (DocumentId, RecordId) {
    let mut workspace = Workspace::default();
    let id = workspace.open(Document::from_bytes("a.epd", b"x\n".to_vec()));
    (id, workspace.get(id).expect("it is open").document.id_at(0).expect("a line"))
}

fn root(line: &str, ply: usize, change: impl FnOnce(&mut Wanted<'_>)) -> Result<Root, NotSearched> {
    root_by(Conventions::default(), line, ply, change)
}

fn root_by(
    conventions: Conventions,
    line: &str,
    ply: usize,
    change: impl FnOnce(&mut Wanted<'_>),
) -> Result<Root, NotSearched> {
    let record = RecordView::of(line.as_bytes().into(), conventions, CodePage::default());
    let place = Place { line: Line::Predicted, ply, tried: Vec::new() };
    let shown = Shown::of(Some(&record), Some(&place));
    let mut wanted = Wanted {
        is_on: true,
        has_run: false,
        selection: Some(selection()),
        record: Some(&record),
        shown: &shown,
        moves: record.predicted.clone(),
        is_threat: false,
        engine: EngineName::Epidote,
        native: String::new(),
        tables: 0,
        lines: 2,
        threads: 1,
    };
    change(&mut wanted);
    Root::of(wanted)
}

#[test]
fn why_nothing_is_searched() {
    let why = |line, change: fn(&mut Wanted<'_>)| root(line, 0, change).err();
    assert_eq!(why(START, |_| ()), None);
    assert_eq!(why(START, |wanted| wanted.is_on = false), Some(NotSearched::Off));
    assert_eq!(why(START, |wanted| wanted.has_run = true), Some(NotSearched::AfterRun));
    assert_eq!(why(START, |wanted| wanted.selection = None), Some(NotSearched::NoPosition));
    assert_eq!(why(START, |wanted| wanted.record = None), Some(NotSearched::NoPosition));
    assert_eq!(why("8/8/8/8/8/8/8/8 w - -", |_| ()), Some(NotSearched::NoPosition));
    assert_eq!(why(MATED, |_| ()), Some(NotSearched::GameOver));
    let suicide = Conventions { variant: Some(Variant::Suicide), ..Conventions::default() };
    assert_eq!(root_by(suicide, START, 0, |_| ()).err(), Some(NotSearched::OtherGame("E214.suicide")));
    assert_eq!(
        why("4k3/8/8/8/8/8/8/4K3 w - - variant crazyhouse;", |_| ()),
        Some(NotSearched::OtherGame("E214"))
    );
    // The side to move is in check, so it cannot pass.
    assert_eq!(why(IN_CHECK, |wanted| wanted.is_threat = true), Some(NotSearched::NoThreat));
}

#[test]
fn the_clock_counts_only_at_the_position_of_the_record() {
    let clock = |ply, is_threat| {
        root(START, ply, |wanted| wanted.is_threat = is_threat)
            .map(|root| (root.halfmove_clock, root.before.len()))
    };
    assert_eq!(clock(0, false), Ok((7, 0)));
    assert_eq!(clock(1, false), Ok((0, 1)));
    assert_eq!(clock(0, true), Ok((0, 0)));
}

#[test]
fn other_engines_have_neither_tables_nor_help() {
    let of = |engine| {
        let settings =
            |wanted: &mut Wanted<'_>| (wanted.engine, wanted.tables, wanted.threads) = (engine, 3, 4);
        let root = root(START, 0, settings).expect("it can be searched");
        (root.tables, root.threads)
    };
    assert_eq!(of(EngineName::Epidote), (3, 4));
    assert_eq!((of(EngineName::Stockfish), of(EngineName::Native)), ((0, 1), (0, 1)));
}

#[test]
fn for_a_threat_the_other_side_moves() {
    let root = root(START, 1, |wanted| wanted.is_threat = true).expect("it can be searched");
    assert_eq!((root.shown.turn(), root.chess.turn()), (Color::Black, Color::White));
}

fn report(rank: u32, line: &[&str], depth: u32) -> FoundLine {
    FoundLine {
        rank,
        depth,
        score: Score::Centipawns(30),
        line: line.iter().map(|&m| m.to_owned()).collect(),
        selective_depth: depth,
        nodes: 1,
        time_ms: 1,
    }
}

fn studied(ply: usize, reports: &[FoundLine]) -> Studied {
    let root = root(START, ply, |_| ()).expect("it can be searched");
    let mut studied = Studied { root: Some(root), words: Some("run.loading".into()), ..Studied::default() };
    for report in reports {
        studied.hear(report);
    }
    studied
}

#[test]
fn lines_are_heard_by_rank() {
    let known =
        studied(0, &[report(2, &["d2d4"], 3), report(1, &["e2e4", "e7e5"], 4), report(2, &["d2d4"], 4)]);
    let sans: Vec<_> = known.lines.iter().map(|line| line.sans.join(" ")).collect();
    // The line that came before its better one is reported again.
    assert_eq!(sans, ["e4 e5", "d4"]);
    assert_eq!((known.depth, known.words), (4, None));
    let again = studied(0, &[report(1, &["e2e4"], 4), report(1, &["c2c4"], 3)]);
    assert_eq!((again.lines.len(), again.lines[0].sans.join(" "), again.depth), (1, "c4".to_owned(), 4));
}

#[test]
fn what_cannot_be_played_is_not_heard() {
    let known = studied(0, &[report(1, &["e2e5"], 3)]);
    assert_eq!((known.lines.len(), known.words), (0, Some("run.loading".into())));
}

#[test]
fn a_line_is_gone_into_behind_the_moves_before_it() {
    let known = studied(1, &[report(1, &["e7e5", "g1f3"], 4)]);
    assert_eq!(known.moves_into(0, Some(0)).map(|moves| moves.len()), Some(2));
    assert_eq!(known.moves_into(0, None).map(|moves| moves.len()), Some(3));
    assert_eq!(known.moves_into(0, Some(2)), None);
    assert_eq!(known.moves_into(1, None), None);
    let preview = known.preview(0, 1).expect("there is such a move");
    assert_eq!(Some(&preview.last), known.lines[0].moves.last());
    assert_eq!(preview.chess.turn(), Color::Black);
    assert_eq!(known.preview(0, 2), None);
}

#[test]
fn a_threat_is_no_line_of_the_record() {
    let mut known = studied(1, &[report(1, &["e7e5"], 4)]);
    assert_eq!(known.score_for_white(), Some(Score::Centipawns(-30)));
    known.root.as_mut().expect("a root").is_threat = true;
    assert_eq!((known.score_for_white(), known.moves_into(0, None)), (None, None));
    assert_eq!(known.arrow().map(|(_, is_threat)| is_threat), Some(true));
}
