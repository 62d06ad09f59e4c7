//! Verbs that rewrite lines one by one. Lines that change are replaced in their files, and every other byte
//! stays as it was.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use crate::cli::args::{EachLine, RewriteOptions};
use crate::cli::crew::{self, Crew, Order, Piece, Sink, Taken, Verb};
use crate::cli::in_place::InPlace;
use crate::cli::input::{Block, Opener, Origin, size_of};
use crate::cli::joined::Joined;
use crate::cli::progress::{Progress, Unit};
use crate::cli::settings::{Profile, Profiles};
use crate::cli::shard::Sharding;
use crate::cli::{Session, Status, complain, is_record, tell_unreadable};
use crate::epd::game::{Game, Rights, spell_rights, suggests_chess960};
use crate::epd::lint::{Diagnostic, Repair, Severity, Variant, check_with};
use crate::epd::position::PositionReading;
use crate::epd::{LineKind, parse};
use crate::jobs::rewritten;
use crate::language::{Text, say};
use crate::verb::Step;

/// The work on a line.
pub(super) trait Rewriting: Sync + fmt::Debug {
    /// The result for the line.
    fn line(&self, line: &[u8], place: Place<'_>) -> Rewritten;
}

/// The place of a line.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// Its number in its file, from 1.
    number: u32,
    profile: &'a Profile,
    /// The variant of chess that the comments of the file name.
    variant: Option<Variant>,
}

/// The result for a line.
#[derive(Default)]
pub(super) struct Rewritten {
    /// Its new text; `None` if it is unchanged.
    text: Option<Vec<u8>>,
    /// A remark on it, and the paragraph.
    remark: Option<(Text, &'static str)>,
}

impl From<Option<Vec<u8>>> for Rewritten {
    fn from(text: Option<Vec<u8>>) -> Self {
        Self { text, remark: None }
    }
}

/// The result for a block.
pub(super) struct Part {
    bytes: Vec<u8>,
    lines: usize,
    changed: usize,
    records: usize,
    remarks: Vec<(usize, Text, &'static str)>,
}

struct Lines<'a>(&'a dyn Rewriting);

impl Verb for Lines<'_> {
    type Part = Part;
    type State = ();

    fn work(&self, Piece { block, origin, mut signs, .. }: Piece, _: &Order<()>) -> Part {
        let (mut changed, mut records) = (0, 0);
        let mut remarks = Vec::new();
        let mut bytes = Vec::new();
        // How much of the block is already written.
        let mut done = 0;
        let mut at = 0;
        let lines = block.line_count();
        for line in block.lines() {
            let number = u32::try_from(line.number).unwrap_or(u32::MAX);
            let place = Place { number, profile: &origin.profile, variant: signs.see(line.text) };
            let Rewritten { text, remark } = self.0.line(line.text, place);
            records += usize::from(is_record(line.text));
            if let Some((remark, paragraph)) = remark {
                remarks.push((line.number, remark, paragraph));
            }
            if let Some(new) = text {
                changed += 1;
                bytes.extend_from_slice(&block.bytes()[done..at]);
                bytes.extend_from_slice(&new);
                done = at + line.text.len();
            }
            at += line.text.len() + line.end.len();
        }
        if changed == 0 {
            return Part { bytes: block.into_bytes(), lines, changed, records, remarks };
        }
        bytes.extend_from_slice(&block.bytes()[done..]);
        Part { bytes, lines, changed, records, remarks }
    }
}

/// Most remarks that are printed individually.
const MOST_REMARKS: usize = 20;

