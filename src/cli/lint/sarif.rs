//! Findings in SARIF 2.1.0, for tools that gather findings of many programs.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::cli::lint::{Checked, Printer};
use crate::epd::lint::{RULES, Severity};
use crate::language::Catalog;
use crate::text::encoding::{CodePage, Encoding};

pub(super) struct Sarif {
    catalog: &'static Catalog,
    results: Vec<Value>,
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// The column of a byte in UTF-16 units, 1 first, as SARIF counts them.
fn column(line: &[u8], at: usize) -> usize {
    let encoding = Encoding::detect(line, CodePage::default());
    let before = encoding.decode(&line[..at.min(line.len())]);
    before.chars().map(char::len_utf16).sum::<usize>() + 1
}

impl Sarif {
    pub(super) fn new(catalog: &'static Catalog) -> Self {
        Self { catalog, results: Vec::new() }
    }
}

impl Printer for Sarif {
    fn line(&mut self, checked: &Checked<'_>, _out: &mut dyn Write) -> io::Result<()> {
        for found in checked.diagnostics {
            self.results.push(json!({
                "ruleId": found.rule.code,
                "level": level(found.rule.severity),
                "message": { "text": self.catalog.render(&found.message) },
                "locations": [{ "physicalLocation": {
                    "artifactLocation": { "uri": checked.file.replace('\\', "/") },
                    "region": {
                        "startLine": checked.number,
                        "startColumn": column(checked.parse.text(), found.span.start),
                        "endColumn": column(checked.parse.text(), found.span.end),
                    },
                } }],
            }));
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let rules: Vec<Value> = RULES
            .iter()
            .map(|rule| {
                json!({
                    "id": rule.code,
                    "name": rule.name,
                    "shortDescription": { "text": format!("{} ({})", self.catalog.render(&rule.why()), rule.paragraph) },
                    "defaultConfiguration": { "level": level(rule.severity) },
                })
            })
            .collect();
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "epidote",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                } },
                "columnKind": "utf16CodeUnits",
                "results": std::mem::take(&mut self.results),
            }],
        });
        writeln!(out, "{log}")
    }
}
