//! Files of Parquet, in both directions.

use std::fs;

use crate::folder::Folder;

const SUITE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4 Kd2; ce 120; id \"pawn, \\\"; D1 6; Zz \"=a\";\n\
    # a remark\n\
    \n\
    4k3/8/8/8/8/8/8/4K3 b - - 3 9 id \"\u{416} x\"; pv Kd7 Kd2; ce -32765";

/// What `import` makes of it: SAN, and operations in order.
const BACK: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - D1 6; Zz \"=a\"; bm Kd2 e4; ce 120; id \"pawn, \\\";\n\
    4k3/8/8/8/8/8/8/4K3 b - - ce -32765; fmvn 9; hmvc 3; id \"\u{416} x\"; pv Kd7 Kd2;\n";

fn export(folder: &Folder, arguments: &[&str]) {
    let ran =
        folder.run(&[&["export", "-q", "--to", "parquet", "--output", "a.parquet"], arguments].concat());
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{arguments:?}");
}

#[test]
fn records_come_back() {
    let folder = Folder::new();
    folder.write("a.epd", SUITE);
    export(&folder, &["a.epd"]);
    for arguments in [&["a.parquet"][..], &["--from", "parquet", "a.parquet"], &["--from", "parquet", "."]] {
        let ran = folder.run(&[&["import"], arguments].concat());
        assert_eq!((ran.status, ran.text()), (Some(0), BACK.to_owned()), "{arguments:?}");
        assert!(ran.err.contains("2 records written from 2 rows"), "{}", ran.err);
    }
    // Through pipes, twice, and beside files of other formats.
    let bytes = folder.run_with(&["export", "-q", "--to", "parquet"], SUITE.as_bytes()).out;
    assert_eq!(bytes, folder.read("a.parquet"));
    assert_eq!(folder.run_with(&["import", "-q"], &bytes).text(), BACK);
    assert_eq!(folder.run_with(&["import", "-q", "-", "a.parquet"], &bytes).text(), BACK.repeat(2));
    folder.write("b.csv", "fen,id\n4k3/8/8/8/8/8/8/4K3 w - -,x\n");
    let both = folder.run(&["import", "-q", "a.parquet", "b.csv", "a.parquet"]);
    assert_eq!(both.text(), format!("{BACK}4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n{BACK}"));
}

#[test]
fn lines_are_numbered_across_files_and_none_is_empty() {
    let folder = Folder::new();
    folder.write("a.epd", SUITE);
    folder.write("empty.epd", "");
    export(&folder, &["a.epd", "empty.epd", "a.epd"]);
    assert_eq!(folder.run(&["import", "-q", "a.parquet"]).text(), BACK.repeat(2));
    export(&folder, &["empty.epd"]);
    let none = folder.run(&["import", "a.parquet"]);
    assert_eq!((none.status, none.text()), (Some(0), String::new()), "{}", none.err);
    export(&folder, &["--columns", "id,ce", "a.epd"]);
    let few = folder.run(&["import", "-q", "a.parquet"]).text();
    assert!(few.starts_with("4k3/8/8/8/8/8/4P3/4K3 w - - ce 120; id \"pawn, \\\";\n"), "{few}");
}

#[test]
fn what_has_no_place_is_told() {
    let check = |operations: &str, count: usize, line: usize| {
        let folder = Folder::new();
        folder.write("a.epd", format!("# first\n4k3/8/8/8/8/8/8/4K3 w - - {operations}\n"));
        let ran = folder.run(&["export", "--to", "parquet", "--output", "a.parquet", "a.epd"]);
        assert_eq!(ran.status, Some(0), "{operations}: {}", ran.err);
        let told = format!("epidote: {count} operation");
        let is_told = ran.err.contains(&told) && ran.err.contains(&format!("line {line}\n"));
        assert!(
            if count > 0 { is_told } else { !ran.err.contains("operation") },
            "{operations}: {}",
            ran.err
        );
    };
    check("bm Kd2; ce 5;", 0, 0);
    check("bm Kd2; bm Ke2;", 1, 2);
    check("ce x; acd 99999999999999999999;", 2, 2);
    check("resign; dm;", 1, 2);
    check("side 5; line 7; Zz 1;", 2, 2);
    check("bm #5;", 0, 0);
}

