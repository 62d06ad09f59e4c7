//! How real files deviate from the text, and what the program does about it: a repair, an offer, or a reason
//! why there is none. Each row is a line written for this test, and is proved. The rows are part of
//! `docs/conformance.md`.

use std::fmt::Write as _;

use epidote::epd::lint::{Applicability, check, repair};
use epidote::epd::parse;

/// What the program does about a quirk.
enum Outcome {
    /// Repair turns the line into this one.
    Repaired(&'static str),
    /// The user is offered this line.
    Offered(&'static str),
    /// The line is kept, since it is right or nothing can be done, for this reason.
    Kept(&'static str),
}
use Outcome::{Kept, Offered, Repaired};

/// Number, description, line, finding for it (empty if there is none), outcome.
type Row = (&'static str, &'static str, &'static str, &'static str, Outcome);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("1", "no last semicolon", "4k3/8/8/8/8/8/8/4K3 w - - id \"x\"", "E104", Repaired("4k3/8/8/8/8/8/8/4K3 w - - id \"x\";")),
    ("2", "FEN counters before operations", "4k3/8/8/8/8/8/8/4K3 w - - 3 17 id \"x\";", "E112", Repaired("4k3/8/8/8/8/8/8/4K3 w - - fmvn 17; hmvc 3; id \"x\";")),
    ("3", "semicolons before operations", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 25", "E106", Repaired("4k3/8/8/8/8/8/8/4K3 w - - D1 5; D2 25; fmvn 1; hmvc 0;")),
    ("4", "a semicolon after the fields", "4k3/8/8/8/8/8/8/4K3 w - - ; bm Kd2;", "E106", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")),
    ("5", "a semicolon that touches the fields", "4k3/8/8/8/8/8/8/4K3 w - -; bm Kd2;", "E106", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")),
    ("6", "an empty operation", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;; id \"x\";", "E106", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";")),
    ("7", "a FEN of six fields", "4k3/8/8/8/8/8/8/4K3 w - - 0 7", "E112", Repaired("4k3/8/8/8/8/8/8/4K3 w - - fmvn 7; hmvc 0;")),
    ("7", "a FEN without its last field", "4k3/8/8/8/8/8/8/4K3 w - - 7", "E112", Repaired("4k3/8/8/8/8/8/8/4K3 w - - hmvc 7;")),
    ("8", "four fields only", "4k3/8/8/8/8/8/8/4K3 w - -", "", Kept("a whole record")),
    ("9", "fewer fields", "4k3/8/8/8/8/8/8/4K3 w -", "E101", Offered("4k3/8/8/8/8/8/8/4K3 w - -")),
    ("9", "`startpos`", "startpos bm e4;", "E113", Offered("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;")),
    ("10", "several blanks, tabs", "4k3/8/8/8/8/8/8/4K3 w - -  bm\tKd2;", "W102", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")),
    ("11", "a blank before the semicolon", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 ;", "W102", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")),
    ("12", "unknown counters", "4k3/8/8/8/8/8/8/4K3 w - - - - bm Kd2;", "E112", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")),
    ("13", "CR LF", "", "", Kept("line ends are not part of a record; each stays as it is")),
    ("14", "a NUL after the record", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\0", "E108", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")),
    ("15", "a byte order mark", "\u{feff}4k3/8/8/8/8/8/8/4K3 w - -", "E108", Repaired("4k3/8/8/8/8/8/8/4K3 w - -")),
    ("16", "other characters than ASCII", "4k3/8/8/8/8/8/8/4K3 w - - id \"König\";", "W109", Kept("another spelling would be another label; the bytes are shown by the encoding of the file")),
    ("17", "comments", "# a comment", "I116", Kept("a line of its own, no record")),
    ("18", "blank lines", "", "", Kept("a line of its own, no record")),
    ("19", "a line break in a string", "4k3/8/8/8/8/8/8/4K3 w - - id \"13 c5", "E105", Offered("4k3/8/8/8/8/8/8/4K3 w - - id \"13 c5\";")),
    ("20", "prose", "hello have a nice day", "E201", Kept("no position can be made of it")),
    ("20", "points for solidi", "4k3.8.8.8.8.8.8.4K3 w - -", "E215", Offered("4k3/8/8/8/8/8/8/4K3 w - -")),
    ("21", "long lines and strings", "", "", Kept("read at any length; a long string cannot be cut without loss (E111, W110)")),
    ("22", "castling letters in another order", "r3k2r/8/8/8/8/8/8/R3K2R w kqKQ -", "W206", Repaired("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")),
    ("22", "a castling letter twice", "r3k2r/8/8/8/8/8/8/R3K2R w Kqkq -", "E205", Offered("r3k2r/8/8/8/8/8/8/R3K2R w Kkq -")),
    ("23", "castling of Chess960", "nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb -", "E208", Kept("the text has no letters for these rooks; read and played as Chess960")),
    ("24", "castling without king or rook", "4k3/8/8/8/8/8/8/4K3 w KQ -", "E207", Offered("4k3/8/8/8/8/8/8/4K3 w - -")),
    ("25", "a target that no pawn can take", "4k3/8/8/8/4P3/8/8/4K3 b - e3", "", Kept("the text asks for it (4.4)")),
    ("26", "an impossible target", "4k3/8/8/8/8/8/8/4K3 w - e6", "E210", Offered("4k3/8/8/8/8/8/8/4K3 w - -")),
    ("27", "a target with a capital", "4k3/8/8/8/4P3/8/8/4K3 b - E3", "W204", Repaired("4k3/8/8/8/4P3/8/8/4K3 b - e3")),
    ("27", "a target on another rank", "4k3/8/8/8/4P3/8/8/4K3 b - e4", "E209", Offered("4k3/8/8/8/4P3/8/8/4K3 b - -")),
    ("28", "the colour as a capital", "4k3/8/8/8/8/8/8/4K3 W - -", "W204", Repaired("4k3/8/8/8/8/8/8/4K3 w - -")),
    ("28", "another colour", "4k3/8/8/8/8/8/8/4K3 K - -", "E203", Kept("whose move it is, is not known")),
    ("29", "a position that cannot be", "4k3/8/8/8/8/8/8/8 w - -", "E211", Kept("what is missing is not known; the record can be edited, not searched")),
    ("29", "the other side is in check", "4k3/8/8/8/8/8/8/4R1K1 w - -", "E211", Offered("4k3/8/8/8/8/8/8/4R1K1 b - -")),
    ("30", "fields that touch", "4k3/8/8/8/8/8/8/4K3 w -- id \"x\";", "E205", Offered("4k3/8/8/8/8/8/8/4K3 w - - id \"x\";")),
    ("30", "a field that touches the counters", "4k3/8/8/8/8/8/8/4K3 w - -0 1", "E209", Offered("4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
    ("31", "variants", "4k3/8/8/8/8/8/8/4K3[Qn] w - -", "E214", Kept("Epidote reads chess and Chess960 only, and says so")),
    ("32", "moves in coordinates", "4k3/8/8/8/8/8/8/4K3 w - - bm e1d2;", "E303", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")),
    ("33", "long algebraic notation", "4k3/8/8/8/8/8/8/4K3 w - - bm Ke1-d2;", "E303", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")),
    ("34", "castling with zeros", "4k3/8/8/8/8/8/8/4K2R w K - bm 0-0;", "E303", Repaired("4k3/8/8/8/8/8/8/4K2R w K - bm O-O;")),
    ("35", "promotions in other spellings", "8/5P2/8/k7/8/8/8/4K3 w - - bm f8(R);", "E303", Repaired("8/5P2/8/k7/8/8/8/4K3 w - - bm f8=R;")),
    ("35", "the parts of a promotion apart", "8/5P2/8/k7/8/8/8/4K3 w - - bm f8 = Q;", "E316", Repaired("8/5P2/8/k7/8/8/8/4K3 w - - bm f8=Q;")),
    ("36", "`ep` after a move", "4k3/8/8/1Pp5/8/8/8/4K3 w - c6 bm bxc6ep;", "E303", Repaired("4k3/8/8/1Pp5/8/8/8/4K3 w - c6 bm bxc6;")),
    ("37", "`!` and `?`", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2!;", "E303", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")),
    ("38", "marks apart from the move", "4k3/8/8/8/8/8/7R/4K3 w - - bm Rh8 +;", "E308", Repaired("4k3/8/8/8/8/8/7R/4K3 w - - bm Rh8+;")),
    ("39", "missing marks", "4k2r/8/8/8/8/8/7R/4K3 w - - bm Rh8;", "W304", Repaired("4k2r/8/8/8/8/8/7R/4K3 w - - bm Rxh8+;")),
    ("40", "commas and words between moves", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 or Ke2;", "E309", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;")),
    ("41", "a distance to mate in `bm`", "8/1k1K4/8/8/6R1/8/8/8 w - - bm #4;", "E310", Repaired("8/1k1K4/8/8/6R1/8/8/8 w - - dm 4;")),
    ("42", "`?` instead of a move", "4k3/8/8/8/8/8/8/4K3 w - - acd 3; bm ?;", "E305", Offered("4k3/8/8/8/8/8/8/4K3 w - - acd 3;")),
    ("43", "a colon for the capture or the semicolon", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2: id \"x\";", "E425", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";")),
    ("44", "no semicolon between operations", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 id \"x\";", "E425", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";")),
    ("45", "a move that cannot be played", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd4;", "E301", Kept("which move was meant is not known")),
    ("45", "a move that fits several pieces", "4k3/8/8/8/8/8/8/R3K2R w - - am Rf1;", "", Kept("only one rook can go there, and the move is right")),
    ("46", "moves in quotes", "4k3/8/8/8/8/8/8/4K3 w - - bm \"Kd2\";", "E404", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")),
    ("47", "move numbers", "4k3/8/8/8/8/8/8/4K3 w - - pv 1. Kd2 Kd7;", "E312", Repaired("4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 Kd7;")),
    ("47", "counts in braces", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 {151};", "E317", Offered("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")),
    ("47", "null moves", "4k3/8/8/8/8/8/8/4K3 w - - pv --;", "E305", Kept("SAN has no null move")),
    ("48", "a string without quotes", "4k3/8/8/8/8/8/8/4K3 w - - id a label;", "E406", Repaired("4k3/8/8/8/8/8/8/4K3 w - - id \"a label\";")),
    ("48", "quotes inside such a string", "4k3/8/8/8/8/8/8/4K3 w - - c0 from \"A Book\" of old;", "E403", Offered("4k3/8/8/8/8/8/8/4K3 w - - c0 \"from 'A Book' of old\";")),
    ("49", "single quotes", "4k3/8/8/8/8/8/8/4K3 w - - id 'a b';", "E427", Offered("4k3/8/8/8/8/8/8/4K3 w - - id \"a b\";")),
    ("50", "a string without an opcode", "4k3/8/8/8/8/8/8/4K3 w - - \"a remark\";", "E107", Offered("4k3/8/8/8/8/8/8/4K3 w - - c0 \"a remark\";")),
    ("51", "a number where a string belongs", "4k3/8/8/8/8/8/8/4K3 w - - c0 8;", "E406", Repaired("4k3/8/8/8/8/8/8/4K3 w - - c0 \"8\";")),
    ("52", "a semicolon in a string", "4k3/8/8/8/8/8/8/4K3 w - - c0 \"a; b\";", "", Kept("a string may hold it")),
    ("53", "backslashes", "4k3/8/8/8/8/8/8/4K3 w - - c0 \"a\\sb\";", "I114", Kept("two readings are possible, the text knows one")),
    ("54", "private opcodes", "4k3/8/8/8/8/8/8/4K3 w - - Acms 12;", "I401", Kept("unknown opcodes are not errors (5.3)")),
    ("55", "counts of positions", "4k3/8/8/8/8/8/8/4K3 w - - D1 5;", "I432", Kept("read by convention; the count of one ply is compared with the legal moves (W433)")),
    ("56", "points for moves", "4k3/8/8/8/8/8/8/4K3 w - - c7 \"Kd2 Ke2\"; c8 \"10\";", "W434", Kept("which point is missing is not known")),
    ("57", "words that are not opcodes", "4k3/8/8/8/8/8/8/4K3 w - - PV: e1d2;", "E107", Repaired("4k3/8/8/8/8/8/8/4K3 w - - pv Kd2;")),
    ("57", "a value with its name", "4k3/8/8/8/8/8/8/4K3 w - - v=-385;", "E107", Repaired("4k3/8/8/8/8/8/8/4K3 w - - c0 \"v=-385\";")),
    ("58", "a label without `id`", "4k3/8/8/8/8/8/8/4K3 w - - TEST003;", "I401", Offered("4k3/8/8/8/8/8/8/4K3 w - - id \"TEST003\";")),
    ("59", "an opcode given twice", "4k3/8/8/8/8/8/8/4K3 w - - am Kd2; am Ke2;", "E402", Offered("4k3/8/8/8/8/8/8/4K3 w - - am Kd2 Ke2;")),
    ("59", "several predicted moves", "4k3/8/8/8/8/8/8/4K3 w - - pm Kd2 Ke2;", "E403", Repaired("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;")),
    ("59", "a line as predicted moves", "4k3/8/8/8/8/8/8/4K3 w - - pm Kd2 Kd7;", "E403", Offered("4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 Kd7;")),
    ("60", "a fraction of zero", "4k3/8/8/8/8/8/8/4K3 w - - acs 60.00;", "W429", Repaired("4k3/8/8/8/8/8/8/4K3 w - - acs 60;")),
    ("60", "a plus sign", "4k3/8/8/8/8/8/8/4K3 w - - ce +10;", "I408", Repaired("4k3/8/8/8/8/8/8/4K3 w - - ce 10;")),
    ("61", "a value out of range", "4k3/8/8/8/8/8/8/4K3 w - - ce 40000;", "E405", Kept("a won position or a mate: which one is not known")),
    ("62", "a known opcode with capitals", "4k3/8/8/8/8/8/8/4K3 w - - BM Kd2;", "W426", Offered("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")),
    ("63", "`fmvc`", "4k3/8/8/8/8/8/8/4K3 w - - fmvc 1;", "W428", Offered("4k3/8/8/8/8/8/8/4K3 w - - fmvn 1;")),
    ("64", "`moves`", "4k3/8/8/8/8/8/8/4K3 w - - moves e1d2 e8d7;", "I432", Offered("4k3/8/8/8/8/8/8/4K3 w - - sv e1d2 e8d7;")),
    ("65", "New EPD of 2011", "4k3/8/8/8/8/8/8/4K3 w - - pes +0.124;", "I432", Kept("read by convention; `ce` in its place would lose the third digit")),
    ("66", "addresses without quotes", "4k3/8/8/8/8/8/8/4K3 w - - tcri ?@?.? name;", "E404", Repaired("4k3/8/8/8/8/8/8/4K3 w - - tcri \"?@?.?\" \"name\";")),
    ("67", "registers over a file", "4k3/8/8/8/8/8/8/4K3 w - - c5 \"x\"; c2;", "W409", Repaired("4k3/8/8/8/8/8/8/4K3 w - - c2; c5 \"x\";")),
    ("68", "operations that contradict each other", "4k3/8/8/8/8/8/8/4K3 w - - pm Kd2; pv Ke2;", "E313", Kept("which of the two is right is not known")),
    ("69", "a move in the place of an opcode", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; Ke2;", "W430", Offered("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;")),
    ("70", "a remark after the record", "4k3/8/8/8/8/8/8/4K3 w - - found in a book", "I401", Offered("4k3/8/8/8/8/8/8/4K3 w - - c0 \"found in a book\"")),
];

/// The line after repair.
fn repaired(line: &str) -> String {
    repair(line.as_bytes()).map_or_else(|| line.to_owned(), |bytes| String::from_utf8(bytes).expect("UTF-8"))
}

#[test]
fn every_quirk_ends_in_a_repair_an_offer_or_a_reason() {
    let mut wrong = Vec::new();
    for (number, what, line, code, outcome) in ROWS {
        let found = check(&parse(line.as_bytes()));
        let own: Vec<_> = found.iter().filter(|found| found.rule.code == *code).collect();
        if code.is_empty() != own.is_empty() || (code.is_empty() && !found.is_empty()) {
            let codes: Vec<_> = found.iter().map(|found| found.rule.code).collect();
            wrong.push(format!("{number} {what}: found {codes:?}"));
        }
        let safe = own.iter().flat_map(|f| &f.fixes).any(|fix| fix.applicability == Applicability::Safe);
        match outcome {
            Repaired(text) if repaired(line) != *text => {
                wrong.push(format!("{number} {what}: repaired to {}", repaired(line)));
            }
            Offered(text) => {
                let offers: Vec<_> = own
                    .iter()
                    .flat_map(|found| &found.fixes)
                    .map(|fix| String::from_utf8(fix.edit.apply(line.as_bytes())).expect("UTF-8"))
                    .collect();
                if safe || !offers.iter().any(|offer| offer == text) {
                    wrong.push(format!("{number} {what}: offers {offers:?}"));
                }
            }
            Kept(_) if safe => wrong.push(format!("{number} {what}: has a safe fix")),
            Repaired(_) | Kept(_) => {}
        }
    }
    let numbers = (1..=70).filter(|n| !ROWS.iter().any(|row| row.0 == n.to_string()));
    wrong.extend(numbers.map(|n| format!("{n} has no row")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The section of the conformance document.
pub(crate) fn section() -> String {
    let mut text = String::from(
        "\n## What real files do\n\nEach habit of real files ends in a repair that keeps the meaning, in an offer, or in the reason why \
         there is none. A test proves every row.\n\n| number | what | finding | what becomes of it |\n|---|---|---|---|\n",
    );
    for (number, what, line, code, outcome) in ROWS {
        let link = if code.is_empty() {
            String::new()
        } else {
            format!("[{code}](diagnostics.md#{})", code.to_lowercase())
        };
        // The fields are the same everywhere, so the operations are enough.
        let tail = |text: &str| {
            let short = text.strip_prefix("4k3/8/8/8/8/8/8/4K3 w - - ").unwrap_or(text);
            short.replace(['\0', '\u{feff}'], "").replace('|', "\\|")
        };
        let outcome = match outcome {
            Repaired(text) => format!("repaired: `{}` → `{}`", tail(line), tail(text)),
            Offered(text) => format!("offered: `{}` → `{}`", tail(line), tail(text)),
            Kept(why) => format!("kept: {why}"),
        };
        let _ = writeln!(text, "| {number} | {what} | {link} | {outcome} |");
    }
    text
}
