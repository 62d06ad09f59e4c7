//! The language, as data: which lines a query finds, and the message for a bad one.

use super::*;
use crate::epd::lint::Surroundings;
use crate::text::encoding::CodePage;
use proptest::prelude::*;

const LINES: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nf3 e4; id \"start A\";",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; ce 32766; dm 1; id \"back rank\"; pv Ra8#;",
    "8/8/4k3/8/8/4K3/4P3/8 b - - acd 20; ce -150; id \"pawn end\";",
    "7k/5Q2/6K1/8/8/8/8/8 b - - id \"stalemate\";",
    "R5k1/5ppp/8/8/8/8/8/6K1 b - - ce -32767;",
    "8/8/8/1r6/8/1k6/1P6/1KR5 b - - bm g1f3 Rc5; id no quotes",
    "# a remark about knights",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm g1f3; c0 \"Nf3 again\";",
];

/// Checks which lines, from 1 on, a query finds.
#[track_caller]
fn check(query: &str, expect: &[usize]) {
    let query_read = Query::read(query).unwrap_or_else(|error| panic!("{query}: {error}"));
    let mut seen = crate::epd::lint::Seen::default();
    let mut found = Vec::new();
    for (at, line) in LINES.iter().enumerate() {
        let around = seen.see(&crate::epd::parse(line.as_bytes()), at + 1);
        if query_read.matches(Asked {
            text: line.as_bytes(),
            number: at + 1,
            around,
            is_changed: at % 3 == 0,
            code_page: CodePage::default(),
        }) {
            found.push(at + 1);
        }
    }
    assert_eq!(found, expect, "{query}");
}

#[test]
fn finds_texts() {
    check("", &[1, 2, 3, 4, 5, 6, 7, 8]);
    check("KNIGHTS", &[7]);
    check("\"pawn end\"", &[3]);
    check("/id \"[ps]/", &[1, 3, 4]);
    check("/A REMARK/i", &[7]);
    check("/^(#|R).*[0-9s]$|Rc5; id.n/", &[6, 7]);
    check("8/8/4k3", &[3]);
    check("start 8", &[1]);
    check("a-b", &[]);
}

#[test]
fn finds_what_is_solved_or_changed() {
    check("solved", &[2]);
    check("unsolved", &[]);
    check("has:bm -solved", &[1, 6, 8]);
    check("changed", &[1, 4, 7]);
    check("changed has:bm", &[1]);
    let asked = Asked::line(b"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; pv Kf1;");
    let finds = |query: &str| Query::read(query).expect("a query").matches(asked);
    assert!(finds("unsolved") && !finds("solved"));
}

#[test]
fn finds_operations() {
    check("has:pv", &[2]);
    check("has:bm -has:id", &[8]);
    check("bm:Nf3", &[1, 8]);
    check("bm:Ra8", &[2]);
    check("bm:Nf3+", &[1, 8]);
    check("bm:g1f3", &[1, 6, 8]);
    check("id:RANK", &[2]);
    check("id:\"pawn end\"", &[3]);
    check("c0:again", &[8]);
    check("acd:20", &[3]);
    check("acd:2", &[]);
    check(r"/^8\/8\/4k3/", &[3]);
    check(r"/^8\/8\/4K3/i", &[3]);
}

#[test]
fn compares_numbers() {
    check("ce>150", &[2]);
    check("ce<0", &[3, 5]);
    check("ce=-150", &[3]);
    check("ce>=-150", &[2, 3]);
    check("ce<=-150", &[3, 5]);
    check("ce!=-150", &[2, 5]);
    check("acd>19", &[3]);
}

#[test]
fn asks_about_the_position() {
    check("mate", &[2, 5]);
    check("side:w", &[1, 2, 8]);
    check("side:black", &[3, 4, 5, 6]);
    check("checkmate", &[5]);
    check("stalemate", &[4]);
    check("check", &[5]);
    check("-legal", &[7]);
    check("piece:Q=0 -line:7", &[2, 3, 5, 6]);
    check("piece:r", &[1, 6, 8]);
    check("piece:P>2", &[1, 2, 8]);
    check("men<=4", &[3, 4]);
    check("material:KPvK", &[3]);
    check("material:kvkp", &[3]);
    check("material:KRPvKR", &[6]);
    check("material:KQvK", &[4]);
}

