//! `find`: the lines that a query is true of.

use std::io::{self, Write};

use crate::cli::Status;
use crate::cli::args::FindOptions;
use crate::cli::input::lines;
use crate::epd::lint::{Seen, Surroundings};
use crate::epd::parse;
use crate::query::Asked;

pub(super) fn run(options: &FindOptions, out: &mut dyn Write) -> io::Result<Status> {
    let dialect = options.reading.dialect.into();
    let mut any = false;
    let status = options.input.for_each(|opened| {
        let document = &opened.document;
        let mut seen = Seen::default();
        let mut count = 0;
        for (number, text) in lines(document) {
            let around = if options.query.asks_for_repeats() {
                seen.see(&parse(&text), number)
            } else {
                Surroundings::default()
            };
            let around = Surroundings { dialect, ..around };
            if !options.query.matches(Asked { text: &text, number, around }) {
                continue;
            }
            count += 1;
            if options.count {
                continue;
            }
            if options.line_number {
                write!(out, "{}:{number}:", document.name)?;
            }
            out.write_all(&text)?;
            out.write_all(b"\n")?;
        }
        any |= count > 0;
        if options.count {
            writeln!(out, "{}: {count}", document.name)?;
        }
        Ok(Status::Clean)
    })?;
    Ok(if any { status } else { status.and(Status::Findings) })
}
