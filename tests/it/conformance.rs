//! Every numbered statement on the format has a home, which is a rule, a piece of code, or a test.
//!
//! The numbers are those of the project's requirements. The table is `docs/conformance.md`; run with
//! `UPDATE_DOCS=1` to write it again.

use std::fmt::Write as _;
use std::fs;

use epidote::epd::lint::code::lookup;

use crate::docs::check_document;

/// Where a statement is enforced: `rule CODE`, or `FILE: NAME` for an item or a test.
type Home = &'static str;

/// Number, statement in other words than the text's, homes.
const STATEMENTS: &[(&str, &str, &[Home])] = &[
    (
        "E-1",
        "A record is one line of ASCII text: four fields, then operations.",
        &["rule W109", "rule E101", "rule I116", "src/epd/parse.rs: parse"],
    ),
    ("E-2", "A file of records has the ending `.epd`.", &["src/browser/files.rs: epd_types"]),
    (
        "E-3",
        "A reader should take lines of 4095 bytes and more; line ends do not count.",
        &["rule W110", "src/document/index.rs: strip"],
    ),
    (
        "E-4",
        "Line ends are not part of a record; they are LF, CRLF or CR.",
        &["src/document/tests.rs: finds_lines_with_every_line_end"],
    ),
    ("E-5", "1023 bytes were the older limit; the newer one decides.", &["rule W110"]),
    (
        "E-6",
        "Extensions are coordinated: the program invents no lower-case opcode.",
        &["src/epd/opcode.rs: has_the_fifty_opcodes_of_1995_and_acd_sorted"],
    ),
    (
        "E-7",
        "The fields are placement, active colour, castling availability, en passant target.",
        &["src/epd/parse.rs: fields", "rule E101"],
    ),
    ("E-8", "Fields are made of printing characters.", &["rule E108", "rule W109"]),
    ("E-9", "There is one space between two fields.", &["rule W102"]),
    (
        "E-10",
        "The placement goes from rank 8 to rank 1 and from file a to h.",
        &["src/epd/placement.rs: read_placement"],
    ),
    (
        "E-11",
        "Capital letters are white pieces, small ones black.",
        &["src/epd/placement.rs: read_placement", "rule E201"],
    ),
    ("E-12", "A digit counts a whole run of empty squares.", &["rule E202"]),
    ("E-13", "Each rank has eight squares.", &["rule E201"]),
    ("E-14", "Seven solidi separate eight ranks.", &["rule E201", "rule E215"]),
    ("E-15", "The active colour is `w` or `b`.", &["rule E203", "rule W204"]),
    (
        "E-16",
        "Castling availability is `-` or letters of KQkq in this order, none twice.",
        &["rule E205", "rule W206", "rule E208"],
    ),
    (
        "E-17",
        "Availability is potential: what blocks castling for the moment does not matter.",
        &["rule E207", "src/epd/position.rs: vain_castling"],
    ),
    (
        "E-18",
        "The target is `-` or a square of rank 3 with Black, of rank 6 with White to move.",
        &["rule E209", "rule W204"],
    ),
    (
        "E-19",
        "The target is given whenever a pawn has advanced two squares, capture or not.",
        &["rule E210", "src/epd/position.rs: en_passant_possible", "src/epd/position.rs: record_fields"],
    ),
    ("E-20", "The start array has one text.", &["src/epd/position/tests.rs: reads_the_start_array"]),
    (
        "E-21",
        "An operation is an opcode, operands, and a semicolon.",
        &["src/epd/operation.rs: Operation", "rule E104", "rule E106"],
    ),
    ("E-22", "There is one space before each operation.", &["rule W102"]),
    (
        "E-23",
        "An opcode has 1 to 15 characters: a letter, then letters, digits, underscores.",
        &["rule E107", "src/epd/opcode.rs: is_opcode"],
    ),
    ("E-24", "Opcodes of more than one program have no capitals.", &["rule W426", "rule I401"]),
    (
        "E-25",
        "An operand is a run of printing characters or a string.",
        &["src/epd/lexed.rs: lex", "src/epd/operation.rs: OperandKind"],
    ),
    (
        "E-26",
        "A string is enclosed in two quotes and cannot contain one.",
        &["rule E103", "rule E105", "src/epd/write/mod.rs: quote"],
    ),
    ("E-27", "A string has fewer than 256 bytes.", &["rule E111"]),
    ("E-28", "There is one blank before each operand, none before the semicolon.", &["rule W102"]),
    ("E-29", "An opcode appears at most once in a record.", &["rule E402"]),
    ("E-30", "Operations are in ASCII order of their opcodes.", &["rule W409"]),
    (
        "E-31",
        "Any order is read, with the same meaning.",
        &[
            "src/epd/normalize.rs: does_not_depend_on_the_order",
            "src/epd/registers.rs: order_in_the_text_does_not_matter",
        ],
    ),
    (
        "E-32",
        "Operands of sets are in ASCII order, those of variations in the order of play.",
        &["rule W410", "src/epd/opcode.rs: is_unordered"],
    ),
    (
        "E-33",
        "Mnemonics for interchange have small letters, digits and underscores only.",
        &["rule W426", "rule I401"],
    ),
    ("E-34", "Mnemonics have at least two characters.", &["rule W424"]),
    ("E-35", "Private opcodes start with a capital letter.", &["rule I401"]),
    (
        "E-36",
        "An unknown opcode is not an error, and is kept.",
        &["rule I401", "src/epd/normalize.rs: puts_blanks_and_order_right"],
    ),
    (
        "E-37",
        "An identifier has 1 to 15 letters, digits or underscores.",
        &["src/epd/opcode.rs: is_identifier"],
    ),
    (
        "E-38",
        "Moves are SAN; other notations are not supported.",
        &["rule E303", "rule W304", "rule E305", "engine/src/chess/notation/mod.rs: read_move"],
    ),
    (
        "E-39",
        "An integer is an optional sign and digits; 32 bits are supported at least.",
        &["src/epd/operand.rs: read_integer", "rule W407", "rule I408"],
    ),
    ("E-40", "Numbers with a fraction are not in use.", &["rule W429", "rule E404"]),
    ("E-41", "A date is YYYY.MM.DD.", &["src/epd/operand.rs: DATE", "rule W420"]),
    ("E-42", "A time of day is HH:MM:SS.", &["src/epd/operand.rs: TIME"]),
    ("E-43", "A clock value is DDD:HH:MM:SS.", &["src/epd/operand.rs: CLOCK"]),
    ("E-44", "A string operand is a string.", &["rule E404", "rule E406"]),
    (
        "E-45",
        "`ce` is seen from the side to move, before its move.",
        &["engine/src/chess/score.rs: to_ce", "src/verb/analyze.rs: analyze_writes_what_was_found"],
    ),
    (
        "E-46",
        "Above 32000 the side to move mates in 32767 - ce plies.",
        &["engine/src/chess/score.rs: from_ce"],
    ),
    ("E-47", "Below -32000 it is mated in ce + 32767 plies.", &["engine/src/chess/score.rs: from_ce"]),
    (
        "E-48",
        "-32767: it is checkmated.",
        &["rule W416", "src/verb/analyze.rs: a_finished_game_has_an_empty_line"],
    ),
    ("E-49", "-32768: the position is illegal.", &["rule I217", "rule W212", "rule E211"]),
    (
        "E-50",
        "Stalemate, insufficient material and certain draws are 0.",
        &["rule W416", "src/verb/analyze.rs: a_finished_game_has_an_empty_line"],
    ),
    (
        "E-51",
        "A mate for the side to move takes an odd number of plies, one against it an even one.",
        &["rule W415"],
    ),
    ("E-52", "An ordinary score never reads as a mate.", &["engine/src/chess/score.rs: to_ce"]),
    (
        "E-60",
        "`cN` and `vN` clear the registers N to 9, then set N; in ASCII order.",
        &["src/epd/registers.rs: apply"],
    ),
    (
        "V-1",
        "Normalization writes one record for each record, in order, with all operations.",
        &["src/epd/normalize.rs: normalize", "src/jobs/clerk.rs: rewrites_only_what_changes"],
    ),
    (
        "V-2",
        "The input is checked for legality.",
        &["rule E211", "rule E301", "src/epd/lint/legality.rs: illegalities"],
    ),
    ("V-3", "Blanks are put right outside strings.", &["src/epd/normalize.rs: puts_blanks_and_order_right"]),
    ("V-4", "Operations are sorted by opcode.", &["src/epd/normalize.rs: sorted_operations"]),
    (
        "V-5",
        "Operands of `am`, `bm` and `noop` are sorted, no others.",
        &["src/epd/normalize.rs: operation_text"],
    ),
    (
        "V-6",
        "Normalization is idempotent and keeps the spelling of moves.",
        &["src/epd/normalize.rs: is_idempotent_on_any_bytes"],
    ),
];