/// Does a verb with all lines, and reports how many records changed.
pub(super) fn run(
    session: &Session,
    options: &EachLine,
    verb: &dyn Rewriting,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let EachLine { rewrite: options, shard } = options;
    let (places, unreadable) = options.input.places("epd", options.in_place);
    let status = tell_unreadable(&unreadable);
    // A shard reads everything twice.
    let times = if shard.is_some() { 2 } else { 1 };
    let total = size_of(&places).map(|bytes| times * bytes);
    let mut opener = Opener::new(Profiles::new(&options.reading));
    let prints = !options.in_place && !options.check;
    let progress =
        Progress::new(options.pace.showing.progress, Unit::Bytes, Arc::clone(&opener.count), total, prints);
    let sharding = Sharding::begin(*shard, &mut opener, &places, &format!("{verb:?}"))?;
    let part = sharding.as_ref().map(Sharding::part);
    let mut files = Files::new(session, options, Joined::of_part(out, part.clone()));
    let crew = Crew { part, ..Crew::of(options.pace.workers()) };
    let mut status = status.and(crew::run(opener, places, crew, &Lines(verb), &mut files)?);
    drop(progress);
    files.out.finish()?;
    if let Some(sharding) = sharding {
        status = status.and(sharding.end(&mut files.out, status != Status::Trouble, 0)?);
    }
    files.tell(session);
    Ok(status)
}

/// The destination of the lines.
pub(super) struct Files<'a> {
    session: &'a Session,
    options: &'a RewriteOptions,
    out: Joined<'a>,
    current: Option<Current>,
    counts: Counts,
    /// Remarks that have been shown.
    shown: usize,
}

#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Counts {
    files: usize,
    changed_files: usize,
    records: usize,
    changed: usize,
    remarks: usize,
}

/// The current file.
struct Current {
    origin: Arc<Origin>,
    /// `None` if the lines are printed or only checked.
    target: Option<InPlace>,
    changed: usize,
}

impl<'a> Files<'a> {
    fn new(session: &'a Session, options: &'a RewriteOptions, out: Joined<'a>) -> Self {
        Self { session, options, out, current: None, counts: Counts::default(), shown: 0 }
    }

    /// Reports what was done.
    pub(super) fn tell(&self, session: &Session) {
        let Counts { files, changed_files, records, changed, remarks } = self.counts;
        let key = if self.options.check { "cli.would-change" } else { "cli.changed" };
        session.say(&say(key, [changed, records]));
        if files > 1 {
            session.say(&say("cli.in-files", [changed_files, files]));
        }
        if remarks > self.shown {
            session.say(&say("cli.more-remarks", [remarks - self.shown]));
        }
    }
}

impl Sink<Part> for Files<'_> {
    fn begin(&mut self, origin: &Arc<Origin>, has_mark: bool) -> io::Result<Taken> {
        let target = if self.options.in_place { InPlace::begin(origin, has_mark) } else { Ok(None) };
        let target = match target {
            Ok(target) => target,
            Err(status) => return Ok(Taken::No(status)),
        };
        self.counts.files += 1;
        self.out.begin(has_mark && !self.options.check);
        self.current = Some(Current { origin: Arc::clone(origin), target, changed: 0 });
        Ok(Taken::Yes)
    }

    fn take(&mut self, part: Part) -> io::Result<()> {
        let Some(current) = &mut self.current else { return Ok(()) };
        self.counts.records += part.records;
        self.counts.changed += part.changed;
        self.counts.remarks += part.remarks.len();
        for (number, remark, paragraph) in &part.remarks {
            if self.shown < MOST_REMARKS {
                self.shown += 1;
                let remark = self.session.catalog.render(remark);
                complain(&format!("{}:{number}: {remark} ({paragraph})", current.origin.name));
            }
        }
        if let Some(target) = &mut current.target {
            target.take(&part.bytes, part.changed);
        } else if !self.options.check {
            self.out.write(&part.bytes)?;
        }
        self.out.pass(part.lines);
        current.changed += part.changed;
        Ok(())
    }

    fn skip(&mut self, block: &Block) -> io::Result<()> {
        self.out.write(block.bytes())?;
        self.out.pass(block.line_count());
        Ok(())
    }

    fn end(&mut self, is_whole: bool) -> io::Result<Status> {
        let Some(current) = self.current.take() else { return Ok(Status::Clean) };
        let name = &current.origin.name;
        let changed_files = usize::from(current.changed > 0);
        self.counts.changed_files += changed_files;
        if self.options.check {
            if current.changed == 0 {
                return Ok(Status::Clean);
            }
            self.out.write(self.session.would_change(name, current.changed).as_bytes())?;
            return Ok(Status::Findings);
        }
        if let Some(target) = current.target {
            let status = target.end(is_whole);
            if status == Status::Trouble {
                // It is as it was.
                self.counts.changed_files -= changed_files;
                self.counts.changed -= current.changed;
            }
            return Ok(status);
        }
        // A file with nothing but a mark is still a file.
        self.out.write(b"")?;
        self.out.end()?;
        Ok(Status::Clean)
    }
}

