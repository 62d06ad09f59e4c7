//! `stat`: what the files contain, and how much of it is understood.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use crate::cli::args::{StatOptions, TableFormat};
use crate::cli::crew::{self, Crew, Order, Piece, Sink, Taken, Verb};
use crate::cli::input::{Opener, Origin, size_of};
use crate::cli::progress::{Progress, Unit};
use crate::cli::settings::{Profile, Profiles};
use crate::cli::table::Table;
use crate::cli::{Session, Status, tell_unreadable};
use crate::epd::lint::{
    Diagnostic, Levels, LintContext, Repair, Repeatable, Seen, Severity, Surroundings, check_with, doubt,
};
use crate::epd::{LineKind, Parse, parse};
use crate::language::Catalog;

/// What is counted in the lines of a file.
#[derive(Debug, Default)]
struct Counts {
    files: usize,
    bytes: usize,
    blank: usize,
    comments: usize,
    records: usize,
    prose: usize,
    variants: usize,
    clean: usize,
    repaired: usize,
    clear: usize,
    rest: usize,
    rules: BTreeMap<&'static str, usize>,
    opcodes: BTreeMap<String, usize>,
    unknown: usize,
}

struct Counting<'a> {
    options: &'a StatOptions,
    catalog: &'static Catalog,
}

impl Verb for Counting<'_> {
    /// The counts, and the lines to list.
    type Part = (Counts, Vec<u8>);
    type State = Seen;

    fn work(&self, piece: Piece, order: &Order<Seen>) -> Self::Part {
        let mut counts = Counts { bytes: piece.block.bytes().len(), ..Counts::default() };
        let mut listed = Vec::new();
        let parses: Vec<Parse<'_>> = piece.block.lines().map(|line| parse(line.text)).collect();
        let repeatable: Vec<Repeatable> = parses.iter().map(Repeatable::of).collect();
        let around: Vec<Surroundings> = order.pass(&piece, |seen| {
            let numbered = repeatable.into_iter().zip(piece.block.first..);
            numbered.map(|(line, number)| seen.enter(line, number)).collect()
        });
        for ((line, parsed), seen) in piece.block.lines().zip(&parses).zip(around) {
            let profile = &piece.origin.profile;
            let Some(reason) = counts.add(parsed, seen, profile, self.catalog) else { continue };
            if self.options.list {
                // Writing into memory cannot fail.
                let _ = writeln!(listed, "{}:{}: {reason}", piece.origin.name, line.number);
            }
        }
        (counts, listed)
    }
}

pub(super) fn run(session: &Session, options: &StatOptions, out: &mut dyn Write) -> io::Result<Status> {
    let (places, unreadable) = options.input.places("epd", false);
    let status = tell_unreadable(&unreadable);
    let total = size_of(&places);
    let opener = Opener::new(Profiles::new(&options.reading));
    let progress = Progress::new(
        options.pace.showing.progress,
        Unit::Bytes,
        Arc::clone(&opener.count),
        total,
        options.list,
    );
    let counting = Counting { options, catalog: session.catalog };
    let mut adding = Adding { counts: Counts::default(), out };
    let status =
        status.and(crew::run(opener, places, Crew::of(options.pace.workers()), &counting, &mut adding)?);
    drop(progress);
    let Adding { counts, out } = adding;
    counts.print(options.format, out)?;
    Ok(status)
}

struct Adding<'a> {
    counts: Counts,
    out: &'a mut dyn Write,
}

impl Sink<(Counts, Vec<u8>)> for Adding<'_> {
    fn begin(&mut self, _: &Arc<Origin>, has_mark: bool) -> io::Result<Taken> {
        self.counts.files += 1;
        self.counts.bytes += if has_mark { 3 } else { 0 };
        Ok(Taken::Yes)
    }

    fn take(&mut self, (counts, listed): (Counts, Vec<u8>)) -> io::Result<()> {
        self.counts.merge(counts);
        self.out.write_all(&listed)
    }

    fn end(&mut self, _: bool) -> io::Result<Status> {
        Ok(Status::Clean)
    }
}

impl Counts {
    fn merge(&mut self, other: Self) {
        let Self {
            files,
            bytes,
            blank,
            comments,
            records,
            prose,
            variants,
            clean,
            repaired,
            clear,
            rest,
            rules,
            opcodes,
            unknown,
        } = other;
        let sums = [
            (&mut self.files, files),
            (&mut self.bytes, bytes),
            (&mut self.blank, blank),
            (&mut self.comments, comments),
            (&mut self.records, records),
            (&mut self.prose, prose),
            (&mut self.variants, variants),
            (&mut self.clean, clean),
            (&mut self.repaired, repaired),
            (&mut self.clear, clear),
            (&mut self.rest, rest),
            (&mut self.unknown, unknown),
        ];
        for (sum, more) in sums {
            *sum += more;
        }
        for (rule, count) in rules {
            *self.rules.entry(rule).or_default() += count;
        }
        for (opcode, count) in opcodes {
            *self.opcodes.entry(opcode).or_default() += count;
        }
    }
}

