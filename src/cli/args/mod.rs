//! The arguments of the program.

mod arrange;
mod check;
mod common;
mod convert;
mod error;
mod rewrite;
mod search;
mod serve;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

pub(super) use arrange::{
    DedupeOptions, MergeOptions, MergeShardsOptions, ShuffleOptions, SortOptions, SplitOptions,
};
pub(super) use check::{ExplainOptions, FindOptions, Format, LintOptions, ShowOptions, StatOptions, place};
pub(super) use common::{
    Color, DialectName, Input, Language, Output, Pace, ProgressName, Reading, Showing, TableFormat,
};
pub(super) use convert::{ExportOptions, ImportOptions, TableColumn, Target};
pub(super) use error::ValueError;
pub(super) use rewrite::{
    EachLine, NormalizeOptions, RemoveOptions, RenameOptions, RepairOptions, RewriteOptions, SetOptions,
    StampOptions, all_of,
};
pub(super) use search::{
    AnalyzeOptions, BenchOptions, CheckEngineOptions, CooksOptions, CountOptions, Crew, GradeOptions,
    MateOptions, NativeOptions, PerftOptions, ProtocolName, ReportFormat, RunOptions, TableOptions,
    TargetOptions,
};
pub(super) use serve::ServeOptions;

/// Checks, repairs, rewrites and analyses EPD files.
#[derive(Debug, Parser)]
#[command(name = "epidote", version, about, max_term_width = 100, after_help = STATUSES)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(super) command: Command,
    /// The language of findings and summaries.
    #[arg(long, global = true, value_enum, default_value_t = Language::En)]
    pub(super) language: Language,
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub(super) color: Color,
    /// Print no summary; errors are still printed.
    #[arg(long, short, global = true)]
    pub(super) quiet: bool,
}

/// The exit statuses of every verb.
const STATUSES: &str = "\
Exit status:
  0  success, and nothing found at or above --deny
  1  something was found, would change, or was not found by `find`
  2  wrong arguments, or something could not be read, written or searched";

/// What to do.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check every line and print the findings.
    #[command(
        after_help = "Exit status: 0 without findings at or above --deny, 1 with some, 2 if something cannot be read or written."
    )]
    Lint(LintOptions),
    /// Explain a finding or an opcode, with its paragraph; without one, list all.
    #[command(after_help = "Exit status: 0, or 2 if there is no such finding or opcode.")]
    Explain(ExplainOptions),
    /// Draw the board of a record and explain the line.
    #[command(after_help = "Exit status: 0, or 2 if there is no such line.")]
    Show(ShowOptions),
    /// Count lines, findings and opcodes.
    #[command(after_help = READING)]
    Stat(StatOptions),
    /// Print the lines that match a query.
    #[command(after_help = check::TERMS.as_str())]
    Find(FindOptions),
    /// Write every record in normal form (pfdn).
    #[command(after_help = WRITING)]
    Normalize(NormalizeOptions),
    /// Apply every fix that keeps the meaning.
    #[command(after_help = WRITING)]
    Repair(RepairOptions),
    /// Multiply every ordinary `ce` by ten: from tenths of a pawn to centipawns.
    #[command(after_help = WRITING)]
    Tenths(EachLine),
    /// Set an operation in every record; the operands can have the line number in them.
    #[command(after_help = WRITING)]
    Set(SetOptions),
    /// Remove operations from every record (pfop).
    #[command(visible_alias = "purge", after_help = WRITING)]
    Remove(RemoveOptions),
    /// Give an operation another opcode.
    #[command(after_help = WRITING)]
    Rename(RenameOptions),
    /// Write this moment (UTC) into every record as `ts`.
    #[command(after_help = WRITING)]
    Stamp(StampOptions),
    /// Reverse the colours of every record.
    #[command(after_help = WRITING)]
    Reverse(EachLine),
    /// Sort the lines of each file.
    #[command(after_help = WRITING)]
    Sort(SortOptions),
    /// Shuffle the lines of each file; the same seed gives the same order.
    #[command(after_help = WRITING)]
    Shuffle(ShuffleOptions),
    /// Keep one record of each position.
    #[command(after_help = WRITING)]
    Dedupe(DedupeOptions),
    /// Print the lines of all files as one file, with one kind of line ending.
    #[command(after_help = READING)]
    Merge(MergeOptions),
    /// Put together what runs with `--shard` have printed: byte for byte what one run prints.
    #[command(
        after_help = "Exit status: 0, or 2 if a part is missing, damaged or of another run, or something cannot be read or written."
    )]
    MergeShards(MergeShardsOptions),
    /// Write the lines of a file into several files.
    #[command(
        after_help = "Exit status: 0, or 2 if something cannot be read or written; no file is overwritten."
    )]
    Split(SplitOptions),
    /// Write the records of all files in another format.
    #[command(after_help = READING)]
    Export(ExportOptions),
    /// Print the positions of PGN games, or the records of a data set: puzzles, evaluations, a trainer's text,
    /// a table.
    #[command(
        after_help = "Exit status: 0; 1 if a game or row cannot be read to its end, if words or parts of comments of games are left out, or if a text contains no game; 2 if something cannot be read."
    )]
    Import(ImportOptions),
    /// Search every record and write `pv`, `ce` and the effort (pfga).
    #[command(after_help = SEARCHING)]
    Analyze(AnalyzeOptions),
    /// Prove mates in at most MOVES moves and write `dm`, `pm` and `pv` (pfms).
    #[command(after_help = SEARCHING)]
    Mate(MateOptions),
    /// Search every record that has `bm` or `am`, and write `pm`, `pv` and the effort (pfts).
    #[command(after_help = SEARCHING)]
    Target(TargetOptions),
    /// Find second solutions of mates, and list them in a comment.
    #[command(after_help = SEARCHING)]
    Cooks(CooksOptions),
    /// Count positions and compare them with the counts in every record (`D1`, `D2` …).
    #[command(after_help = SEARCHING)]
    Count(CountOptions),
    /// Run the steps of a recipe on every record.
    #[command(after_help = SEARCHING)]
    Run(RunOptions),
    /// Report which records were solved: one file, or a comparison of several runs of one suite.
    #[command(after_help = READING)]
    Grade(GradeOptions),
    /// Speak the Universal Chess Interface on standard input and output.
    #[command(after_help = "\