/// A verb that does not depend on settings.
#[derive(Debug)]
pub(super) struct Plain(pub(super) Step);

impl Rewriting for Plain {
    fn line(&self, line: &[u8], Place { number, profile, variant }: Place<'_>) -> Rewritten {
        rewritten(&self.0, &profile.with_variant(variant), line, number).into()
    }
}

/// The normal form. It requires a legal position (§7.1), so an illegal one is reported.
#[derive(Debug)]
pub(super) struct Normalizing {
    /// The spelling of castling rights of Chess960; `None` leaves them as they are.
    pub(super) rights: Option<Rights>,
}

impl Rewriting for Normalizing {
    fn line(&self, line: &[u8], Place { number, profile, variant }: Place<'_>) -> Rewritten {
        let parsed = parse(line);
        let mut text = rewritten(&Step::Normalize, &profile.conventions, line, number);
        if let Some(rights) = self.rights
            && (profile.conventions.game == Game::Chess960 || suggests_chess960(&parsed))
        {
            let now = text.as_deref().unwrap_or(line);
            text = spell_rights(&parse(now), rights).map(|edit| edit.apply(now)).or(text);
            text = text.filter(|text| text != line);
        }
        let is_position = parsed.kind == LineKind::Record && parsed.has_ranks();
        let is_chess = variant.is_none();
        if !is_position
            || is_chess && PositionReading::read_as(&parsed, profile.conventions.game).chess.is_some()
        {
            return text.into();
        }
        let around = profile.around(variant);
        let of_position =
            |found: &Diagnostic| found.rule.severity == Severity::Error && found.rule.code.starts_with("E2");
        let reason = check_with(&parsed, around).into_iter().find(of_position);
        let remark = reason.map(|found| (found.message, found.paragraph));
        let remark = remark.unwrap_or_else(|| ("why.illegal".into(), "§7.1"));
        Rewritten { text, remark: Some(remark) }
    }
}

/// Fixes, by their own settings and by the rules enabled for the file.
#[derive(Debug)]
pub(super) struct Repairing {
    pub(super) repair: Repair,
    /// Whether rules were named. Then fixes of these rules that are not applied are reported.
    pub(super) is_chosen: bool,
}

impl Rewriting for Repairing {
    fn line(&self, line: &[u8], Place { profile, variant, .. }: Place<'_>) -> Rewritten {
        let only = if self.is_chosen { self.repair.only } else { profile.rules };
        let repair = Repair { only, ..profile.repair(self.repair, variant) };
        let text = repair.line(line);
        if !self.is_chosen || repair.also_unsafe {
            return text.into();
        }
        let around = profile.around(variant);
        let after = check_with(&parse(text.as_deref().unwrap_or(line)), around);
        let left = after.into_iter().find(|found| repair.only.has(found.rule));
        let remark = left.map(|found| {
            let key = if found.fixes.is_empty() { "cli.no-fix" } else { "cli.unsafe-fix" };
            (say(key, [found.rule.code.to_owned()]), found.paragraph)
        });
        Rewritten { text, remark }
    }
}
