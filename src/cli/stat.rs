//! `stat`: what is in the files, and how much of it is understood.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::cli::Status;
use crate::cli::args::StatOptions;
use crate::cli::input::lines;
use crate::epd::lint::{Diagnostic, LintContext, Severity, check, doubt, repair};
use crate::epd::{LineKind, parse};
use crate::language::Catalog;

/// What was counted.
#[derive(Debug, Default)]
struct Counts {
    files: usize,
    bytes: u64,
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

pub(super) fn run(options: &StatOptions, catalog: &Catalog, out: &mut dyn Write) -> io::Result<Status> {
    let mut counts = Counts::default();
    let status = options.input.for_each(|opened| {
        counts.files += 1;
        counts.bytes += opened.document.source().len();
        for (number, line) in lines(&opened.document) {
            let Some(reason) = counts.add(&line, catalog) else { continue };
            if options.list {
                writeln!(out, "{}:{number}: {reason}", opened.document.name)?;
            }
        }
        Ok(Status::Clean)
    })?;
    counts.print(out)?;
    Ok(status)
}

impl Counts {
    /// Counts a line; gives the first error that leaves its meaning in doubt after repair.
    fn add(&mut self, line: &[u8], catalog: &Catalog) -> Option<String> {
        let parsed = parse(line);
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
        let found = check(&parsed);
        for diagnostic in &found {
            *self.rules.entry(diagnostic.rule.code).or_default() += 1;
        }
        // What cannot be read as a position of chess is counted apart.
        if !parsed.has_ranks() {
            self.prose += 1;
            return first_error(&found).map(|error| reason(error, catalog));
        }
        if LintContext::new(&parsed).variant().is_some() {
            self.variants += 1;
            return None;
        }
        if first_error(&found).is_none() {
            self.clean += 1;
            return None;
        }
        let fixed = repair(line);
        let after = fixed.as_deref().map_or(found, |text| check(&parse(text)));
        match (first_error(&after), doubt(&after)) {
            (None, _) => self.repaired += 1,
            (Some(_), None) => self.clear += 1,
            (Some(_), Some(error)) => {
                self.rest += 1;
                return Some(reason(error, catalog));
            }
        }
        None
    }

    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let positions = self.clean + self.repaired + self.clear + self.rest;
        let part = |count: usize| {
            #[expect(clippy::cast_precision_loss, reason = "a percentage")]
            let percent = 100.0 * count as f64 / positions.max(1) as f64;
            format!("{count} ({percent:.2} %)")
        };
        writeln!(out, "files      {}, {} bytes", self.files, self.bytes)?;
        writeln!(
            out,
            "lines      {} blank, {} comments, {} records",
            self.blank, self.comments, self.records
        )?;
        writeln!(
            out,
            "           {positions} with a position of chess, {} of variants, {} without a position",
            self.variants, self.prose
        )?;
        writeln!(out, "understood {}", part(self.clean + self.repaired + self.clear))?;
        writeln!(out, "  no error {}", part(self.clean))?;
        writeln!(out, "  repaired {}", part(self.repaired))?;
        writeln!(out, "  clear    {}", part(self.clear))?;
        writeln!(out, "the rest   {}", part(self.rest))?;
        for (title, counts) in [("rule", to_sorted(&self.rules)), ("opcode", to_sorted(&self.opcodes))] {
            for (name, count) in counts {
                writeln!(out, "{title:<10} {name:<16} {count}")?;
            }
        }
        if self.unknown > 0 {
            writeln!(out, "opcode     (none)           {}", self.unknown)?;
        }
        Ok(())
    }
}

/// The first error, whether its meaning is clear or not.
fn first_error(found: &[Diagnostic]) -> Option<&Diagnostic> {
    found.iter().find(|diagnostic| diagnostic.rule.severity == Severity::Error)
}

fn reason(error: &Diagnostic, catalog: &Catalog) -> String {
    format!("{} {}", error.rule.code, catalog.render(&error.message))
}

/// The most frequent first.
fn to_sorted<K: AsRef<str>>(counts: &BTreeMap<K, usize>) -> Vec<(&str, usize)> {
    let mut sorted: Vec<(&str, usize)> = counts.iter().map(|(name, &count)| (name.as_ref(), count)).collect();
    sorted.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    sorted
}
