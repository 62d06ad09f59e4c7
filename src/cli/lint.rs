//! `lint`: findings as text, JSON, SARIF or annotations, and their fixes.

mod checked;
mod github;
mod json;
mod sarif;
mod text;

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use serde_json::json;

use checked::{Checked, is_safe};

use crate::cli::args::{Format, LintOptions, all_of};
use crate::cli::crew::{self, Crew, Order, Piece, Sink, Taken, Verb};
use crate::cli::in_place::InPlace;
use crate::cli::input::{Opener, Origin, Place, size_of};
use crate::cli::progress::{Progress, Unit, write_above};
use crate::cli::settings::{Profile, Profiles};
use crate::cli::{Session, Status, tell_unreadable};
use crate::epd::dialect::Dialect;
use crate::epd::lint::{RULES, Repair, Repeatable, Rule, Seen, Surroundings, Variant, check_with, place};
use crate::epd::registers::Registers;
use crate::epd::{Parse, parse};
use crate::language::{Catalog, say};

/// How lines are checked and printed.
struct Checking<'a> {
    options: &'a LintOptions,
    catalog: &'static Catalog,
    styled: bool,
    /// The fixes to apply, if any.
    repair: Option<Repair>,
}

/// The result for a block.
#[derive(Default)]
struct Part {
    printed: Vec<u8>,
    /// The lines, some of them fixed; empty when nothing is fixed.
    fixed: Vec<u8>,
    /// Lines that were fixed.
    changed: usize,
    records: usize,
    /// Infos, warnings, errors.
    severities: [usize; 3],
    /// Findings that have a safe fix, and findings that have only unsafe fixes.
    fixable: [usize; 2],
    /// Findings of each rule, in the order of the rules.
    rules: Vec<(usize, usize)>,
    is_denied: bool,
}

/// What a block has to know about the lines before it.
#[derive(Default)]
struct Before {
    seen: Seen,
    registers: Registers,
}

impl Verb for Checking<'_> {
    type Part = Part;
    type State = Before;

    fn work(&self, piece: Piece, order: &Order<Before>) -> Part {
        let mut part = Part::default();
        let profile = &*piece.origin.profile;
        let mut signs = piece.signs;
        let texts: Vec<Cow<'_, [u8]>> = piece
            .block
            .lines()
            .map(|line| {
                let variant = signs.see(line.text);
                self.fixed(line.text, variant, profile)
            })
            .collect();
        if self.repair.is_some() {
            for (line, text) in piece.block.lines().zip(&texts) {
                part.changed += usize::from(matches!(text, Cow::Owned(_)));
                part.fixed.extend_from_slice(text);
                part.fixed.extend_from_slice(line.end);
            }
        }
        let parses: Vec<Parse<'_>> = texts.iter().map(|text| parse(text)).collect();
        let repeatable: Vec<Repeatable> = parses.iter().map(Repeatable::of).collect();
        let says = self.options.registers.then(|| registers_of(&parses, profile.conventions.dialect));
        let (around, mut registers) = order.pass(&piece, |before| {
            let numbers = piece.block.first..;
            let around: Vec<Surroundings> = repeatable
                .into_iter()
                .zip(numbers)
                .map(|(line, number)| before.seen.enter(line, number))
                .collect();
            before.registers.dialect = profile.conventions.dialect;
            let registers = before.registers.clone();
            if let Some(says) = says {
                before.registers.overlay(says);
            }
            (around, registers)
        });
        let mut counts = [0; RULES.len()];
        for ((parsed, around), number) in parses.iter().zip(around).zip(piece.block.first..) {
            if self.options.registers {
                registers.apply(parsed, number);
            }
            let mut found = check_with(parsed, profile.known(around));
            profile.retain(&mut found);
            let checked = Checked {
                file: &piece.origin.name,
                number,
                parse: parsed,
                diagnostics: &found,
                profile,
                registers: self.options.registers.then_some(&registers),
            };
            part.count(&checked, self.options, &mut counts);
            if !self.options.statistics {
                self.print(&checked, &mut part.printed);
            }
        }
        part.rules = counts.into_iter().enumerate().filter(|&(_, count)| count > 0).collect();
        part
    }
}

