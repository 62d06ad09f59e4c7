//! A report as HTML: a part of the page, or a single file that prints and needs no script.

use std::fmt::Write as _;

use crate::report::Report;
use crate::report::content::{Block, Cell, Table, blocks};
use crate::report::histogram::Histogram;
use crate::text::markup::escaped;

/// The style sheet of a file.
const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;margin:1rem 0}caption{text-align:left;font-weight:600}\
th,td{border-bottom:1px solid #bbb;padding:.15rem .6rem;text-align:left}\
.report__number{text-align:right;font-variant-numeric:tabular-nums}\
figure{margin:1rem 0;break-inside:avoid}.report__solved{fill:#2e7d32}.report__missed{fill:#b3541e}\
svg text{font-size:11px;fill:currentColor}\
@media (prefers-color-scheme:dark){body{background:#161616;color:#eee}th,td{border-color:#555}}\
@media print{body{max-width:none;margin:0}}";

/// The report as a complete file.
pub fn page(report: &Report) -> String {
    let names: Vec<&str> = report.runs.iter().map(|run| run.name.as_str()).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{}</title><style>{STYLE}</style></head>\n<body>\n<h1>Report</h1>\n{}\
         </body></html>\n",
        escaped(&names.join(", ")),
        fragment(report)
    )
}

/// The report as a part of a page. Numbers of lines are links to `#report-RUN-LINE`.
pub fn fragment(report: &Report) -> String {
    let mut out = String::new();
    for block in blocks(report) {
        // Writing to a string cannot fail.
        let _ = match &block {
            Block::Heading(text) => writeln!(out, "<h2>{}</h2>", escaped(text)),
            Block::Part(text) => writeln!(out, "<h3>{}</h3>", escaped(text)),
            Block::Text(text) => writeln!(out, "<p>{}</p>", escaped(text)),
            Block::Table(table) => write_table(&mut out, table),
            Block::Chart(chart) => write_chart(&mut out, chart),
        };
    }
    out
}

fn write_table(out: &mut String, table: &Table) -> std::fmt::Result {
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
        write!(out, "<th scope=\"col\"{class}>{}</th>", escaped(text))?;
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for cell in row {
            match cell {
                Cell::Text(text) => write!(out, "<td>{}</td>", escaped(text))?,
                Cell::Number(text) => write!(out, "<td class=\"report__number\">{}</td>", escaped(text))?,
                Cell::Line(run, line) => write!(
                    out,
                    "<td class=\"report__number\"><a href=\"#report-{run}-{line}\">{line}</a></td>"
                )?,
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    if table.is_folded {
        out.push_str("</details>\n");
    }
    Ok(())
}

/// The sizes of a chart in pixels.
const WIDTH: u64 = 640;
const BAR: u64 = 16;
const LABELS: u64 = 150;

fn write_chart(out: &mut String, chart: &Histogram) -> std::fmt::Result {
    let most = chart.bins.iter().map(|bin| bin.solved + bin.missed).max().unwrap_or(1).max(1);
    let height = (BAR + 4) * chart.bins.len() as u64;
    write!(
        out,
        "<figure tabindex=\"0\"><figcaption>{}</figcaption><svg role=\"img\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" aria-label=\"{}: chart, its numbers follow as a table\">",
        escaped(chart.title),
        escaped(chart.title)
    )?;
    for (bin, at) in chart.bins.iter().zip(0..) {
        let y = (BAR + 4) * at;
        let room = WIDTH - LABELS - 60;
        let (solved, missed) = (room * bin.solved / most, room * bin.missed / most);
        write!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
             <rect class=\"report__solved\" x=\"{LABELS}\" y=\"{y}\" width=\"{solved}\" height=\"{BAR}\"/>\
             <rect class=\"report__missed\" x=\"{}\" y=\"{y}\" width=\"{missed}\" height=\"{BAR}\"/>\
             <text x=\"{}\" y=\"{}\">{}</text>",
            LABELS - 6,
            y + 12,
            escaped(&bin.label),
            LABELS + solved,
            LABELS + solved + missed + 6,
            y + 12,
            bin.solved + bin.missed
        )?;
    }
    out.push_str("</svg><details><summary>Numbers</summary><table><thead><tr><th scope=\"col\"></th>");
    out.push_str("<th scope=\"col\">solved</th><th scope=\"col\">missed</th></tr></thead><tbody>");
    for bin in &chart.bins {
        write!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"report__number\">{}</td><td class=\"report__number\">{}</td></tr>",
            escaped(&bin.label),
            bin.solved,
            bin.missed
        )?;
    }
    out.push_str("</tbody></table></details></figure>\n");
    Ok(())
}
