//! The contents of a report, as headings, sentences, tables and charts, to be written as HTML or Markdown.

use crate::epd::verbs::sort_key::text_key;
use crate::report::block::{Block, Cell, DASH, Rate, Rates, Table, rate};
use crate::report::compare::{Comparison, Key, compare};
use crate::report::decimal::{fixed, grouped, grouped_signed, signed};
use crate::report::histogram::histograms;
use crate::report::summary::{Effort, Summary, wilson};
use crate::report::{Depth, Entry, Provenance, Report, Run};

const SOLVED: &str = "Solved";

fn word(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

fn number(value: Option<f64>, digits: u32) -> Cell {
    Cell::Number(value.map_or_else(|| DASH.to_owned(), |value| fixed(value, digits)))
}

fn count(value: impl TryInto<u64>) -> Cell {
    Cell::Number(value.try_into().map_or_else(|_| DASH.to_owned(), grouped))
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| DASH.to_owned(), |value| fixed(100.0 * value, 2) + " %")
}

pub(super) fn blocks(report: &Report) -> Vec<Block> {
    let mut out = Vec::new();
    for (at, run) in report.runs.iter().enumerate() {
        add_run(&mut out, at, run);
    }
    if let Some((first, others)) = report.runs.split_first() {
        for (second, at) in others.iter().zip(1..) {
            add_comparison(&mut out, (0, first), (at, second));
        }
    }
    out.push(Block::Heading("How the figures are made".to_owned()));
    out.extend(NOTES.iter().map(|&note| Block::Text(note.to_owned())));
    out
}

/// The run and the lines of the records of a bar, counted from 0 over all charts; `None` if there is no such bar.
pub fn bar_lines(report: &Report, bar: usize) -> Option<(usize, Vec<u32>)> {
    let bars = report.runs.iter().enumerate().flat_map(|(at, run)| {
        let rates = rates(&groups(run)).into_iter().flat_map(|rates| rates.groups).map(|group| group.lines);
        let bins = histograms(&run.entries).into_iter().flat_map(|chart| chart.bins).map(|bin| bin.lines);
        rates.chain(bins).map(move |lines| (at, lines)).collect::<Vec<_>>()
    });
    bars.into_iter().nth(bar)
}

/// The meaning of every figure.
const NOTES: &[&str] = &[
    "A record counts if it has bm or am and a result: the first move of pv, pm, sv or sm, in this order. It is solved if the result is in bm, if there is one, and not in am. A bm that names a mate (#4) is solved by a dm or ce as short; a record with dm and no bm and am, by a ce as short.",
    "A sum or mean is shown only if every record that counts has the value; acs are whole seconds. Nodes in a second are those of the milliseconds that a run has noted, else of acs.",
    "The solution is found at the first report of the search after which its best move stays right; only the run itself knows when.",
    "Intervals are 95 %: Wilson's for a rate, Wald's for the difference of paired rates. Runs are matched by id if every record has a unique one, else by the four fields; p is the exact two-sided sign test over records that only one run solved.",
];

fn add_run(out: &mut Vec<Block>, at: usize, run: &Run) {
    let summary = Summary::of(&run.entries);
    out.push(Block::Heading(run.name.clone()));
    let source = provenance(&run.provenance);
    if !source.is_empty() {
        out.push(Block::Text(source));
    }
    let (low, high) = wilson(summary.solved.records, summary.all.records);
    if summary.all.records > 0 {
        out.push(Block::Text(format!(
            "{} of {} solved: {} (95 % interval {} to {} %).",
            grouped(summary.solved.records),
            grouped(summary.all.records),
            percent(summary.rate()),
            fixed(100.0 * low, 1),
            fixed(100.0 * high, 1)
        )));
    } else if run.depths.is_empty() {
        out.push(Block::Text("No record counts.".to_owned()));
    }
    if let Some((got, most)) = summary.points {
        out.push(Block::Text(format!(
            "{} of {} points: {}.",
            grouped(got),
            grouped(most),
            percent(rate(got, most))
        )));
    }
    let groups = groups(run);
    out.extend(rates(&groups).map(Block::Rates));
    out.extend(histograms(&run.entries).into_iter().map(Block::Chart));
    if summary.all.records > 0 {
        out.push(Block::Table(effort_table(&summary)));
    }
    for skipped in &run.skipped {
        let lines: Vec<String> = skipped.lines.iter().map(u32::to_string).collect();
        let more = if skipped.count > lines.len() as u64 { ", …" } else { "" };
        out.push(Block::Text(format!(
            "Not counted: {} ({}), lines {}{more}.",
            grouped(skipped.count),
            skipped.reason.words(),
            lines.join(", ")
        )));
    }
    add_groups(out, run, &groups);
    add_mates(out, run);
    add_depths(out, at, run);
    let missed: Vec<&Entry> = run.entries.iter().filter(|entry| !entry.solved).collect();
    let solved: Vec<&Entry> = run.entries.iter().filter(|entry| entry.solved).collect();
    add_list(out, at, "Missed", &missed);
    add_list(out, at, SOLVED, &solved);
}

