//! Grades and reports. They travel as bytes, since the page has none of their types.

use crate::language::{Text, say};
use crate::protocol::{GradedRun, Lines, Outcome, decode, encode};
use crate::report::grade::grade as grade_line;
use crate::report::{Provenance, Report, Run, View, bar_lines, csv, fragment, markdown, page};

/// Grades lines, given their numbers in the file.
pub(super) fn grade(numbers: &[u32], lines: &Lines, by: Option<&str>) -> Result<Outcome, Text> {
    let mut run = Run::default();
    for (line, &number) in lines.iter().zip(numbers) {
        run.add(number, grade_line(number, line, by));
    }
    encode(&run).map(Outcome::Grades).map_err(|_| "why.bad-message".into())
}

/// Writes a report.
pub(super) fn report(runs: Vec<GradedRun>, format: &str) -> Result<Outcome, Text> {
    let runs: Result<Vec<Run>, Text> = runs.into_iter().map(run_of).collect();
    let report = Report::new(runs?);
    let (format, rest) = format.split_once(' ').unwrap_or((format, ""));
    let mut numbers = rest.split(' ').filter_map(|word| word.parse::<usize>().ok());
    Ok(Outcome::Report(match format {
        // `fragment TABLE COLUMN`, with a third number other than 0 from the greatest on.
        "fragment" => {
            let mut next = || numbers.next();
            let sorted =
                next().zip(next()).map(|(table, column)| (table, column, next().is_some_and(|is| is > 0)));
            fragment(&report, View { sorted })
        }
        // `bar BAR`: the index of the run, and the lines.
        "bar" => {
            let found = numbers.next().and_then(|bar| bar_lines(&report, bar)).ok_or("why.bad-message")?;
            let words = found.1.iter().map(u32::to_string);
            [found.0.to_string()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
        }
        "html" => page(&report),
        "markdown" => markdown(&report),
        "csv" => csv(&report),
        "json" => report.to_json(),
        _ => return Err(say("why.no-format", [format])),
    }))
}

fn run_of(graded: GradedRun) -> Result<Run, Text> {
    let GradedRun {
        name,
        source: (engine, limit),
        date,
        machine,
        workers,
        parts,
        mut solutions,
        mut times,
        claims,
    } = graded;
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
    use crate::report::Solution;

    #[test]
    fn parts_become_a_report() {
        let fields = "4k3/8/8/8/8/8/8/4K3 w - -";
        let lines =
            [format!("{fields} bm Kd2; pm Kd2;"), "# note".to_owned(), format!("{fields} bm Kd2; pm Kd1;")];
        let graded = |numbers: &[u32], lines: &[String]| match grade(numbers, &lines.iter().collect(), None) {
            Ok(Outcome::Grades(bytes)) => serde_bytes::ByteBuf::from(bytes),
            other => panic!("{other:?}"),
        };
        let found = Solution { depth: 3, nodes: 5, time_ms: 7 };
        let run = GradedRun {
            name: "kings".to_owned(),
            source: ("Epidote".to_owned(), "5 nodes".to_owned()),
            parts: vec![graded(&[1, 2], &lines[..2]), graded(&[3], &lines[2..])],
            solutions: vec![(1, found), (3, found)],
            times: vec![(3, 40), (1, 20)],
            ..GradedRun::default()
        };
        let Ok(Outcome::Report(text)) = report(vec![run.clone()], "csv") else { panic!() };
        let rows: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(rows, ["kings,1,,,Kd2,,,Kd2,1,,,,,,,3,5,7,20", "kings,3,,,Kd2,,,Kd1,0,,,,,,,,,,40"]);
        let text = |format: &str| match report(vec![run.clone()], format) {
            Ok(Outcome::Report(text)) => text,
            other => panic!("{format}: {other:?}"),
        };
        assert!(text("fragment 0 1 1").contains("aria-sort=\"descending\""));
        assert!(
            text("fragment 0 1 0").contains("aria-sort=\"ascending\"")
                && !text("fragment").contains("aria-sort")
        );
        for bad in ["bar", "bar 0", "bar x", "poem"] {
            assert!(report(vec![run.clone()], bad).is_err(), "{bad}");
        }
        let counted = [5, 6].map(|nodes| format!("{fields} acn {nodes}; bm Kd2; pm Kd2;"));
        let counted = GradedRun { parts: vec![graded(&[4, 9], &counted)], ..GradedRun::default() };
        assert_eq!(report(vec![run.clone(), counted], "bar 0"), Ok(Outcome::Report("1 4 9".to_owned())));
        let Ok(Outcome::Report(text)) = report(vec![run.clone()], "markdown") else { panic!() };
        assert!(text.contains(", 5 nodes"), "{text}");
        assert!(report(vec![run], "poem").is_err());
    }
}
