//! A report as HTML: a part of the page, or a single file that prints and needs no script.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::language::{Catalog, args};
use crate::report::Report;
use crate::report::block::{Block, Cell, Rates, Table};
use crate::report::content::blocks;
use crate::report::histogram::Histogram;
use crate::report::words::Words;
use crate::text::markup::escaped;

/// The style sheet of a file.
const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;margin:1rem 0}caption{text-align:left;font-weight:600}\
th,td{border-bottom:1px solid #bbb;padding:.15rem .6rem;text-align:left}\
.report__number{text-align:right;font-variant-numeric:tabular-nums}\
figure{margin:1rem 0;break-inside:avoid}.report__solved{fill:#2e7d32}.report__missed{fill:#b3541e}\
.report__interval{stroke:currentColor;stroke-width:2;fill:none}\
svg text{font-size:11px;fill:currentColor}\
@media (prefers-color-scheme:dark){body{background:#161616;color:#eee}th,td{border-color:#555}}\
@media print{body{max-width:none;margin:0}}";

/// The report as a complete file in a language.
pub fn page(report: &Report, language: &Catalog) -> String {
    let words = Words(language);
    let names: Vec<&str> = report.runs.iter().map(|run| run.name.as_str()).collect();
    format!(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{}</title><style>{STYLE}</style></head>\n<body>\n<h1>{}</h1>\n{}\
         </body></html>\n",
        language.code(),
        escaped(&names.join(", ")),
        escaped(&words.word("report.title")),
        written(report, None, words)
    )
}

/// The most rows of a table in the page. It takes seconds to lay out fifty thousand.
const MOST_ROWS: usize = 1_000;

/// How a report is shown in the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct View {
    /// The table that is sorted, the column, and whether the greatest comes first; counted from 0.
    pub sorted: Option<(usize, usize, bool)>,
}

/// The report as a part of the page in a language. Numbers of lines are links to `#report-RUN-LINE`, bars are links to
/// `#report-bar-BAR`, and heads of tables to `#report-sort-TABLE-COLUMN`.
pub fn fragment(report: &Report, view: View, language: &Catalog) -> String {
    written(report, Some(view), Words(language))
}

fn written(report: &Report, view: Option<View>, words: Words<'_>) -> String {
    let mut out = String::new();
    let (mut tables, mut bars) = (0, view.is_some().then_some(0));
    for mut block in blocks(report, words) {
        // Writing to a string cannot fail.
        let _ = match &mut block {
            Block::Heading(text) => writeln!(out, "<h2>{}</h2>", escaped(text)),
            Block::Part(text) => writeln!(out, "<h3>{}</h3>", escaped(text)),
            Block::Text(text) => writeln!(out, "<p>{}</p>", escaped(text)),
            Block::Table(table) => {
                let sorted = view.and_then(|view| view.sorted).filter(|&(of, ..)| of == tables);
                if let Some((_, column, descending)) = sorted {
                    table.sort(column, descending);
                    table.is_folded = false;
                }
                let all = table.rows.len();
                if view.is_some() {
                    table.rows.truncate(MOST_ROWS);
                }
                let heads =
                    view.map(|_| (tables, sorted.map(|(_, column, descending)| (column, descending))));
                tables += 1;
                write_table(&mut out, words, table, heads, all)
            }
            Block::Chart(_, chart) => write_chart(&mut out, words, chart, &mut bars),
            Block::Rates(rates) => write_rates(&mut out, words, rates, &mut bars),
        };
    }
    out
}

/// What a chart is: a picture, unless its bars are links.
fn role(bars: Option<usize>) -> &'static str {
    if bars.is_some() { "group" } else { "img" }
}

/// The beginning of a link to the records of the next bar, if bars are links and it has any, and its end.
fn bar_link(bars: &mut Option<usize>, lines: &[u32]) -> (String, &'static str) {
    let Some(bar) = bars else { return (String::new(), "") };
    *bar += 1;
    if lines.is_empty() {
        return (String::new(), "");
    }
    (format!("<a href=\"#report-bar-{}\">", *bar - 1), "</a>")
}

/// The table that is written, if its heads are links, and the column that it is sorted by.
type Heads = Option<(usize, Option<(usize, bool)>)>;

/// Writes a table. If rows were left out, `all` is larger than the number of its rows.
fn write_table(
    out: &mut String,
    words: Words<'_>,
    table: &Table,
    heads: Heads,
    all: usize,
) -> std::fmt::Result {
    // A table wider than the page scrolls, also by keyboard.
    let caption = escaped(&table.caption);
    if table.is_folded {
        write!(out, "<details><summary>{caption}</summary>")?;
    }
    write!(
        out,
        "<div class=\"report__table\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\">\
         <table><caption>{caption}</caption><thead><tr>"
    )?;
    for (at, text) in table.head.iter().enumerate() {
        // Like the column below.
        let is_number = table.rows.first().is_some_and(|row| !matches!(row.get(at), Some(Cell::Text(_))));
        let class = if is_number { " class=\"report__number\"" } else { "" };
        let text = escaped(text);
        let Some((number, sorted)) = heads.filter(|_| table.rows.len() > 1 && !text.is_empty()) else {
            write!(out, "<th scope=\"col\"{class}>{text}</th>")?;
            continue;
        };
        let order = match sorted.filter(|&(column, _)| column == at) {
            None => "",
            Some((_, false)) => " aria-sort=\"ascending\"",
            Some((_, true)) => " aria-sort=\"descending\"",
        };
        write!(
            out,
            "<th scope=\"col\"{class}{order}><a href=\"#report-sort-{number}-{at}\">{text}</a></th>"
        )?;
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for cell in row {
            match cell {
                Cell::Text(text) => write!(out, "<td>{}</td>", escaped(text))?,
                Cell::Number(text, _) => write!(out, "<td class=\"report__number\">{}</td>", escaped(text))?,
                Cell::Line(_, line) if heads.is_none() => {
                    write!(out, "<td class=\"report__number\">{line}</td>")?;
                }
                Cell::Line(run, line) => write!(
                    out,
                    "<td class=\"report__number\"><a href=\"#report-{run}-{line}\">{line}</a></td>"
                )?,
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    if table.rows.len() < all {
        let more = words.say("report.more-rows", args![table.rows.len(), all].into());
        writeln!(out, "<p>{}</p>", escaped(&more))?;
    }
    if table.is_folded {
        out.push_str("</details>\n");
    }
    Ok(())
}

/// The sizes of a chart in pixels.
const WIDTH: u64 = 640;
const BAR: u64 = 16;
/// The least room for the labels of bars, and what a character of them takes.
const LABELS: u64 = 150;
const CHARACTER: u64 = 7;
/// The names of groups, and the words behind their bars.
const NAMES: u64 = 220;
const WORDS: u64 = 220;

/// Bars of the same length for all groups: how much of each is solved, with the interval as a line over it.
fn write_rates(
    out: &mut String,
    words: Words<'_>,
    rates: &Rates,
    bars: &mut Option<usize>,
) -> std::fmt::Result {
    let height = (BAR + 4) * rates.groups.len() as u64;
    let role = role(*bars);
    let title = escaped(&rates.title);
    let about = words.say(rates.about, args![&rates.title].into());
    let about = escaped(&about);
    write!(
        out,
        "<figure tabindex=\"0\"><figcaption>{title}</figcaption><svg role=\"{role}\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" aria-label=\"{about}\">"
    )?;
    let room = WIDTH - NAMES - WORDS;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the room")]
    #[expect(clippy::cast_precision_loss, reason = "pixels")]
    let place = |part: f64| NAMES + (room as f64 * part).round() as u64;
    for (group, at) in rates.groups.iter().zip(0..) {
        let y = (BAR + 4) * at;
        let solved = room * group.solved / group.records.max(1);
        let (low, high) = (place(group.interval.0), place(group.interval.1));
        let middle = y + BAR / 2;
        let (link, end) = bar_link(bars, &group.lines);
        write!(
            out,
            "{link}<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
             <rect class=\"report__solved\" x=\"{NAMES}\" y=\"{y}\" width=\"{solved}\" height=\"{BAR}\"/>\
             <rect class=\"report__missed\" x=\"{}\" y=\"{y}\" width=\"{}\" height=\"{BAR}\"/>\
             <path class=\"report__interval\" d=\"M{low} {middle}H{high}M{low} {}v6M{high} {}v6\"/>\
             <text x=\"{}\" y=\"{}\">{}</text>{end}",
            NAMES - 6,
            y + 12,
            escaped(&shortened(&group.label)),
            NAMES + solved,
            room - solved,
            middle - 3,
            middle - 3,
            NAMES + room + 6,
            y + 12,
            escaped(&group.words(words))
        )?;
    }
    out.push_str("</svg></figure>\n");
    Ok(())
}

/// A label that fits beside its bar: the beginning and the end of a longer one.
fn shortened(label: &str) -> String {
    const MOST: usize = 35;
    const END: usize = 16;
    let count = label.chars().count();
    if count <= MOST {
        return label.to_owned();
    }
    let begin: String = label.chars().take(MOST - 1 - END).collect();
    let end: String = label.chars().skip(count - END).collect();
    format!("{begin}…{end}")
}

fn write_chart(
    out: &mut String,
    words: Words<'_>,
    chart: &Histogram,
    bars: &mut Option<usize>,
) -> std::fmt::Result {
    let most = chart.bins.iter().map(|bin| bin.solved + bin.missed).max().unwrap_or(1).max(1);
    let longest = chart.bins.iter().map(|bin| bin.label.chars().count() as u64).max().unwrap_or(0);
    let labels = (CHARACTER * longest + 12).clamp(LABELS, WIDTH / 2);
    let height = (BAR + 4) * chart.bins.len() as u64;
    let role = role(*bars);
    write!(
        out,
        "<figure tabindex=\"0\"><figcaption>{}</figcaption><svg role=\"{role}\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" aria-label=\"{}\">",
        escaped(&chart.title),
        escaped(&words.say("report.chart-with-table", args![&chart.title].into()))
    )?;
    for (bin, at) in chart.bins.iter().zip(0..) {
        let y = (BAR + 4) * at;
        let room = WIDTH - labels - 60;
        let (solved, missed) = (room * bin.solved / most, room * bin.missed / most);
        let (link, end) = bar_link(bars, &bin.lines);
        write!(
            out,
            "{link}<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
             <rect class=\"report__solved\" x=\"{labels}\" y=\"{y}\" width=\"{solved}\" height=\"{BAR}\"/>\
             <rect class=\"report__missed\" x=\"{}\" y=\"{y}\" width=\"{missed}\" height=\"{BAR}\"/>\
             <text x=\"{}\" y=\"{}\">{}</text>{end}",
            labels - 6,
            y + 12,
            escaped(&bin.label),
            labels + solved,
            labels + solved + missed + 6,
            y + 12,
            words.count(bin.solved + bin.missed)
        )?;
    }
    let [numbers, solved, missed] =
        ["report.numbers", "report.solved", "report.missed"].map(|key| words.word(key));
    write!(
        out,
        "</svg><details><summary>{}</summary><table><thead><tr><th scope=\"col\"></th>\
         <th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead><tbody>",
        escaped(&numbers),
        escaped(&solved),
        escaped(&missed)
    )?;
    for bin in &chart.bins {
        write!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"report__number\">{}</td><td class=\"report__number\">{}</td></tr>",
            escaped(&bin.label),
            words.count(bin.solved),
            words.count(bin.missed)
        )?;
    }
    out.push_str("</tbody></table></details></figure>\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Catalog;
    use crate::report::Report;
    use crate::report::tests::run;

    #[test]
    fn a_long_label_keeps_its_beginning_and_its_end() {
        let check = |label: &str, expect: &str| assert_eq!(shortened(label), expect);
        check("", "");
        check("a name of thirty-five characters: a", "a name of thirty-five characters: a");
        check("Suite(v10.0) Open files and how to take them", "Suite(v10.0) Open …how to take them");
        check(&"é".repeat(60), &format!("{}…{}", "é".repeat(18), "é".repeat(16)));
    }

    #[test]
    fn labels_of_bars_have_room() {
        let mut nodes = run("old", &["acn 99999999999; bm e4; pm e4;", "acn 7; bm e4; pm e4;"]);
        nodes.entries[1].line = 2;
        let html = fragment(&Report::new(vec![nodes]), View::default(), Catalog::english());
        let label = html
            .split("text-anchor=\"end\">")
            .find_map(|part| {
                part.split_once("</text>")
                    .map(|(label, _)| label)
                    .filter(|label| label.contains("000,000,000"))
            })
            .expect("a long label");
        let place = |before: &str| -> usize {
            let at = html.split(label).next().and_then(|head| head.rsplit(before).next()).expect("its place");
            at.split('"').next().and_then(|number| number.parse().ok()).expect("a number")
        };
        assert!(place("<text x=\"") >= 6 * label.chars().count(), "{label}");
    }
}
