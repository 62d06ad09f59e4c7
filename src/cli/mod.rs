//! The command line: the same checks and verbs as the page, for scripts and continuous integration.
//!
//! Exit status: 0 nothing found at or above `--deny`, 1 something found, 2 wrong usage or a file
//! that cannot be read or written. A bad line never stops a run.

mod args;
mod engine;
mod export;
mod find;
mod grade;
mod import;
mod input;
mod lint;
mod output;
mod rewrite;
mod stat;
mod uci;

use std::io::{self, IsTerminal as _, Write};
use std::process::ExitCode;

use clap::Parser as _;

use args::{Args, Color, Command};

use crate::verb::{Purge, Repair, Step};

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Nothing to report.
    Clean,
    /// Findings at or above the level asked for, or lines that would change.
    Findings,
    /// A file could not be read or written.
    Trouble,
}

impl Status {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Trouble, _) | (_, Self::Trouble) => Self::Trouble,
            (Self::Findings, _) | (_, Self::Findings) => Self::Findings,
            (Self::Clean, Self::Clean) => Self::Clean,
        }
    }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let args = Args::parse();
    if matches!(args.command, Command::Uci) {
        // It writes line by line, from two threads.
        uci::run();
        return ExitCode::SUCCESS;
    }
    let styled = match args.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = run(&args, styled, &mut out).and_then(|status| out.flush().map(|()| status));
    match result {
        Ok(Status::Clean) => ExitCode::SUCCESS,
        Ok(Status::Findings) => ExitCode::from(1),
        Ok(Status::Trouble) => ExitCode::from(2),
        // The reader of a pipe went away: nothing is wrong.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::from(2)
        }
    }
}

/// Writes a message to standard error.
fn complain(message: &str) {
    // Without standard error there is nobody to tell.
    let _ = writeln!(io::stderr(), "epidote: {message}");
}

fn run(args: &Args, styled: bool, out: &mut dyn Write) -> io::Result<Status> {
    let catalog = args.language.catalog();
    match &args.command {
        Command::Lint(options) => lint::run(options, catalog, styled, out),
        Command::Normalize(options) => rewrite::run(options, &Step::Normalize, out),
        Command::Purge(options) => {
            rewrite::run(&options.rewrite, &Purge { opcodes: options.opcodes.clone() }.into(), out)
        }
        Command::Repair(options) => {
            let only = options.only.map(|rule| rule.code.to_owned());
            let repair = Repair { dialect: options.reading.dialect.into(), only };
            rewrite::run(&options.rewrite, &repair.into(), out)
        }
        Command::Tenths(options) => rewrite::run(options, &Step::Tenths, out),
        Command::Find(options) => find::run(options, out),
        Command::Export(options) => export::run(options, out),
        Command::Import(options) => import::run(options, out),
        Command::Stat(options) => stat::run(options, catalog, out),
        Command::Analyze(options) => engine::analyze(options, out),
        Command::Mate(options) => engine::mate(options, out),
        Command::Target(options) => engine::target(options, out),
        Command::Cooks(options) => engine::cooks(options, out),
        Command::Count(options) => engine::count(options, out),
        Command::Run(options) => engine::recipe(options, out),
        Command::Grade(options) => grade::run(options, out),
        // See above.
        Command::Uci => Ok(Status::Clean),
        Command::Perft(options) => engine::perft(options, out),
        Command::Bench(options) => engine::bench(options, out),
    }
}
