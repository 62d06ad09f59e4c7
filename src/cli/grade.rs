//! `grade`: a report on files, each of them a run; or the grades written into the records.

use std::io::{self, Write};

use crate::cli::args::{GradeOptions, ReportFormat};
use crate::cli::input::{Opened, lines};
use crate::cli::output::replace;
use crate::cli::rewrite::{Edit, write_changed};
use crate::cli::{Status, complain};
use crate::report::grade::{grade, write_grade};
use crate::report::{Report, Run, csv, markdown, page};

pub(super) fn run(options: &GradeOptions, out: &mut dyn Write) -> io::Result<Status> {
    if let Some(register) = &options.into {
        return options.rewrite.input.for_each(|opened| {
            let source = &opened.document;
            let graded = |id| Some(Edit::of(id, write_grade(&source.text(id)?, register)?));
            let edits = source.ids().filter_map(graded).collect();
            write_changed(&options.rewrite, opened, edits, out)
        });
    }
    let mut runs = Vec::new();
    let status = options.rewrite.input.for_each(|opened| match runs_of(opened, options.by.as_deref()) {
        Ok(more) => {
            runs.extend(more);
            Ok(Status::Clean)
        }
        Err(reason) => {
            complain(&format!("{}: {reason}", opened.document.name));
            Ok(Status::Trouble)
        }
    })?;
    let text = written(&Report::new(runs), options.to);
    match &options.output {
        Some(path) => replace(path, |file| file.write_all(text.as_bytes()))?,
        None => out.write_all(text.as_bytes())?,
    }
    Ok(status)
}

/// The runs of a file: those of a report, or the one that its records are.
fn runs_of(opened: &Opened, by: Option<&str>) -> Result<Vec<Run>, String> {
    let is_json =
        opened.path.as_ref().and_then(|path| path.extension()).is_some_and(|ending| ending == "json");
    if is_json {
        let bytes = opened.document.to_bytes().unwrap_or_default();
        return Report::from_json(&bytes).map(|report| report.runs).map_err(|error| error.to_string());
    }
    let mut run = Run { name: opened.document.name.clone(), ..Run::default() };
    for (number, line) in lines(&opened.document) {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        run.add(number, grade(number, &line, by));
    }
    Ok(vec![run])
}

/// The report in a format.
pub(super) fn written(report: &Report, format: ReportFormat) -> String {
    match format {
        ReportFormat::Markdown => markdown(report),
        ReportFormat::Html => page(report),
        ReportFormat::Csv => csv(report),
        ReportFormat::Json => report.to_json(),
    }
}
