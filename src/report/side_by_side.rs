//! Several runs beside each other: how much each has solved, as charts, and each against the first.

use std::collections::HashMap;

use crate::language::args;
use crate::report::block::{Block, Cell, Rate, Rates, Table};
use crate::report::compare::{Comparison, Key, Ratio, compare};
use crate::report::content::{groups, number, target, word};
use crate::report::words::{DASH, Words};
use crate::report::{Entry, Run};

/// What the charts of several runs say to those who cannot see them.
pub(super) const CHART_OF_RUNS: &str = "report.chart-of-runs";

/// Adds what is to be said of several runs; nothing if there are fewer.
pub(super) fn add(out: &mut Vec<Block>, words: Words<'_>, runs: &[Run]) {
    let Some((first, others)) = runs.split_first().filter(|(_, others)| !others.is_empty()) else { return };
    let charts = rates(words, runs);
    if !charts.is_empty() {
        out.push(Block::Heading(words.word("report.side-by-side")));
        out.extend(charts.into_iter().map(Block::Rates));
    }
    for (second, at) in others.iter().zip(1..) {
        add_comparison(out, words, (0, first), (at, second));
    }
}

/// The solved part of each run, and of each group of the first run in every run that has it.
fn rates(words: Words<'_>, runs: &[Run]) -> Vec<Rates> {
    let mut charts = Vec::new();
    let mut chart = |title, groups: Vec<Rate>| {
        if !groups.is_empty() {
            charts.push(Rates { title: words.word(title), about: CHART_OF_RUNS, groups });
        }
    };
    let all = |(at, run): (usize, &Run)| {
        let entries: Vec<&Entry> = run.entries.iter().collect();
        (!entries.is_empty()).then(|| Rate::of(&run.name, at, &entries))
    };
    chart("report.by-run", runs.iter().enumerate().filter_map(all).collect());
    let of_runs: Vec<Vec<(&str, Vec<&Entry>)>> = runs.iter().map(groups).collect();
    let Some((first, others)) = of_runs.split_first() else { return charts };
    let others: Vec<HashMap<&str, &[&Entry]>> = others
        .iter()
        .map(|groups| groups.iter().map(|(name, entries)| (*name, entries.as_slice())).collect())
        .collect();
    let mut by_group = Vec::new();
    for (name, entries) in first {
        let same: Vec<(usize, &[&Entry])> =
            others.iter().zip(1..).filter_map(|(groups, at)| Some((at, *groups.get(name)?))).collect();
        // A group that only the first run has is in its own chart.
        if same.is_empty() {
            continue;
        }
        let shown = if name.is_empty() { DASH } else { name };
        for (at, entries) in std::iter::once((0, entries.as_slice())).chain(same) {
            let label = words.say("report.group-of-run", args![shown, &runs[at].name].into());
            by_group.push(Rate::of(&label, at, entries));
        }
    }
    chart("report.by-group", by_group);
    charts
}

fn add_comparison(
    out: &mut Vec<Block>,
    words: Words<'_>,
    (a, first): (usize, &Run),
    (b, second): (usize, &Run),
) {
    let found = compare(first, second);
    out.push(Block::Heading(words.say("report.against", args![&second.name, &first.name].into())));
    if found.pairs.is_empty() {
        out.push(Block::Text(words.word("report.nothing-matched")));
        return;
    }
    let by = match found.by {
        Key::Id => "report.matched-by-id",
        Key::Fields => "report.matched-by-fields",
    };
    let args = args![found.pairs.len(), found.alone.0, &first.name, found.alone.1, &second.name];
    out.push(Block::Text(words.say(by, args.into())));
    let (middle, low, high) = found.difference;
    let [middle, low, high] = [middle, low, high].map(|part| words.signed(part, 2));
    // It is never 0.
    let p = if found.p < 0.000_1 {
        format!("< {}", words.fixed(0.000_1, 4))
    } else {
        format!("= {}", words.fixed(found.p, 4))
    };
    let args = args![middle, low, high, p];
    out.push(Block::Text(words.say("report.difference", args.into())));
    let cells = |name, value: Cell| vec![word(words.word(name)), value];
    let count = |count: usize| Cell::count(words, count);
    let ratio = |[whole, to_solution]: [&'static str; 2], of: Option<Ratio>| {
        let name = if of.is_some_and(|of| of.is_to_solution) { to_solution } else { whole };
        cells(name, number(words, of.map(|of| of.ratio), 3))
    };
    out.push(Block::Table(Table {
        is_folded: false,
        caption: words.word("report.solves"),
        head: vec![String::new(), words.word("report.records")],
        rows: vec![
            cells("report.by-both", count(found.both.len())),
            cells("report.new", count(found.new.len())),
            cells("report.lost", count(found.lost.len())),
            cells("report.by-neither", count(found.neither.len())),
            ratio(["report.nodes-ratio", "report.nodes-ratio.solution"], found.nodes),
            ratio(["report.time-ratio", "report.time-ratio.solution"], found.time),
        ],
    }));
    for (captions, places) in [
        (["report.new-solves", "report.list.new"], &found.new),
        (["report.lost-solves", "report.list.lost"], &found.lost),
    ] {
        add_pairs(out, words, captions, (&found, places), (a, first), (b, second));
    }
}