#[test]
fn a_run_that_cannot_be_says_why() {
    let folder = Folder::new();
    folder.write("a.epd", SUITE);
    folder.write("b.csv", "fen\n4k3/8/8/8/8/8/8/4K3 w - -\n");
    folder.write("broken.parquet", b"PAR1 and nothing more");
    export(&folder, &["a.epd"]);
    let check = |arguments: &[&str], status: i32, words: &str| {
        let ran = folder.run(arguments);
        assert_eq!(ran.status, Some(status), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(words), "{arguments:?}: {}", ran.err);
    };
    for columns in ["9x", "id,a b"] {
        let arguments = ["export", "--to", "parquet", "--output", "x.parquet", "--columns", columns, "a.epd"];
        folder.write("x.parquet", "what was there");
        check(&arguments, 2, "is no column");
        assert_eq!(folder.read("x.parquet"), b"what was there");
        check(&["export", "--to", "parquet", "--columns", columns, "a.epd"], 2, "is no column");
    }
    check(&["lint", "a.parquet"], 2, "a.parquet: a file of Parquet, not of EPD: `epidote import`");
    check(&["normalize", "--in-place", "a.parquet"], 2, "a.parquet: a file of Parquet");
    check(&["export", "--to", "csv", "a.parquet"], 2, "a.parquet: a file of Parquet");
    check(&["import", "broken.parquet"], 2, "broken.parquet: ");
    check(&["import", "--from", "parquet", "b.csv"], 2, "b.csv: it is not a file of Parquet");
    check(&["import", "--from", "parquet", "--map", "none=fen", "a.parquet"], 2, "there is no column `none`");
    check(
        &["export", "--to", "fen", "--columns", "id", "a.epd"],
        2,
        "--columns needs --to csv or --to parquet",
    );
    check(
        &["export", "--to", "parquet", "--columns", "Score=ce,id", "--output", "x.parquet", "a.epd"],
        2,
        "titles of columns need --to csv",
    );
    let into = ["export", "--to", "parquet", "--output", "no/such/a.parquet", "a.epd"];
    check(&into, 2, "no/such/a.parquet");
    // The good ones are read all the same.
    let ran = folder.run(&["import", "-q", "broken.parquet", "a.parquet"]);
    assert_eq!((ran.status, ran.text()), (Some(2), BACK.to_owned()));
    // A cut file is no file.
    let whole = folder.read("a.parquet");
    fs::write(folder.path("cut.parquet"), &whole[..whole.len() / 2]).expect("a file");
    check(&["import", "cut.parquet"], 2, "cut.parquet: ");
}

#[test]
fn targets_of_mates_and_names_of_columns_come_back() {
    let folder = Folder::new();
    let lines = "4k3/8/8/8/8/8/8/4K3 w - - bm #5; dm 5;\n4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; severity \"x\";\n";
    folder.write("a.epd", lines);
    // The opcode with the name of a column has no place, which is told.
    let ran = folder.run(&["export", "-q", "--to", "parquet", "-o", "a.parquet", "a.epd"]);
    assert!(ran.err.contains("1 operation has no place in its column"), "{}", ran.err);
    let back = lines.replace(" severity \"x\";", "");
    assert_eq!(folder.run(&["import", "-q", "a.parquet"]).text(), back);
    let csv = folder.run(&["export", "-q", "--to", "csv", "a.epd"]).out;
    assert_eq!(folder.run_with(&["import", "-q"], &csv).text(), lines);
}

#[test]
fn what_a_table_has_no_place_for_is_told() {
    let folder = Folder::new();
    let kings = "4k3/8/8/8/8/8/8/4K3 w - -";
    folder.write("a.epd", format!("{kings} bm Kd2; bm Ke2;\n{kings} ce 5; ce 6; id \"a\"; id \"b\";\n"));
    for to in ["csv", "parquet"] {
        let ran = folder.run(&["export", "--to", to, "-o", "out", "a.epd"]);
        assert!(ran.err.contains("operations have no place in their columns"), "{}", ran.err);
        assert!(ran.err.contains("line "), "{}", ran.err);
    }
    let ran = folder.run(&["export", "--to", "csv", "--columns", "bm", "a.epd"]);
    assert!(!ran.err.contains("no place"), "{}", ran.err);
}

#[test]
fn a_packed_file_is_told_to_be_unpacked() {
    let folder = Folder::new();
    folder.write("a.epd", SUITE);
    export(&folder, &["a.epd"]);
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packer, &folder.read("a.parquet")).expect("a file");
    folder.write("a.parquet.gz", packer.finish().expect("a file"));
    for verb in ["import", "lint"] {
        let ran = folder.run(&[verb, "a.parquet.gz"]);
        assert_eq!(ran.status, Some(2), "{ran:?}");
        assert!(ran.err.contains("a packed file of Parquet: unpack it first"), "{}", ran.err);
    }
}

