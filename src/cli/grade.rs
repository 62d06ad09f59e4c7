//! `grade`: a report on files, each as a run; or the grades written into the records.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use crate::cli::args::{GradeOptions, ReportFormat};
use crate::cli::crew::{self, Crew, Order, Piece, Sink, Taken, Verb};
use crate::cli::input::{Line, Opener, Origin, size_of};
use crate::cli::progress::{Progress, Unit};
use crate::cli::report_file::{can_be_written, write_report};
use crate::cli::rewrite;
use crate::cli::settings::Profiles;
use crate::cli::{Session, Status, complain, tell_unreadable};
use crate::report::grade::{Grade, grade_as};
use crate::report::{Report, Run, csv, markdown, page, text};
use crate::text::encoding::without_mark;
use crate::verb;

pub(super) fn run(session: &Session, options: &GradeOptions, out: &mut dyn Write) -> io::Result<Status> {
    if let Some(register) = &options.into {
        let verb = rewrite::Plain(verb::Grade { register: register.clone() }.into());
        return rewrite::run(session, &options.lines, &verb, out);
    }
    let lines = &options.lines;
    if lines.rewrite.in_place || lines.rewrite.check || lines.shard.is_some() {
        complain("--in-place, --check and --shard need --into");
        return Ok(Status::Trouble);
    }
    let (places, unreadable) = lines.rewrite.input.places("epd", false);
    let status = tell_unreadable(&unreadable);
    if options.output.file().is_some_and(|path| !can_be_written(path, &places)) {
        return Ok(Status::Trouble);
    }
    let pace = &lines.rewrite.pace;
    let opener = Opener::new(Profiles::new(&lines.rewrite.reading));
    let total = size_of(&places);
    let progress = Progress::new(pace.showing.progress, Unit::Bytes, Arc::clone(&opener.count), total, false);
    let mut summing = Summing::default();
    let grading = Grading { by: options.by.as_deref() };
    let status = status.and(crew::run(opener, places, Crew::of(pace.workers()), &grading, &mut summing)?);
    drop(progress);
    let runs = told_apart(summing.runs);
    if runs.is_empty() {
        // A report on nothing would look like a report on a file without records.
        return Ok(Status::Trouble);
    }
    if let Some(by) = &options.by
        && runs.iter().all(|run| run.entries.iter().all(|entry| entry.group.is_empty()))
        && runs.iter().any(|run| !run.entries.is_empty())
    {
        complain(&format!("--by {by}: no record has this opcode, so there are no groups"));
    }
    let text = written(session, &Report::new(runs), options.format);
    let Some(path) = options.output.file() else {
        out.write_all(text.as_bytes())?;
        return Ok(status);
    };
    Ok(write_report(session, path, &text, status))
}

/// Grades lines.
struct Grading<'a> {
    by: Option<&'a str>,
}

/// The result for a block.
enum Part {
    Grades(Vec<(u32, Grade)>),
    /// A part of a report.
    Report(Vec<u8>),
}

/// How the one line of a report begins, whatever its file is called.
const REPORT: &[u8] = b"{\"format\":\"epidote-report\"";

fn is_report(origin: &Origin) -> bool {
    Path::new(&origin.name).extension().is_some_and(|ending| ending == "json")
}

impl Verb for Grading<'_> {
    type Part = Part;
    type State = ();

    fn work(&self, piece: Piece, _: &Order<()>) -> Part {
        if is_report(&piece.origin)
            || without_mark(piece.block.bytes()).trim_ascii_start().starts_with(REPORT)
        {
            return Part::Report(piece.block.into_bytes());
        }
        let mut signs = piece.signs;
        let graded = |line: Line<'_>| {
            let number = u32::try_from(line.number).unwrap_or(u32::MAX);
            let conventions = piece.origin.profile.with_variant(signs.see(line.text));
            (number, grade_as(&conventions, number, line.text, self.by))
        };
        Part::Grades(piece.block.lines().map(graded).collect())
    }
}

/// A run, and the report that it is from.
struct Found {
    run: Run,
    report: Option<String>,
}

/// The runs, of which those of one suite have the names of their reports too.
fn told_apart(found: Vec<Found>) -> Vec<Run> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for Found { run, .. } in &found {
        *counts.entry(run.name.clone()).or_default() += 1;
    }
    let named = |Found { mut run, report }| {
        if let Some(report) = report
            && counts.get(&run.name).is_some_and(|&count| count > 1)
        {
            run.name = format!("{} ({report})", run.name);
        }
        run
    };
    found.into_iter().map(named).collect()
}

/// Makes runs of files: those of a report, or a run of its records.
#[derive(Default)]
struct Summing {
    runs: Vec<Found>,
    name: String,
    run: Run,
    report: Option<Vec<u8>>,
}

impl Sink<Part> for Summing {
    fn begin(&mut self, origin: &Arc<Origin>, _: bool) -> io::Result<Taken> {
        self.name.clone_from(&origin.name);
        self.run = Run { name: origin.name.clone(), ..Run::default() };
        self.report = is_report(origin).then(Vec::new);
        Ok(Taken::Yes)
    }

    fn take(&mut self, part: Part) -> io::Result<()> {
        match part {
            Part::Grades(grades) => {
                for (number, grade) in grades {
                    self.run.add(number, grade);
                }
            }
            Part::Report(bytes) => self.report.get_or_insert_default().extend(bytes),
        }
        Ok(())
    }

    fn end(&mut self, is_whole: bool) -> io::Result<Status> {
        // A file that cannot be read to its end has been reported, and would be compared with whole ones.
        if !is_whole {
            return Ok(Status::Trouble);
        }
        match self.report.take().map(|bytes| Report::from_json(&bytes)) {
            None => self.runs.push(Found { run: std::mem::take(&mut self.run), report: None }),
            Some(Ok(report)) => {
                let found = |run| Found { run, report: Some(self.name.clone()) };
                self.runs.extend(report.runs.into_iter().map(found));
            }
            Some(Err(error)) => {
                complain(&format!("{}: {error}", self.name));
                return Ok(Status::Trouble);
            }
        }
        Ok(Status::Clean)
    }
}

/// The report in a format, in the language of the session.
fn written(session: &Session, report: &Report, format: ReportFormat) -> String {
    match format {
        ReportFormat::Text => text(report, session.catalog),
        ReportFormat::Markdown => markdown(report, session.catalog),
        ReportFormat::Html => page(report, session.catalog),
        ReportFormat::Csv => csv(report),
        ReportFormat::Json => report.to_json(),
    }
}
