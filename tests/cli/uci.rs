//! The engine for other programs, and its counts.

use std::io::{BufRead as _, Write as _};
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::support::*;

#[test]
fn uci_answers_on_standard_output() {
    let asked = "uci\nposition startpos moves f2f3 e7e5 g2g4\ngo depth 3\nquit\n";
    let output = epidote(&["uci"], asked);
    let output = text(&output);
    assert!(output.contains("uciok\n") && output.ends_with("bestmove d8h4\n"), "{output}");
    // The end of the input also ends the program, after everything that was asked.
    assert!(text(&epidote(&["uci"], "position startpos\ngo nodes 500\n")).contains("bestmove "));
    // A search for a mate has no end where there is none.
    assert!(text(&epidote(&["uci"], "position startpos\ngo mate 1\n")).contains("bestmove "));
}

#[test]
fn uci_searches_with_several_threads() {
    let asked = "uci\nsetoption name Threads value 3\nisready\nposition startpos\ngo depth 9\n\
        setoption name Threads value 1\nsetoption name Threads value none\nposition startpos\ngo nodes 900\n";
    let output = epidote(&["uci"], asked);
    let output = text(&output);
    assert!(output.contains("option name Threads type spin default 1 min 1 max 256\n"), "{output}");
    assert!(output.contains("info string Threads needs a number, not \"none\"\n"), "{output}");
    assert_eq!(output.matches("bestmove ").count(), 2, "{output}");
    // They stop when they are told, and when the other program goes.
    let (output, _) = dialogue(&[
        (0, "setoption name Threads value 4"),
        (0, "go infinite"),
        (300, "stop"),
        (0, "go infinite"),
    ]);
    assert_eq!(output.matches("bestmove ").count(), 2, "{output}");
}

#[test]
fn another_net_is_taken_if_it_is_one() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/engine/src/search/eval/net.bin");
    // Without `quit`, which ends a search before its time: whether in this one is chance.
    let ask = "position startpos\ngo nodes 300\n";
    let best = |net: &str| {
        let output = epidote(&["uci", "--net", net], ask);
        (output.status.code(), text(&output).lines().last().map(str::to_owned))
    };
    let plain = text(&epidote(&["uci"], ask)).lines().last().map(str::to_owned);
    assert_eq!(best(own), (Some(0), plain));
    let cut = file("cut.net", "");
    std::fs::write(&cut, &std::fs::read(own).unwrap()[1..]).unwrap();
    assert_eq!(best(&cut.display().to_string()), (Some(2), None));
    assert_eq!(best("absent.net"), (Some(2), None));
    std::fs::remove_file(cut).unwrap();
}

#[test]
fn uci_stops_when_it_is_told() {
    let output = epidote(&["uci"], "go infinite\nisready\nstop\nquit\n");
    let output = text(&output);
    assert!(output.contains("readyok\n") && output.contains("bestmove "), "{output}");
}

#[test]
fn bytes_that_are_no_text_end_nothing() {
    let asked =
        b"setoption name SyzygyPath value /home/J\xf6rg\nposition startpos\ncaf\xe9\ngo depth 1\nisready\n";
    let ran = Folder::new().run_with(&["uci"], asked);
    assert!(ran.text().contains("bestmove ") && ran.text().contains("readyok"), "{ran:?}");
}

#[test]
#[allow(clippy::disallowed_methods, reason = "a test runs where there is a clock")]
fn no_search_goes_on_when_nobody_can_hear_it() {
    for asked in
        ["go movetime 600000", "go depth 200", "go wtime 9000000", "go mate 40", "go infinite", "go ponder"]
    {
        let mut engine = uci();
        let mut input = engine.stdin.take().expect("its input");
        writeln!(input, "{asked}\nisready").expect("it listens");
        let mut lines = std::io::BufReader::new(engine.stdout.take().expect("its output")).lines();
        // It thinks by now.
        assert!(lines.any(|line| line.is_ok_and(|line| line == "readyok")), "{asked}");
        drop((input, lines));
        let until = Instant::now() + Duration::from_secs(30);
        while engine.try_wait().expect("a status").is_none() {
            if Instant::now() > until {
                engine.kill().expect("it can be killed");
                panic!("{asked}: it goes on");
            }
            std::thread::yield_now();
        }
    }
}

/// A dialogue with pauses: what is sent, and after how long.
#[track_caller]
fn dialogue(steps: &[(u64, &str)]) -> (String, Vec<u64>) {
    let mut engine = uci();
    let mut input = engine.stdin.take().expect("its input");
    for (pause, line) in steps {
        std::thread::sleep(Duration::from_millis(*pause));
        writeln!(input, "{line}").expect("it listens");
    }
    drop(input);
    let output = engine.wait_with_output().expect("its output");
    let output = text(&output);
    let time = |line: &str| line.split(' ').skip_while(|word| *word != "time").nth(1)?.parse().ok();
    let times = output.lines().filter(|line| line.starts_with("info depth")).filter_map(time).collect();
    (output, times)
}

