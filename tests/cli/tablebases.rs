//! Verbs and UCI with Syzygy tables. The tables of three and four men come with the source of python-chess, which the
//! set-up fetches.

use std::io::{BufRead as _, BufReader, Write as _};

use crate::support::*;

/// The folder of tables; `None` after saying that it is absent.
#[expect(clippy::print_stdout, reason = "a test that is not run says so")]
fn tables() -> Option<&'static str> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/target/python-chess/syzygy");
    let found = std::path::Path::new(folder).join("KBNvK.rtbz").exists();
    if !found {
        println!("NOT RUN: there are no Syzygy tables; scripts/setup fetches them");
        assert!(std::env::var_os("EPIDOTE_REQUIRE_ENGINES").is_none(), "tables are required");
    }
    found.then_some(folder)
}

/// The centipawns that `analyze` writes for a position.
fn score(folder: &str, record: &str) -> i32 {
    let written = text(&epidote(&["analyze", "--nodes", "300", "--tablebases", folder], record));
    let ce = written.split(" ce ").nth(1).and_then(|rest| rest.split(';').next());
    ce.and_then(|ce| ce.parse().ok()).unwrap_or_else(|| panic!("{record}: {written}"))
}

#[test]
fn endgames_are_worth_what_the_tables_say() {
    let Some(folder) = tables() else { return };
    for (record, expect) in [
        // The opposition decides.
        ("4k3/8/4K3/4P3/8/8/8/8 w - -", 20_000),
        ("4k3/8/8/4K3/4P3/8/8/8 w - -", 20_000),
        ("4k3/8/4K3/8/4P3/8/8/8 b - -", -20_000),
        ("8/8/8/4k3/8/4K3/4P3/8 w - -", 0),
        // The pawn on the rook's file is a draw if the king is there in time.
        ("k7/8/K7/P7/8/8/8/8 w - -", 0),
        // Bishop and knight win, but not when the clock is about to run out.
        ("8/8/8/3k4/8/8/8/KBN5 w - -", 20_000),
        ("8/8/8/3k4/8/8/8/KBN5 w - - hmvc 60;", 0),
        ("8/8/8/3k4/8/8/8/KBN5 b - - hmvc 60;", 0),
        ("8/8/8/3k4/8/8/8/KNN5 w - -", 0),
        // The queen against the pawn on the seventh rank: a knight's pawn loses, a bishop's pawn draws.
        ("8/8/8/8/8/4Q2K/1p6/1k6 w - -", 20_000),
        ("8/8/8/8/8/5Q1K/2p5/k7 w - -", 0),
    ] {
        assert_eq!(score(folder, &format!("{record}\n")), expect, "{record}");
    }
    // A mate is more than a win.
    assert_eq!(score(folder, "k7/8/1K6/8/8/8/8/7R w - -\n"), 32_766);
}

/// A real file says of 200 positions who wins (`wdl` from -2 to 2, of which 1 and -1 are draws by the fifty-move rule).
#[test]
#[expect(clippy::print_stdout, reason = "a test that is not run says so")]
fn a_file_of_known_outcomes_agrees() {
    let Some(folder) = tables() else { return };
    let corpus = std::env::var("EPIDOTE_CORPUS").unwrap_or_else(|_| "../shared/epd".to_owned());
    let path = format!("{corpus}/pychess_endgame_wdl.epd");
    if !std::path::Path::new(&path).exists() {
        println!("NOT RUN: {path} is absent; set EPIDOTE_CORPUS to the real files");
        return;
    }
    let output = epidote(&["analyze", "--nodes", "300", "--tablebases", folder, &path], "");
    let written = text(&output);
    let number = |line: &str, opcode: &str| -> i32 {
        let rest = line.split(opcode).nth(1).unwrap_or_else(|| panic!("{opcode}: {line}"));
        rest.split(';').next().unwrap().parse().unwrap()
    };
    let mut count = 0;
    for line in written.lines() {
        let (ce, wdl) = (number(line, " ce "), number(line, " wdl "));
        let outcome = if ce.abs() > 19_000 { ce.signum() } else { 0 };
        assert_eq!(outcome, wdl / 2, "{line}");
        assert!(outcome != 0 || ce == 0, "{line}");
        count += 1;
    }
    assert!(count >= 200, "{count} records");
}

#[test]
fn a_search_knows_what_a_capture_leads_to() {
    let Some(folder) = tables() else { return };
    // The rooks can be exchanged, after which the pawn is won or not.
    let won = "8/3k4/8/3r4/3RK3/4P3/8/8 w - -\n";
    let [with, without] = [vec!["--tablebases", folder], vec![]].map(|more| {
        let output = epidote(&[&["analyze", "--nodes", "20000"], &more[..]].concat(), won);
        let written = text(&output);
        written.split(" ce ").nth(1).and_then(|rest| rest.split(';').next()).unwrap().parse::<i32>().unwrap()
    });
    assert!(with > 19_900 && with < 20_000 && without < 10_000, "{with} {without}");
    // The same nodes give the same answer with any number of workers, also when the tables are shared.
    let record = |rank: usize| format!("8/3k4/8/3r4/3RK3/4P3/8/8 w - - id \"{rank}\";\n");
    let many = (1..=8).map(record).collect::<Vec<_>>().concat();
    let [one, four] = ["1", "4"].map(|workers| {
        let words = ["analyze", "--nodes", "3000", "--tablebases", folder, "--workers", workers];
        text(&epidote(&["remove", "-q", "acs"], &text(&epidote(&words, &many))))
    });
    assert_eq!(one, four);
}

