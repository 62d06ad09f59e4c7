//! `grade`: a report on files, each as a run; or the grades written into the records.

use std::io::{self, Write};

use crate::cli::args::{GradeOptions, ReportFormat};
use crate::cli::input::{Opener, lines};
use crate::cli::output::replace;
use crate::cli::rewrite;
use crate::cli::settings::Profiles;
use crate::cli::{Session, Status, complain, tell_unreadable};
use crate::document::Document;
use crate::report::grade::grade;
use crate::report::{Report, Run, csv, markdown, page, text};
use crate::verb::Grade;

pub(super) fn run(session: &Session, options: &GradeOptions, out: &mut dyn Write) -> io::Result<Status> {
    if let Some(register) = &options.into {
        let verb = rewrite::Plain(Grade { register: register.clone() }.into());
        return rewrite::run(session, &options.rewrite, &verb, out);
    }
    let (places, unreadable) = options.rewrite.input.places("epd", false);
    let mut status = tell_unreadable(&unreadable);
    let mut runs = Vec::new();
    let mut opener = Opener::new(Profiles::default());
    for place in places {
        for source in opener.open(&place) {
            let read = source.and_then(|source| {
                let name = source.origin.name.clone();
                let unreadable = |reason| crate::cli::input::Unreadable { name, reason };
                let document = source.document().map_err(|error| error.to_string());
                document
                    .and_then(|(_, document)| runs_of(&document, options.by.as_deref()))
                    .map_err(unreadable)
            });
            match read {
                Ok(more) => runs.extend(more),
                Err(bad) => status = tell_unreadable(&[bad]),
            }
        }
    }
    if runs.is_empty() {
        // A report on nothing would look like a report on a file without records.
        return Ok(Status::Trouble);
    }
    let text = written(&Report::new(runs), options.format);
    let Some(path) = &options.output else {
        out.write_all(text.as_bytes())?;
        return Ok(status);
    };
    match replace(path, |file| file.write_all(text.as_bytes())) {
        Ok(()) => Ok(status),
        Err(error) => {
            complain(&format!("{}: {error}", path.display()));
            Ok(Status::Trouble)
        }
    }
}

/// The runs of a file: those of a report, or a run made from its records.
fn runs_of(document: &Document, by: Option<&str>) -> Result<Vec<Run>, String> {
    if std::path::Path::new(&document.name).extension().is_some_and(|ending| ending == "json") {
        let bytes = document.to_bytes().unwrap_or_default();
        return Report::from_json(&bytes).map(|report| report.runs).map_err(|error| error.to_string());
    }
    let mut run = Run { name: document.name.clone(), ..Run::default() };
    for (number, line) in lines(document) {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        run.add(number, grade(number, &line, by));
    }
    Ok(vec![run])
}

/// The report in a format.
fn written(report: &Report, format: ReportFormat) -> String {
    match format {
        ReportFormat::Text => text(report),
        ReportFormat::Markdown => markdown(report),
        ReportFormat::Html => page(report),
        ReportFormat::Csv => csv(report),
        ReportFormat::Json => report.to_json(),
    }
}