Exit status: 0 when the other program says `quit` or goes away. If only the input ends, searches with a limit
are finished, and endless ones are stopped.")]
    Uci {
        /// Also list the numbers of the search as options, for tests of strength.
        #[arg(long)]
        parameters: bool,
        /// Judge by another net of the same shape, from a file of `trainer`, for tests of strength.
        #[arg(long, value_name = "FILE")]
        net: Option<PathBuf>,
    },
    /// Referee games between programs: `argus EVENT.toml`, `argus --engine … --engine …` with the options
    /// of cutechess-cli, `argus resume JOURNAL`, or `argus standby JOURNAL`.
    #[command(after_help = ARGUS)]
    Argus(Words),
    /// Make any engine a client of a referee: `client --engine cmd=… --connect HOST:PORT`.
    #[command(after_help = CLIENT)]
    Client(Words),
    /// Check whether an engine keeps to its protocol, step by step.
    #[command(after_help = "Exit status: 0 if it passed, 1 if it failed, 2 if it cannot be started.")]
    CheckEngine(CheckEngineOptions),
    /// Serve the built page, and let it use the engines that are named; the address has a token that nobody
    /// can guess.
    #[command(after_help = "Exit status: 0 when it is interrupted, 2 if it cannot serve.")]
    Serve(ServeOptions),
    /// End the programs that a referee or server leaves behind; started by them.
    #[command(hide = true)]
    ArgusWarden,
    /// Count the lines of a given length from a position, for each first move.
    #[command(after_help = "Exit status: 0, or 2 if the position is not legal.")]
    Perft(PerftOptions),
    /// Search a fixed set of positions: the number of nodes shows whether the search has changed.
    #[command(after_help = PRINTING)]
    Bench(BenchOptions),
    /// Print a script that completes arguments in a shell.
    #[command(after_help = PRINTING)]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program, or write the pages of all verbs to a folder.
    #[command(after_help = "Exit status: 0, or 2 if something cannot be written.")]
    Man {
        /// The folder.
        folder: Option<std::path::PathBuf>,
    },
}

