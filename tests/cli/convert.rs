//! Conversion from and to other formats.

use std::fs;

use crate::folder::Folder;
use crate::support::*;

#[test]
fn records_are_exported() {
    let lines =
        "4k3/8/8/8/8/8/8/4K3 w - - pv Kd2; id \"a, b\";\n# remark\r\n4k3/8/8/8/8/8/8/4K3 b - - 3 9 ce -5;\n";
    let export = |arguments: &[&str]| text(&epidote(&[&["export", "--to"], arguments].concat(), lines));
    assert_eq!(export(&["epd"]), lines);
    assert!(export(&["normal"]).starts_with("4k3/8/8/8/8/8/8/4K3 w - - id \"a, b\"; pv Kd2;\n# remark\r\n"));
    assert_eq!(export(&["fen"]), "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 b - - 3 9\n");
    assert_eq!(
        export(&["csv"]),
        "line,placement,side,castling,en_passant,ce,fmvn,hmvc,id,pv\r\n\
         1,4k3/8/8/8/8/8/8/4K3,w,-,-,,,,\"a, b\",Kd2\r\n\
         3,4k3/8/8/8/8/8/8/4K3,b,-,-,-5,9,3,,\r\n"
    );
    assert!(
        export(&["csv", "--columns", "pv,id"]).contains("\r\n1,4k3/8/8/8/8/8/8/4K3,w,-,-,Kd2,\"a, b\"\r\n")
    );
    // Columns may have titles, and `import` takes the same pairs.
    let map = "Best line=pv, My id = id,ce=ce,id,id";
    let table = export(&["csv", "--columns", map]);
    assert!(
        table.starts_with("line,placement,side,castling,en_passant,Best line,My id,ce,id\r\n"),
        "{table}"
    );
    assert!(table.contains("\r\n1,4k3/8/8/8/8/8/8/4K3,w,-,-,Kd2,\"a, b\",,\"a, b\"\r\n"), "{table}");
    let map = "placement=placement,side=side,castling=castling,en_passant=en_passant,Best line=pv,My id=id";
    let back = text(&epidote(&["import", "-q", "--map", map], &table));
    assert!(back.starts_with("4k3/8/8/8/8/8/8/4K3 w - - id \"a, b\"; pv Kd2;\n"), "{back}");
    let json: serde_json::Value = serde_json::from_str(&export(&["json"])).unwrap();
    assert_eq!((&json[1]["line"], &json[2]["line"]), (&1.into(), &3.into()));
    assert!(export(&["pgn"]).contains("\n1. Kd2 *\n\n"));
    assert_eq!(epidote(&["export"], lines).status.code(), Some(2));
}

#[test]
fn records_without_a_place_in_a_format_are_told() {
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n";
    let lines = format!("{kings}\n# remark\n8/8/8/8/8/8/8/8 w - - id \"empty\";\n{kings}no record\n");
    let check = |to: &str, expected: &str| {
        let ran = epidote(&["export", "--to", to], &lines);
        let err = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(err.lines().collect::<Vec<_>>().join(" | "), expected, "{to}");
        assert_eq!(ran.status.code(), Some(0), "{to}");
    };
    let without = "have no place in this format, the first in line 4";
    check("pgn", &format!("2 lines written | epidote: 2 records {without}"));
    check("fen", "3 lines written | epidote: 1 record has no place in this format, the first in line 6");
    check("csv", "4 lines written");
    check("epd", "6 lines written");
}

