//! Files of all kinds, in pieces of any size.

use super::*;
use crate::language::{args, say};
use proptest::prelude::*;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
const GAMES: &str = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e5 *\n\n[Event \"c\"]\n\n1. d4 d5 *";
const TABLE: &str =
    "\u{feff}fen,id\n4k3/8/8/8/8/8/8/4K3 w - -,\"a\nb\"\n8/8,bad\n4k3/8/8/8/8/8/8/4K3 b - -,c";

fn zstd(text: &[u8]) -> Vec<u8> {
    compress_to_vec(text, CompressionLevel::Fastest)
}

/// What a file holds, and what all its pieces give.
fn read_in(piece: usize, file: &[u8], making: &Making) -> (Contents, Result<Imported, Text>) {
    let mut intake = Intake::in_pieces(io::Cursor::new(file.to_vec()), piece).expect("a file");
    let contents = intake.contents().expect("its beginning");
    let mut all = Imported::default();
    for number in 0.. {
        match intake.piece(number, making) {
            Ok(Imported { read, text, is_end, count, damage }) => {
                assert!(read >= all.read, "{read} after {}", all.read);
                (all.read, all.is_end, all.damage) = (read, is_end, damage);
                all.text.extend(text);
                all.count.add(count);
                if is_end {
                    break;
                }
            }
            Err(reason) => return (contents, Err(reason)),
        }
    }
    (contents, Ok(all))
}

#[track_caller]
fn check(file: &[u8], contents: Contents, making: Making, text: &str, count: (u32, u32, u32)) {
    for file in [file.to_vec(), zstd(file)] {
        for piece in [1, 7, 40, PIECE] {
            let (found, all) = read_in(piece, &file, &making);
            let all = all.expect("a readable file");
            assert_eq!(found, contents);
            assert_eq!((String::from_utf8_lossy(&all.text).as_ref(), all.damage), (text, None), "{piece}");
            assert_eq!((all.count.units, all.count.records, all.count.failed), count, "{piece}");
            assert_eq!(all.read, file.len() as u64);
        }
    }
}

fn column(name: &str, sample: &str, target: Option<&str>) -> dataset::Column {
    dataset::Column { name: name.to_owned(), sample: sample.to_owned(), target: target.map(str::to_owned) }
}

#[test]
fn a_table_of_any_names_becomes_what_its_columns_are_said_to_be() {
    let table = format!("\u{feff}Position,Best,Who\r\n{KINGS},e1d2,Anna\r\n{KINGS},Kd9,Boris\r\n");
    let columns = vec![
        column("Position", KINGS, Some("fen")),
        column("Best", "e1d2", None),
        column("Who", "Anna", None),
    ];
    let making = |pairs: &[&str]| Making::Table(pairs.iter().map(|pair| (*pair).to_owned()).collect());
    check(
        table.as_bytes(),
        Contents::Table(columns),
        making(&["fen", "bm", ""]),
        &format!("{KINGS} bm Kd2;\n"),
        (2, 1, 1),
    );
    // What cannot be is told, before anything is made.
    for pairs in [&["", "bm"][..], &["", "", "", "fen"], &["not an opcode"], &["", "", ""], &[]] {
        let (_, made) = read_in(PIECE, table.as_bytes(), &making(pairs));
        assert!(made.is_err(), "{pairs:?}");
    }
}

#[test]
fn an_empty_first_cell_is_one() {
    check(
        format!("\u{feff}\n\tfen\tid\r\n0\t{KINGS}\t\"a\r\nb\"\r\n1\t{KINGS}\tc\r\n").as_bytes(),
        Contents::Data(Format::Table),
        Making::Data(Format::Table),
        &format!("{KINGS} id \"a  b\";\n{KINGS} id \"c\";\n"),
        (2, 2, 0),
    );
    let columns =
        vec![column("", "0", None), column("Position", KINGS, Some("fen")), column("Best", "e1d2", None)];
    check(
        format!("\tPosition\tBest\n0\t{KINGS}\te1d2\n").as_bytes(),
        Contents::Table(columns),
        Making::Table(["", "fen", "bm"].map(str::to_owned).to_vec()),
        &format!("{KINGS} bm Kd2;\n"),
        (1, 1, 0),
    );
}

/// E-4.
#[test]
fn lines_may_end_with_cr_alone() {
    check(
        format!("fen,id\r{KINGS},\"a\rb\"\r8/8,bad\r{KINGS},c\r").as_bytes(),
        Contents::Data(Format::Table),
        Making::Data(Format::Table),
        &format!("{KINGS} id \"a b\";\n{KINGS} id \"c\";\n"),
        (3, 2, 1),
    );
    let (contents, all) =
        read_in(7, GAMES.replace('\n', "\r").as_bytes(), &Making::Games(pgn::Positions::Final.into()));
    assert_eq!((contents, all.expect("games").count.units), (Contents::Games, 3));
    let text = format!("{KINGS}\r{KINGS} id \"x\";\r");
    check(text.as_bytes(), Contents::Text, Making::Text, &text, (0, 0, 0));
}

#[test]
fn a_text_stays_as_it_is() {
    for text in ["", "\n", "4k3/8/8/8/8/8/8/4K3 w - -\r\nno last newline", "\u{feff}# a\n", "{\"a\":1}"] {
        check(text.as_bytes(), Contents::Text, Making::Text, text, (0, 0, 0));
    }
    // What the name says is stronger than what the beginning looks like.
    check(GAMES.as_bytes(), Contents::Games, Making::Text, GAMES, (0, 0, 0));
}

#[test]
fn games_become_records_and_what_failed_is_told() {
    for file in [GAMES.as_bytes().to_vec(), zstd(GAMES.as_bytes())] {
        for piece in [1, 20, PIECE] {
            let (contents, all) = read_in(piece, &file, &Making::Games(pgn::Positions::Final.into()));
            let all = all.expect("games");
            assert_eq!(contents, Contents::Games);
            assert_eq!((all.count.units, all.count.records, all.count.failed), (3, 3, 1));
            assert_eq!(all.count.first_failure, Some((2, say("why.game-move", args!["e5", 1]))));
            let lines = String::from_utf8_lossy(&all.text).into_owned();
            assert_eq!((lines.lines().count(), lines.ends_with('\n')), (3, true), "{lines}");
        }
    }
}

#[test]
fn data_sets_become_records_and_lines_are_counted() {
    for piece in [1, 9, PIECE] {
        let (contents, all) = read_in(piece, &zstd(TABLE.as_bytes()), &Making::Data(Format::Table));
        let all = all.expect("a table");
        assert_eq!(contents, Contents::Data(Format::Table));
        assert_eq!((all.count.units, all.count.records, all.count.failed), (3, 2, 1));
        let lines = String::from_utf8_lossy(&all.text).into_owned();
        assert_eq!(lines, format!("{KINGS} id \"a b\";\n4k3/8/8/8/8/8/8/4K3 b - - id \"c\";\n"));
        // The header is line 1, and the first row takes two.
        assert_eq!(all.count.first_failure.map(|(line, _)| line), Some(4), "{piece}");
    }
    check(
        format!("fen {KINGS} 0 1\nmove e1d2\nscore 5\nply 0\nresult 0\ne\n").as_bytes(),
        Contents::Data(Format::Plain),
        Making::Data(Format::Plain),
        &format!("{KINGS} ce 5; pm Kd2; ptp Result \"1/2-1/2\";\n"),
        (1, 1, 0),
    );
}

#[test]
fn what_makes_no_record_is_a_text() {
    for text in
        ["a,b\n1,2\n", "PuzzleId,Rating\nx,1\n", "{\"fen\":\"x\",\"bm\":\"e4\"}\n", "{\n \"evals\": 1"]
    {
        let mut intake = Intake::new(io::Cursor::new(text)).expect("a file");
        let expect =
            if text.contains("evals") { Contents::Data(Format::Evaluations) } else { Contents::Text };
        assert_eq!(intake.contents(), Ok(expect), "{text}");
    }
}

#[test]
fn the_json_of_an_export_is_named() {
    let export = crate::export::Export::new(crate::export::Format::Json, Vec::new());
    let mut intake = Intake::new(io::Cursor::new(export.head())).expect("a file");
    assert_eq!(intake.contents(), Err("why.data-own-json".into()));
}

/// A file that can no longer be read after some bytes.
struct Gone(io::Cursor<Vec<u8>>);

impl Read for Gone {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the file was changed")),
            read => Ok(read),
        }
    }
}