fn home_exists(home: &str) -> Result<(), String> {
    if let Some(code) = home.strip_prefix("rule ") {
        return lookup(code).map(|_| ()).ok_or_else(|| format!("no rule {code}"));
    }
    let (file, name) = home.split_once(": ").ok_or_else(|| format!("neither rule nor file: {home}"))?;
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let named = ["fn ", "struct ", "enum ", "const ", "pub ", "let "]
        .iter()
        .any(|kind| text.contains(&format!("{kind}{name}")));
    if named { Ok(()) } else { Err(format!("{file} has no {name}")) }
}

#[test]
fn every_statement_has_a_home() {
    let mut wrong = Vec::new();
    let numbers: Vec<String> = (1..=52)
        .map(|n| format!("E-{n}"))
        .chain(["E-60".to_owned()])
        .chain((1..=6).map(|n| format!("V-{n}")))
        .collect();
    for number in &numbers {
        let count =
            STATEMENTS.iter().filter(|(known, _, homes)| known == number && !homes.is_empty()).count();
        if count != 1 {
            wrong.push(format!("{number} stands {count} times with a home"));
        }
    }
    for (number, _, homes) in STATEMENTS {
        wrong.extend(
            homes.iter().filter_map(|home| home_exists(home).err()).map(|why| format!("{number}: {why}")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_document_is_current() {
    let mut text = String::from(
        "# Conformance\n\nEvery statement of the 1995 text on the format and on normal form, in our words, and where it is enforced.\n\
         Generated by `UPDATE_DOCS=1 cargo test --no-default-features --test it`; a test fails when a number has no home.\n\n\
         | number | statement | where |\n|---|---|---|\n",
    );
    for (number, statement, homes) in STATEMENTS {
        let homes: Vec<String> = homes
            .iter()
            .map(|home| match home.strip_prefix("rule ") {
                Some(code) => format!("[{code}](diagnostics.md#{})", code.to_lowercase()),
                None => format!("`{home}`"),
            })
            .collect();
        let _ = writeln!(text, "| {number} | {statement} | {} |", homes.join(", "));
    }
    text += &crate::quirks::section();
    text += &crate::kit::section();
    check_document("docs/conformance.md", &text);
}