fn add_pairs(
    out: &mut Vec<Block>,
    words: Words<'_>,
    [heading, caption]: [&'static str; 2],
    (found, places): (&Comparison, &[usize]),
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
    let [line, asked, first_played, second_played] =
        ["report.line", "report.target", "report.first-played", "report.second-played"]
            .map(|key| words.word(key));
    let heads = vec![line.clone(), line, "id".to_owned(), asked, first_played, second_played];
    out.push(Block::Part(words.word(heading)));
    out.push(Block::Table(Table {
        is_folded: false,
        caption: words.say(caption, args![places.len()].into()),
        head: heads,
        rows: places.iter().map(row).collect(),
    }));
}

#[cfg(test)]
mod tests {
    use crate::language::Catalog;
    use crate::report::compare::{Key, compare};
    use crate::report::tests::{grouped_run, run};
    use crate::report::{Report, View, bar_lines, fragment, markdown, page, text};

    #[test]
    fn several_runs_begin_with_charts_of_all() {
        let mut second = grouped_run();
        second.name = "second".to_owned();
        second.entries.retain(|entry| entry.group != "v2");
        let report = Report::new(vec![grouped_run(), second.clone(), run("third", &["bm e4; pm e4;"])]);
        let html = fragment(&report, View::default(), Catalog::english());
        let at = |words: &str| html.find(words).unwrap_or_else(|| panic!("{words}: {html}"));
        let order = ["Side by side", "Solved by run", "Solved by group", "second against", "third against"];
        assert!(order.map(at).is_sorted(), "{html}");
        assert!(at("third against") < at("<h2>second</h2>"));
        // A group is beside itself in the other runs; one that only the first run has is left to its own chart.
        let text = text(&report, Catalog::english());
        let chart = text.split("Solved by group").nth(1).expect("the first chart of groups");
        let rows: Vec<&str> = chart
            .lines()
            .skip(1)
            .map_while(|line| line.split("  ").map(str::trim).find(|part| !part.is_empty()))
            .collect();
        let first = &report.runs[0].name;
        let expect = ["v1", "v10"].map(|group| [format!("{group}: {first}"), format!("{group}: second")]);
        assert_eq!(rows, expect.as_flattened());
        let bars: Vec<(usize, Vec<u32>)> = (0..7).filter_map(|bar| bar_lines(&report, bar)).collect();
        assert_eq!(bars.iter().map(|(run, _)| *run).collect::<Vec<_>>(), [0, 1, 2, 0, 1, 0, 1]);
        // Markdown has no charts, and says the same in tables.
        let markdown = markdown(&report, Catalog::english());
        assert!(markdown.contains("**Solved by run**") && markdown.contains("| second | "), "{markdown}");
        // One run is beside none.
        assert!(!page(&Report::new(vec![second]), Catalog::english()).contains("Side by side"));
    }

    #[test]
    fn runs_without_a_common_record_are_not_compared() {
        // Other names for the same positions.
        let renamed =
            compare(&run("old", &["bm e4; id \"x\"; pm e4;"]), &run("new", &["bm e4; id \"y\"; pm d4;"]));
        assert_eq!((renamed.by, renamed.pairs.len(), renamed.lost.len()), (Key::Fields, 1, 1));
        let mut other = run("new", &["bm e4; id \"y\"; pm e4;"]);
        other.entries[0].fields = "4k3/8/8/8/8/8/8/4K3 w - -".to_owned();
        let report = Report::new(vec![run("old", &["bm e4; id \"x\"; pm e4;"]), other]);
        let text = text(&report, Catalog::english());
        assert!(text.contains("there is nothing to compare") && !text.contains("p = "), "{text}");
    }
}
