//! The contents of a report, as headings, sentences, tables and charts, to be written as HTML or Markdown.

use crate::epd::verbs::sort_key::text_key;
use crate::language::{Arg, Catalog, Text, args};
use crate::report::block::{Block, Cell, Rate, Rates, Table, rate};
use crate::report::histogram::histograms;
use crate::report::summary::{Effort, Summary, wilson};
use crate::report::words::{DASH, Words};
use crate::report::{Depth, Entry, Provenance, Report, Run, side_by_side};

/// The caption of the records that were solved, which are folded.
const SOLVED: &str = "report.list.solved";

/// A cell with a text.
pub(super) fn word(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

/// A cell with a number rounded to `digits` decimals, or none.
pub(super) fn number(words: Words<'_>, value: Option<f64>, digits: u32) -> Cell {
    value.map_or_else(Cell::nothing, |value| Cell::measure(words.fixed(value, digits), value))
}

/// A part of a whole, 0 to 1.
fn percent(words: Words<'_>, part: Option<f64>) -> Cell {
    part.map_or_else(Cell::nothing, |part| {
        Cell::measure(words.say("report.percent", args![words.percentage(part, 2)].into()), part)
    })
}

/// The heads of columns that have names in words.
fn head<const N: usize>(words: Words<'_>, keys: [&'static str; N]) -> Vec<String> {
    keys.map(|key| words.word(key)).to_vec()
}

pub(super) fn blocks(report: &Report, words: Words<'_>) -> Vec<Block> {
    let mut out = Vec::new();
    side_by_side::add(&mut out, words, &report.runs);
    for (at, run) in report.runs.iter().enumerate() {
        add_run(&mut out, words, at, run);
    }
    out.push(Block::Heading(words.word("report.how")));
    out.extend(NOTES.iter().map(|note| Block::Text(words.word(note))));
    out
}

/// The run and the lines of the records of a bar, counted from 0 over all charts; `None` if there is no such bar.
pub fn bar_lines(report: &Report, bar: usize) -> Option<(usize, Vec<u32>)> {
    // What the bars are called does not matter here.
    let nameless = Catalog::default();
    let mut bars = blocks(report, Words(&nameless)).into_iter().flat_map(|block| match block {
        Block::Rates(rates) => rates.groups.into_iter().map(|group| (group.run, group.lines)).collect(),
        Block::Chart(run, chart) => chart.bins.into_iter().map(|bin| (run, bin.lines)).collect(),
        Block::Heading(_) | Block::Part(_) | Block::Text(_) | Block::Table(_) => Vec::new(),
    });
    bars.nth(bar)
}

/// The meaning of every figure, as the keys of sentences.
const NOTES: &[&str] = &["report.how.counts", "report.how.sums", "report.how.found", "report.how.intervals"];

fn add_run(out: &mut Vec<Block>, words: Words<'_>, at: usize, run: &Run) {
    let summary = Summary::of(&run.entries);
    out.push(Block::Heading(run.name.clone()));
    let source = provenance(words, &run.provenance);
    if !source.is_empty() {
        out.push(Block::Text(source));
    }
    let (low, high) = wilson(summary.solved.records, summary.all.records);
    let part = |part: Option<f64>| words.percentage(part.unwrap_or(0.0), 2);
    if summary.all.records > 0 {
        let [low, high] = [low, high].map(|end| words.percentage(end, 1));
        let args = args![summary.solved.records, summary.all.records, part(summary.rate()), low, high];
        out.push(Block::Text(words.say("report.solved-of", args.into())));
    } else if run.depths.is_empty() {
        out.push(Block::Text(words.word("report.none-counts")));
    }
    if let Some((got, most)) = summary.points {
        let args = args![got, most, part(rate(got, most))];
        out.push(Block::Text(words.say("report.points-of", args.into())));
    }
    let groups = groups(run);
    if !groups.is_empty() {
        out.push(Block::Rates(Rates {
            title: words.word("report.by-group"),
            about: "report.chart-of-groups",
            groups: groups.iter().map(|(name, entries)| Rate::of(name, at, entries)).collect(),
        }));
    }
    out.extend(histograms(words, &run.entries).into_iter().map(|chart| Block::Chart(at, chart)));
    if summary.all.records > 0 {
        out.push(Block::Table(effort_table(words, &summary)));
    }
    for skipped in &run.skipped {
        let mut lines: Vec<String> = skipped.lines.iter().map(u32::to_string).collect();
        if skipped.count > lines.len() as u64 {
            lines.push("…".to_owned());
        }
        let args = args![skipped.count, Text::from(skipped.reason.key()), lines.join(", ")];
        out.push(Block::Text(words.say("report.not-counted", args.into())));
    }
    add_groups(out, words, run, &groups);
    add_mates(out, words, run);
    add_depths(out, words, at, run);
    let missed: Vec<&Entry> = run.entries.iter().filter(|entry| !entry.solved).collect();
    let solved: Vec<&Entry> = run.entries.iter().filter(|entry| entry.solved).collect();
    add_list(out, words, at, "report.list.missed", &missed);
    add_list(out, words, at, SOLVED, &solved);
}

