//! Findings in SARIF 2.1.0, for tools that collect findings from many programs.

use std::fmt::Write as _;
use std::io::Write as _;

use serde_json::{Value, json};

use crate::cli::lint::checked::{Checked, is_safe};
use crate::epd::lint::{Diagnostic, Fix, RULES, Severity};
use crate::language::Catalog;
use crate::text::encoding::{CodePage, Encoding};
use crate::text::span::Span;

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// The place of some bytes of a line. Columns are UTF-16 units, from 1.
fn region(number: usize, line: &[u8], span: Span) -> Value {
    let encoding = Encoding::detect(line, CodePage::default());
    let column = |at: usize| {
        let before = encoding.decode(&line[..at.min(line.len())]);
        before.chars().map(char::len_utf16).sum::<usize>() + 1
    };
    json!({ "startLine": number, "startColumn": column(span.start), "endLine": number, "endColumn": column(span.end) })
}

/// Everything before the results.
pub(super) fn head(catalog: &Catalog) -> String {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|rule| {
            json!({
                "id": rule.code,
                "name": rule.name,
                "shortDescription": { "text": catalog.render(&rule.kind()) },
                "fullDescription": { "text": format!("{} ({})", catalog.render(&rule.why()), rule.paragraph) },
                "defaultConfiguration": { "level": level(rule.severity) },
            })
        })
        .collect();
    let driver = json!({ "name": "epidote", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[\
         {{\"tool\":{{\"driver\":{driver}}},\"columnKind\":\"utf16CodeUnits\",\"results\":["
    )
}

/// Everything after the results.
pub(super) fn foot() -> &'static str {
    "]}]}\n"
}

/// The results of a line, each with a comma before it.
pub(super) fn print(checked: &Checked<'_>, catalog: &Catalog, out: &mut Vec<u8>) {
    for found in checked.diagnostics {
        // Writing into memory cannot fail.
        let _ = write!(out, ",{}", result(checked, found, catalog));
    }
}

/// The relative reference to a file (RFC 3986).
fn uri(file: &str) -> String {
    let mut uri = String::new();
    for byte in file.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => uri.push(byte.into()),
            _ if b"/-._~!$&'()*+,;=@".contains(&byte) => uri.push(byte.into()),
            _ => {
                // Writing into memory cannot fail.
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

fn result(checked: &Checked<'_>, found: &Diagnostic, catalog: &Catalog) -> Value {
    let line = checked.parse.text();
    let place = json!({ "uri": uri(checked.file) });
    let fixes: Vec<Value> =
        found.fixes.iter().map(|fix| fix_of(fix, checked.number, line, &place, catalog)).collect();
    let mut result = json!({
        "ruleId": found.rule.code,
        "level": level(checked.severity(found)),
        "message": { "text": catalog.render(&found.message) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": place,
            "region": region(checked.number, line, found.span),
        } }],
        "properties": { "paragraph": found.paragraph },
    });
    if !fixes.is_empty() {
        result["fixes"] = fixes.into();
    }
    result
}

fn fix_of(fix: &Fix, number: usize, line: &[u8], place: &Value, catalog: &Catalog) -> Value {
    let encoding = Encoding::detect(line, CodePage::default());
    let replacements = fix.edit.indels().iter().map(|indel| {
        json!({
            "deletedRegion": region(number, line, indel.delete),
            "insertedContent": { "text": encoding.decode(&indel.insert) },
        })
    });
    json!({
        "description": { "text": catalog.render(&fix.title) },
        "artifactChanges": [{
            "artifactLocation": place,
            "replacements": replacements.collect::<Vec<_>>(),
        }],
        "properties": { "applicability": if is_safe(fix) { "safe" } else { "unsafe" } },
    })
}
