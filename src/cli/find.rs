//! `find`: the lines that match a query.

use std::io::{self, Write};
use std::sync::Arc;

use crate::cli::args::FindOptions;
use crate::cli::crew::{self, Crew, Order, Piece, Sink, Taken, Verb};
use crate::cli::input::{Opener, Origin, size_of};
use crate::cli::progress::{Progress, Unit};
use crate::cli::settings::Profiles;
use crate::cli::{Status, tell_unreadable};
use crate::epd::lint::{Repeatable, Rule, Seen, Surroundings};
use crate::epd::parse;
use crate::query::Asked;
use crate::text::encoding::CodePage;

struct Find<'a>(&'a FindOptions);

/// The lines found in a block, as printed, and their number.
struct Part(Vec<u8>, usize);

impl Verb for Find<'_> {
    type Part = Part;
    type State = Seen;

    fn work(&self, piece: Piece, order: &Order<Seen>) -> Part {
        let Self(options) = self;
        let profile = &piece.origin.profile;
        let severity_of = |rule: &Rule| profile.severity(rule);
        let lines: Vec<Repeatable> = if options.query.asks_for_repeats(&severity_of) {
            piece.block.lines().map(|line| Repeatable::of(&parse(line.text))).collect()
        } else {
            Vec::new()
        };
        let around: Vec<Surroundings> = order.pass(&piece, |seen| {
            let numbered = lines.into_iter().zip(piece.block.first..);
            numbered.map(|(line, number)| seen.enter(line, number)).collect()
        });
        let mut part = Part(Vec::new(), 0);
        let mut signs = piece.signs;
        for (at, line) in piece.block.lines().enumerate() {
            let seen = around.get(at).copied().unwrap_or_default();
            let around = profile.known(Surroundings { variant: signs.see(line.text), ..seen });
            let asked = Asked {
                text: line.text,
                number: line.number,
                around,
                is_changed: false,
                code_page: CodePage::default(),
            };
            if !options.query.matches_by(asked, &severity_of) {
                continue;
            }
            part.1 += 1;
            if options.count {
                continue;
            }
            if options.line_number {
                part.0.extend_from_slice(format!("{}:{}:", piece.origin.name, line.number).as_bytes());
            }
            part.0.extend_from_slice(line.text);
            part.0.push(b'\n');
        }
        part
    }
}

pub(super) fn run(options: &FindOptions, out: &mut dyn Write) -> io::Result<Status> {
    let (places, unreadable) = options.input.places("epd", false);
    let status = tell_unreadable(&unreadable);
    let total = size_of(&places);
    let opener = Opener::new(Profiles::new(&options.reading));
    let _progress =
        Progress::new(options.pace.showing.progress, Unit::Bytes, Arc::clone(&opener.count), total, true);
    let mut printing = Printing { options, out, name: String::new(), count: 0, any: false };
    let workers = options.pace.workers();
    let status = status.and(crew::run(opener, places, Crew::of(workers), &Find(options), &mut printing)?);
    Ok(if printing.any { status } else { status.and(Status::Findings) })
}

struct Printing<'a> {
    options: &'a FindOptions,
    out: &'a mut dyn Write,
    name: String,
    count: usize,
    any: bool,
}

impl Sink<Part> for Printing<'_> {
    fn begin(&mut self, origin: &Arc<Origin>, _: bool) -> io::Result<Taken> {
        self.name.clone_from(&origin.name);
        self.count = 0;
        Ok(Taken::Yes)
    }

    fn take(&mut self, Part(printed, count): Part) -> io::Result<()> {
        self.count += count;
        self.any |= count > 0;
        if printed.is_empty() {
            return Ok(());
        }
        self.out.write_all(&printed)?;
        self.out.flush()
    }

    fn end(&mut self, _: bool) -> io::Result<Status> {
        if self.options.count {
            writeln!(self.out, "{}: {}", self.name, self.count)?;
        }
        Ok(Status::Clean)
    }
}