impl Counts {
    /// Counts a line; returns the first error that leaves its meaning in doubt even after repair.
    fn add(
        &mut self,
        parsed: &Parse<'_>,
        seen: Surroundings,
        profile: &Profile,
        catalog: &Catalog,
    ) -> Option<String> {
        let around = profile.known(seen);
        let levels = &profile.conventions.levels;
        let checked = |parsed: &Parse<'_>| {
            let mut found = check_with(parsed, around);
            profile.retain(&mut found);
            found
        };
        let found = checked(parsed);
        for diagnostic in &found {
            *self.rules.entry(diagnostic.rule.code).or_default() += 1;
        }
        match parsed.kind {
            LineKind::Blank => self.blank += 1,
            LineKind::Comment => self.comments += 1,
            LineKind::Record => {}
        }
        if parsed.kind != LineKind::Record {
            return None;
        }
        self.records += 1;
        for operation in &parsed.operations {
            let opcode = parsed.opcode(operation);
            if crate::epd::opcode::is_opcode(opcode) {
                *self.opcodes.entry(String::from_utf8_lossy(opcode).into_owned()).or_default() += 1;
            } else {
                self.unknown += 1;
            }
        }
        // Lines that cannot be read as chess positions are counted separately.
        if !parsed.has_ranks() {
            self.prose += 1;
            return first_error(&found, levels).map(|error| reason(error, catalog));
        }
        if LintContext::with(parsed, around).variant().is_some() {
            self.variants += 1;
            return None;
        }
        if first_error(&found, levels).is_none() {
            self.clean += 1;
            return None;
        }
        let repair = profile.repair(Repair::default(), seen.variant);
        let fixed = repair.line(parsed.text());
        let after = fixed.as_deref().map_or(found, |fixed| checked(&parse(fixed)));
        match (first_error(&after, levels), doubt(&after, levels)) {
            (None, _) => self.repaired += 1,
            (Some(_), None) => self.clear += 1,
            (Some(_), Some(error)) => {
                self.rest += 1;
                return Some(reason(error, catalog));
            }
        }
        None
    }

    fn print(&self, format: TableFormat, out: &mut dyn Write) -> io::Result<()> {
        let positions = self.clean + self.repaired + self.clear + self.rest;
        let share = |count: usize| {
            #[expect(clippy::cast_precision_loss, reason = "a percentage")]
            let percent = 100.0 * count as f64 / positions.max(1) as f64;
            format!("{percent:.2} %")
        };
        let mut lines = Table::new("Lines", &["", "count"]);
        for (name, count) in [
            ("files", self.files),
            ("bytes", self.bytes),
            ("blank lines", self.blank),
            ("comments", self.comments),
            ("records", self.records),
            ("  with a position of chess", positions),
            ("  of variants", self.variants),
            ("  without a position", self.prose),
        ] {
            lines.row([name.to_owned(), count.to_string()]);
        }
        lines.print(format, out)?;
        let mut understood = Table::new("Positions of chess", &["", "count", "share"]);
        for (name, count) in [
            ("understood", self.clean + self.repaired + self.clear),
            ("  without an error", self.clean),
            ("  without one after repair", self.repaired),
            ("  clear all the same", self.clear),
            ("not understood", self.rest),
        ] {
            understood.row([name.to_owned(), count.to_string(), share(count)]);
        }
        understood.print(format, out)?;
        let mut opcodes = to_sorted(&self.opcodes);
        if self.unknown > 0 {
            opcodes.push(("(none)", self.unknown));
        }
        for (title, head, counts) in
            [("Findings", "rule", to_sorted(&self.rules)), ("Opcodes", "opcode", opcodes)]
        {
            let mut table = Table::new(title, &[head, "count"]);
            for (name, count) in counts {
                table.row([name.to_owned(), count.to_string()]);
            }
            table.print(format, out)?;
        }
        Ok(())
    }
}

/// The first error by these levels, whether or not the meaning is clear.
fn first_error<'a>(found: &'a [Diagnostic], levels: &Levels) -> Option<&'a Diagnostic> {
    found.iter().find(|diagnostic| levels.severity(diagnostic.rule) == Some(Severity::Error))
}

fn reason(error: &Diagnostic, catalog: &Catalog) -> String {
    format!("{} {}", error.rule.code, catalog.render(&error.message))
}

/// Sorts counts, the most frequent first.
fn to_sorted<K: AsRef<str>>(counts: &BTreeMap<K, usize>) -> Vec<(&str, usize)> {
    let mut sorted: Vec<(&str, usize)> = counts.iter().map(|(name, &count)| (name.as_ref(), count)).collect();
    sorted.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    sorted
}
