//! The arguments of the program.

mod arrange;
mod check;
mod common;
mod convert;
mod rewrite;
mod search;

use clap::{Parser, Subcommand};

pub(super) use arrange::{DedupeOptions, MergeOptions, ShuffleOptions, SortOptions, SplitOptions};
pub(super) use check::{ExplainOptions, FindOptions, Format, LintOptions, ShowOptions, StatOptions, place};
pub(super) use common::{Color, DialectName, Input, Language, Pace, ProgressName, Reading, TableFormat};
pub(super) use convert::{ExportOptions, ImportOptions};
pub(super) use rewrite::{RemoveOptions, RenameOptions, RepairOptions, RewriteOptions, SetOptions, all_of};
pub(super) use search::{
    AnalyzeOptions, BenchOptions, CooksOptions, CountOptions, Crew, GradeOptions, MateOptions, PerftOptions,
    ReportFormat, RunOptions, TargetOptions,
};

/// Checks, repairs, rewrites and analyses EPD files.
#[derive(Debug, Parser)]
#[command(name = "epidote", version, about, max_term_width = 100, after_help = STATUSES)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(super) command: Command,
    /// Language of findings and of what was done.
    #[arg(long, global = true, value_enum, default_value_t = Language::En)]
    pub(super) language: Language,
    /// When to use colors.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub(super) color: Color,
    /// Say nothing of what was done; what went wrong is still said.
    #[arg(long, short, global = true)]
    pub(super) quiet: bool,
}

/// What every verb ends with.
const STATUSES: &str = "\
Exit status:
  0  it was done, and nothing was found at or above --deny
  1  something was found, would change, or was not found by `find`
  2  wrong arguments, or something could not be read, written or searched";

/// What to do.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check every line and print what is found.
    #[command(
        after_help = "Exit status: 0 without findings at or above --deny, 1 with some, 2 when something cannot be read or written."
    )]
    Lint(LintOptions),
    /// Tell what a finding or an opcode means, with its paragraph; list all of them without one.
    #[command(after_help = "Exit status: 0, or 2 when there is no such finding and no such opcode.")]
    Explain(ExplainOptions),
    /// Draw the board of a record and tell what the line says.
    #[command(after_help = "Exit status: 0, or 2 when there is no such line.")]
    Show(ShowOptions),
    /// Count lines, findings and opcodes.
    #[command(after_help = READING)]
    Stat(StatOptions),
    /// Print the lines that a query is true of.
    #[command(after_help = check::TERMS.as_str())]
    Find(FindOptions),
    /// Write every record in normal form (pfdn).
    #[command(after_help = WRITING)]
    Normalize(RewriteOptions),
    /// Apply every fix that keeps the meaning.
    #[command(after_help = WRITING)]
    Repair(RepairOptions),
    /// Multiply every ordinary `ce` by ten: from tenths of a pawn to centipawns.
    #[command(after_help = WRITING)]
    Tenths(RewriteOptions),
    /// Set an operation in every record; `{n}` in the operands is the number of the line.
    #[command(after_help = WRITING)]
    Set(SetOptions),
    /// Remove operations from every record (pfop).
    #[command(visible_alias = "purge", after_help = WRITING)]
    Remove(RemoveOptions),
    /// Give an operation another opcode.
    #[command(after_help = WRITING)]
    Rename(RenameOptions),
    /// Reverse the colours of every record.
    #[command(after_help = WRITING)]
    Reverse(RewriteOptions),
    /// Sort the lines of each file.
    #[command(after_help = WRITING)]
    Sort(SortOptions),
    /// Shuffle the lines of each file, the same for the same seed.
    #[command(after_help = WRITING)]
    Shuffle(ShuffleOptions),
    /// Keep one record of each position.
    #[command(after_help = WRITING)]
    Dedupe(DedupeOptions),
    /// Print the lines of all files as one file, with one kind of line end.
    #[command(after_help = READING)]
    Merge(MergeOptions),
    /// Write the lines of a file into several files.
    #[command(
        after_help = "Exit status: 0, or 2 when something cannot be read or written; no file is written over."
    )]
    Split(SplitOptions),
    /// Write the records of all files in another format.
    #[command(after_help = READING)]
    Export(ExportOptions),
    /// Print the positions of games of PGN as records.
    #[command(
        after_help = "Exit status: 0, 1 when a game cannot be read to its end or a text holds none, 2 when something cannot be read."
    )]
    Import(ImportOptions),
    /// Search every record and write `pv`, `ce` and the effort (pfga).
    #[command(after_help = SEARCHING)]
    Analyze(AnalyzeOptions),
    /// Prove mates in at most so many moves and write `dm`, `pm` and `pv` (pfms).
    #[command(after_help = SEARCHING)]
    Mate(MateOptions),
    /// Search every record that has `bm` or `am`, and write `pm`, `pv` and the effort (pfts).
    #[command(after_help = SEARCHING)]
    Target(TargetOptions),
    /// Find second solutions of mates, and say in a comment which they are.
    #[command(after_help = SEARCHING)]
    Cooks(CooksOptions),
    /// Count positions and compare with the counts of every record (`D1`, `D2` …).
    #[command(after_help = SEARCHING)]
    Count(CountOptions),
    /// Do what a recipe says with every record.
    #[command(after_help = SEARCHING)]
    Run(RunOptions),
    /// Say which records were solved: a report on one file, or a comparison of several of one suite.
    #[command(after_help = READING)]
    Grade(GradeOptions),
    /// Speak the Universal Chess Interface on standard input and output.
    Uci,
    /// Referee games between programs: `argus EVENT.toml`, `argus --engine … --engine …` with the options
    /// of cutechess-cli, or `argus resume JOURNAL`.
    #[command(after_help = ARGUS)]
    Argus(Words),
    /// Make any engine a client of a referee: `client --engine cmd=… --connect HOST:PORT`.
    #[command(after_help = CLIENT)]
    Client(Words),
    /// Ends the programs that a referee leaves behind; started by the referee.
    #[command(hide = true)]
    ArgusWarden,
    /// Count the lines of a number of plies from a position, for each first move.
    #[command(after_help = "Exit status: 0, or 2 when the position is not legal.")]
    Perft(PerftOptions),
    /// Search a fixed set of positions: the number of nodes tells whether the search has changed.
    Bench(BenchOptions),
    /// Print a script that completes arguments in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program, or write those of all verbs into a folder.
    Man {
        /// The folder.
        folder: Option<std::path::PathBuf>,
    },
}

