//! The arguments of verbs that search, and of reports about searches.

use std::path::PathBuf;

use clap::ValueEnum;

use super::error::ValueError;
use crate::cli::args::{EachLine, Output, Showing};
use crate::epd::opcode::{is_opcode, is_register};
use crate::event::config::Protocol;
use crate::verb::{EngineName, MateClaims, SearchLimits, StopRule};

/// How records are searched.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Crew {
    #[command(flatten)]
    pub(in crate::cli) lines: EachLine,
    /// Resume an interrupted run: the same command with this option.
    #[arg(long, requires = "in_place", conflicts_with = "shard")]
    pub(in crate::cli) resume: bool,
    /// Write a report on the run as JSON to this file (see docs/report.md); `-` with --in-place prints it.
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    pub(in crate::cli) report: Option<PathBuf>,
}

/// When a search stops: at the first limit reached.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = true)]
pub(in crate::cli) struct LimitOptions {
    /// Nodes per record: the same answer on every machine.
    #[arg(long)]
    nodes: Option<u64>,
    /// Depth in plies per record.
    #[arg(long)]
    depth: Option<u32>,
    /// Milliseconds per record; the search is then stopped.
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Milliseconds per record; no deeper search is started after that.
    #[arg(long, value_name = "MS")]
    soft_time: Option<u64>,
}

impl LimitOptions {
    pub(in crate::cli) fn limits(&self) -> SearchLimits {
        SearchLimits { nodes: self.nodes, depth: self.depth, time_ms: self.time, soft_ms: self.soft_time }
    }
}

/// When a search for a solution stops. By the text of 1995 it is limited by nodes or by time (§7.5).
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct TargetLimitOptions {
    #[command(flatten)]
    least: TargetLimitChoice,
    /// Depth in plies per record, beside one of the other limits.
    #[arg(long)]
    depth: Option<u32>,
}

#[derive(Debug, clap::Args)]
#[group(required = true, multiple = true)]
struct TargetLimitChoice {
    /// Nodes per record: the same answer on every machine.
    #[arg(long)]
    nodes: Option<u64>,
    /// Milliseconds per record; the search is then stopped.
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Milliseconds per record; no deeper search is started after that.
    #[arg(long, value_name = "MS")]
    soft_time: Option<u64>,
}

impl TargetLimitOptions {
    pub(in crate::cli) fn limits(&self) -> SearchLimits {
        let TargetLimitChoice { nodes, time: time_ms, soft_time: soft_ms } = self.least;
        SearchLimits { nodes, depth: self.depth, time_ms, soft_ms }
    }
}

/// Another engine than that of this program.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct NativeOptions {
    /// Search with this engine: a program and its arguments, such as "stockfish" or "phalanx -s +".
    #[arg(long, value_name = "CMD")]
    pub(in crate::cli) engine: Option<String>,
    /// What that engine speaks.
    #[arg(long, value_enum, default_value_t = ProtocolName::Uci, requires = "engine")]
    pub(in crate::cli) proto: ProtocolName,
    /// Set an option of that engine.
    #[arg(long = "option", value_name = "NAME=VALUE", requires = "engine")]
    pub(in crate::cli) options: Vec<String>,
}

/// What the engine of this program may look up.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct TableOptions {
    /// Look endgames up in the Syzygy tables of this folder; may be given several times.
    #[arg(long, value_name = "FOLDER")]
    pub(in crate::cli) tablebases: Vec<PathBuf>,
}

/// What an engine speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ProtocolName {
    /// UCI.
    Uci,
    /// The protocol of xboard: the best line only, and no limit by nodes.
    Xboard,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct CheckEngineOptions {
    /// The program and its arguments, such as "stockfish" or "phalanx -s +".
    #[arg(value_name = "CMD")]
    pub(in crate::cli) command: Option<String>,
    /// What it speaks.
    #[arg(long, value_enum, default_value_t = CheckedName::Uci)]
    pub(in crate::cli) proto: CheckedName,
}