#[test]
fn a_file_that_is_gone_is_not_a_damaged_one() {
    for file in [KINGS.as_bytes().repeat(100), zstd(&KINGS.as_bytes().repeat(100))] {
        let mut intake = Intake::in_pieces(Gone(io::Cursor::new(file)), 100_000).expect("a file");
        assert_eq!(intake.piece(0, &Making::Text), Err(Text::Plain("the file was changed".to_owned())));
    }
}

#[test]
fn the_unit_before_the_damage_is_left_out_since_it_may_be_cut_off() {
    let rows: Vec<u8> = (1000..60_000).flat_map(|ce| format!("{KINGS},{ce}\n").into_bytes()).collect();
    let mut packed = zstd(&[&b"fen,ce\n"[..], &rows].concat());
    packed.truncate(packed.len() / 2);
    let (_, all) = read_in(PIECE, &packed, &Making::Data(Format::Table));
    let all = all.expect("the part before");
    let lines = String::from_utf8(all.text).expect("a text");
    let last: u32 = lines
        .rsplit("ce ")
        .next()
        .and_then(|end| end.strip_suffix(";\n"))
        .expect("a score")
        .parse()
        .expect("a number");
    assert!(all.damage.is_some() && all.count.failed == 0);
    assert_eq!((all.count.records, last), (last - 999, last));
}

