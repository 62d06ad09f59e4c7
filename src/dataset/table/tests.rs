//! Tables of all kinds, and what is wrong with them.

use super::*;
use crate::dataset::testing::import;
use crate::dataset::{Mapping, Reading};

#[track_caller]
fn check(mapping: &[&str], text: &str, expect: &str) {
    let mut wanted = Mapping::default();
    for pair in mapping {
        wanted.add(pair).expect("a mapping");
    }
    let (records, failures) = import(Reading::Table(wanted), text.as_bytes());
    assert_eq!((records.trim_end(), failures), (expect, Vec::new()), "{text}");
}

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

#[test]
fn names_say_what_columns_are() {
    check(
        &[],
        &format!("id,FEN,bm,rating\nx,{KINGS} 3 9,e1d2,1500\n"),
        &format!("{KINGS} bm Kd2; fmvn 9; hmvc 3; id \"x\";"),
    );
    check(
        &[],
        "line,placement,side,castling,en_passant,ce,id\r\n1,4k3/8/8/8/8/8/8/4K3,w,-,-,-12,\"a, b\"\r\n",
        &format!("{KINGS} ce -12; id \"a, b\";"),
    );
    check(&[], "placement,side\n4k3/8/8/8/8/8/8/4K3,w\n", KINGS);
    check(
        &[],
        "line,placement,side,castling,en_passant,severity,Zz,rating,x_1\n\
         1,4k3/8/8/8/8/8/8/4K3,w,-,-,warning,a b,1500,\n",
        &format!("{KINGS} Zz \"a b\"; rating 1500;"),
    );
    check(
        &[],
        "line,placement,side,castling,en_passant,bm,side\n1,4k3/8/8/8/8/8/8/4K3,w,-,-,#5,x\n",
        &format!("{KINGS} bm #5; side \"x\";"),
    );
    check(
        &[],
        &format!(
            "line,fen,c0,c1,c2,draw_offer,id,Zz\n1,{KINGS},\" x \",\"\"\" y \"\"\",\"\"\"\"\"\",;,\"\"\";\"\"\",\"\"\"7\"\"\"\n"
        ),
        &format!("{KINGS} c0 \"x\"; c1 \" y \"; c2 \"\"; draw_offer; id \";\";"),
    );
    check(&[], &format!("line,fen,Zz\n1,{KINGS},a\n"), KINGS);
    check(
        &[],
        &format!("fen,ce\n{KINGS},320.00\n{KINGS},-32765\n"),
        &format!("{KINGS} ce 32000;\n{KINGS} ce -32765;"),
    );
    check(
        &[],
        "line,placement,side,castling,en_passant,ce\n1,4k3/8/8/8/8/8/8/4K3,w,-,-,40050\n",
        &format!("{KINGS} ce 40050;"),
    );
    check(&[], &format!("fen,D1,c0\n{KINGS},5,'=x\n"), &format!("{KINGS} D1 5; c0 \"=x\";"));
}

#[test]
fn columns_are_mapped() {
    let text = format!("Best Move,Position,Eval,Name\n\"Kd2, Kf2\",{KINGS},-0.35,\"x=y\"\n");
    check(
        &["Position=fen", "Best Move=bm", "Eval=ce", "Name=id"],
        &text,
        &format!("{KINGS} bm Kd2 Kf2; ce -35; id \"x=y\";"),
    );
    check(&["Position=fen"], &text, KINGS);
    check(
        &["Position=fen", "Eval=ce"],
        &format!("Position,Eval\n{KINGS},#-2\n"),
        &format!("{KINGS} ce -32763;"),
    );
    check(
        &["Position=fen", "Line=pv"],
        &format!("Position,Line\n{KINGS},1. e1d2 e8e7 2. d2d3\n"),
        &format!("{KINGS} pv Kd2 Ke7 Kd3;"),
    );
}