fn provenance(source: &Provenance) -> String {
    let workers = if source.workers > 0 { format!("{} at a time", source.workers) } else { String::new() };
    let parts = [&source.engine, &source.limit, &workers, &source.machine, &source.date];
    let parts: Vec<&str> = parts.iter().map(|part| part.as_str()).filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

fn effort_table(summary: &Summary) -> Table {
    let head = ["", "records", "acd mean", "acn", "acn mean", "acs", "acs mean", "nodes/s"];
    let row = |name: &str, effort: &Effort| {
        vec![
            word(name),
            count(effort.records),
            number(effort.mean(effort.acd), 2),
            effort.acn.map_or_else(|| word(DASH), count),
            number(effort.mean(effort.acn), 2),
            effort.acs.map_or_else(|| word(DASH), count),
            number(effort.mean(effort.acs), 2),
            number(effort.nodes_per_second(), 2),
        ]
    };
    Table {
        is_folded: false,
        caption: "Effort".to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows: vec![row("all", &summary.all), row("solved", &summary.solved), row("missed", &summary.missed)],
    }
}

/// The groups of a run with their records, in the order of their names; none if they tell nothing.
fn groups(run: &Run) -> Vec<(&str, Vec<&Entry>)> {
    let mut sorted: Vec<&Entry> = run.entries.iter().collect();
    // Names that differ only in case or zeros have the same key.
    sorted.sort_by_cached_key(|entry| (text_key(entry.group.as_bytes()), entry.group.as_str()));
    let groups: Vec<_> = sorted.chunk_by(|a, b| a.group == b.group).collect();
    if groups.len() < 2 || groups.len() > run.entries.len() / 2 {
        return Vec::new();
    }
    groups
        .into_iter()
        .filter_map(|entries| Some((entries.first()?.group.as_str(), entries.to_vec())))
        .collect()
}

fn rates(groups: &[(&str, Vec<&Entry>)]) -> Option<Rates> {
    let rates = groups.iter().map(|(name, entries)| Rate::of(name, entries)).collect();
    (!groups.is_empty()).then_some(Rates { title: "Solved by group", groups: rates })
}

fn add_groups(out: &mut Vec<Block>, run: &Run, groups: &[(&str, Vec<&Entry>)]) {
    if groups.is_empty() {
        return;
    }
    let has_points = run.entries.iter().any(|entry| entry.points.is_some());
    let row = |(name, entries): &(&str, Vec<&Entry>)| {
        let entries: Vec<Entry> = entries.iter().copied().cloned().collect();
        let summary = Summary::of(&entries);
        let (low, high) = wilson(summary.solved.records, summary.all.records);
        let mut row = vec![
            word(if name.is_empty() { DASH } else { name }),
            count(summary.all.records),
            count(summary.solved.records),
            Cell::Number(percent(summary.rate())),
            Cell::Number(format!("{} to {}", fixed(100.0 * low, 1), fixed(100.0 * high, 1))),
        ];
        if has_points {
            let (got, most) = summary.points.unwrap_or_default();
            row.extend([count(got), count(most), Cell::Number(percent(rate(got, most)))]);
        }
        row
    };
    let mut head = vec!["group", "records", "solved", "rate", "95 % interval"];
    if has_points {
        head.extend(["points", "of", "rate"]);
    }
    out.push(Block::Table(Table {
        is_folded: false,
        caption: "Groups".to_owned(),
        head: head.into_iter().map(str::to_owned).collect(),
        rows: groups.iter().map(row).collect(),
    }));
}

/// The records that ask for a mate, by its length.
fn add_mates(out: &mut Vec<Block>, run: &Run) {
    let mut lengths: Vec<u32> = run.entries.iter().filter_map(|entry| entry.mate).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let row = |&length: &u32| {
        let asked = run.entries.iter().filter(|entry| entry.mate == Some(length));
        let (all, solved) = (asked.clone().count(), asked.filter(|entry| entry.solved).count());
        let part = rate(solved as u64, all as u64);
        vec![count(length), count(all), count(solved), Cell::Number(percent(part))]
    };
    if !lengths.is_empty() {
        out.push(Block::Table(Table {
            is_folded: false,
            caption: "Mates".to_owned(),
            head: ["moves", "records", "solved", "rate"].map(str::to_owned).to_vec(),
            rows: lengths.iter().map(row).collect(),
        }));
    }
}

/// Counts of positions, depth by depth.
fn add_depths(out: &mut Vec<Block>, run: usize, of: &Run) {
    if of.depths.is_empty() {
        return;
    }
    let row = |depth: &Depth| vec![count(depth.depth), count(depth.right), count(depth.wrong)];
    out.push(Block::Table(Table {
        is_folded: false,
        caption: "Counts of positions".to_owned(),
        head: ["depth", "right", "wrong"].map(str::to_owned).to_vec(),
        rows: of.depths.iter().map(row).collect(),
    }));
    let wrong = of.depths.iter().flat_map(|depth| {
        depth.lines.iter().map(move |&line| vec![Cell::Line(run, line), count(depth.depth)])
    });
    let rows: Vec<Vec<Cell>> = wrong.collect();
    if !rows.is_empty() {
        out.push(Block::Table(Table {
            is_folded: false,
            caption: "Wrong counts, the first of each depth".to_owned(),
            head: ["line", "depth"].map(str::to_owned).to_vec(),
            rows,
        }));
    }
}

fn target(entry: &Entry) -> String {
    let part = |opcode: &str, moves: &[String]| {
        if moves.is_empty() { String::new() } else { format!("{opcode} {}", moves.join(" ")) }
    };
    let parts = [part("bm", &entry.best), part("am", &entry.avoid)];
    if let (Some(mate), true, true) = (entry.mate, entry.best.is_empty(), entry.avoid.is_empty()) {
        return format!("dm {mate}");
    }
    parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join("; ")
}

fn add_list(out: &mut Vec<Block>, run: usize, caption: &str, entries: &[&Entry]) {
    if entries.is_empty() {
        return;
    }
    let has_solution = entries.iter().any(|entry| entry.solution.is_some());
    let has_points = entries.iter().any(|entry| entry.points.is_some());
    let mut head = vec!["line", "id", "target", "played", "ce", "acd", "acn"];
    if has_points {
        head.push("points");
    }
    if has_solution {
        head.extend(["found at depth", "nodes", "ms"]);
    }
    let value = |value: Option<u64>| value.map_or_else(|| Cell::Number(DASH.to_owned()), count);
    let row = |entry: &&Entry| {
        let mut row = vec![
            Cell::Line(run, entry.line),
            word(&entry.id),
            word(target(entry)),
            word(&entry.result),
            Cell::Number(entry.ce.map_or_else(|| DASH.to_owned(), grouped_signed)),
            value(entry.acd),
            value(entry.acn),
        ];
        if has_points {
            row.push(value(entry.points.map(|(got, _)| u64::from(got))));
        }
        if has_solution {
            row.push(value(entry.solution.map(|found| u64::from(found.depth))));
            row.push(value(entry.solution.map(|found| found.nodes)));
            row.push(value(entry.solution.map(|found| found.time_ms)));
        }
        row
    };
    out.push(Block::Table(Table {
        is_folded: caption == SOLVED,
        caption: format!("{caption} ({})", entries.len()),
        head: head.into_iter().map(str::to_owned).collect(),
        rows: entries.iter().map(row).collect(),
    }));
}

fn add_comparison(out: &mut Vec<Block>, (a, first): (usize, &Run), (b, second): (usize, &Run)) {
    let found = compare(first, second);
    out.push(Block::Heading(format!("{} against {}", second.name, first.name)));
    let by = match found.by {
        Key::Id => "id",
        Key::Fields => "the four fields",
    };
    out.push(Block::Text(format!(
        "{} records matched by {by}; {} are only in {}, {} only in {}.",
        grouped(found.pairs.len() as u64),
        grouped(found.alone.0 as u64),
        first.name,
        grouped(found.alone.1 as u64),
        second.name
    )));
    let (middle, low, high) = found.difference;
    out.push(Block::Text(format!(
        "Difference of the rates {} % (95 % interval {} to {} %), p = {}.",
        signed(middle, 2),
        signed(low, 2),
        signed(high, 2),
        fixed(found.p, 4)
    )));
    let cells = |name: &str, value: Cell| vec![word(name), value];
    out.push(Block::Table(Table {
        is_folded: false,
        caption: "Solves".to_owned(),
        head: vec![String::new(), "records".to_owned()],
        rows: vec![
            cells("solved by both", count(found.both.len())),
            cells("new solves", count(found.new.len())),
            cells("lost solves", count(found.lost.len())),
            cells("solved by neither", count(found.neither.len())),
            cells("nodes, ratio over those solved by both", number(found.nodes, 3)),
            cells("time, ratio over those solved by both", number(found.time, 3)),
        ],
    }));
    for (caption, places) in [("New solves", &found.new), ("Lost solves", &found.lost)] {
        add_pairs(out, caption, &found, places, (a, first), (b, second));
    }
}

fn add_pairs(
    out: &mut Vec<Block>,
    caption: &str,
    found: &Comparison,
    places: &[usize],
    (a, first): (usize, &Run),
    (b, second): (usize, &Run),
) {
    if places.is_empty() {
        return;
    }
    let row = |&at: &usize| {
        let (one, other) = found.pairs[at];
        let (one, other) = (&first.entries[one], &second.entries[other]);
        vec![
            Cell::Line(a, one.line),
            Cell::Line(b, other.line),
            word(&one.id),
            word(target(one)),
            word(&one.result),
            word(&other.result),
        ]
    };
    let head = ["line", "line", "id", "target", "first played", "second played"];
    out.push(Block::Part(caption.to_owned()));
    out.push(Block::Table(Table {
        is_folded: false,
        caption: format!("{caption} ({})", places.len()),
        head: head.map(str::to_owned).to_vec(),
        rows: places.iter().map(row).collect(),
    }));
}