fn provenance(words: Words<'_>, source: &Provenance) -> String {
    let workers = match source.workers {
        0 => String::new(),
        count => words.say("report.workers", args![count].into()),
    };
    let parts = [&source.engine, &source.limit, &workers, &source.machine, &source.date];
    let parts: Vec<&str> = parts.iter().map(|part| part.as_str()).filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

fn effort_table(words: Words<'_>, summary: &Summary) -> Table {
    let mean = |opcode: &'static str| words.say("report.mean", args![opcode].into());
    let head = vec![
        String::new(),
        words.word("report.records"),
        mean("acd"),
        "acn".to_owned(),
        mean("acn"),
        "acs".to_owned(),
        mean("acs"),
        words.word("report.speed"),
    ];
    let sum = |sum: Option<u64>| sum.map_or_else(Cell::nothing, |sum| Cell::count(words, sum));
    let row = |name, effort: &Effort| {
        vec![
            word(words.word(name)),
            Cell::count(words, effort.records),
            number(words, effort.mean(effort.acd), 2),
            sum(effort.acn),
            number(words, effort.mean(effort.acn), 2),
            sum(effort.acs),
            number(words, effort.mean(effort.acs), 2),
            number(words, effort.nodes_per_second(), 2),
        ]
    };
    Table {
        is_folded: false,
        caption: words.word("report.effort"),
        head,
        rows: vec![
            row("report.all", &summary.all),
            row("report.solved", &summary.solved),
            row("report.missed", &summary.missed),
        ],
    }
}

/// The groups of a run with their records, in the order of their names; none if they tell nothing.
pub(super) fn groups(run: &Run) -> Vec<(&str, Vec<&Entry>)> {
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

fn add_groups(out: &mut Vec<Block>, words: Words<'_>, run: &Run, groups: &[(&str, Vec<&Entry>)]) {
    if groups.is_empty() {
        return;
    }
    let has_points = run.entries.iter().any(|entry| entry.points.is_some());
    let row = |(name, entries): &(&str, Vec<&Entry>)| {
        let entries: Vec<Entry> = entries.iter().copied().cloned().collect();
        let summary = Summary::of(&entries);
        let (low, high) = wilson(summary.solved.records, summary.all.records);
        let ends = [low, high].map(|end| Arg::from(words.percentage(end, 1)));
        let mut row = vec![
            word(if name.is_empty() { DASH } else { name }),
            Cell::count(words, summary.all.records),
            Cell::count(words, summary.solved.records),
            percent(words, summary.rate()),
            Cell::measure(words.say("report.range", ends.into()), low),
        ];
        if has_points {
            let (got, most) = summary.points.unwrap_or_default();
            row.extend([Cell::count(words, got), Cell::count(words, most), percent(words, rate(got, most))]);
        }
        row
    };
    let mut heads =
        head(words, ["report.group", "report.records", "report.solved", "report.rate", "report.interval"]);
    if has_points {
        heads.extend(head(words, ["report.points", "report.of", "report.rate"]));
    }
    out.push(Block::Table(Table {
        is_folded: false,
        caption: words.word("report.groups"),
        head: heads,
        rows: groups.iter().map(row).collect(),
    }));
}

/// The records that ask for a mate, by its length.
fn add_mates(out: &mut Vec<Block>, words: Words<'_>, run: &Run) {
    let mut lengths: Vec<u32> = run.entries.iter().filter_map(|entry| entry.mate).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let row = |&length: &u32| {
        let asked = run.entries.iter().filter(|entry| entry.mate == Some(length));
        let (all, solved) = (asked.clone().count(), asked.filter(|entry| entry.solved).count());
        let part = rate(solved as u64, all as u64);
        vec![
            Cell::count(words, length),
            Cell::count(words, all),
            Cell::count(words, solved),
            percent(words, part),
        ]
    };
    if !lengths.is_empty() {
        out.push(Block::Table(Table {
            is_folded: false,
            caption: words.word("report.mates"),
            head: head(words, ["report.moves", "report.records", "report.solved", "report.rate"]),
            rows: lengths.iter().map(row).collect(),
        }));
    }
}

/// Counts of positions, depth by depth.
fn add_depths(out: &mut Vec<Block>, words: Words<'_>, run: usize, of: &Run) {
    if of.depths.is_empty() {
        return;
    }
    let count = |count: u64| Cell::count(words, count);
    let row = |depth: &Depth| [u64::from(depth.depth), depth.right, depth.wrong].map(count).into();
    out.push(Block::Table(Table {
        is_folded: false,
        caption: words.word("report.depths"),
        head: head(words, ["report.depth", "report.right", "report.wrong"]),
        rows: of.depths.iter().map(row).collect(),
    }));
    let wrong = of.depths.iter().flat_map(|depth| {
        depth.lines.iter().map(move |&line| vec![Cell::Line(run, line), count(depth.depth.into())])
    });
    let rows: Vec<Vec<Cell>> = wrong.collect();
    if !rows.is_empty() {
        out.push(Block::Table(Table {
            is_folded: false,
            caption: words.word("report.wrong-counts"),
            head: head(words, ["report.line", "report.depth"]),
            rows,
        }));
    }
}

/// What a record asks for.
pub(super) fn target(entry: &Entry) -> String {
    let part = |opcode: &str, moves: &[String]| {
        if moves.is_empty() { String::new() } else { format!("{opcode} {}", moves.join(" ")) }
    };
    let parts = [part("bm", &entry.best), part("am", &entry.avoid)];
    if let (Some(mate), true, true) = (entry.mate, entry.best.is_empty(), entry.avoid.is_empty()) {
        return format!("dm {mate}");
    }
    parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join("; ")
}

fn add_list(out: &mut Vec<Block>, words: Words<'_>, run: usize, caption: &'static str, entries: &[&Entry]) {
    if entries.is_empty() {
        return;
    }
    let has_solution = entries.iter().any(|entry| entry.solution.is_some());
    let has_points = entries.iter().any(|entry| entry.points.is_some());
    let opcode = str::to_owned;
    let [line, asked, played] = ["report.line", "report.target", "report.played"].map(|key| words.word(key));
    let mut heads = vec![line, opcode("id"), asked, played, opcode("ce"), opcode("acd"), opcode("acn")];
    if has_points {
        heads.push(words.word("report.points"));
    }
    if has_solution {
        heads.extend(head(words, ["report.found-at", "report.nodes", "report.ms"]));
    }
    let value = |value: Option<u64>| value.map_or_else(Cell::nothing, |value| Cell::count(words, value));
    let row = |entry: &&Entry| {
        let mut row = vec![
            Cell::Line(run, entry.line),
            word(&entry.id),
            word(target(entry)),
            word(&entry.result),
            entry.ce.map_or_else(Cell::nothing, |ce| Cell::whole(words.number(ce), ce)),
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
        caption: words.say(caption, args![entries.len()].into()),
        head: heads,
        rows: entries.iter().map(row).collect(),
    }));
}