const PRINTING: &str = "Exit status: 0, or 2 if it cannot be printed.";

const READING: &str = "Exit status: 0, or 2 if something cannot be read or written.";

/// The options of the referee.
const ARGUS: &str = "\
Engines, as in cutechess-cli: --engine KEY=VALUE… for each, --each KEY=VALUE… for all of them
  name, cmd, dir, arg, args, proto (uci, xboard, epd, human), fifo, initstr, stderr, option.NAME,
  tc, st, timemargin, depth, nodes, ponder, whitepov, patience, memory, restart, tscale, debug
The event: --event NAME, --site NAME, --tournament match|round-robin|gauntlet|knockout|pyramid|swiss,
  --seeds N, --rounds N, --games N, --repeat [N], --noswap, --reverse, --shuffle, --srand N,
  --variant standard|chess960, --openings file= format= order= plies= start= policy=,
  --armageddon white=TC black=TC, --concurrency N, --wait MS, --recover
How games end: --draws referee|claim, --maxmoves N, --draw movenumber= movecount= score=,
  --resign movecount= score= twosided=, --tb FOLDERS, --tbpieces N, --tbignore50,
  --tbadjudicate BOTH|WIN_LOSS|DRAW
Tests: --sprt elo0= elo1= alpha= beta= model=normalized|logistic|bayesian, --report penta=true|false
Files: --pgnout FILE [min] [fi] [append=false] [clocks=true], --epdout FILE, --jsonout FILE
Output: --ratinginterval N, --output format=cutechess|fastchess, --debug [all]
An event as a file has the same names: rounds = 10, each = ['tc=10+0.1'], and an [[engine]] for each.
Options besides these:
  --journal FILE      write every line, move and result to it; `argus resume FILE` resumes after a crash,
                      `argus standby FILE` waits for one and takes over at once
  --observers HOST:PORT  let a referee on another machine follow here and take over, if this one is gone
  --observe HOST:PORT    be that referee: with --journal FILE for its copy, in place of an event
  --lease MS          silence after which it takes over (3000)
  --sync game|move    what must be on disk before the event continues (game)
  --listen HOST:PORT  wait here for clients that speak EPD (engines with proto=epd and no cmd)
  --serial PORT,BAUD  a serial port with an EPD client behind it, such as /dev/ttyS0,9600; once for each
  --silence MS        silence after reset and conclude, for EPD clients (5000)
  --grace MS          how long a game waits for a lost EPD client (0)
  --memory MIB        memory limit of each program
  --supervise         take orders on standard input: games, pause, continue, adjudicate, restart, stop
  --latency           tell at the end how long the referee itself took for a move
  --quiet             print only the table at the end
Exit status: 0 if the event is over, 1 if it was interrupted, 2 if it cannot be played.";

/// The options of a client.
const CLIENT: &str = "\
Options:
  --engine KEY=VALUE…  the program: cmd, proto, name, option.NAME, as for `argus`
  --connect HOST:PORT  where the referee listens
  --serial PORT,BAUD   or the serial port that leads to it
  --fifo BASE          or the pair of pipes that lead to it: BASE.pc0 and BASE.pc1
  --reconnect SECONDS  how long to look for a referee that is not there or is lost (0); with several
                       --connect the first one that answers is taken
  --memory MIB         memory limit of the program
Exit status: 0 when the referee has gone, 2 if something cannot be started or reached.";

/// Arguments that are read elsewhere.
#[derive(Debug, clap::Args)]
pub(super) struct Words {
    /// The options; see below.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(super) words: Vec<String>,
}

impl Words {
    /// Whether help is asked for after other options.
    pub(super) fn wants_help(&self) -> bool {
        self.words.iter().any(|word| matches!(word.as_str(), "--help" | "-h" | "-help"))
    }
}

const WRITING: &str =
    "Exit status: 0, 1 with --check if lines would change, 2 if something cannot be read or written.";

const SEARCHING: &str = "\
Records are written in order, as soon as they are done. With --in-place, a journal beside the file keeps them:
after a power cut or a kill, the same command with --resume continues.
Exit status: 0, 1 with --check if lines would change, 2 if something cannot be read, written or searched.";
