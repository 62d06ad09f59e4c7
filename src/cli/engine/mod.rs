//! The engine on the command line: counting, and verbs that search.

mod error;
mod journal;
mod known;
mod native;
mod records;
mod summing;
mod tablebases;
mod threads;
mod writing;

use std::io::{self, Write};
use std::sync::Arc;

use error::RecipeFileError;

use super::args::{
    AnalyzeOptions, BenchOptions, CooksOptions, CountOptions, MateOptions, NativeOptions, PerftOptions,
    RunOptions, TableOptions, TargetOptions,
};
use super::progress::{Count, Progress, Unit};
use super::report_file::is_apart;
use super::{Session, Status, now};
use crate::chess::START;
use crate::epd::game::Game;
use crate::epd::lint::{Rule, Surroundings, check_with};
use crate::epd::parse;
use crate::recipe::Recipe;
use crate::search::{Question, bench, perft};
use crate::source;
use crate::verb::{self, EngineName};

/// Counts positions.
pub(super) fn perft(options: &PerftOptions, out: &mut dyn Write) -> io::Result<Status> {
    let fields = four_fields(&options.fields.join(" "));
    if let Some(fault) = fault_of(&fields) {
        super::complain(&fault);
        return Ok(Status::Trouble);
    }
    let question = Question::new(&fields);
    let total = perft::perft(&question, options.depth.min(1), &|| ()).ok();
    let count = Arc::new(Count::default());
    let progress = Progress::new(options.showing.progress, Unit::Parts, Arc::clone(&count), total, false);
    let start = now();
    let divided = perft::divide(&question, options.depth, &mut || count.add(1));
    let took = start.elapsed();
    drop(progress);
    match divided {
        Ok(parts) => {
            for (mv, nodes) in &parts {
                writeln!(out, "{mv} {nodes}")?;
            }
            let sum: u64 = if options.depth == 0 { 1 } else { parts.iter().map(|part| part.1).sum() };
            writeln!(out, "{sum} in {} ms", took.as_millis())?;
            Ok(Status::Clean)
        }
        Err(error) => {
            super::complain(&error.to_string());
            Ok(Status::Trouble)
        }
    }
}

/// The four fields of a position, which may be a FEN: its two counters do not change a count. Without one, the start
/// position.
fn four_fields(text: &str) -> String {
    let fields: Vec<&str> = text.split_whitespace().collect();
    match fields[..] {
        [] => START.to_owned(),
        [ref four @ .., clock, number]
            if four.len() == 4 && [clock, number].iter().all(|n| n.parse::<u32>().is_ok()) =>
        {
            four.join(" ")
        }
        _ => fields.join(" "),
    }
}

/// What is wrong with a position that is to be counted. The engine leaves out an en passant square that is impossible,
/// which makes another count, and says little of one that is illegal.
fn fault_of(fields: &str) -> Option<String> {
    // The engine takes the rights of Chess960, however they are written.
    let around = Surroundings { game: Game::Chess960, ..Surroundings::default() };
    let found = check_with(&parse(fields.as_bytes()), around);
    let is_of_position =
        |rule: &Rule| ["malformed-en-passant", "vain-en-passant", "illegal-position"].contains(&rule.name);
    let fault = found.into_iter().find(|diagnostic| is_of_position(diagnostic.rule))?;
    Some(format!("{} ({})", fault.message.english(), fault.paragraph))
}

/// Searches a fixed set of positions.
pub(super) fn bench(options: &BenchOptions, out: &mut dyn Write) -> io::Result<Status> {
    let count = Arc::new(Count::default());
    let total = Some(bench::POSITIONS.len() as u64);
    let progress = Progress::new(options.showing.progress, Unit::Parts, Arc::clone(&count), total, false);
    let start = now();
    let nodes = bench::signature(options.depth, &mut || count.add(1));
    let ms = start.elapsed().as_millis().max(1);
    drop(progress);
    writeln!(out, "{nodes} nodes, {} nodes/s", u128::from(nodes) * 1000 / ms)?;
    Ok(Status::Clean)
}

