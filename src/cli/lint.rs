//! `lint`: findings as text, JSON, SARIF or annotations, and their fixes.

mod checked;
mod github;
mod json;
mod printing;
mod sarif;
mod text;

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use checked::{Checked, is_safe};
use printing::Printing;

use crate::cli::args::{Format, LintOptions, all_of};
use crate::cli::crew::{self, Crew, Order, Piece, Verb};
use crate::cli::input::{Opener, Place, size_of};
use crate::cli::progress::{Progress, Unit};
use crate::cli::settings::{Profile, Profiles};
use crate::cli::{Session, Status, tell_unreadable};
use crate::epd::dialect::Dialect;
use crate::epd::lint::{RULES, Repair, Repeatable, Seen, Surroundings, Variant, check_with, place};
use crate::epd::registers::Registers;
use crate::epd::{Parse, parse};
use crate::language::Catalog;

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
            // Lines that cannot be meant as records are not changed.
            if !found.fixes.is_empty() && checked.parse.has_ranks() {
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