#[test]
fn asks_about_findings_and_lines() {
    check("error:E301", &[6]);
    check("error:illegal-move", &[6]);
    check("error", &[6, 8]);
    // A comment is one.
    check("info", &[7, 8]);
    check("note", &[7, 8]);
    check("error:I116", &[7]);
    // A blank line has no findings.
    for blank in ["", "  "] {
        let finds = |query: &str| Query::read(query).expect("a query").matches(Asked::line(blank.as_bytes()));
        assert!(!finds("error") && !finds("info") && finds("-error -warning -info"), "{blank:?}");
    }
    check("line:2-3", &[2, 3]);
    check("line:7-", &[7, 8]);
    check("line:4", &[4]);
    check("dup", &[8]);
}

#[test]
fn joins_terms() {
    check("has:pv | has:acd", &[2, 3]);
    check("has:pv OR has:acd", &[2, 3]);
    check("(has:pv | has:acd) side:b", &[3]);
    check("-(has:id | line:7)", &[5, 8]);
    check("NOT has:id NOT line:7", &[5, 8]);
    check("--has:pv", &[2]);
    check("ORder", &[]);
    check("has:pv OR(has:acd)", &[2, 3]);
    check("has:pv OR\thas:acd", &[2, 3]);
}

/// Checks the message for a bad query, and its place.
#[track_caller]
fn check_error(query: &str, expect: &str) {
    let error = Query::read(query).expect_err(query);
    assert_eq!(format!("{}..{} {error}", error.span.start, error.span.end), expect, "{query}");
}

#[test]
fn texts_in_other_encodings_are_found_as_they_are_shown() {
    let finds = |query: &str, text: &[u8], code_page| {
        Query::read(query).expect("a query").matches(Asked { code_page, ..Asked::line(text) })
    };
    let latin = b"4k3/8/8/8/8/8/8/4K3 w - - c0 \"Stra\xdfe, x\"; id \"M\xfcller\";";
    let page = CodePage::Windows1252;
    for query in ["M\u{fc}ller", "id:M\u{fc}ller", "/M\u{fc}l+er/", "c0:stra\u{df}e"] {
        assert!(finds(query, latin, page), "{query}");
        assert!(!finds(&format!("-{query}"), latin, page), "{query}");
    }
    assert!(finds("id:M\u{fc}ller", b"4k3/8/8/8/8/8/8/4K3 w - - id M\xfcller;", page));
    assert!(!finds("M\u{fc}ller", latin, CodePage::Windows1251));
    assert!(finds("id:\u{41c}", b"4k3/8/8/8/8/8/8/4K3 w - - id \"\xcc\";", CodePage::Windows1251));
}

#[test]
fn numbers_are_found_as_they_are_understood() {
    let check = |query: &str, operations: &str, expect: bool| {
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}");
        let asked = Asked {
            text: line.as_bytes(),
            number: 1,
            around: Surroundings::default(),
            is_changed: false,
            code_page: CodePage::default(),
        };
        assert_eq!(Query::read(query).expect(query).matches(asked), expect, "{query}: {operations}");
    };
    check("mate", "ce +M4;", true);
    check("ce>31000", "ce +M4;", true);
    check("ce<-31000", "ce #-4;", true);
    check("ce>=150", "ce 150.0;", true);
    check("ce>=1", "ce 1.50;", false);
    check("acs>=60", "acs 60.00;", true);
    check("dm=4", "bm #4;", true);
    check("mate", "bm #4;", true);
    check("dm=4", "bm #4 Kd2;", false);
    check("hmvc:7", "7 9 id \"x\";", true);
    check("hmvc:8", "7 9 id \"x\";", false);
    check("fmvn:09", "7 9", true);
}