/// What consecutive lines say about registers, whatever comes before them.
fn registers_of(parses: &[Parse<'_>], dialect: Dialect) -> Registers {
    let mut registers = Registers::of(dialect);
    for (at, parsed) in parses.iter().enumerate() {
        registers.apply(parsed, at);
    }
    registers
}

impl Checking<'_> {
    fn fixed<'t>(&self, text: &'t [u8], variant: Option<Variant>, profile: &Profile) -> Cow<'t, [u8]> {
        let Some(repair) = self.repair else { return Cow::Borrowed(text) };
        profile.repair(repair, variant).line(text).map_or(Cow::Borrowed(text), Cow::Owned)
    }

    fn print(&self, checked: &Checked<'_>, out: &mut Vec<u8>) {
        match self.options.format {
            Format::Text => text::print(checked, self.catalog, self.styled, out),
            Format::Json => json::print(checked, self.catalog, out),
            Format::Sarif => sarif::print(checked, self.catalog, out),
            Format::Github => github::print(checked, self.catalog, out),
        }
    }
}

impl Part {
    fn count(&mut self, checked: &Checked<'_>, options: &LintOptions, rules: &mut [usize]) {
        self.records += usize::from(checked.parse.kind == crate::epd::LineKind::Record);
        for found in checked.diagnostics {
            let severity = checked.severity(found);
            self.severities[severity as usize] += 1;
            self.is_denied |= options.deny.counts(severity);
            if !found.fixes.is_empty() {
                let is_safe = found.fixes.iter().any(is_safe);
                self.fixable[usize::from(!is_safe)] += 1;
            }
            if let Some(at) = place(found.rule) {
                rules[at] += 1;
            }
        }
    }
}

pub(super) fn run(
    session: &Session,
    options: &LintOptions,
    styled: bool,
    out: &mut dyn Write,
) -> io::Result<Status> {
    if options.registers && options.format != Format::Json {
        crate::cli::complain("--registers needs --format json");
        return Ok(Status::Trouble);
    }
    if options.statistics && !matches!(options.format, Format::Text | Format::Json) {
        crate::cli::complain("--statistics needs --format text or json");
        return Ok(Status::Trouble);
    }
    let ignored = all_of(&options.ignore).unwrap_or_default();
    let profiles = Profiles::with(&options.reading, all_of(&options.select), ignored);
    let (places, unreadable) = options.input.places("epd", options.fix);
    let status = tell_unreadable(&unreadable);
    let total = size_of(&places);
    let opener = Opener::new(profiles);
    let progress =
        Progress::new(options.pace.showing.progress, Unit::Bytes, Arc::clone(&opener.count), total, true);
    let repair = options.fix.then(|| Repair { also_unsafe: options.unsafe_fixes, ..Repair::default() });
    // What is fixed is printed, since it did not come from a file; the findings then go to standard error.
    let prints_lines = options.fix && places.contains(&Place::Standard);
    let checking = Checking { options, catalog: session.catalog, styled, repair };
    let mut printing = Printing::new(options, session.catalog, out, prints_lines);
    printing.head()?;
    let status =
        status.and(crew::run(opener, places, Crew::of(options.pace.workers()), &checking, &mut printing)?);
    drop(progress);
    printing.foot(session)?;
    if printing.is_unheard {
        return Err(io::ErrorKind::BrokenPipe.into());
    }
    let denied = printing.total.is_denied && !options.exit_zero;
    Ok(if denied { status.and(Status::Findings) } else { status })
}

/// What happens to fixed lines.
enum Fixing {
    /// Nothing is fixed.
    No,
    /// They are printed, since the input is not a file.
    Printed,
    InPlace(Box<InPlace>),
}

/// Writes findings, and files that were fixed.
struct Printing<'a> {
    options: &'a LintOptions,
    catalog: &'static Catalog,
    out: &'a mut dyn Write,
    total: Part,
    by_rule: Vec<usize>,
    fixing: Fixing,
    has_results: bool,
    /// Fixed lines are printed, so findings go to standard error.
    prints_lines: bool,
    /// Nobody reads the findings any more.
    is_unheard: bool,
}

impl<'a> Printing<'a> {
    fn new(
        options: &'a LintOptions,
        catalog: &'static Catalog,
        out: &'a mut dyn Write,
        prints_lines: bool,
    ) -> Self {
        Self {
            options,
            catalog,
            out,
            total: Part::default(),
            by_rule: vec![0; RULES.len()],
            fixing: Fixing::No,
            has_results: false,
            prints_lines,
            is_unheard: false,
        }
    }

    fn head(&mut self) -> io::Result<()> {
        match self.options.format {
            Format::Sarif if !self.options.statistics => self.put(sarif::head(self.catalog).as_bytes()),
            _ => Ok(()),
        }
    }