#[test]
fn the_operations_of_a_record_are_kept() {
    let record = format!("{KINGS} bm Kd2; hmvc 3; id \"\"a; b\"\"; noop;");
    check(&[], &format!("epd,id\n\"{record}\",\n"), &record.replace("\"\"", "\""));
    // A column of its own is stronger than the record.
    check(
        &[],
        &format!("epd,bm,ce,id\n\"{record}\",e1f1,5,x\n"),
        &format!("{KINGS} hmvc 3; noop; bm Kf1; ce 5; id \"x\";"),
    );
    check(&[], &format!("epd,ce\n{KINGS} Zz 1 2,5\n"), &format!("{KINGS} Zz 1 2; ce 5;"));
    // A record is one line, and a cell without moves says nothing.
    check(
        &[],
        &format!("epd,bm\n\"{KINGS} c0 \"\"a\r\nb\"\"; bm Kd2;\",?\n"),
        &format!("{KINGS} c0 \"a  b\"; bm Kd2;"),
    );
    check(
        &[],
        &format!("epd,id\n{KINGS} fmvn 1; hmvc 0;,x\n"),
        &format!("{KINGS} fmvn 1; hmvc 0; id \"x\";"),
    );
    // Behind the fields other programs write a result or a score.
    for tail in [" 0 1 [0.5]", " 0 1 1-0", " [1.0] 35"] {
        check(&[], &format!("fen,bm\n{KINGS}{tail},Kd2\n"), &format!("{KINGS} bm Kd2;"));
    }
    // Numbers for themselves stay where they are.
    check(&[], &format!("epd,id\n{KINGS} bm Kd2; 5;,x\n"), &format!("{KINGS} bm Kd2; 5; id \"x\";"));
    check(&[], &format!("epd,bm\n{KINGS} bm Kd2; 5;,e1f1\n"), &format!("{KINGS} bm Kd2; 5; bm Kf1;"));
    check(&[], &format!("epd,id\n{KINGS} 20;400;8902;,x\n"), &format!("{KINGS} 20; 400; 8902; id \"x\";"));
}

#[test]
fn cells_are_separated_as_spreadsheets_do() {
    for separator in [";", "\t"] {
        let table = |rows: [[&str; 4]; 2]| rows.map(|row| row.join(separator) + "\r\n").concat();
        check(
            &[],
            &table([["fen", "bm", "ce", "id"], [KINGS, "e1d2, Kf1", "-0,5", "\"a;\tb\""]]),
            &format!("{KINGS} bm Kd2 Kf1; ce -50; id \"a;{}b\";", ' '),
        );
        // What a name has in parentheses separates nothing.
        let rest = if separator == ";" { "\tcommas, commas, commas" } else { "; semicolons; semicolons" };
        check(
            &[],
            &table([["fen", rest, "ce", "id"], [KINGS, "x", "5", "y"]]),
            &format!("{KINGS} ce 5; id \"y\";"),
        );
        // The first and the last cell may be empty.
        check(&[], &table([["", "fen", "ce", ""], ["1", KINGS, "0,35", ""]]), &format!("{KINGS} ce 35;"));
        check(
            &["Position=fen", "Best=bm"],
            &table([["Best", "", "Position", "x"], ["e1d2", "", KINGS, "y,z"]]),
            &format!("{KINGS} bm Kd2;"),
        );
    }
}

/// E-4.
#[test]
fn rows_may_end_with_cr_alone() {
    let rows = format!("id,fen,bm\r\"a\rb\",{KINGS},Kd2\r\r");
    check(
        &[],
        &format!("{rows}c,{KINGS},Kf1"),
        &format!("{KINGS} bm Kd2; id \"a b\";\n{KINGS} bm Kf1; id \"c\";"),
    );
    let (_, failures) =
        import(Reading::Table(Mapping::default()), format!("{rows}c,{KINGS},Ke8\r").as_bytes());
    assert_eq!(failures, [(5, Fault::Move("Ke8".to_owned()))]);
}

#[test]
fn names_may_be_in_capitals() {
    check(
        &[],
        &format!("FEN,BM,CE,Id,D1\n{KINGS},Kd2,12,x,5\n"),
        &format!("{KINGS} D1 5; bm Kd2; ce 12; id \"x\";"),
    );
    check(&[], &format!("fen,bm,BM\n{KINGS},Kd2,Kf1\n"), &format!("{KINGS} bm Kd2;"));
}

#[test]
fn operands_of_own_tables_come_back() {
    check(
        &[],
        &format!(
            "line,placement,side,castling,en_passant,zz\n1,{},\"5 \"\"x y\"\" 6\"\n",
            KINGS.replace(' ', ",")
        ),
        &format!("{KINGS} zz 5 \"x y\" 6;"),
    );
    // A text may have quotes of its own, whether EPD knows the opcode or not.
    check(
        &[],
        &format!("fen,c0\n{KINGS},\"say \"\"hi\"\" now\"\n"),
        &format!("{KINGS} c0 \"say 'hi' now\";"),
    );
    check(
        &["fen=fen", "note=zz"],
        &format!("fen,note\n{KINGS},\"say \"\"hi\"\" now\"\n"),
        &format!("{KINGS} zz \"say 'hi' now\";"),
    );
}

