//! Dialogues with engines that behave in all sorts of ways.

use super::{Action, Client, Event, Search};
use crate::language::Text;
use crate::search::Limits;
use proptest::prelude::*;

const ROOK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

/// A client and a clock.
struct Talk {
    client: Client,
    now_ms: f64,
}

impl Talk {
    fn new() -> Self {
        Self { client: Client::new("The engine"), now_ms: 0.0 }
    }

    /// The actions, in short words.
    fn handle(&mut self, event: Event<'_>) -> Vec<String> {
        let short = |action| match action {
            Action::Start => "start".to_owned(),
            Action::Say(line) => line,
            Action::End => "end".to_owned(),
            Action::Found(report) => format!("found {} {:?}", report.score, pv(&report)),
            Action::Done(report) => format!("done {} {:?}", report.score, pv(&report)),
            Action::Failed(reason) => format!("failed: {}", reason.english()),
        };
        self.client.handle(event, self.now_ms).into_iter().map(short).collect()
    }

    fn hear(&mut self, line: &str) -> Vec<String> {
        self.handle(Event::Line(line))
    }

    fn ask(&mut self, fields: &str, limits: Limits) -> Vec<String> {
        self.handle(Event::Ask(Search {
            fields: fields.to_owned(),
            halfmove_clock: 0,
            limits,
            lines: 1,
            continues: false,
        }))
    }

    /// Lets time pass, without any other event.
    fn wait(&mut self, ms: f64) -> Vec<String> {
        self.now_ms += ms;
        self.handle(Event::Tick)
    }

    /// A client whose engine is searching a position.
    fn searching(fields: &str) -> Self {
        let mut talk = Self::new();
        talk.ask(fields, Limits { nodes: Some(1000), ..Limits::default() });
        for line in ["uciok", "readyok"] {
            talk.hear(line);
        }
        talk
    }
}

fn pv(report: &crate::search::Report) -> Vec<String> {
    report.pv.iter().map(ToString::to_string).collect()
}

