//! Documents that are written by the program: rules with their docs, and the check that a
//! document in the repository is the one that would be written.

use std::fmt::Write as _;
use std::fs;

use epidote::epd::lint::RULES;
use epidote::language::Catalog;

/// Fails when a document is not what it should be; with `UPDATE_DOCS` set, writes it.
#[track_caller]
pub(crate) fn check_document(path: &str, text: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(path, text).expect("a document that can be written");
        return;
    }
    let known = fs::read_to_string(path).unwrap_or_default();
    assert!(
        known == text,
        "{path} is not current: run `UPDATE_DOCS=1 cargo test --no-default-features --test it`"
    );
}

/// The part of a rule's doc under a heading.
fn section<'a>(doc: &'a str, heading: &str) -> &'a str {
    let from = doc.find(heading).map_or(0, |at| at + heading.len());
    let rest = &doc[from..];
    rest[..rest.find("## ").unwrap_or(rest.len())].trim()
}

#[test]
fn the_list_of_rules_is_current() {
    let mut text = format!(
        "# Diagnostics\n\nAll {} rules. An **E** breaks a must of the 1995 text, a **W** a should or is a likely slip, an **I** is worth knowing.\n\
         Generated from the rules by `UPDATE_DOCS=1 cargo test --no-default-features --test it`.\n",
        RULES.len()
    );
    for group in ["syntax", "position", "moves", "opcodes"] {
        let _ = writeln!(text, "\n## {}", group[..1].to_uppercase() + &group[1..]);
        for rule in RULES {
            let path = format!("src/epd/lint/rules/{group}/{}.rs", rule.name.replace('-', "_"));
            let Ok(source) = fs::read_to_string(&path) else { continue };
            let doc: Vec<&str> =
                source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim_start).collect();
            let doc = doc.join("\n");
            let _ = writeln!(
                text,
                "\n### {}\n\n`{}` ({})\n\n{}\n\n{} ({})\n\nExample: {}\n\nInstead: {}",
                rule.code,
                rule.name,
                rule.severity.name(),
                section(&doc, "## What it does"),
                Catalog::english().render(&rule.why()),
                rule.paragraph,
                section(&doc, "## Example"),
                section(&doc, "## Use instead"),
            );
        }
    }
    check_document("docs/diagnostics.md", &text);
}