const READING: &str = "Exit status: 0, or 2 when something cannot be read or written.";

/// What is said of the options of the referee beside those of cutechess-cli.
const ARGUS: &str = "\
Options beside those of cutechess-cli:
  --journal FILE      write every line, move and end there; `argus resume FILE` goes on after a crash
  --sync game|move    what is on the disk before the event goes on (game)
  --listen HOST:PORT  wait there for clients that speak EPD (engines with proto=epd and no cmd)
  --silence MS        silence after reset and conclude for EPD clients (5000)
  --grace MS          how long a game waits for an EPD client that is gone (0)
  --memory MIB        most memory of each program
  --quiet             print the table at the end, and nothing else
Exit status: 0 when the event is over, 1 when it was interrupted, 2 when it cannot be played.";

/// What is said of the options of a client.
const CLIENT: &str = "\
Options:
  --engine KEY=VALUE…  the program: cmd, proto, name, option.NAME, as `argus` has them
  --connect HOST:PORT  where the referee listens
  --fifo BASE          or the pair of pipes that lead to it: BASE.pc0 and BASE.pc1
  --memory MIB         most memory of the program
Exit status: 0 when the referee has gone, 2 when something cannot be started or reached.";

/// Words that are read elsewhere.
#[derive(Debug, clap::Args)]
pub(super) struct Words {
    /// What is asked for.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(super) words: Vec<String>,
}

const WRITING: &str =
    "Exit status: 0, 1 with --check when lines would change, 2 when something cannot be read or written.";

const SEARCHING: &str = "\
Records are written as soon as their turn comes. With --in-place a journal beside the file keeps what is done:
after a power cut or a kill, the same command with --resume goes on.
Exit status: 0, 1 with --check when lines would change, 2 when something cannot be read, written or searched.";