#[test]
fn asks_and_is_answered() {
    let mut talk = Talk::new();
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    assert_eq!(talk.ask(ROOK, limits), ["start", "uci"]);
    assert!(talk.hear("id name Somebody").is_empty());
    assert_eq!(talk.hear("uciok"), ["setoption name Hash value 16", "ucinewgame", "isready"]);
    assert_eq!(talk.hear("readyok"), [&format!("position fen {ROOK} 0 1"), "go nodes 1000"]);
    assert!(talk.hear("info depth 3 currmove a1a8 currmovenumber 1").is_empty());
    assert_eq!(talk.hear("info depth 3 multipv 2 score cp 1 pv a1a7"), [r#"found +0.01 ["a1a7"]"#]);
    assert!(talk.hear("info depth 3 score cp 900 lowerbound pv a1a8").is_empty());
    let line = "info depth 4 seldepth 6 multipv 1 score mate 1 nodes 99 nps 1 hashfull 0 time 7 pv a1a8";
    assert_eq!(talk.hear(line), [r#"found #1 ["a1a8"]"#]);
    assert_eq!(talk.hear("bestmove a1a8"), [r#"done #1 ["a1a8"]"#]);
    // The engine is ready for the next question.
    assert_eq!(talk.ask(ROOK, limits), ["ucinewgame", "isready"]);
}

#[test]
fn says_every_limit() {
    #[track_caller]
    fn check(limits: Limits, expect: &str) {
        assert_eq!(super::go(&limits), expect);
    }
    check(Limits { depth: Some(9), ..Limits::default() }, "go depth 9");
    check(Limits { time_ms: Some(50), ..Limits::default() }, "go movetime 50");
    // Without a limit it could go on forever.
    check(Limits { mate: Some(3), ..Limits::default() }, "go nodes 1000000 mate 3");
    check(Limits { mate: Some(3), nodes: Some(5), ..Limits::default() }, "go nodes 5 mate 3");
    check(Limits::default(), "go infinite");
    // UCI has no word for this limit.
    check(Limits { soft_ms: Some(50), ..Limits::default() }, "go infinite");
}

#[test]
fn is_stopped_when_enough_is_found() {
    let mut talk = Talk::new();
    let limits = Limits { soft_ms: Some(50), ..Limits::default() };
    talk.ask(ROOK, limits);
    talk.hear("uciok");
    assert!(talk.handle(Event::Enough).is_empty());
    talk.hear("readyok");
    assert_eq!(talk.handle(Event::Enough), ["stop"]);
    assert!(talk.handle(Event::Enough).is_empty(), "it is told once");
    let mut talk = Talk::new();
    talk.ask(ROOK, limits);
    talk.hear("uciok");
    talk.hear("readyok");
    assert_eq!(talk.hear("info depth 3 score cp 1 time 49 pv a1a8"), [r#"found +0.01 ["a1a8"]"#]);
    assert_eq!(talk.hear("info depth 4 score cp 1 time 50 pv a1a8"), [r#"found +0.01 ["a1a8"]"#, "stop"]);
}

#[test]
fn stopped_at_any_stage_it_answers_and_stays() {
    const STOPPED: &str = "failed: it was stopped";
    // While it starts: at once, and the next question waits for the same start.
    let mut talk = Talk::new();
    talk.ask(ROOK, Limits::default());
    assert_eq!(talk.handle(Event::Stop), [STOPPED]);
    assert!(talk.handle(Event::Stop).is_empty());
    assert!(talk.ask(ROOK, Limits::default()).is_empty());
    assert_eq!(talk.hear("uciok"), ["setoption name Hash value 16", "ucinewgame", "isready"]);
    // While it prepares: as soon as it is ready.
    assert!(talk.handle(Event::Stop).is_empty());
    assert_eq!(talk.hear("readyok"), [STOPPED]);
    // While it searches: with what it has found.
    talk.ask(ROOK, Limits::default());
    assert_eq!(talk.hear("readyok")[1], "go infinite");
    talk.hear("info depth 2 score cp 3 pv a1a8");
    assert_eq!(talk.handle(Event::Stop), ["stop"]);
    assert!(talk.handle(Event::Stop).is_empty(), "it is told once");
    assert_eq!(talk.hear("bestmove a1a8"), [r#"done +0.03 ["a1a8"]"#]);
    // At rest there is nothing to stop.
    assert!(talk.handle(Event::Stop).is_empty());
    assert_eq!(talk.ask(ROOK, Limits::default()), ["ucinewgame", "isready"]);
}

#[test]
fn what_was_stopped_is_not_asked_again() {
    let mut talk = Talk::searching(ROOK);
    talk.handle(Event::Stop);
    let broke = talk.handle(Event::Broke(&Text::Plain("boom".to_owned())));
    assert_eq!(broke, ["end", "failed: The engine crashed: boom"]);
    // One that does not obey is ended like any that is silent.
    let mut talk = Talk::searching(ROOK);
    talk.handle(Event::Stop);
    assert_eq!(talk.wait(3_000.0), ["isready"]);
    assert_eq!(talk.wait(7_000.0), ["end", "failed: The engine did not stop its search and was ended"]);
}

#[test]
fn an_engine_that_ignores_its_limit_is_stopped() {
    let line = |nodes| format!("info depth 9 score cp 3 nodes {nodes} pv a1a8");
    let ask = |limits| {
        let mut talk = Talk::new();
        talk.ask(ROOK, limits);
        for line in ["uciok", "readyok"] {
            talk.hear(line);
        }
        talk
    };
    // By nodes: an engine that keeps the limit passes it a little.
    let mut talk = ask(Limits { nodes: Some(1000), ..Limits::default() });
    assert_eq!(talk.hear(&line(20_900)).len(), 1);
    assert_eq!(talk.hear(&line(21_001))[1..], ["stop"]);
    assert_eq!(talk.hear(&line(30_000)).len(), 1, "it is told once");
    assert_eq!(talk.hear("bestmove a1a8"), [r#"done +0.03 ["a1a8"]"#]);
    // Also where it tells its nodes without a line.
    let mut talk = ask(Limits { nodes: Some(100_000), ..Limits::default() });
    assert!(talk.hear("info time 1 nodes 199999").is_empty());
    assert_eq!(talk.hear("info time 2 nodes 200001"), ["stop"]);
    // By time, and one that hears nothing is ended although it talks all the time.
    let mut talk = ask(Limits { time_ms: Some(500), ..Limits::default() });
    let mut said = Vec::new();
    for _ in 0..20 {
        talk.now_ms += 1_000.0;
        said.extend(talk.hear("info depth 1 currmove a1a8").into_iter().map(|it| (talk.now_ms, it)));
    }
    let (end, why) =
        ("end".to_owned(), "failed: The engine did not stop its search and was ended".to_owned());
    assert_eq!(said, [(4_000.0, "stop".to_owned()), (14_000.0, end), (14_000.0, why)]);
    assert_eq!(talk.ask(ROOK, Limits::default()), ["start", "uci"]);
    // By time that is watched here, but not in the middle of an iteration.
    let mut talk = ask(Limits { soft_ms: Some(500), ..Limits::default() });
    assert!(talk.hear("info depth 9 score cp 9 lowerbound time 501 pv a1a8").is_empty());
    assert!(talk.hear("info nodes 9 time 501").is_empty());
    assert_eq!(talk.hear("info depth 9 score cp 3 time 501 pv a1a8")[1..], ["stop"]);
    assert_eq!(talk.hear("info depth 9 score cp 3 time 502 pv a1a8").len(), 1, "it is told once");
    // One that has nothing more to say.
    let mut talk = ask(Limits { soft_ms: Some(500), ..Limits::default() });
    assert!(talk.hear("info depth 9 score cp 3 time 99 pv a1a8").len() == 1 && talk.wait(2_900.0).is_empty());
    assert_eq!(talk.wait(2_900.0), ["isready"]);
    talk.hear("readyok");
    assert_eq!(talk.wait(2_200.0), ["stop"]);
}

#[test]
fn castling_of_chess960_is_announced() {
    let mut talk = Talk::new();
    talk.ask("2k5/8/8/8/8/8/8/1R2K1R1 w GB -", Limits::default());
    let output = talk.hear("uciok");
    assert_eq!(output[1], "setoption name UCI_Chess960 value true");
    assert_eq!(talk.hear("readyok")[0], "position fen 2k5/8/8/8/8/8/8/1R2K1R1 w GB - 0 1");
    assert_eq!(talk.hear("info depth 1 score cp 5 pv e1g1")[0], r#"found +0.05 ["e1g1"]"#);
    talk.hear("bestmove e1g1");
    assert_eq!(talk.ask(ROOK, Limits::default())[0], "setoption name UCI_Chess960 value false");
}

#[test]
fn what_no_engine_can_answer_is_answered_here() {
    let mut talk = Talk::new();
    assert_eq!(talk.ask("7k/6Q1/6K1/8/8/8/8/8 b - -", Limits::default()), ["done #0 []"]);
    assert_eq!(talk.ask("7k/5Q2/6K1/8/8/8/8/8 b - -", Limits::default()), ["done +0.00 []"]);
    let output = talk.ask("8/8/8/8/8/8/8/8 w - -", Limits::default());
    assert!(output[0].starts_with("failed: the position cannot be searched"), "{output:?}");
}

#[test]
fn a_crash_is_survived_once() {
    let mut talk = Talk::searching(ROOK);
    assert_eq!(talk.handle(Event::Broke(&Text::Plain("boom".to_owned()))), ["end", "start", "uci"]);
    talk.hear("uciok");
    talk.hear("readyok");
    assert_eq!(
        talk.handle(Event::Broke(&Text::Plain("boom".to_owned()))),
        ["end", "failed: The engine crashed: boom"]
    );
    // The next question starts a new engine.
    assert_eq!(talk.ask(ROOK, Limits::default()), ["start", "uci"]);
    // An engine that does not even start is not tried again.
    assert_eq!(
        talk.handle(Event::Broke(&Text::Plain("no file".to_owned()))),
        ["end", "failed: The engine cannot be started: no file"]
    );
}

#[test]
fn silence_is_noticed() {
    let mut talk = Talk::searching(ROOK);
    assert!(talk.wait(2_000.0).is_empty());
    assert_eq!(talk.wait(2_000.0), ["isready"]);
    assert!(talk.hear("readyok").is_empty(), "the search goes on");
    assert_eq!(talk.wait(3_000.0), ["isready"]);
    assert!(talk.wait(5_000.0).is_empty());
    assert_eq!(talk.wait(6_000.0), ["end", "failed: The engine stopped answering and was ended"]);
    assert!(talk.wait(60_000.0).is_empty());

    let mut talk = Talk::new();
    talk.ask(ROOK, Limits::default());
    assert!(talk.wait(59_000.0).is_empty());
    assert_eq!(talk.wait(1_000.0), ["end", "failed: The engine did not start within a minute"]);
}

#[test]
fn nonsense_is_not_believed() {
    let mut talk = Talk::searching(ROOK);
    assert!(talk.hear("info depth x score cp y pv a1a8").is_empty());
    assert_eq!(talk.hear("info depth 2 score cp 3 pv a1a7 h7h1 a7a8"), [r#"found +0.03 ["a1a7"]"#]);
    let output = talk.hear("info depth 2 score cp 3 pv a1h8");
    assert_eq!(output, ["end", "failed: The engine answered with a1h8, which is not a legal move"]);

    let mut talk = Talk::searching(ROOK);
    assert_eq!(talk.hear("bestmove (none)"), ["failed: The engine gave no line, only (none)"]);

    let mut talk = Talk::searching(ROOK);
    let output = talk.hear("info string CRITICAL ERROR: Invalid FEN.");
    assert_eq!(output, ["end", "failed: The engine refused the position: Invalid FEN."]);
}

#[test]
fn the_move_that_is_played_counts() {
    let mut talk = Talk::searching(ROOK);
    talk.hear("info depth 2 score cp 3 pv a1a7");
    assert_eq!(talk.hear("bestmove a1a8"), [r#"done +0.03 ["a1a8"]"#]);
}

#[test]
fn a_new_question_ends_the_old_one() {
    let mut talk = Talk::searching(ROOK);
    assert_eq!(talk.ask(ROOK, Limits::default()), ["end", "start", "uci"]);
}

proptest! {
    #[test]
    fn any_line_is_survived(lines in proptest::collection::vec(
        "(info|bestmove|uciok|readyok)?( (depth|score|cp|mate|pv|nodes|time|multipv|string|[a-h][1-8][a-h][1-8]|-?[0-9]{1,20}|\\PC{0,5})){0,9}",
        0..12,
    )) {
        let mut talk = Talk::new();
        talk.ask(ROOK, Limits::default());
        for line in lines {
            talk.hear(&line);
            talk.wait(500.0);
        }
        // Whatever it sent, it can be asked again.
        let output = talk.ask(ROOK, Limits::default());
        prop_assert!(output.contains(&"uci".to_owned()) || output.contains(&"isready".to_owned()) || output.is_empty());
    }
}
