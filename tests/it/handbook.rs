//! The handbook of EPD: its examples are as described, and its tables are those of the program.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use crate::docs::check_document;
use epidote::epd::dialect::Dialect;
use epidote::epd::lint::{Surroundings, check_with, repair};
use epidote::epd::mate::ce;
use epidote::epd::normalize::normalize;
use epidote::epd::opcode::OPCODES;
use epidote::epd::parse;
use epidote::language::{Catalog, Text};

const HANDBOOK: &str = "docs/epd.md";

/// The fenced blocks of EPD: the words after `epd` in the first line, and the lines.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let fenced = text.split("\n```epd").skip(1).map(|block| block.split("\n```").next().unwrap_or_default());
    fenced
        .map(|block| {
            let (info, lines) = block.split_once('\n').unwrap_or((block, ""));
            (info.trim(), lines.lines().collect())
        })
        .collect()
}

fn codes(line: &str, dialect: Dialect) -> BTreeSet<&'static str> {
    let around = Surroundings { dialect, ..Surroundings::default() };
    check_with(&parse(line.as_bytes()), around).iter().map(|found| found.rule.code).collect()
}

/// Checks that `change` turns each line with an odd number into the line after it.
#[track_caller]
fn check_pairs(lines: &[&str], change: impl Fn(&[u8]) -> Option<Vec<u8>>) {
    assert!(!lines.is_empty() && lines.len().is_multiple_of(2), "{lines:?}");
    for pair in lines.chunks(2) {
        let changed = change(pair[0].as_bytes()).unwrap_or_default();
        assert_eq!(String::from_utf8_lossy(&changed), pair[1], "{}", pair[0]);
        assert_eq!(change(pair[1].as_bytes()).unwrap_or(changed.clone()), changed, "not the last word");
    }
}

#[test]
fn examples_are_what_the_handbook_says() {
    let text = fs::read_to_string(HANDBOOK).expect("the handbook");
    let blocks = blocks(&text);
    assert!(blocks.len() >= 15, "{} blocks found", blocks.len());
    for (info, lines) in blocks {
        match info {
            "repair" => check_pairs(&lines, repair),
            "normalize" => check_pairs(&lines, |line| normalize(&parse(line))),
            // A block names the findings of its lines; if it names none, there must be none.
            named => {
                let (dialect, named) = match named.strip_prefix("kvetka") {
                    Some(named) => (Dialect::Kvetka, named),
                    None => (Dialect::Edwards, named),
                };
                let named: BTreeSet<&str> = named.split_whitespace().collect();
                for line in lines {
                    assert_eq!(codes(line, dialect), named, "{line}");
                }
            }
        }
    }
}

#[test]
fn findings_are_named_and_linked_by_their_codes() {
    let text = fs::read_to_string(HANDBOOK).expect("the handbook");
    let diagnostics = fs::read_to_string("docs/diagnostics.md").expect("the list of rules");
    let links: Vec<&str> =
        text.split("(diagnostics.md#").skip(1).filter_map(|l| l.split(')').next()).collect();
    assert!(links.len() > 50, "{} links found", links.len());
    for link in links {
        let code = link.to_uppercase();
        assert!(text.contains(&format!("[{code}](diagnostics.md#{link})")), "{code}: another name");
        assert!(diagnostics.contains(&format!("### {code}\n")), "{code}: no such rule");
    }
}

/// The opcodes that need another operation beside them, which the example of one does not show.
const NEED_ANOTHER: &[&str] = &["draw_claim", "draw_offer", "refcom"];

#[test]
fn the_example_of_each_opcode_has_no_problem() {
    for spec in OPCODES {
        let line = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {}", spec.example());
        let found = codes(&line, Dialect::Edwards);
        assert_eq!(found.is_empty(), !NEED_ANOTHER.contains(&spec.name), "{line}: {found:?}");
        let parsed = parse(line.as_bytes());
        assert_eq!(parsed.operations.len(), 1, "{line}");
        assert!(parsed.operation(spec.name).is_some(), "{line}");
    }
}

fn opcode_table() -> String {
    let english = |text: &Text| Catalog::english().render(text);
    let mut out = String::from(
        "| opcode | name | operands | meaning | example | defined in |\n|---|---|---|---|---|---|\n",
    );
    // The ten opcodes of a family share their texts and a row.
    let mut rest = OPCODES;
    while let [first, ..] = rest {
        let count = rest.iter().take_while(|spec| spec.title() == first.title()).count();
        let name = match &rest[..count] {
            [one] => format!("`{}`", one.name),
            [one, .., last] => format!("`{}` to `{}`", one.name, last.name),
            [] => unreachable!("the first is one of them"),
        };
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {} | `{}` | {} |",
            english(&first.title()),
            english(&first.operands.in_words()),
            english(&first.help()),
            first.example(),
            first.paragraph
        );
        rest = &rest[count..];
    }
    out
}

fn mate_table() -> String {
    let mut out = String::from(
        "| moves to mate | plies | `ce` when the side to move mates | plies | `ce` when it is mated |\n|---|---|---|---|---|\n",
    );
    for moves in [1, 2, 3, 4, 5, 10, 50, 383] {
        let _ =
            writeln!(out, "| {moves} | {} | {} | {} | {} |", 2 * moves - 1, ce(moves), 2 * moves, ce(-moves));
    }
    out
}

/// The text with `body` between the marks of a generated part.
fn with_part(text: &str, name: &str, body: &str) -> String {
    let mark = format!("<!-- generated: {name} -->\n");
    let (before, rest) = text.split_once(&mark).expect("the mark of the part");
    let (_, after) = rest.split_once("<!-- end -->").expect("the end of the part");
    format!("{before}{mark}\n{body}\n<!-- end -->{after}")
}

#[test]
fn tables_are_those_of_the_program() {
    let text = fs::read_to_string(HANDBOOK).expect("the handbook");
    let text = with_part(&text, "opcodes", &opcode_table());
    check_document(HANDBOOK, &with_part(&text, "mates", &mate_table()));
}
