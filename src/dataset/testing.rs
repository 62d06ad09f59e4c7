//! Reads and writes whole texts, and proves that the parts they are cut into do not matter.

use crate::dataset::{Cut, Fault, Importer, Reading, Summary};
use crate::epd::{Parse, parse};
use crate::text::encoding::without_mark;
use crate::text::line_ends::count as lines;

/// The records of a text, and its first failure with its line.
#[track_caller]
pub(crate) fn import(reading: Reading, text: &[u8]) -> (String, Vec<(usize, Fault)>) {
    let at_once = in_parts(&reading, text, usize::MAX);
    for size in [1, 7, 100] {
        assert_eq!(in_parts(&reading, text, size), at_once, "parts of {size}");
    }
    let (out, summary, failures) = at_once;
    assert_eq!(summary.failed > 0, !failures.is_empty());
    (String::from_utf8(out).expect("UTF-8"), failures)
}

fn in_parts(reading: &Reading, text: &[u8], size: usize) -> (Vec<u8>, Summary, Vec<(usize, Fault)>) {
    let text = without_mark(text);
    let mut importer = Importer::new(reading.clone());
    let from = match importer.begin(text) {
        Ok(from) => from,
        Err(fault) => {
            return (Vec::new(), Summary { failed: 1, ..Summary::default() }, vec![(1, fault)]);
        }
    };
    let mut line = 1 + lines(&text[..from]);
    let (mut out, mut summary, mut of_records) = (Vec::new(), Summary::default(), Vec::new());
    let mut rest = &text[from..];
    let mut cut = Cut::new(reading.format());
    cut.whole(text, 0);
    while !rest.is_empty() {
        let ends = (1..).map(|count: usize| count.saturating_mul(size).min(rest.len()));
        let mut ends = ends.filter_map(|seen| match cut.whole(&rest[..seen], 0) {
            0 => (seen == rest.len()).then_some(seen),
            end => Some(end),
        });
        let end = ends.next().expect("an end");
        let part = importer.read(&rest[..end], line, &mut out);
        of_records.extend_from_slice(&part.lines);
        summary.add(part);
        line += lines(&rest[..end]);
        rest = &rest[end..];
    }
    let failures =
        summary.first_failure.iter().map(|failure| (failure.line, failure.fault.clone())).collect();
    assert_eq!(of_records.len(), lines(&out), "each record has a line");
    summary.lines = of_records;
    (out, summary, failures)
}

/// Records as a data set.
pub(crate) fn export(write: fn(&Parse<'_>, &mut Vec<u8>), records: &str) -> String {
    let mut out = Vec::new();
    for line in records.lines() {
        write(&parse(line.as_bytes()), &mut out);
    }
    String::from_utf8(out).expect("UTF-8")
}