#[test]
fn moves_are_found_in_any_notation() {
    let line = b"r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - bm O-O e4; pv e3 Kd7; sm Ra8+;";
    let finds = |query: &str| Query::read(query).expect("a query").matches(Asked::line(line));
    for query in ["bm:e4", "bm:e2e4", "bm:O-O", "bm:e1g1", "pv:Kd7", "pv:e8d7", "sm:a1a8", "sm:Rxa8"] {
        assert!(finds(query), "{query}");
    }
    for query in ["bm:e2e3", "bm:e1c1", "pv:e2e4", "bm:e2"] {
        assert!(!finds(query), "{query}");
    }
}

#[test]
fn explains_bad_queries() {
    check_error("(bm:Nf3", "0..1 this parenthesis is not closed");
    check_error("bm:Nf3)", "6..7 this `)` closes nothing");
    check_error("has:pv |", "8..8 a term is missing here");
    check_error("| has:pv", "0..1 a term is missing here");
    check_error("(| has:pv)", "1..2 a term is missing here");
    check_error("OR has:pv", "0..1 a term is missing here");
    check_error("has:pv | OR bm:e4", "9..10 a term is missing here");
    check_error("-", "0..1 a term is missing here");
    check_error("\"open", "0..5 the closing quote is missing");
    check_error("/open", "0..5 the closing slash is missing");
    check_error("side:x", "0..6 `x` is not a side: w or b");
    check_error("ce>x", "0..4 `x` is not a whole number");
    check_error("error:E999", "0..10 `E999` is neither the code nor the name of a rule");
    check_error(
        "piece:X",
        "0..7 `X` is not a piece: use a letter of KQRBNP for White or kqrbnp for Black, with a number if needed: Q=0",
    );
    check_error("material:KRP", "0..12 `KRP` is not material: try KRPvKR");
    check_error("line:5-1", "0..8 `5-1` is not a line: try 7, 10-20 or 10-");
    check_error("line:x", "0..6 `x` is not a line: try 7, 10-20 or 10-");
    check_error("bm:", "0..3 `bm:` needs a value");
    check_error("1x:2", "0..4 `1x` is not an opcode");
    assert!(Query::read(&"(".repeat(100_000)).is_err());
    check_error("/(/", "1..2 this parenthesis has no partner");
    check_error("mate /a)b/", "7..8 this parenthesis has no partner");
    check_error("/[a/i", "1..2 this `[` has no `]`");
    check_error("/*a/", "1..2 there is nothing here to be repeated");
    check_error("/\\y/", "1..3 this has no meaning after a backslash");
    check_error("/a{2,1}/", "2..7 not a regular expression");
    check_error("/a{9999999}/", "1..11 this regular expression is too large");
}

#[test]
fn every_example_is_a_query() {
    for help in TERMS {
        assert!(Query::read(help.example).is_ok(), "{}", help.example);
        assert!(help.example.trim_start_matches('-').starts_with(help.start), "{}", help.example);
    }
}

proptest! {
    #[test]
    fn any_text_is_answered(query in "[ -~äж]{0,40}", line in proptest::collection::vec(any::<u8>(), 0..80)) {
        match Query::read(&query) {
            Ok(query) => { query.matches(Asked::line(&line)); }
            Err(error) => {
                prop_assert!(error.span.start <= error.span.end && error.span.end <= query.len());
                prop_assert!(!error.reason.english().contains(&["query", "."].concat()));
            }
        }
    }

    #[test]
    fn a_negation_finds_the_others(terms in proptest::collection::vec(0..TERMS.len(), 1..4)) {
        let text: Vec<&str> = terms.iter().map(|&at| TERMS[at].example).collect();
        let query = Query::read(&text.join(" | ")).unwrap();
        let negation = Query::read(&format!("-({})", text.join(" | "))).unwrap();
        for line in LINES {
            let asked = Asked::line(line.as_bytes());
            prop_assert_ne!(query.matches(asked), negation.matches(asked));
        }
    }
}