#[test]
fn epd_keeps_line_ends() {
    let check = |lines: &str, expect: &str| {
        for to in ["epd", "normal"] {
            assert_eq!(text(&epidote(&["export", "--to", to], lines)), expect, "{to} {lines:?}");
        }
    };
    check("# a\r\n# b\r\n", "# a\r\n# b\r\n");
    check("# a\r\n# b", "# a\r\n# b");
    check("# a\r# b\r\r\n\n# c", "# a\r# b\r\r\n\n# c");
    check("\u{feff}# a", "\u{feff}# a");
    check("", "");
    // The line end that a file lacks is that of its lines.
    let paths = [file("end-1.epd", "# a\r\n# b"), file("end-2.epd", "\u{feff}# c\n")];
    let [one, two] = paths.each_ref().map(|path| path.to_str().unwrap());
    assert_eq!(text(&epidote(&["export", "--to", "epd", one, two], "")), "# a\r\n# b\r\n# c\n");
    // Records of several files are one text in other formats.
    let record = "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n";
    let (one, two) = (file("end-3.epd", record), file("end-4.epd", record));
    for to in ["json", "fen", "csv", "pgn"] {
        let twice = text(&epidote(&["export", "--to", to], &record.repeat(2)));
        let names = [&one, &two].map(|path| path.to_str().unwrap());
        assert_eq!(text(&epidote(&["export", "--to", to, names[0], names[1]], "")), twice, "{to}");
    }
}

#[test]
fn the_json_of_an_export_is_not_read_back() {
    let json = text(&epidote(&["export", "--to", "json"], "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n"));
    let ran = epidote(&["import"], &json);
    assert_eq!(ran.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("not read back: export EPD or CSV"));
}