#[test]
fn the_header_shows_what_separates_cells() {
    check(&[], &format!("fen,notes (a; b; c)\n{KINGS},z\n"), KINGS);
    check(&[], &format!("notes\ta\tb,fen\n1\t2\t3,{KINGS}\n"), KINGS);
    check(&[], &format!("fen;bm (a, b, c);id\n{KINGS};1,2;x\n"), &format!("{KINGS} id \"x\";"));
    check(&["Position=fen"], &format!("Position;Best\n{KINGS};1,2,3\n"), KINGS);
}

#[test]
fn bad_mappings_are_told() {
    let mut mapping = Mapping::default();
    for pair in ["", "x", "x=", "x=1", "x=a b"] {
        assert!(mapping.add(pair).is_err(), "{pair}");
    }
    mapping.add("No=fen").expect("a mapping");
    let (records, failures) = import(Reading::Table(mapping), format!("fen\n{KINGS}\n").as_bytes());
    assert_eq!((records.as_str(), failures), ("", vec![(1, Fault::NoColumn("No".to_owned()))]));
    for (first, second) in [("bm", "bm"), ("fen", "epd"), ("side", "side")] {
        let mut mapping = Mapping::default();
        for pair in [format!("a={first}"), format!("b={second}")] {
            mapping.add(&pair).expect("a mapping");
        }
        let (records, failures) =
            import(Reading::Table(mapping), format!("a,b\n{KINGS},{KINGS}\n").as_bytes());
        assert_eq!((records.as_str(), failures), ("", vec![(1, Fault::ColumnsOfOne(first.to_owned()))]));
    }
    let (_, failures) = import(Reading::Table(Mapping::default()), b"a,b\n1,2\n");
    assert_eq!(failures, [(1, Fault::NoColumn("fen".to_owned()))]);
    let mut mapping = Mapping::default();
    mapping.add("Best=bm").expect("a mapping");
    let (_, failures) = import(Reading::Table(mapping), format!("fen,Best\n{KINGS},Kd2\n").as_bytes());
    assert_eq!(failures, [(1, Fault::NoPosition)]);
}

#[test]
fn bad_rows_are_told() {
    for (cells, expect) in [
        ("8/8,1,x", Fault::Position("8/8".to_owned())),
        (",1,x", Fault::Missing("position")),
        (&format!("{KINGS},x,x"), Fault::Number("x".to_owned())),
        (&format!("{KINGS} id \"a,1,x"), Fault::Position(format!("{KINGS} id \"a"))),
        (&format!("{KINGS},1.234,x"), Fault::Number("1.234".to_owned())),
        (&format!("{KINGS},#,x"), Fault::Number("#".to_owned())),
        (&format!("{KINGS},#-,x"), Fault::Number("#-".to_owned())),
        (&format!("{KINGS},1.,x"), Fault::Number("1.".to_owned())),
        (&format!("{KINGS},400.5,x"), Fault::Operands("400.5".to_owned(), "ce".to_owned())),
        (&format!("{KINGS},40050,x"), Fault::Operands("40050".to_owned(), "ce".to_owned())),
        (&format!("{KINGS},-320.01,x"), Fault::Operands("-320.01".to_owned(), "ce".to_owned())),
        (&format!("{KINGS},1,x,y"), Fault::Columns(4, 3)),
    ] {
        let (records, failures) =
            import(Reading::Table(Mapping::default()), format!("fen,ce,id\n{cells}\n{KINGS},,\n").as_bytes());
        assert_eq!((records.trim_end(), failures), (KINGS, vec![(2, expect)]), "{cells}");
    }
    let text = format!("fen,bm,tcri\n{KINGS},e4,\n{KINGS},,a;b\n");
    let (records, failures) = import(Reading::Table(Mapping::default()), text.as_bytes());
    assert_eq!((records.as_str(), failures), ("", vec![(2, Fault::Move("e4".to_owned()))]));
    let (records, _) =
        import(Reading::Table(Mapping::default()), format!("fen,tcri\n{KINGS},a;b\n").as_bytes());
    assert_eq!(records, "");
}
