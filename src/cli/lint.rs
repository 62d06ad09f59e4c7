//! `lint`: findings as text, JSON, SARIF or annotations.

mod github;
mod json;
mod sarif;
mod text;

use std::io::{self, Write};

use crate::cli::Status;
use crate::cli::args::{Format, LintOptions};
use crate::cli::input::lines;
use crate::epd::lint::{Diagnostic, Seen, Surroundings, check_with};
use crate::epd::{Parse, parse};
use crate::language::Catalog;

/// One line of input and what was found in it.
struct Checked<'a> {
    file: &'a str,
    /// 1 first.
    number: usize,
    parse: &'a Parse<'a>,
    diagnostics: &'a [Diagnostic],
}

/// Writes findings in one of the formats.
trait Printer {
    fn line(&mut self, checked: &Checked<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what comes after the last line.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()>;
}

pub(super) fn run(
    options: &LintOptions,
    catalog: &'static Catalog,
    styled: bool,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let mut printer: Box<dyn Printer> = match options.format {
        Format::Text => Box::new(text::Text::new(catalog, styled)),
        Format::Json => Box::new(json::Json { catalog }),
        Format::Sarif => Box::new(sarif::Sarif::new(catalog)),
        Format::Github => Box::new(github::Github { catalog }),
    };
    let status = options.input.for_each(|opened| {
        let mut status = Status::Clean;
        let mut seen = Seen::default();
        for (number, line) in lines(&opened.document) {
            let parsed = parse(&line);
            let around =
                Surroundings { dialect: options.reading.dialect.into(), ..seen.see(&parsed, number) };
            let diagnostics = check_with(&parsed, around);
            if diagnostics.iter().any(|d| options.deny.counts(d.rule.severity)) {
                status = Status::Findings;
            }
            let file = &opened.document.name;
            printer.line(&Checked { file, number, parse: &parsed, diagnostics: &diagnostics }, out)?;
        }
        Ok(status)
    })?;
    printer.end(out)?;
    Ok(status)
}
