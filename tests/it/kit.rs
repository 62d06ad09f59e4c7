//! The differences between Epidote and the EPD Kit of 1996, the only program by the author of the text.
//!
//! The lines and the answers of the Kit are read from `cases/epd_kit_vectors.tsv` if present. Each difference
//! must belong to one of the kinds below, which are part of `docs/conformance.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use epidote::epd::lint::{check, repair};
use epidote::epd::normalize::{is_sortable, normalize};
use epidote::epd::opcode::{Operands, lookup};
use epidote::epd::parse;

/// A line, and the results of the Kit and of Epidote for it.
struct Vector {
    line: Vec<u8>,
    kit_normal: Option<Vec<u8>>,
    kit_repaired: Result<Vec<u8>, String>,
    normal: Vec<u8>,
    repaired: Vec<u8>,
}

/// A kind of difference.
struct Kind {
    what: &'static str,
    kit: &'static str,
    epidote: &'static str,
    why: &'static str,
    applies: fn(&Vector) -> bool,
}

fn has(vector: &Vector, code: &str) -> bool {
    check(&parse(&vector.line)).iter().any(|found| found.rule.code == code)
}

/// Findings that a safe fix would remove.
fn fixable(line: &[u8]) -> bool {
    repair(line).is_some()
}

const KINDS: &[Kind] = &[
    Kind {
        what: "A line that breaks the grammar: no last semicolon, an empty operation, words that are not opcodes, an open string, a missing or an unknown field, a comment, a variant",
        kit: "refuses the line, and with it the rest of the file",
        epidote: "keeps every byte, reads what is there, reports the fault, and repairs what has one meaning",
        why: "Nothing may be lost, and the text does not forbid a lenient reader.",
        applies: |vector| vector.kit_normal.is_none(),
    },
    Kind {
        what: "FEN counters after the four fields",
        kit: "takes the first number as an opcode and the rest as its operands",
        epidote: "reads two counters, and writes them as `fmvn` and `hmvc` on repair",
        why: "An opcode starts with a letter (5.1); half of all real files have the counters.",
        applies: |vector| parse(&vector.line).counters.is_some(),
    },
    Kind {
        what: "The operands of `noop`",
        kit: "keeps their order",
        epidote: "sorts them",
        why: "Their order has no meaning, so step 5 of 7.1 sorts them.",
        applies: |vector| parse(&vector.line).operation("noop").is_some(),
    },
    Kind {
        what: "`am` and `bm` with words that are not moves, such as a detached `+` or `=`, `or`, `#4`",
        kit: "sorts them like moves",
        epidote: "leaves their order until they are repaired",
        why: "The words belong to their neighbours; sorted, they would mean nothing or something else.",
        applies: |vector| {
            let parse = parse(&vector.line);
            parse.operations.iter().any(|operation| {
                let set = lookup(parse.opcode(operation)).is_some_and(|s| s.operands == Operands::MoveSet);
                set && !is_sortable(&parse, operation)
            })
        },
    },
    Kind {
        what: "An opcode with other characters, such as `v=-328` and `PV:`",
        kit: "cuts it in two at the first of them",
        epidote: "keeps it as it is and reports it",
        why: "Bytes that nobody edits stay.",
        applies: |vector| has(vector, "E107"),
    },
    Kind {
        what: "A quote inside a string",
        kit: "puts a blank behind it",
        epidote: "keeps the bytes and reports that two readings are possible",
        why: "There is no escape (5.1): what was meant is not known.",
        applies: |vector| has(vector, "E103"),
    },
    Kind {
        what: "Repair of a record with an illegal position",
        kit: "refuses",
        epidote: "repairs what does not depend on the position",
        why: "The other faults of the record are repaired all the same, and the position is reported.",
        applies: |vector| vector.kit_repaired.as_ref().is_err_and(|error| error.contains("illegal")),
    },
    Kind {
        what: "Repair of coordinates, `!` and `?`, commas, move numbers, quotes around moves, unquoted strings, integers with a plus sign or a fraction, mates in `bm`",
        kit: "leaves them as they are",
        epidote: "writes what the text asks for",
        why: "Each has one meaning. The Kit repairs the spelling of moves only.",
        applies: |vector| {
            let kit_leaves_work = vector.kit_repaired.as_ref().is_ok_and(|kit| fixable(kit));
            vector.kit_normal.as_ref() == Some(&vector.normal)
                && kit_leaves_work
                && !fixable(&vector.repaired)
        },
    },
];

/// The section of the conformance document.
pub(crate) fn section() -> String {
    let mut text = String::from(
        "\n## The EPD Kit\n\nThe EPD Kit of 1996 shows how the author of the text read it. On clean records Epidote's normal form \
         is byte by byte the Kit's. These are all kinds of differences known; a test over the Kit's answers fails on any other.\n\n\
         | what | the Kit | Epidote | why |\n|---|---|---|---|\n",
    );
    for kind in KINDS {
        let _ = writeln!(text, "| {} | {} | {} | {} |", kind.what, kind.kit, kind.epidote, kind.why);
    }
    text
}

fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        let real = match char {
            '\\' => match chars.next() {
                Some('t') => '\t',
                Some('r') => '\r',
                Some('0') => '\0',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        };
        out.extend_from_slice(real.encode_utf8(&mut [0; 4]).as_bytes());
    }
    out
}

#[test]
fn every_difference_from_the_kit_is_of_a_known_kind() {
    let file = std::env::var_os("EPIDOTE_KIT")
        .map_or_else(|| PathBuf::from("../shared/cases/epd_kit_vectors.tsv"), PathBuf::from);
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("NOT RUN: {} is absent; set EPIDOTE_KIT to the answers of the EPD Kit", file.display());
        return;
    };
    let (mut same, mut kinds, mut unknown) = (0, BTreeMap::<&str, usize>::new(), Vec::new());
    for row in text.lines().skip(1).filter(|row| !row.is_empty()) {
        let columns: Vec<&str> = row.split('\t').collect();
        let &[name, line, normal, repaired] = columns.as_slice() else { panic!("four columns: {row}") };
        let line = unescape(line);
        let kit_normal = match normal.split_once(": ") {
            Some((ok, text)) if ok.starts_with("ok") => Some(unescape(text)),
            _ => None,
        };
        let kit_repaired = match repaired.strip_prefix('!') {
            Some(error) => Err(error.to_owned()),
            None => Ok(unescape(repaired)),
        };
        let normal = normalize(&parse(&line)).unwrap_or_else(|| line.clone());
        let repaired = repair(&line).unwrap_or_else(|| line.clone());
        let vector = Vector { line, kit_normal, kit_repaired, normal, repaired };
        let equal = vector.kit_normal.as_ref() == Some(&vector.normal)
            && vector.kit_repaired.as_ref() == Ok(&vector.repaired);
        if equal {
            same += 1;
        } else if let Some(kind) = KINDS.iter().find(|kind| (kind.applies)(&vector)) {
            *kinds.entry(kind.what).or_default() += 1;
        } else {
            unknown.push(format!(
                "{name}: {} | {}",
                String::from_utf8_lossy(&vector.normal),
                String::from_utf8_lossy(&vector.repaired)
            ));
        }
    }
    println!("the EPD Kit: {same} lines the same, {} differ", kinds.values().sum::<usize>());
    for (kind, count) in kinds {
        println!("  {count}: {kind}");
    }
    assert!(unknown.is_empty(), "unexplained differences:\n{}", unknown.join("\n"));
}
