//! EPD in JavaScript: records and verbs, over the same core as the page and the command line.
//!
//! What is here works on bytes, and answers in JSON where there is more than a line; `epidote/index.js` gives it
//! the shape that JavaScript expects.

use std::rc::Rc;

use engine::with_engine;
use epidote::document::Indexer;
use epidote::epd::game::Game;
use epidote::epd::{LineKind, parse};
use epidote::language::Catalog;
use epidote::library::{self, Finding, Grading, Record, RecordError};
use epidote::search::Clock;
use epidote::verb::Moment;
use serde::Serialize;
use wasm_bindgen::prelude::*;

pub mod packed;

#[cfg(feature = "engine")]
mod engine;
#[cfg(not(feature = "engine"))]
mod engine {
    //! The library without an engine.

    use epidote::library::NoEngine;

    /// Whether there is an engine.
    pub(crate) const IS_THERE: bool = false;

    pub(crate) fn with_engine<T>(f: impl FnOnce(&mut NoEngine) -> T) -> T {
        f(&mut NoEngine)
    }
}

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some moment.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn now() -> f64;
}

/// Brings the texts of messages, when the program is loaded.
#[wasm_bindgen(start)]
fn start() {
    Catalog::bring_english(include_str!(concat!(env!("OUT_DIR"), "/texts.txt")));
}

/// An error of JavaScript: JSON with `message`, and `line` and `paragraph` if they are known.
fn thrown(message: &str, line: Option<usize>, paragraph: Option<&str>) -> JsValue {
    #[derive(Serialize)]
    struct Thrown<'a> {
        message: &'a str,
        line: Option<usize>,
        paragraph: Option<&'a str>,
    }
    json(&Thrown { message, line, paragraph }).into()
}

fn of_record(error: RecordError) -> JsValue {
    thrown(&error.to_string(), error.line, error.paragraph)
}

fn json(value: &impl Serialize) -> String {
    // This cannot fail: all keys are strings, and all numbers are whole.
    serde_json::to_string(value).unwrap_or_default()
}

/// A record of a line; 0 is no number.
fn record(line: &[u8], number: u32) -> Result<Record, JsValue> {
    Record::new(line, Some(number as usize).filter(|&number| number > 0)).map_err(of_record)
}

/// The version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Whether there is an engine.
#[wasm_bindgen]
pub fn has_engine() -> bool {
    engine::IS_THERE
}

/// Reads the clock of JavaScript.
struct Wall;

impl Clock for Wall {
    fn now_ms(&self) -> f64 {
        now()
    }
}

/// What a line has, as JSON: `text`, `kind`, `fields` and `operations`.
#[wasm_bindgen]
pub fn describe(line: &[u8], number: u32) -> Result<String, JsValue> {
    #[derive(Serialize)]
    struct Described {
        text: String,
        kind: &'static str,
        fields: Vec<String>,
        operations: Vec<(String, Vec<String>)>,
    }
    let record = record(line, number)?;
    let (text, kind) = (record.text(), record.kind());
    Ok(json(&Described { text, kind, fields: record.fields(), operations: record.operations() }))
}

/// The bytes of a line without its line end.
#[wasm_bindgen]
pub fn content(line: &[u8], number: u32) -> Result<Vec<u8>, JsValue> {
    Ok(record(line, number)?.bytes().to_vec())
}

/// Whether the four fields are a legal position.
#[wasm_bindgen]
pub fn is_legal(line: &[u8]) -> Result<bool, JsValue> {
    Ok(record(line, 0)?.is_legal())
}

/// The six fields of FEN.
#[wasm_bindgen]
pub fn fen(line: &[u8], number: u32) -> Result<String, JsValue> {
    record(line, number)?.fen().map_err(of_record)
}

/// The moves of an operation as JSON, in coordinates or SAN; `null` without the operation.
#[wasm_bindgen]
pub fn moves(line: &[u8], number: u32, opcode: &str, in_coordinates: bool) -> Result<String, JsValue> {
    let record = record(line, number)?;
    let moves = if in_coordinates { record.coordinates(opcode) } else { record.san(opcode) };
    Ok(json(&moves.map_err(of_record)?))
}