/// Opens the tables of endgames that were asked for; returns whether that was possible, after saying why not.
fn takes_tables(options: &TableOptions, engine: EngineName) -> bool {
    if engine != EngineName::Epidote && !options.tablebases.is_empty() {
        super::complain(
            "--tablebases: only the engine of this program looks into them; give the other one its own option, \
             such as --option SyzygyPath=FOLDER",
        );
        return false;
    }
    let opened = tablebases::want(options);
    if let Err(why) = &opened {
        super::complain(&format!("--tablebases: {why}"));
    }
    opened.is_ok()
}

/// The engine that was asked for, which shall search with this limit by nodes; `None` if that is not possible, after
/// saying why.
fn engine_of(session: &Session, options: &NativeOptions, nodes: Option<u64>) -> Option<EngineName> {
    match native::want(options, nodes, session.catalog) {
        Ok(true) => Some(EngineName::Native),
        Ok(false) => Some(EngineName::Epidote),
        Err(why) => {
            super::complain(&why.to_string());
            None
        }
    }
}

/// The verb pfga.
pub(super) fn analyze(
    session: &Session,
    options: &AnalyzeOptions,
    out: &mut dyn Write,
) -> io::Result<Status> {
    if options.as_records && options.lines < 2 {
        super::complain("--as-records needs --lines 2 or more");
        return Ok(Status::Trouble);
    }
    let Some(engine) = engine_of(session, &options.native, options.limits.limits().nodes) else {
        return Ok(Status::Trouble);
    };
    if !takes_tables(&options.tables, engine) {
        return Ok(Status::Trouble);
    }
    let step = verb::Analyze {
        engine,
        limits: options.limits.limits(),
        predicted_move: options.predicted_move,
        lines: options.lines,
        as_records: options.as_records,
        without_acs: options.without_acs,
    };
    records::run(session, &options.crew, &[step.into()], out)
}

/// The verb pfts.
pub(super) fn target(session: &Session, options: &TargetOptions, out: &mut dyn Write) -> io::Result<Status> {
    let Some(engine) = engine_of(session, &options.native, options.limits.limits().nodes) else {
        return Ok(Status::Trouble);
    };
    if !takes_tables(&options.tables, engine) {
        return Ok(Status::Trouble);
    }
    let limits = options.limits.limits();
    let step = verb::Target { engine, limits, stop: options.rule(), without_acs: options.without_acs };
    records::run(session, &options.crew, &[step.into()], out)
}

/// The verb pfms.
pub(super) fn mate(session: &Session, options: &MateOptions, out: &mut dyn Write) -> io::Result<Status> {
    let MateOptions { moves, nodes, time: time_ms, single_pass, bounds, .. } = *options;
    let step = verb::Mate { moves, nodes, time_ms, single_pass, bounds };
    records::run(session, &options.crew, &[step.into()], out)
}

/// Finds second solutions of mates.
pub(super) fn cooks(session: &Session, options: &CooksOptions, out: &mut dyn Write) -> io::Result<Status> {
    let Some(engine) = engine_of(session, &options.native, options.nodes) else { return Ok(Status::Trouble) };
    let CooksOptions { moves, crew, into, nodes, .. } = options;
    let claims = options.claims(engine);
    let nodes = nodes.filter(|_| claims.is_none());
    let step = verb::Cooks { moves: *moves, register: into.clone(), nodes, claims };
    records::run(session, crew, &[step.into()], out)
}

/// Counts positions for records.
pub(super) fn count(session: &Session, options: &CountOptions, out: &mut dyn Write) -> io::Result<Status> {
    let step = verb::Perft { depth: options.depth, write: options.write };
    records::run(session, &options.crew, &[step.into()], out)
}

/// Runs the steps of a recipe.
pub(super) fn recipe(session: &Session, options: &RunOptions, out: &mut dyn Write) -> io::Result<Status> {
    if !takes_tables(&options.tables, EngineName::Epidote) {
        return Ok(Status::Trouble);
    }
    if options.crew.report.as_ref().is_some_and(|path| !is_apart(path, &options.recipe)) {
        return Ok(Status::Trouble);
    }
    let read = source::text(&options.recipe).map_err(RecipeFileError::Unread);
    match read.and_then(|text| Recipe::from_json(&text).map_err(RecipeFileError::Recipe)) {
        Ok(recipe) => records::run(session, &options.crew, &recipe.to_do(), out),
        Err(reason) => {
            super::complain(&format!("{}: {}", options.recipe.display(), reason));
            Ok(Status::Trouble)
        }
    }
}
