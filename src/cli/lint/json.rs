//! One JSON object for each line of input, blank lines and comments included.

use std::io::{self, Write};

use serde_json::json;

use crate::cli::lint::{Checked, Printer};
use crate::epd::LineKind;
use crate::epd::lint::{Severity, worst};
use crate::epd::normalize::normalize;
use crate::language::Catalog;
use crate::text::encoding::{CodePage, Encoding};

pub(super) struct Json {
    pub(super) catalog: &'static Catalog,
}

impl Printer for Json {
    fn line(&mut self, checked: &Checked<'_>, out: &mut dyn Write) -> io::Result<()> {
        let verdict = match worst(checked.diagnostics) {
            Some(Severity::Error) => "error",
            Some(Severity::Warning) => "warn",
            Some(Severity::Info) | None => "ok",
        };
        let diagnostics: Vec<_> = checked
            .diagnostics
            .iter()
            .map(|found| {
                json!({
                    "code": found.rule.code,
                    "rule": found.rule.name,
                    "severity": found.rule.severity.name(),
                    "start": found.span.start,
                    "end": found.span.end,
                    "message": self.catalog.render(&found.message),
                })
            })
            .collect();
        let encoding = Encoding::detect(checked.parse.text(), CodePage::default());
        let normalized = normalize(checked.parse).map(|text| encoding.decode(&text).into_owned());
        let object = json!({
            "file": checked.file,
            "line": checked.number,
            "verdict": verdict,
            "record": checked.parse.kind == LineKind::Record,
            "diagnostics": diagnostics,
            "normalized": normalized,
        });
        writeln!(out, "{object}")
    }

    fn end(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