#[test]
fn names_of_columns_are_no_row_whatever_is_read() {
    let folder = Folder::new();
    folder.write("a.epd", SUITE);
    export(&folder, &["a.epd"]);
    let ran = folder.run(&["import", "--from", "puzzles", "a.parquet"]);
    assert!(ran.err.contains("2 of 2 rows cannot be read; row 1: "), "{}", ran.err);
}

#[test]
fn a_row_that_is_no_record_is_told_by_its_number() {
    let folder = Folder::new();
    folder.write("a.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n8/8/8/8/8/8/8/8 w - -\n");
    export(&folder, &["a.epd"]);
    let ran = folder.run(&["import", "a.parquet"]);
    assert_eq!((ran.status, ran.text().as_str()), (Some(1), "4k3/8/8/8/8/8/8/4K3 w - -\n"));
    assert!(ran.err.contains("1 of 2 rows cannot be read; row 2: "), "{}", ran.err);
}

#[test]
fn the_game_and_the_registers_of_a_file_count() {
    let folder = Folder::new();
    folder.write("a.epd", "4k3/8/8/8/8/8/8/R5K1 w Q - bm O-O-O;\n");
    export(&folder, &["--chess960", "a.epd"]);
    let map = "--map=placement=placement,side=side,bm=c0,severity=c1";
    let texts = folder.run(&["import", "-q", map, "a.parquet"]).text();
    assert!(texts.contains("c0 \"O-O-O\";") && !texts.contains("c1"), "{texts}");
    // A reader cannot know the game, so castling rights are written as files of rooks.
    let back = folder.run(&["import", "-q", "a.parquet"]).text();
    assert_eq!(back, "4k3/8/8/8/8/8/8/R5K1 w A - bm O-O-O;\n");
    folder.write("b.epd", "4k3/8/8/8/8/8/8/4K3 w - - c0 \"x\";\n4k3/8/8/8/8/8/8/4K3 b - -\n");
    export(&folder, &["--registers", "b.epd"]);
    let texts = folder.run(&["import", "-q", "a.parquet"]).text();
    assert_eq!(texts.matches("c0 \"x\";").count(), 2, "{texts}");
}

/// Enough rows for several blocks.
#[test]
fn many_rows_are_the_same_with_any_number_of_workers_and_from_a_pipe() {
    let folder = Folder::new();
    let record = |n: usize| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce {n}; id \"r.{n}\";\n");
    let lines: String = (0..30_000).map(record).collect();
    folder.write("a.epd", &lines);
    export(&folder, &["-j1", "a.epd"]);
    let bytes = folder.read("a.parquet");
    export(&folder, &["-j4", "a.epd"]);
    assert!(bytes == folder.read("a.parquet"));
    for workers in ["-j1", "-j4"] {
        assert!(folder.run(&["import", "-q", workers, "a.parquet"]).text() == lines, "{workers}");
    }
    #[cfg(target_os = "linux")]
    for place in ["/dev/stdin", "-"] {
        assert!(folder.run_with(&["import", "-q", place], &bytes).text() == lines, "{place}");
    }
    // The reader goes away.
    let mut child = folder.command(&["import", "-q", "a.parquet"]).spawn().expect("the program");
    drop(child.stdout.take());
    assert!(child.wait().expect("it ends").code().is_some());
}

#[test]
fn a_damaged_file_is_told_and_ends_nothing() {
    let folder = Folder::new();
    folder.write("a.epd", SUITE);
    export(&folder, &["a.epd"]);
    let whole = folder.read("a.parquet");
    let mut statuses = [0; 3];
    for at in (0..whole.len()).step_by(23) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xa5;
        folder.write("bad.parquet", bytes);
        let ran = folder.run(&["import", "-q", "bad.parquet", "a.parquet"]);
        assert!(!ran.err.contains("panicked") && ran.text().ends_with(BACK), "byte {at}: {ran:?}");
        let status = ran.status.and_then(|status| statuses.get_mut(usize::try_from(status).ok()?));
        *status.unwrap_or_else(|| panic!("byte {at}: {ran:?}")) += 1;
    }
    assert!(statuses[2] > 20, "{statuses:?}");
}