#[test]
fn a_guessed_move_costs_no_time_until_it_is_played() {
    let guess = "position startpos moves e2e4 e7e5 g1f3";
    let go = "go ponder wtime 60000 btime 600 movestogo 2";
    // The time for the move, a quarter of a second at most, runs from the moment at which the guess was right.
    let (output, times) = dialogue(&[(0, guess), (0, go), (900, "ponderhit")]);
    assert!(output.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{output}");
    assert!(times.iter().any(|time| (300..=900).contains(time)) && times.last() >= Some(&900), "{output}");
    // A guess that was wrong is stopped.
    let (output, times) = dialogue(&[(0, guess), (0, go), (300, "stop")]);
    assert!(output.contains("bestmove ") && times.last() < Some(&60_000), "{output}");
    // The other program has gone: time runs, and what has no end ends.
    for go in [go, "go ponder", "go infinite", "word go"] {
        assert!(dialogue(&[(0, guess), (0, go)]).0.contains("bestmove "), "{go}");
    }
    // A search that is done waits: the other side may still play something else.
    let (output, _) = dialogue(&[(0, guess), (0, "go ponder depth 2"), (300, "isready"), (0, "stop")]);
    let at = |word: &str| output.find(word).unwrap_or_else(|| panic!("{word}: {output}"));
    assert!(at("readyok") < at("bestmove"), "{output}");
    // A stop ends the search before it, and not the proof behind it.
    let lines = [
        (0, "go infinite"),
        (100, "stop"),
        (0, "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
        (0, "prove 2"),
    ];
    assert!(dialogue(&lines).0.contains("proof mate 1 "));
    // `ponderhit` is ignored when nobody ponders, and words before a command are skipped.
    let (output, times) = dialogue(&[(0, "ponderhit"), (0, "go depth 3"), (0, "ponderhit")]);
    assert!(output.contains("bestmove") && times.last() < Some(&60_000), "{output}");
    assert!(dialogue(&[(0, "well go infinite"), (200, "so stop"), (0, "quit")]).0.contains("bestmove "));
}

#[test]
fn chances_are_told_if_that_is_wanted() {
    let ask = |option: &str| text(&epidote(&["uci"], &format!("{option}\ngo depth 4\n")));
    assert!(!ask("setoption name UCI_ShowWDL value false").contains(" wdl "));
    let output = ask("setoption name uci_showwdl value true");
    for line in output.lines().filter(|line| line.starts_with("info depth")) {
        let mut words = line.split(' ').skip_while(|word| *word != "wdl").skip(1);
        let chances: Vec<u32> = words.by_ref().take(3).map(|word| word.parse().expect("a number")).collect();
        assert_eq!((chances.len(), chances.iter().sum()), (3, 1_000), "{line}");
        assert_eq!(words.next(), Some("nodes"), "{line}");
    }
    // Two options that change nothing are taken without a word.
    let options = "setoption name Ponder value true\nsetoption name UCI_AnalyseMode value true";
    assert!(!ask(options).contains("info string"));
}

#[test]
fn perft_and_bench_count() {
    assert!(text(&epidote(&["perft", "3"], "")).contains("8902 in "));
    let kings = ["perft", "1", "4k3/8/8/8/8/8/8/4K3", "w", "-", "-"];
    assert!(text(&epidote(&kings, "")).contains("\n5 in "));
    // A FEN, too, in one word or in several.
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 12 40";
    let words: Vec<&str> = ["perft", "1"].into_iter().chain(fen.split(' ')).collect();
    assert!(text(&epidote(&words, "")).contains("5 in "));
    assert!(text(&epidote(&["perft", "1", fen], "")).contains("5 in "));
    assert_eq!(epidote(&[&words[..7], &["x"]].concat(), "").status.code(), Some(2));
    for (fields, why) in [
        ("8/8/8/8/8/8/8/8 w - -", "the board is empty (§7.1)"),
        ("k7/8/8/8/8/8/8/K6K w - -", "a side has more than one king: a1, h1 (§7.1)"),
        ("k7/8/8/8/8/8/8/K7 w - e6", "no pawn can have advanced two squares over `e6` (§4.4)"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e4", "`e4` is not an en passant target here"),
    ] {
        let ran = epidote(&["perft", "1", fields], "");
        let err = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.code() == Some(2) && err.contains(why), "{fields}: {err}");
    }
    let twice = [0; 2].map(|_| text(&epidote(&["bench", "3"], "")).split(',').next().unwrap().to_owned());
    assert!(twice[0].ends_with(" nodes") && twice[0] == twice[1], "{twice:?}");
}
