//! Grades and reports. They travel as bytes, since the page has none of their types.

use crate::epd::conventions::Conventions;
use crate::language::{Catalog, Text};
use crate::protocol::{GradedRun, Lines, Outcome, ReportFormat, decode, encode};
use crate::report::grade::grade_as;
use crate::report::{Provenance, Report, Run, bar_lines, csv, fragment, markdown, page};

/// Grades lines of a file with these conventions, given their numbers in it.
pub(super) fn grade(
    conventions: &Conventions,
    numbers: &[u32],
    lines: &Lines,
    by: Option<&str>,
) -> Result<Outcome, Text> {
    let mut run = Run::default();
    for (line, &number) in lines.iter().zip(numbers) {
        run.add(number, grade_as(conventions, number, line, by));
    }
    encode(&run).map(Outcome::Grades).map_err(|_| "why.bad-message".into())
}

/// Writes a report in a language, given by its code and its texts.
pub(super) fn report(
    runs: Vec<GradedRun>,
    format: ReportFormat,
    (code, texts): &(String, String),
) -> Result<Outcome, Text> {
    let language = Catalog::read(code, texts);
    let is_for_programs = matches!(format, ReportFormat::Csv | ReportFormat::Json);
    let report = report_of(runs, is_for_programs)?;
    Ok(Outcome::Report(match format {
        ReportFormat::Fragment(view) => fragment(&report, view, &language),
        ReportFormat::Html => page(&report, &language),
        ReportFormat::Markdown => markdown(&report, &language),
        ReportFormat::Csv => csv(&report),
        ReportFormat::Json => report.to_json(),
    }))
}

/// Finds the records of a bar in a report.
pub(super) fn bar(runs: Vec<GradedRun>, bar: usize) -> Result<Outcome, Text> {
    let (run, lines) = bar_lines(&report_of(runs, true)?, bar).ok_or("why.bad-message")?;
    Ok(Outcome::Bar(run, lines))
}

/// The report on these runs. What programs read is in English.
fn report_of(runs: Vec<GradedRun>, is_for_programs: bool) -> Result<Report, Text> {
    let runs: Result<Vec<Run>, Text> = runs.into_iter().map(|run| run_of(run, is_for_programs)).collect();
    runs.map(Report::new)
}

fn run_of(graded: GradedRun, is_for_programs: bool) -> Result<Run, Text> {
    let GradedRun {
        name,
        engine,
        limit: (shown, english),
        date,
        machine,
        workers,
        parts,
        mut solutions,
        mut times,
        claims,
    } = graded;
    let limit = if is_for_programs { english } else { shown };
    let provenance = Provenance { engine, limit, workers, date, machine };
    let mut run = Run { name, provenance, ..Run::default() };
    for part in parts {
        run.append(decode(&part).map_err(|_| Text::from("why.bad-message"))?);
    }
    for (line, claims) in claims {
        for (depth, is_right) in claims {
            run.add_claim(line, depth, is_right);
        }
    }
    solutions.sort_by_key(|(line, _)| *line);
    times.sort_by_key(|(line, _)| *line);
    for entry in &mut run.entries {
        // A record that is no longer solved was changed since.
        entry.solution = of_line(&solutions, entry.line).filter(|_| entry.solved);
        entry.time_ms = of_line(&times, entry.line);
    }
    Ok(run)
}

/// What is known of a line, among facts in the order of their lines.
fn of_line<T: Copy>(known: &[(u32, T)], line: u32) -> Option<T> {
    let at = known.binary_search_by_key(&line, |(of, _)| *of).ok()?;
    Some(known[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Solution, View};

    #[test]
    fn parts_become_a_report() {
        let fields = "4k3/8/8/8/8/8/8/4K3 w - -";
        let lines =
            [format!("{fields} bm Kd2; pm Kd2;"), "# note".to_owned(), format!("{fields} bm Kd2; pm Kd1;")];
        let graded = |numbers: &[u32], lines: &[String]| match grade(
            &Conventions::default(),
            numbers,
            &lines.iter().collect(),
            None,
        ) {
            Ok(Outcome::Grades(bytes)) => serde_bytes::ByteBuf::from(bytes),
            other => panic!("{other:?}"),
        };
        let found = Solution { depth: 3, nodes: 5, time_ms: 7 };
        let run = GradedRun {
            name: "kings".to_owned(),
            engine: "Epidote".to_owned(),
            limit: ("5 узлов".to_owned(), "5 nodes".to_owned()),
            parts: vec![graded(&[1, 2], &lines[..2]), graded(&[3], &lines[2..])],
            solutions: vec![(1, found), (3, found)],
            times: vec![(3, 40), (1, 20)],
            ..GradedRun::default()
        };
        let written = |format, catalog: &Catalog| {
            let texts = (catalog.code().to_owned(), catalog.part("report."));
            match report(vec![run.clone()], format, &texts) {
                Ok(Outcome::Report(text)) => text,
                other => panic!("{format:?}: {other:?}"),
            }
        };
        let text = |format| written(format, Catalog::english());
        assert!(text(ReportFormat::Markdown).contains("1 of 2 solved: 50.00 %"));
        let russian = written(ReportFormat::Markdown, Catalog::russian());
        assert!(russian.contains("Решено 1 из 2: 50,00 %"), "{russian}");
        assert!(written(ReportFormat::Html, Catalog::russian()).contains("<html lang=\"ru\">"));
        let csv = text(ReportFormat::Csv);
        let rows: Vec<&str> = csv.lines().skip(1).collect();
        assert_eq!(rows, ["kings,1,,,Kd2,,,Kd2,1,,,,,,,3,5,7,20", "kings,3,,,Kd2,,,Kd1,0,,,,,,,,,,40"]);
        assert!(text(ReportFormat::Markdown).contains(", 5 узлов"));
        assert!(text(ReportFormat::Json).contains("\"5 nodes\""));
        assert!(text(ReportFormat::Html).starts_with("<!doctype html>"));
        assert!(text(ReportFormat::Json).starts_with('{'));
        let sorted = |sorted| text(ReportFormat::Fragment(View { sorted }));
        assert!(!sorted(None).contains("aria-sort"));
        assert!(sorted(Some((0, 1, false))).contains("aria-sort=\"ascending\""));
        assert!(sorted(Some((0, 1, true))).contains("aria-sort=\"descending\""));
        assert!(bar(vec![run.clone()], 0).is_err());
        let counted = [5, 6].map(|nodes| format!("{fields} acn {nodes}; bm Kd2; pm Kd2;"));
        let counted = GradedRun { parts: vec![graded(&[4, 9], &counted)], ..GradedRun::default() };
        // The chart of all runs comes first.
        let runs = vec![run, counted];
        assert_eq!(bar(runs.clone(), 0), Ok(Outcome::Bar(0, vec![1, 3])));
        assert_eq!(bar(runs, 1), Ok(Outcome::Bar(1, vec![4, 9])));
    }
}
