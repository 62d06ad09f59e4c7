//! The engine for other programs, and its counts.

use crate::support::*;

#[test]
fn uci_answers_on_standard_output() {
    let asked = "uci\nposition startpos moves f2f3 e7e5 g2g4\ngo depth 3\nquit\n";
    let output = epidote(&["uci"], asked);
    let output = text(&output);
    assert!(output.contains("uciok\n") && output.ends_with("bestmove d8h4\n"), "{output}");
    // The end of the input also ends the program, after everything that was asked.
    assert!(text(&epidote(&["uci"], "position startpos\ngo nodes 500\n")).contains("bestmove "));
}

#[test]
fn another_net_is_taken_if_it_is_one() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/engine/src/search/eval/net.bin");
    let ask = "position startpos\ngo nodes 300\nquit\n";
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
fn perft_and_bench_count() {
    assert!(text(&epidote(&["perft", "3"], "")).contains("8902 in "));
    let kings = ["perft", "1", "4k3/8/8/8/8/8/8/4K3", "w", "-", "-"];
    assert!(text(&epidote(&kings, "")).contains("\n5 in "));
    assert_eq!(epidote(&["perft", "1", "8/8/8/8/8/8/8/8", "w", "-", "-"], "").status.code(), Some(2));
    let twice = [0; 2].map(|_| text(&epidote(&["bench", "3"], "")).split(',').next().unwrap().to_owned());
    assert!(twice[0].ends_with(" nodes") && twice[0] == twice[1], "{twice:?}");
}