#[test]
fn a_damaged_table_is_left_out() {
    let Some(tables) = tables() else { return };
    let folder = std::env::temp_dir().join(format!("epidote-{}-damaged", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz"] {
        let mut bytes = std::fs::read(format!("{tables}/{name}")).unwrap();
        match name {
            "KQvK.rtbw" => bytes.truncate(bytes.len() - 1),
            // Of the right size, and nothing else is right.
            "KRvK.rtbw" => bytes.fill(0xA5),
            _ => {}
        }
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    let name = folder.display().to_string();
    let words = ["analyze", "--nodes", "500", "--tablebases", &name];
    let records = "4k3/8/4K3/4P3/8/8/8/8 w - -\n8/8/8/3k4/8/8/1K6/R7 w - -\n8/8/8/3k4/8/8/1K6/Q7 w - -\n";
    let output = epidote(&words, records);
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(said.contains("KQvK.rtbw: unexpected file size; it is left out"), "{said}");
    assert_eq!(output.status.code(), Some(0), "{said}");
    let written = text(&output);
    assert_eq!((written.matches(" ce ").count(), written.matches(" ce 20000;").count()), (3, 1), "{written}");
    // Distances alone say nothing.
    std::fs::remove_file(folder.join("KPvK.rtbw")).unwrap();
    std::fs::remove_file(folder.join("KRvK.rtbw")).unwrap();
    std::fs::remove_file(folder.join("KQvK.rtbw")).unwrap();
    let output = epidote(&words, records);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("no Syzygy table"), "{said}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_mate_behind_a_capture_is_written_as_one() {
    let Some(folder) = tables() else { return };
    let record = "k7/7r/1K6/8/8/8/P7/7R w - -\n";
    let output = epidote(&["analyze", "--nodes", "20000", "--tablebases", folder], record);
    assert!(text(&output).contains(" ce 32764; ") && text(&output).contains("pv Rxh7 "), "{}", text(&output));
}

#[test]
fn what_cannot_be_used_is_refused_before_anything_is_done() {
    let record = "8/8/8/3k4/8/8/1K6/R7 w - -\n";
    let empty = std::env::temp_dir().join(format!("epidote-{}-no-tables", std::process::id()));
    std::fs::create_dir_all(&empty).unwrap();
    let empty_name = empty.display().to_string();
    let recipe = file("tables.json", r#"{"format": "epidote-recipe", "version": 1, "steps": ["normalize"]}"#);
    let recipe = recipe.display().to_string();
    for verb in [&["analyze", "--nodes", "9"][..], &["target", "--nodes", "9"], &["run", &recipe]] {
        for (folder, why) in [("/no/such/folder", "No such file"), (&empty_name, "no Syzygy table")] {
            let output = epidote(&[verb, &["--tablebases", folder]].concat(), record);
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{verb:?} {folder}");
            assert!(said.contains("--tablebases: ") && said.contains(why), "{verb:?}: {said}");
            assert!(output.stdout.is_empty());
        }
    }
    let other =
        epidote(&["analyze", "--nodes", "9", "--engine", "stockfish", "--tablebases", &empty_name], record);
    let said = String::from_utf8(other.stderr).unwrap();
    assert!(other.status.code() == Some(2) && said.contains("SyzygyPath"), "{said}");
    std::fs::remove_dir(empty).unwrap();
}

/// Plays a game of the engine against itself over UCI; returns how many plies it took to mate.
fn plies_to_mate(folder: &str, fields: &str) -> Option<usize> {
    let mut engine = uci();
    let mut input = engine.stdin.take().expect("its input");
    let mut lines = BufReader::new(engine.stdout.take().expect("its output")).lines().map_while(Result::ok);
    writeln!(input, "setoption name SyzygyPath value {folder}").unwrap();
    let mut moves = Vec::new();
    let mut mated = None;
    while moves.len() < 120 {
        writeln!(input, "position fen {fields} 0 1 moves {}\ngo nodes 2000", moves.join(" ")).unwrap();
        let answer = lines.find(|line| line.starts_with("bestmove")).expect("an answer");
        let mv = answer.split(' ').nth(1).unwrap().to_owned();
        if mv == "(none)" {
            mated = Some(moves.len());
            break;
        }
        moves.push(mv);
    }
    writeln!(input, "quit").unwrap();
    engine.wait().unwrap();
    mated
}

#[test]
fn the_hardest_mate_is_played_within_fifty_moves() {
    let Some(folder) = tables() else { return };
    // Knight and bishop have no pawns to move and nothing to take: what is not mate in fifty moves is drawn.
    let plies = plies_to_mate(folder, "8/8/8/3k4/8/8/8/KBN5 w - -");
    assert!(plies.is_some_and(|plies| plies <= 100), "{plies:?}");
}

#[test]
fn uci_opens_tables_when_it_is_told() {
    let ask = |path: &str| {
        let asked = format!(
            "uci\nsetoption name SyzygyPath value {path}\nposition fen 8/8/8/8/8/4K3/4P3/4k3 w - - 0 1\ngo nodes 500\n"
        );
        text(&epidote(&["uci"], &asked))
    };
    let said = ask("/no/such/folder");
    assert!(said.contains("option name SyzygyPath type string default <empty>\n"), "{said}");
    assert!(said.contains("info string SyzygyPath: /no/such/folder: No such file"), "{said}");
    assert!(said.contains("bestmove ") && !said.contains("tbhits"), "{said}");
    for none in ["<empty>", ""] {
        let said = ask(none);
        assert!(said.contains("bestmove ") && !said.contains("info string"), "{said}");
    }
    let Some(folder) = tables() else { return };
    for path in [folder.to_owned(), std::env::join_paths([folder, folder]).unwrap().into_string().unwrap()] {
        let said = ask(&path);
        assert!(said.contains("info string tables of endgames with up to 4 men\n"), "{said}");
        assert!(said.contains(" tbhits "), "{said}");
    }
}