#[test]
fn what_has_no_end_is_refused_and_long_units_are_read() {
    let long = format!("fen,id\n{KINGS},{}\n{KINGS},b\n", "a".repeat(PIECE * 3));
    let (_, all) = read_in(PIECE, long.as_bytes(), &Making::Data(Format::Table));
    assert_eq!(all.expect("rows").count.units, 2);
    let endless = io::Read::chain(io::Cursor::new("fen,id\n"), io::repeat(b'a'));
    let mut intake = Intake::new(endless).expect("a file");
    let mut pieces = (0..).map(|number| intake.piece(number, &Making::Data(Format::Table)));
    assert_eq!(pieces.find_map(Result::err), Some("why.units-apart".into()));
}

#[test]
fn damage_is_told_after_what_could_be_read() {
    let text: Vec<u8> =
        (0..300_000_u32).flat_map(|n| (n.wrapping_mul(2_654_435_761) >> 7).to_le_bytes()).collect();
    let mut packed = zstd(&text);
    packed.truncate(packed.len() - 9);
    let (_, all) = read_in(PIECE, &packed, &Making::Text);
    let all = all.expect("the part before");
    assert!(!all.text.is_empty() && text.starts_with(&all.text));
    assert_eq!(all.damage, Some("why.zstd-damaged".into()));
    let mut intake = Intake::new(io::Cursor::new(b"\x28\xb5\x2f\xfdx".to_vec())).expect("a file");
    assert_eq!(intake.contents(), Err("why.zstd-damaged".into()));
}

#[test]
fn no_piece_is_given_twice() {
    let mut intake = Intake::in_pieces(io::Cursor::new(b"4k3/8\n".repeat(9)), 6).expect("a file");
    intake.piece(0, &Making::Text).expect("the first piece");
    for number in [0, 2] {
        assert_eq!(intake.piece(number, &Making::Text), Err("why.worker-gone".into()), "{number}");
    }
}

proptest! {
    #[test]
    fn the_size_of_pieces_does_not_matter(
        rows in proptest::collection::vec(prop::sample::select(vec![
            "4k3/8/8/8/8/8/8/4K3 w - -,a\n", "4k3/8/8/8/8/8/8/4K3 b - -,\"a, b\"\r\n", "8/8,c\n", "\n", "x\"y,z\n",
        ]), 0..20),
        piece in 1_usize..200,
    ) {
        let file = format!("fen,id\n{}", rows.concat());
        let (_, whole) = read_in(PIECE, file.as_bytes(), &Making::Data(Format::Table));
        let (_, pieces) = read_in(piece, file.as_bytes(), &Making::Data(Format::Table));
        prop_assert_eq!(pieces, whole);
    }
}
