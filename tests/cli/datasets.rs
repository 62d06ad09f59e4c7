//! Data sets of other programs, in both directions.

use crate::folder::Folder;

// All data here is made for these tests.
const PUZZLES: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
    a1b2C,6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 4 30,a2b2 d1d8,612,80,-7,901,mateIn1,https://example.org/x#60,\n\
    a1b2D,4k3/8/8/8/8/8/4P3/4K3 b - - 0 9,e8e7 e1d2 e7d6,1200,80,7,1,pawnEndgame,https://example.org/y#18,A_B A_C\n";
const EVALUATIONS: &str = "{\"fen\":\"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -\",\"evals\":[{\"pvs\":[{\"cp\":5,\"line\":\"e8h8\"},\
    {\"mate\":-3,\"line\":\"a8a1 e1d2\"}],\"knodes\":9,\"depth\":20}]}\n";
const PLAIN: &str = "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 9\nmove e2e4\nscore 250\nply 16\nresult 1\ne\n";

/// The format, a file that shows it, and the option that writes it.
const FORMATS: [(&str, &str, &str); 3] = [
    ("puzzles", "puzzles.csv", PUZZLES),
    ("evaluations", "evals.jsonl", EVALUATIONS),
    ("plain", "a.plain", PLAIN),
];

#[test]
fn what_is_read_is_written_as_it_was() {
    for (format, file, text) in FORMATS {
        let folder = Folder::new();
        folder.write(file, text);
        let read = folder.run(&["import", file]);
        assert_eq!(read.status, Some(0), "{format}: {read:?}");
        assert_eq!(folder.run(&["import", "--from", format, file]), read, "{format}");
        assert_eq!(folder.run_with(&["import"], text.as_bytes()).out, read.out, "{format}");
        folder.write("read.epd", &read.out);
        let written = folder.run(&["export", "--to", format, "read.epd"]);
        assert_eq!(written.text(), text, "{format}");
        // The records are in normal form but for the comment of the position, and have no errors.
        let lint = folder.run(&["lint", "--deny", "warning", "read.epd"]);
        assert_eq!((lint.status, lint.text()), (Some(0), String::new()), "{format}");
        assert_eq!(folder.run(&["normalize", "-q", "read.epd"]).out, read.out, "{format}");
    }
}

#[test]
fn the_number_of_threads_and_files_does_not_matter() {
    for (format, file, text) in FORMATS {
        let folder = Folder::new();
        let (head, rows) = match format {
            "puzzles" => text.split_at(text.find('\n').unwrap() + 1),
            _ => ("", text),
        };
        folder.write(file, head.to_owned() + &rows.repeat(3000));
        folder.write(&format!("no-line-end-{file}"), text.trim_end());
        folder.write(&format!("empty-{file}"), "");
        let names = [file, &format!("no-line-end-{file}"), &format!("empty-{file}")];
        let run = |workers: &str| folder.run(&[&["import", "-j", workers], &names[..]].concat());
        let one = run("1");
        assert_eq!(one.status, Some(0), "{format}: {}", one.err);
        assert_eq!(one, run("5"), "{format}");
        let records = 3001 * rows.lines().count() / if format == "plain" { 6 } else { 1 };
        assert_eq!(one.text().lines().count(), records, "{format}");
        let err = one.err.replace(',', "");
        assert!(err.contains(&format!("{records} records written from {records} rows")), "{err}");
    }
}

#[test]
fn bad_rows_are_told_by_their_line() {
    let folder = Folder::new();
    folder.write("bad.csv", format!("{PUZZLES}x,nonsense\n{}", PUZZLES.lines().nth(1).unwrap()));
    let ran = folder.run(&["import", "bad.csv"]);
    assert_eq!((ran.status, ran.text().lines().count()), (Some(1), 3));
    assert!(
        ran.err.contains("bad.csv: 1 of 4 rows cannot be read; line 4: 2 columns instead of 10"),
        "{}",
        ran.err
    );
    let russian = folder.run(&["--language", "ru", "import", "bad.csv"]);
    assert!(russian.err.contains("строка 4: 2 столбца, а должно быть 10"), "{}", russian.err);
    folder.write("nothing.csv", "PuzzleId,Moves\nx,y\n");
    let ran = folder.run(&["import", "--from", "puzzles", "nothing.csv"]);
    assert!(ran.status == Some(2) && ran.err.contains("there is no column `FEN`"), "{ran:?}");
    assert_eq!(folder.run(&["import", "--from", "puzzles", "missing.csv"]).status, Some(2));
}

