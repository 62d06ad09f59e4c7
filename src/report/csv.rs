//! A report as a table with a row for each record of each run.

use crate::export::push_field;
use crate::report::{Entry, Report};

const HEAD: [&str; 19] = [
    "run",
    "line",
    "id",
    "group",
    "bm",
    "am",
    "mate",
    "result",
    "solved",
    "acd",
    "acn",
    "acs",
    "ce",
    "points",
    "most_points",
    "solution_depth",
    "solution_nodes",
    "solution_ms",
    "time_ms",
];

/// The report; fields that a spreadsheet would take for formulas are text.
pub fn csv(report: &Report) -> String {
    let mut out = HEAD.join(",");
    out.push_str("\r\n");
    for run in &report.runs {
        for entry in &run.entries {
            for (at, field) in fields(&run.name, entry).iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                push_field(&mut out, field);
            }
            out.push_str("\r\n");
        }
    }
    out
}

fn shown(value: Option<u64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn fields(run: &str, entry: &Entry) -> [String; HEAD.len()] {
    let (got, most) = entry.points.unzip();
    let found = entry.solution;
    [
        run.to_owned(),
        entry.line.to_string(),
        entry.id.clone(),
        entry.group.clone(),
        entry.best.join(" "),
        entry.avoid.join(" "),
        shown(entry.mate.map(u64::from)),
        entry.result.clone(),
        u8::from(entry.solved).to_string(),
        shown(entry.acd),
        shown(entry.acn),
        shown(entry.acs),
        entry.ce.map(|ce| ce.to_string()).unwrap_or_default(),
        shown(got.map(u64::from)),
        shown(most.map(u64::from)),
        shown(found.map(|found| u64::from(found.depth))),
        shown(found.map(|found| found.nodes)),
        shown(found.map(|found| found.time_ms)),
        shown(entry.time_ms),
    ]
}
