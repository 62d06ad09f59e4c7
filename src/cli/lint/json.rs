//! One JSON object for each line of input, including blank lines and comments. The schema is
//! `docs/lint.schema.json`.

use std::io::Write as _;

use serde_json::{Map, Value, json};

use crate::cli::lint::checked::{Checked, is_safe};
use crate::epd::LineKind;
use crate::epd::lint::{Diagnostic, Fix};
use crate::epd::normalize::normalize;
use crate::epd::registers::Registers;
use crate::language::Catalog;
use crate::text::encoding::{CodePage, Encoding};

/// Increased whenever a reader of the earlier form could misunderstand the new one.
pub(super) const VERSION: u32 = 1;

pub(super) fn print(checked: &Checked<'_>, catalog: &Catalog, out: &mut Vec<u8>) {
    let encoding = Encoding::detect(checked.parse.text(), CodePage::default());
    let shown = |bytes: &[u8]| encoding.decode(bytes).into_owned();
    let worst = checked.diagnostics.iter().map(|found| checked.severity(found)).max();
    let diagnostic = |found: &Diagnostic| {
        json!({
            "code": found.rule.code,
            "rule": found.rule.name,
            "severity": checked.severity(found).name(),
            "start": found.span.start,
            "end": found.span.end,
            "message": catalog.render(&found.message),
            "paragraph": found.paragraph,
            "fixes": found.fixes.iter().map(|fix| fix_of(fix, catalog, &shown)).collect::<Vec<_>>(),
        })
    };
    let mut object = json!({
        "version": VERSION,
        "file": checked.file,
        "line": checked.number,
        "verdict": worst.map_or("ok", |severity| severity.name()),
        "record": checked.parse.kind == LineKind::Record,
        "diagnostics": checked.diagnostics.iter().map(diagnostic).collect::<Vec<_>>(),
        "normalized": normalize(checked.parse).map(|text| shown(&text)),
    });
    if let Some(registers) = checked.registers {
        object["registers"] = held(registers);
    }
    // Writing into memory cannot fail.
    let _ = writeln!(out, "{object}");
}

fn fix_of(fix: &Fix, catalog: &Catalog, shown: &dyn Fn(&[u8]) -> String) -> Value {
    let edits = fix.edit.indels().iter().map(|indel| {
        json!({ "start": indel.delete.start, "end": indel.delete.end, "insert": shown(&indel.insert) })
    });
    json!({
        "title": catalog.render(&fix.title),
        "applicability": if is_safe(fix) { "safe" } else { "unsafe" },
        "edits": edits.collect::<Vec<_>>(),
    })
}

/// The texts in the registers.
fn held(registers: &Registers) -> Value {
    let text = |bytes: &[u8]| Encoding::detect(bytes, CodePage::default()).decode(bytes).into_owned();
    let all = registers.touched().filter_map(|(opcode, held)| Some((opcode, text(held.text()?).into())));
    Value::Object(all.collect::<Map<String, Value>>())
}