#[test]
fn tables_are_read_by_names_or_a_mapping() {
    let folder = Folder::new();
    let records = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Kf2; c0 \"a, =b\"; ce -12; id \"=1\";\n\
                   4k3/8/8/8/8/8/8/4K3 b - - D1 5; fmvn 9; hmvc 3; pv Kd7 Kd2;\n";
    folder.write("a.epd", records);
    folder.write("a.csv", folder.run(&["export", "--to", "csv", "a.epd"]).out);
    assert_eq!(folder.run(&["import", "a.csv"]).text(), records);
    folder.write("b.csv", "Name,Position,Best\nx,4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1d2\n");
    // What is passed over is named, and no reason to fail.
    let some =
        folder.run_with(&["import"], b"rating,fen,My note,bm\n1500,4k3/8/8/8/8/8/8/4K3 w - - 0 1,x,Kd2\n");
    assert_eq!((some.status, some.text().as_str()), (Some(0), "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n"));
    assert!(some.err.contains("<stdin>: columns passed over: rating, My note (--map"), "{}", some.err);
    let quiet = folder.run_with(&["import", "-q"], b"rating,fen\n1,4k3/8/8/8/8/8/8/4K3 w - -\n");
    assert_eq!((quiet.status, quiet.err.as_str()), (Some(0), ""));
    let mapped = folder.run(&["import", "--map", "Position=fen,Best=bm,Name=id", "b.csv"]);
    assert_eq!(mapped.text(), "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";\n");
    let wrong = folder.run(&["import", "--map", "Position", "b.csv"]);
    assert!(wrong.status == Some(2) && wrong.err.contains("`Position` is not COLUMN=OPCODE"), "{wrong:?}");
    let missing = folder.run(&["import", "--map", "No=fen", "b.csv"]);
    assert!(missing.status == Some(2) && missing.err.contains("there is no column `No`"), "{missing:?}");
}

/// Files of old systems end their lines so (E-4).
#[test]
fn lines_may_end_with_cr_alone() {
    let folder = Folder::new();
    let table = "fen,bm\r4k3/8/8/8/8/8/8/4K3 w - -,Kd2\r4k3/8/8/8/8/8/8/4K3 w - -,Ke8\r";
    let ran = folder.run_with(&["import"], table.as_bytes());
    assert_eq!(
        (ran.status, ran.text().as_str()),
        (Some(1), "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n"),
        "{ran:?}"
    );
    assert!(ran.err.contains("1 of 2 rows cannot be read; line 3: "), "{}", ran.err);
    let games = b"[Event \"x\"]\r\r1. e4 e5 *\r\r[Event \"y\"]\r\r1. d4 *\r";
    let ran = folder.run_with(&["import", "--positions", "final"], games);
    assert!(ran.status == Some(0) && ran.err.contains("2 records written from 2 games"), "{ran:?}");
}

#[test]
fn every_evaluation_is_a_record_on_request() {
    let text = "{\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 w - -\",\"evals\":[{\"pvs\":[{\"cp\":1,\"line\":\"e1d2\"}],\"knodes\":1,\"depth\":9},\
                {\"pvs\":[{\"cp\":2,\"line\":\"e1d1\"}],\"knodes\":1,\"depth\":8}]}\n";
    let folder = Folder::new();
    let lines = |arguments: &[&str]| folder.run_with(arguments, text.as_bytes()).text().lines().count();
    assert_eq!(lines(&["import"]), 1);
    assert_eq!(lines(&["import", "--every-evaluation"]), 2);
}

#[test]
fn different_formats_are_read_in_one_run() {
    let folder = Folder::new();
    folder.write("a.pgn", "[Event \"a\"]\n\n1. e4 e5 *\n");
    for (_, file, text) in FORMATS {
        folder.write(file, text);
    }
    let ran = folder.run(&["import", "a.pgn", "puzzles.csv", "evals.jsonl", "a.plain"]);
    assert_eq!((ran.status, ran.text().lines().count()), (Some(0), 3 + 2 + 1 + 1), "{ran:?}");
    assert!(
        ran.err.contains("4 records written from 4 rows")
            && ran.err.contains("3 records written from 1 game"),
        "{}",
        ran.err
    );
}

#[test]
fn a_table_of_one_column_is_a_table() {
    let folder = Folder::new();
    let board = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for (table, expect) in [
        (format!("epd\n{board} bm e4; id \"x\"\n"), format!("{board} bm e4; id \"x\";\n")),
        (format!("fen\r\n{board} 3 9\r\n"), format!("{board} fmvn 9; hmvc 3;\n")),
    ] {
        folder.write("t.csv", &table);
        let ran = folder.run(&["import", "t.csv"]);
        assert_eq!((ran.status, ran.text()), (Some(0), expect), "{table}: {}", ran.err);
    }
    // A word above a game is none.
    folder.write("t.csv", "fen\n\n1. e4 e5 *\n");
    let ran = folder.run(&["import", "t.csv"]);
    assert!(ran.err.contains("1 game"), "{}", ran.err);
}
