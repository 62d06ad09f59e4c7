//! Dialogues.

use std::cell::{Cell, RefCell};

use super::command::Go;
use super::{Flow, Host, Session};
use crate::search::{Clock, PARAMETERS};

/// A host that hears everything, and whose clock advances by a millisecond each time it is asked.
#[derive(Default)]
struct Other {
    output: RefCell<Vec<String>>,
    now_ms: Cell<f64>,
    waited: Cell<bool>,
}

impl Clock for Other {
    fn now_ms(&self) -> f64 {
        self.now_ms.set(self.now_ms.get() + 1.0);
        self.now_ms.get()
    }
}

impl Host for Other {
    fn say(&self, line: &str) {
        self.output.borrow_mut().push(line.to_owned());
    }

    fn wait_for_stop(&self) {
        self.waited.set(true);
    }
}

fn dialogue(lines: &[&str]) -> Vec<String> {
    let (mut session, other) = (Session::default(), Other::default());
    for line in lines {
        assert_eq!(session.hear(line, &other), Flow::On, "{line}");
    }
    other.output.take()
}

fn last(lines: &[&str]) -> String {
    dialogue(lines).pop().unwrap_or_default()
}

#[test]
fn introduces_itself() {
    let output = dialogue(&["uci", "isready"]);
    assert!(output[0].starts_with("id name Epidote "));
    assert_eq!(output[output.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn numbers_of_the_search_are_options_if_that_is_wanted() {
    let hear = |mut session: Session, lines: &[&str]| {
        let other = Other::default();
        for line in lines {
            session.hear(line, &other);
        }
        other.output.take()
    };
    let listed =
        |output: &[String]| output.iter().any(|line| line.starts_with("option name rise_margin type spin"));
    assert!(listed(&hear(Session::with_parameters(), &["uci"])));
    assert!(!listed(&dialogue(&["uci"])));
    // They count, also after another option has changed the table.
    let plain = dialogue(&["go depth 6"]);
    let set = ["setoption name rise_margin value 140", "setoption name Hash value 8", "go depth 6"];
    assert_ne!(dialogue(&set), plain);
    let known = PARAMETERS.iter().find(|parameter| parameter.name == "rise_margin").expect("a number");
    let usual = format!("setoption name rise_margin value {}", known.default);
    let back = ["setoption name rise_margin value 140", &usual, "go depth 6"];
    assert_eq!(dialogue(&back), plain);
}

#[test]
fn of_a_time_for_one_move_little_is_kept_back() {
    // Milliseconds asked for, the overhead that was set, milliseconds for the search.
    let cases = [
        (1000, None, 990),
        (100, None, 90),
        (20, None, 18),
        (5, None, 5),
        (0, None, 1),
        (20, Some(0), 20),
        (1000, Some(300), 700),
        (20, Some(30), 1),
    ];
    for (asked, overhead, left) in cases {
        let go = Go { move_ms: Some(asked), ..Go::default() };
        assert_eq!(go.limits(true, overhead).time_ms, Some(left), "{asked} {overhead:?}");
    }
    // Of a clock all of it is: three times a share of 990 ms.
    let go = Go { white_ms: Some(1000), ..Go::default() };
    assert_eq!(go.limits(true, None).time_ms, Some(3 * (990 / 22)));
}

#[test]
fn answers_a_position_after_moves() {
    let fools = "position startpos moves f2f3 e7e5 g2g4";
    assert_eq!(last(&[fools, "go depth 2"]), "bestmove d8h4");
    assert_eq!(last(&[fools, "go nodes 500 searchmoves a7a6"]).split(' ').nth(1), Some("a7a6"));
    let output = dialogue(&[fools, "go mate 1"]);
    assert!(output[output.len() - 2].contains(" score mate 1 "), "{output:?}");
}

#[test]
fn mated_and_stalemated_have_no_move() {
    let mated = "position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
    assert_eq!(dialogue(&[mated, "go depth 3"]), ["bestmove (none)"]);
}

#[test]
fn castling_is_written_as_it_is_played() {
    let ready = "position fen 5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for (chess960, mv) in [("false", "e1g1"), ("true", "e1h1")] {
        let option = format!("setoption name UCI_Chess960 value {chess960}");
        let go = format!("go nodes 200 searchmoves {mv}");
        assert_eq!(last(&[&option, ready, &go]).split(' ').nth(1), Some(mv));
        let played = format!("{ready} moves {mv}");
        assert!(last(&[&option, &played, "go depth 1"]).starts_with("bestmove f8"));
    }
}

#[test]
fn gives_as_many_lines_as_are_wanted() {
    let output = dialogue(&["setoption name MultiPV value 3", "go depth 4"]);
    let lines: Vec<&String> = output.iter().filter(|line| line.contains(" depth 4 ")).collect();
    let numbers: Vec<bool> = (1..=3)
        .map(|number| lines.iter().any(|line| line.contains(&format!(" multipv {number} "))))
        .collect();
    assert_eq!(numbers, [true; 3], "{output:?}");
}

#[test]
fn no_move_leads_two_lines_wherever_a_search_is_broken_off() {
    let middlegame = "position fen r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";
    for position in ["position startpos", middlegame] {
        for nodes in (100..6_000).step_by(97) {
            let output =
                dialogue(&["setoption name MultiPV value 4", position, &format!("go nodes {nodes}")]);
            let mut leads = [const { String::new() }; 4];
            for line in &output {
                let mut words = line.split(' ').skip_while(|&word| word != "multipv").skip(1);
                let Some(number) = words.next().and_then(|word| word.parse::<usize>().ok()) else { continue };
                leads[number - 1] = words.skip_while(|&word| word != "pv").nth(1).unwrap().to_owned();
            }
            let all: std::collections::BTreeSet<&String> = leads.iter().collect();
            assert_eq!(all.len(), 4, "{position} {nodes}: {leads:?}");
            assert_eq!(
                output.last().unwrap().split(' ').nth(1),
                Some(leads[0].as_str()),
                "{position} {nodes}"
            );
        }
    }
}

#[test]
fn tells_all_nodes_in_the_end() {
    let output = dialogue(&["go nodes 3000"]);
    assert!(output[output.len() - 2].contains(" nodes 3000 "), "{output:?}");
}

#[test]
fn infinite_waits() {
    let (mut session, other) = (Session::default(), Other::default());
    session.hear("go infinite depth 2", &other);
    assert!(other.waited.get());
}

#[test]
fn counts_positions() {
    assert_eq!(last(&["go perft 3"]), "Nodes searched: 8902");
    assert_eq!(last(&["position startpos moves e2e4", "go perft 1"]), "Nodes searched: 20");
    let ready = "position fen 5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let output = dialogue(&["setoption name UCI_Chess960 value true", ready, "go perft 1"]);
    assert!(output.contains(&"e1h1: 1".to_owned()), "{output:?}");
}

#[test]
fn proves_mates() {
    let corner = "position fen k7/8/2K5/8/8/8/8/7R w - - 0 1";
    let output = dialogue(&[corner, "prove 3"]);
    assert_eq!(output[0], "info string no mate in 1");
    assert!(
        output[1].starts_with("proof mate 2 nodes ") && output[1].ends_with(" pv c6b6 a8b8 h1h8"),
        "{output:?}"
    );
    assert!(last(&["prove 2"]).starts_with("proof none "));
    assert!(last(&["prove"]).starts_with("info string "));
}

#[test]
fn says_what_it_cannot_do() {
    for (lines, word) in [
        (&["position fen 8/8 w"][..], "four fields"),
        (&["position nowhere"], "startpos or fen"),
        (&["setoption name Colour value red"], "Colour"),
        (&["setoption name Hash value much"], "much"),
        (&["setoption name no_such_number value 7"], "no_such_number"),
    ] {
        let output = last(lines);
        assert!(output.starts_with("info string ") && output.contains(word), "{lines:?}: {output}");
    }
    // Every `go` is answered by `bestmove`.
    for (go, word) in [
        ("go depth many", "many"),
        ("go depth", "depth"),
        ("go movetime 1.5", "1.5"),
        ("go wtime -", "-"),
        ("go mate 0", "above 0"),
        ("go mate -1", "above 0"),
        ("go nodes 100 mate", "mate"),
    ] {
        let output = dialogue(&[go]);
        assert!(output[0].starts_with("info string ") && output[0].contains(word), "{go}: {output:?}");
        assert_eq!(output[1..], ["bestmove (none)"], "{go}");
    }
    // No other position takes the place of one that cannot be read.
    for position in ["position fen 8/8 w", "position nowhere", "position"] {
        let output = dialogue(&["position startpos moves e2e4", position, "go depth 1"]);
        assert_eq!(output.last().map(String::as_str), Some("bestmove (none)"), "{position}: {output:?}");
    }
    let output = dialogue(&["position startpos moves e2e5", "go depth 1"]);
    assert_eq!(output, ["info string the move e2e5 is not legal", "bestmove (none)"]);
    assert!(dialogue(&["", "hello there", "stop"]).is_empty());
}

#[test]
fn every_search_ends_that_has_a_limit() {
    for go in [
        "go btime 50",
        "go wtime 99999999999999999999 winc 99999999999999999999 nodes 50",
        "go btime 18446744073709551615 nodes 50",
        "go wtime -50 btime -60",
        "go sideways 4 nodes 50",
        "go sideways nodes 50",
        "go nodes 50 searchmoves E2E4",
        "go searchmoves e2e4 d2d4 nodes 50",
    ] {
        let output = last(&[go]);
        assert!(output.starts_with("bestmove ") && output != "bestmove (none)", "{go}: {output}");
    }
    let output = dialogue(&["go nodes 50 searchmoves e2e5 e2e4 a1a8"]);
    assert_eq!(output[0], "info string e2e5 is no legal move, and left out");
    assert!(output.iter().any(|line| line.starts_with("bestmove e2e4")), "{output:?}");
    let output = dialogue(&["go nodes 50 searchmoves e2e5 a1a8"]);
    assert_eq!(output, ["info string the move e2e5 is not legal", "bestmove (none)"]);
}

#[test]
fn quits() {
    assert_eq!(Session::default().hear("quit", &Other::default()), Flow::Quit);
}