#[test]
fn exports_go_into_a_file() {
    let (one, two) =
        (file("export-1.epd", "8/8/8/8/8/8/8/8 w - -\n"), file("export-2.epd", "8/8/8/8/8/8/8/8 b - -"));
    let target = file("export.csv", "old");
    let names = [&target, &one, &two].map(|path| path.to_str().unwrap());
    // What was there stays if not everything can be read.
    let arguments = ["export", "--to", "csv", "--output", names[0], names[1], "/no/such/file.epd", names[2]];
    let ran = epidote(&arguments, "");
    assert_eq!(ran.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("it stays as it is"));
    assert_eq!(fs::read_to_string(&target).unwrap(), "old");
    let arguments =
        ["export", "--to", "csv", "--columns", " id , id", "--output", names[0], names[1], names[2]];
    assert_eq!(epidote(&arguments, "").status.code(), Some(0));
    let rows = fs::read_to_string(&target).unwrap();
    assert!(rows.starts_with("line,placement,side,castling,en_passant,id\r\n"), "{rows}");
    let arguments = ["export", "--to", "csv", "--output", names[0], names[1], names[2]];
    assert_eq!(epidote(&arguments, "").status.code(), Some(0));
    let rows = fs::read_to_string(&target).unwrap();
    assert!(rows.ends_with("\r\n1,8/8/8/8/8/8/8/8,w,-,-\r\n2,8/8/8/8/8/8/8/8,b,-,-\r\n"), "{rows}");
    let nowhere = ["export", "--to", "fen", "--output", "/no/such/folder/x.fen", names[1]];
    assert_eq!(epidote(&nowhere, "").status.code(), Some(2));
    for path in [target, one, two] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn games_are_imported() {
    let games = "[White \"A\"]\n\n1. e4 e5 *\n\n1. d4 e4 *\n";
    let import = |arguments: &[&str]| epidote(&[&["import"], arguments].concat(), games);
    let every = import(&[]);
    assert_eq!(every.status.code(), Some(1));
    assert_eq!(text(&every).lines().count(), 5);
    let err = String::from_utf8_lossy(&every.stderr).into_owned();
    assert!(
        err.contains("1 of 2 games cannot be read to the end;") && err.contains("game 2: e4 at ply 2"),
        "{err}"
    );
    assert_eq!(text(&import(&["--positions", "final"])).lines().count(), 2);
    let first = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 id \"A - ?, ply 1\"; sm e5;";
    assert_eq!(text(&import(&["--positions", "1"])).lines().next(), Some(first));
    assert_eq!(import(&["--positions", "last"]).status.code(), Some(2));
    assert_eq!(epidote(&["import", "/no/such/file.pgn"], "").status.code(), Some(2));
    assert_eq!(epidote(&["import"], "1. e4 *").status.code(), Some(0));
}

#[test]
fn a_text_without_games_is_no_success() {
    let folder = Folder::new();
    let import = |text: &str| folder.run_with(&["import"], text.as_bytes());
    let garbage = import("this is no game at all\n");
    assert!(garbage.status == Some(1) && !garbage.err.is_empty(), "{garbage:?}");
    assert_eq!(import("").status, Some(0));
    assert_eq!(import("\u{feff}\n \n").status, Some(0));
    assert_eq!(import("1. e4 e5 *\n").status, Some(0));
    // What of a game is left out is told as well.
    for (game, words) in
        [("1. e4 xyzzy e5 *\n", "xyzzy"), (&format!("1. e4 {{{}}} e5 *\n", "long ".repeat(2_000)), "comment")]
    {
        let ran = folder.run_with(&["import", "--keep", "comments"], game.as_bytes());
        assert!(ran.status == Some(1) && ran.err.contains(words), "{game}: {ran:?}");
        assert!(ran.text().lines().count() > 1, "{game}: {ran:?}");
    }
    let russian = folder.run_with(&["--language", "ru", "import"], b"1. e4 e4 *");
    assert!(russian.err.contains("1 из 1 партии не читается до конца"), "{}", russian.err);
}

#[test]
fn what_games_say_is_kept_on_request() {
    let game = "[Event \"Cup\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n\n\
        1. e4 {king's pawn} e5 (1... c5 2. Nf3) 2. Nf3 1-0\n";
    let folder = Folder::new();
    let import = |arguments: &[&str]| {
        folder.run_with(&[&["import", "-q"], arguments].concat(), game.as_bytes()).text()
    };
    let plain = import(&["--positions", "final"]);
    assert!(plain.lines().count() == 1 && !plain.contains("C20") && !plain.contains("ptp"), "{plain}");
    let all = import(&["--keep", "all", "--variations", "--positions", "final"]);
    assert_eq!(all.matches("eco \"C20\";").count(), 2, "{all}");
    assert_eq!(all.matches("ptp Event \"Cup\" White \"A\" Black \"B\" Result \"1-0\";").count(), 2, "{all}");
    assert!(all.starts_with("rnbqkbnr/pp1ppppp/8/2p5/") && all.contains("ply 3, variation 1\""), "{all}");
    let some = import(&["--keep", "eco,comments"]);
    assert!(some.contains("c0 \"king's pawn\"; eco \"C20\"; id") && !some.contains("ptp"), "{some}");
    assert_eq!(some.matches(" c0 ").count(), 1, "{some}");
}

#[test]
fn registers_are_written_out() {
    let folder = Folder::new();
    let line = |rest: &str| format!("4k3/8/8/8/8/8/8/4K3 w - -{rest}\n");
    folder.write(
        "a.epd",
        [
            line(" c0 \"game\"; c1 \"opening\"; eco \"B00\";"),
            line(""),
            "# x\n".to_owned(),
            line(" c1;"),
            line(" c0 \"next\";"),
        ]
        .concat(),
    );
    folder.write("b.epd", line(""));
    let text = folder.run(&["export", "--to", "epd", "--registers", "a.epd", "b.epd"]).text();
    let expect = [
        line(" c0 \"game\"; c1 \"opening\"; eco \"B00\";"),
        line(" c0 \"game\"; c1 \"opening\"; eco \"B00\";"),
        "# x\n".to_owned(),
        line(" c0 \"game\"; eco \"B00\";"),
        line(" c0 \"next\"; eco \"B00\";"),
        line(""),
    ];
    assert_eq!(text, expect.concat());
    let json = folder.run(&["lint", "--format", "json", "--registers", "a.epd"]).text();
    let fourth: serde_json::Value = serde_json::from_str(json.lines().nth(3).expect("a line")).expect("JSON");
    assert_eq!(fourth["registers"], serde_json::json!({ "c0": "game", "eco": "B00" }));
    assert_eq!(folder.run(&["lint", "--registers", "a.epd"]).status, Some(2));
}