/// The findings as JSON.
#[wasm_bindgen]
pub fn findings(line: &[u8]) -> Result<String, JsValue> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Found<'a> {
        code: &'a str,
        name: &'a str,
        severity: &'a str,
        message: &'a str,
        paragraph: &'a str,
        start: usize,
        end: usize,
        fixes: Vec<Fix<'a>>,
    }
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Fix<'a> {
        title: &'a str,
        line: &'a str,
        is_safe: bool,
    }
    let found = record(line, 0)?.findings();
    let found: Vec<Found<'_>> = found
        .iter()
        .map(|Finding { code, name, severity, message, paragraph, start, end, fixes }| Found {
            code,
            name,
            severity,
            message,
            paragraph,
            start: *start,
            end: *end,
            fixes: fixes
                .iter()
                .map(|fix| Fix { title: &fix.title, line: &fix.line, is_safe: fix.is_safe })
                .collect(),
        })
        .collect();
    Ok(json(&found))
}

/// The worst severity of the findings.
#[wasm_bindgen]
pub fn severity(line: &[u8]) -> Result<Option<String>, JsValue> {
    Ok(record(line, 0)?.severity().map(str::to_owned))
}

/// Nothing, or the first finding that is an error.
#[wasm_bindgen]
pub fn check(line: &[u8], number: u32) -> Result<(), JsValue> {
    record(line, number)?.check(Game::Chess).map_err(of_record)
}

/// The line in normal form.
#[wasm_bindgen]
pub fn normalize(line: &[u8]) -> Result<Vec<u8>, JsValue> {
    Ok(record(line, 0)?.normalize().bytes().to_vec())
}

/// The line with its fixes.
#[wasm_bindgen]
pub fn fix(line: &[u8], also_unsafe: bool) -> Result<Vec<u8>, JsValue> {
    Ok(record(line, 0)?.fix(also_unsafe).bytes().to_vec())
}

/// The line with an operation.
#[wasm_bindgen]
pub fn set(line: &[u8], number: u32, opcode: &str, operands: &str) -> Result<Vec<u8>, JsValue> {
    let record = record(line, number)?.set(opcode, operands).map_err(of_record)?;
    Ok(record.bytes().to_vec())
}

/// The line without an opcode.
#[wasm_bindgen]
pub fn remove(line: &[u8], opcode: &str) -> Result<Vec<u8>, JsValue> {
    Ok(record(line, 0)?.remove(opcode).bytes().to_vec())
}

/// Where lines are in a text, which begins a file or continues it after a line end. Each line has three numbers: its
/// start, the end of its content, and 1 if it is a record.
#[wasm_bindgen]
pub fn lines(text: &[u8], is_begin: bool) -> Vec<u32> {
    let mut indexer = Indexer::default();
    indexer.feed(text);
    let index = indexer.finish();
    let place = |at: u64| u32::try_from(at).unwrap_or(u32::MAX);
    let line = |line: usize| {
        // A byte order mark is one only at the beginning of a file.
        let start = if line == 0 && !is_begin { 0 } else { index.range(line).map_or(0, |range| range.start) };
        let end = index.content_end(line).unwrap_or(start);
        let (start, end) = (place(start), place(end));
        let is_record = parse(&text[start as usize..end as usize]).kind == LineKind::Record;
        [start, end, u32::from(is_record)]
    };
    (0..index.line_count()).flat_map(line).collect()
}

/// Carries out a step of a recipe on a line. Returns JSON: the bytes of the line, those of lines to insert after it,
/// and how it ended. `at` is when the run began, in seconds since 1970.
#[wasm_bindgen]
pub fn run_step(line: &[u8], step: &str, number: u32, at: f64) -> Result<String, JsValue> {
    #[derive(Serialize)]
    struct Done {
        line: Vec<u8>,
        more: Vec<Vec<u8>>,
        ended: String,
    }
    let record = record(line, number)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "seconds since 1970")]
    let at = Moment::from(at.max(0.0) as u64);
    let done = with_engine(|engine| {
        library::run_step(engine, Rc::new(Wall), step, record.bytes(), number.max(1), Some(at))
    });
    let done = done.map_err(|fault| thrown(&fault.reason, record.number(), fault.paragraph))?;
    Ok(json(&Done { line: done.line, more: done.more, ended: done.ended }))
}

/// Which lines of a text are solved, given the number of each, as the JSON of a report.
#[wasm_bindgen]
pub fn grade(text: &[u8], numbers: &[u32], name: &str, by: Option<String>) -> String {
    let places = lines(text, false);
    let lines = places.as_chunks::<3>().0.iter().map(|&[start, end, _]| &text[start as usize..end as usize]);
    let mut grading = Grading::new(name, by.as_deref());
    numbers.iter().zip(lines).for_each(|(number, line)| grading.add(*number, line));
    grading.into_json()
}