    /// Writes about findings to where they are read.
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.prints_lines {
            write_above(String::from_utf8_lossy(bytes).trim_end());
            return Ok(());
        }
        if self.is_unheard {
            return Ok(());
        }
        let written = self.out.write_all(bytes);
        self.unless_unheard(written)
    }

    /// Files are fixed to the last, also if nobody reads the findings any more.
    fn unless_unheard(&mut self, written: io::Result<()>) -> io::Result<()> {
        match written {
            Err(error) if self.options.fix && error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_unheard = true;
                Ok(())
            }
            written => written,
        }
    }

    /// Shows what is written so far.
    fn flush(&mut self) -> io::Result<()> {
        if self.is_unheard {
            return Ok(());
        }
        let flushed = self.out.flush();
        self.unless_unheard(flushed)
    }

    /// Prints findings.
    fn print(&mut self, printed: &[u8]) -> io::Result<()> {
        if printed.is_empty() {
            return Ok(());
        }
        let printed = match self.options.format {
            // Each result begins with a comma, but the first one of all must not.
            Format::Sarif if !std::mem::replace(&mut self.has_results, true) => &printed[1..],
            _ => printed,
        };
        self.put(printed)
    }

    fn foot(&mut self, session: &Session) -> io::Result<()> {
        if self.options.statistics {
            self.statistics()?;
        } else if self.options.format == Format::Sarif {
            self.put(sarif::foot().as_bytes())?;
        }
        self.flush()?;
        let [infos, warnings, errors] = self.total.severities;
        let [safe, others] = self.total.fixable;
        let found = say("cli.found", [self.total.records, errors, warnings, infos]);
        session.say(&found);
        if self.options.fix {
            session.say(&say("cli.fixed", [self.total.changed]));
        }
        if safe + others > 0 && !self.options.fix {
            session.say(&say("cli.fixable", [safe, others]));
        }
        Ok(())
    }

    /// The number of findings of each rule, the most frequent first.
    fn statistics(&mut self) -> io::Result<()> {
        let mut counts: Vec<(usize, &'static Rule)> =
            self.by_rule.iter().copied().zip(RULES.iter().copied()).filter(|(count, _)| *count > 0).collect();
        counts.sort_by_key(|&(count, _)| std::cmp::Reverse(count));
        if self.options.format == Format::Json {
            let row = |&(count, rule): &(usize, &Rule)| json!({ "code": rule.code, "rule": rule.name, "count": count });
            let rows: Vec<_> = counts.iter().map(row).collect();
            let text = json!({ "version": json::VERSION, "statistics": rows });
            return self.put(format!("{text}\n").as_bytes());
        }
        let width = counts.iter().map(|(count, _)| count.to_string().len()).max().unwrap_or(0);
        for (count, rule) in counts {
            self.put(format!("{count:>width$}  {}  {}\n", rule.code, rule.name).as_bytes())?;
        }
        Ok(())
    }
}

impl Sink<Part> for Printing<'_> {
    fn begin(&mut self, origin: &Arc<Origin>, has_mark: bool) -> io::Result<Taken> {
        if !self.options.fix {
            return Ok(Taken::Yes);
        }
        match InPlace::begin(origin, has_mark) {
            Ok(Some(file)) => self.fixing = Fixing::InPlace(Box::new(file)),
            Ok(None) => {
                self.fixing = Fixing::Printed;
                if has_mark {
                    self.out.write_all(b"\xef\xbb\xbf")?;
                }
            }
            Err(status) => return Ok(Taken::No(status)),
        }
        Ok(Taken::Yes)
    }

    fn take(&mut self, part: Part) -> io::Result<()> {
        self.print(&part.printed)?;
        match &mut self.fixing {
            Fixing::No => {}
            Fixing::Printed => self.out.write_all(&part.fixed)?,
            Fixing::InPlace(file) => file.take(&part.fixed, part.changed),
        }
        let total = &mut self.total;
        total.records += part.records;
        total.changed += part.changed;
        total.is_denied |= part.is_denied;
        for (total, count) in total.severities.iter_mut().zip(part.severities) {
            *total += count;
        }
        for (total, count) in total.fixable.iter_mut().zip(part.fixable) {
            *total += count;
        }
        for (at, count) in part.rules {
            self.by_rule[at] += count;
        }
        Ok(())
    }

    fn end(&mut self, is_whole: bool) -> io::Result<Status> {
        // Findings are printed as soon as a file is done.
        self.flush()?;
        Ok(match std::mem::replace(&mut self.fixing, Fixing::No) {
            Fixing::InPlace(file) => {
                let changed = file.changed();
                let status = file.end(is_whole);
                if status == Status::Trouble {
                    // It is as it was.
                    self.total.changed -= changed;
                }
                status
            }
            Fixing::No | Fixing::Printed => Status::Clean,
        })
    }
}
