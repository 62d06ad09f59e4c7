//! The arguments of what searches, and of what is said about searches.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::args::RewriteOptions;
use crate::epd::opcode::is_register;
use crate::verb::{Limits, StopRule};

/// How records are searched.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Crew {
    #[command(flatten)]
    pub(in crate::cli) rewrite: RewriteOptions,
    /// Go on with a run that was broken off: the same command with this option.
    #[arg(long, requires = "in_place")]
    pub(in crate::cli) resume: bool,
    /// Write a report on the run as JSON to this file (see docs/report.md).
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) report: Option<PathBuf>,
}

/// When a search stops: at whatever is reached first.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = true)]
pub(in crate::cli) struct LimitOptions {
    /// Nodes for each record: the same answer on every machine.
    #[arg(long)]
    nodes: Option<u64>,
    /// Plies for each record.
    #[arg(long)]
    depth: Option<u32>,
    /// Milliseconds for each record, after which the search is broken off.
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Milliseconds for each record after which no deeper search is begun.
    #[arg(long, value_name = "MS")]
    soft_time: Option<u64>,
}

impl LimitOptions {
    pub(in crate::cli) fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, depth: self.depth, time_ms: self.time, soft_ms: self.soft_time }
    }
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct AnalyzeOptions {
    #[command(flatten)]
    pub(in crate::cli) crew: Crew,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitOptions,
    /// Write `pm` into every record, not only where there is one.
    #[arg(long)]
    pub(in crate::cli) predicted_move: bool,
    /// Best lines; those after the first go into `c1`, `c2` and so on.
    #[arg(long, default_value_t = 1)]
    pub(in crate::cli) lines: u32,
    /// Write a record for each line after the first, behind its record.
    #[arg(long)]
    pub(in crate::cli) as_records: bool,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct TargetOptions {
    #[command(flatten)]
    pub(in crate::cli) crew: Crew,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitOptions,
    /// Stop before the limit once the solution holds, by whose rule.
    #[arg(long, value_enum, requires = "plies")]
    stop: Option<StopName>,
    /// Plies of that rule.
    #[arg(long)]
    plies: Option<u32>,
    /// The depth that Arena's rule asks for, too.
    #[arg(long, default_value_t = 1, value_name = "DEPTH")]
    least_depth: u32,
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

/// Whose rule of an early stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StopName {
    /// The solution was best for so many plies, and the least depth is reached.
    Arena,
    /// The same right move was best since so many plies.
    Polyglot,
    /// The solution was best in so many iterations before.
    Arasan,
    /// So many plies since the solution was first seen.
    Fritz,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct MateOptions {
    /// Moves of the side that mates; the shortest mate is found.
    pub(in crate::cli) moves: u32,
    #[command(flatten)]
    pub(in crate::cli) crew: Crew,
    /// Moves made on the board for each record: the same answer on every machine.
    #[arg(long)]
    pub(in crate::cli) nodes: Option<u64>,
    /// Milliseconds for each record.
    #[arg(long, value_name = "MS")]
    pub(in crate::cli) time: Option<u64>,
    /// Write the number of moves asked for as `dm`, even where a shorter mate exists (§7.3 by the letter).
    #[arg(long)]
    pub(in crate::cli) single_pass: bool,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct CooksOptions {
    /// Most moves of the mates that are looked at.
    pub(in crate::cli) moves: u32,
    #[command(flatten)]
    pub(in crate::cli) crew: Crew,
    /// The comment register that says what is wrong.
    #[arg(long, default_value = "c9", value_name = "REGISTER", value_parser = register)]
    pub(in crate::cli) into: String,
    /// Moves made on the board for each record: the same answer on every machine.
    #[arg(long)]
    pub(in crate::cli) nodes: Option<u64>,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct PerftOptions {
    /// Plies.
    pub(in crate::cli) depth: u32,
    /// The first four fields of a record; the start of a game without them.
    pub(in crate::cli) fields: Vec<String>,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct CountOptions {
    /// Plies.
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
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct BenchOptions {
    /// Plies, 1 to 127.
    #[arg(default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=127))]
    pub(in crate::cli) depth: u32,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct GradeOptions {
    #[command(flatten)]
    pub(in crate::cli) rewrite: RewriteOptions,
    /// The opcode whose operands name the groups, in place of the beginning of `id`.
    #[arg(long, value_name = "OPCODE")]
    pub(in crate::cli) by: Option<String>,
    /// How to write the report.
    #[arg(long, value_enum, alias = "to", default_value_t = ReportFormat::Text)]
    pub(in crate::cli) format: ReportFormat,
    /// Write to this file in place of printing.
    #[arg(long, short, value_name = "FILE", conflicts_with = "into")]
    pub(in crate::cli) output: Option<PathBuf>,
    /// Write each grade into this comment register (`c0` to `c9`) of its record, in place of a report.
    #[arg(long, value_name = "REGISTER", value_parser = register)]
    pub(in crate::cli) into: Option<String>,
}

/// A comment register.
fn register(text: &str) -> Result<String, String> {
    if is_register(text.as_bytes()) {
        Ok(text.to_owned())
    } else {
        Err("a register from `c0` to `c9`".to_owned())
    }
}

/// How reports are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ReportFormat {
    /// For a terminal.
    Text,
    /// For a repository or a page.
    Markdown,
    /// One file that prints.
    Html,
    /// A row for each record.
    Csv,
    /// For programs; see docs/report.md. It can be graded again, and compared.
    Json,
}