/// What an engine speaks that is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum CheckedName {
    /// UCI.
    Uci,
    /// The protocol of xboard, version 2.
    Xboard,
    /// Records of EPD, as a client of a referee (§8).
    Epd,
}

impl From<CheckedName> for Protocol {
    fn from(name: CheckedName) -> Self {
        match name {
            CheckedName::Uci => Self::Uci,
            CheckedName::Xboard => Self::Xboard,
            CheckedName::Epd => Self::Epd,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct AnalyzeOptions {
    #[command(flatten)]
    pub(in crate::cli) crew: Crew,
    #[command(flatten)]
    pub(in crate::cli) tables: TableOptions,
    #[command(flatten)]
    pub(in crate::cli) native: NativeOptions,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitOptions,
    /// Write `pm` into every record, not only into those that have one.
    #[arg(long)]
    pub(in crate::cli) predicted_move: bool,
    /// The number of best lines; those after the first go into `c1`, `c2` and so on.
    #[arg(long, default_value_t = 1)]
    pub(in crate::cli) lines: u32,
    /// Write a separate record for each line after the first, after its record.
    #[arg(long)]
    pub(in crate::cli) as_records: bool,
    /// Leave out `acs`, and remove it where it is: with a limit on nodes every machine writes the same bytes.
    #[arg(long)]
    pub(in crate::cli) without_acs: bool,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct TargetOptions {
    #[command(flatten)]
    pub(in crate::cli) crew: Crew,
    #[command(flatten)]
    pub(in crate::cli) tables: TableOptions,
    #[command(flatten)]
    pub(in crate::cli) native: NativeOptions,
    #[command(flatten)]
    pub(in crate::cli) limits: TargetLimitOptions,
    /// Stop before the limit once the solution holds, by this rule.
    #[arg(long, value_enum, requires = "plies")]
    stop: Option<StopName>,
    /// Plies for that rule.
    #[arg(long, requires = "stop")]
    plies: Option<u32>,
    /// The minimum depth for Arena's rule.
    #[arg(long, default_value_t = 1, value_name = "DEPTH", requires = "stop")]
    least_depth: u32,
    /// Leave out `acs`, and remove it where it is: with a limit on nodes every machine writes the same bytes.
    #[arg(long)]
    pub(in crate::cli) without_acs: bool,
}

impl TargetOptions {
    pub(in crate::cli) fn rule(&self) -> Option<StopRule> {
        let plies = self.plies?;
        Some(match self.stop? {
            StopName::Arena => StopRule::Arena { plies, depth: self.least_depth },
            StopName::Polyglot => StopRule::Polyglot { plies },
            StopName::Arasan => StopRule::Arasan { plies },
            StopName::Fritz => StopRule::Fritz { plies },
        })
    }
}

/// The rule for an early stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StopName {
    /// The solution has been best for this many plies, and the minimum depth is reached.
    Arena,
    /// The same correct move has been best for this many plies.
    Polyglot,
    /// The solution has been best for this many iterations before.
    Arasan,
    /// This many plies have been completed since the solution was first seen.
    Fritz,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct MateOptions {
    /// The maximum number of moves; the shortest mate is found.
    pub(in crate::cli) moves: u32,
    #[command(flatten)]
    pub(in crate::cli) crew: Crew,
    /// Moves made on the board per record: the same answer on every machine.
    #[arg(long)]
    pub(in crate::cli) nodes: Option<u64>,
    /// Milliseconds per record.
    #[arg(long, value_name = "MS")]
    pub(in crate::cli) time: Option<u64>,
    /// Write the given number of moves as `dm`, even if a shorter mate exists (§7.3 to the letter).
    #[arg(long)]
    pub(in crate::cli) single_pass: bool,
    /// Write a mate, too, if the limit was reached before it was proved to be the shortest.
    #[arg(long)]
    pub(in crate::cli) bounds: bool,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct CooksOptions {
    /// The maximum number of moves of the mates examined.
    pub(in crate::cli) moves: u32,
    #[command(flatten)]
    pub(in crate::cli) crew: Crew,
    /// The comment register that says what is wrong.
    #[arg(long, default_value = "c9", value_name = "REGISTER", value_parser = register)]
    pub(in crate::cli) into: String,
    /// Moves made on the board per record, or nodes with `--engine`: the same answer on every machine.
    #[arg(long)]
    pub(in crate::cli) nodes: Option<u64>,
    #[command(flatten)]
    pub(in crate::cli) native: NativeOptions,
    /// Depth in plies per record, for that engine.
    #[arg(long, requires = "engine")]
    depth: Option<u32>,
    /// Milliseconds per record, for that engine.
    #[arg(long, value_name = "MS", requires = "engine")]
    time: Option<u64>,
    /// The number of best lines of that engine, and so of first moves that it can find to mate.
    #[arg(long, requires = "engine", default_value_t = 10)]
    lines: u32,
}

impl CooksOptions {
    /// How an engine in place of the prover is asked.
    pub(in crate::cli) fn claims(&self, engine: EngineName) -> Option<MateClaims> {
        let limits = SearchLimits { nodes: self.nodes, depth: self.depth, time_ms: self.time, soft_ms: None };
        self.native.engine.as_ref().map(|_| MateClaims { engine, limits, lines: self.lines })
    }
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct PerftOptions {
    /// Depth in plies.
    pub(in crate::cli) depth: u32,
    /// A position: the first four fields of a record, or a FEN [default: the start position].
    pub(in crate::cli) fields: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) showing: Showing,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct CountOptions {
    /// Depth in plies.
    pub(in crate::cli) depth: u32,
    #[command(flatten)]
    pub(in crate::cli) crew: Crew,
    /// Write `D1`, `D2` and so on into records that have no counts.
    #[arg(long)]
    pub(in crate::cli) write: bool,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct RunOptions {
    /// The recipe (see docs/recipes.md).
    pub(in crate::cli) recipe: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) crew: Crew,
    #[command(flatten)]
    pub(in crate::cli) tables: TableOptions,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct BenchOptions {
    /// Depth in plies, 1 to 127.
    #[arg(default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=127))]
    pub(in crate::cli) depth: u32,
    #[command(flatten)]
    pub(in crate::cli) showing: Showing,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct GradeOptions {
    #[command(flatten)]
    pub(in crate::cli) lines: EachLine,
    /// The opcode whose operands name the groups, instead of the start of `id`.
    #[arg(long, value_name = "OPCODE", conflicts_with = "into", value_parser = opcode)]
    pub(in crate::cli) by: Option<String>,
    /// How to write the report.
    #[arg(long, value_enum, alias = "to", default_value_t = ReportFormat::Text, conflicts_with = "into")]
    pub(in crate::cli) format: ReportFormat,
    #[command(flatten)]
    pub(in crate::cli) output: Output,
    /// Write each grade into this comment register (`c0` to `c9`) of its record instead of a report.
    #[arg(long, value_name = "REGISTER", value_parser = register, conflicts_with = "output")]
    pub(in crate::cli) into: Option<String>,
}

/// A comment register.
fn register(text: &str) -> Result<String, ValueError> {
    if is_register(text.as_bytes()) { Ok(text.to_owned()) } else { Err(ValueError::Register) }
}

/// How reports are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ReportFormat {
    /// For a terminal.
    Text,
    /// For a repository or a page.
    Markdown,
    /// One file, ready to print.
    Html,
    /// A row for each record.
    Csv,
    /// For programs (see docs/report.md). It can be read again, and compared.
    Json,
}

/// An opcode.
pub(super) fn opcode(text: &str) -> Result<String, ValueError> {
    if is_opcode(text.as_bytes()) { Ok(text.to_owned()) } else { Err(ValueError::Opcode(text.to_owned())) }
}
