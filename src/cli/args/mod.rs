//! The arguments of the program.

mod search;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::{Parser, Subcommand, ValueEnum};

use crate::epd::dialect::Dialect;
use crate::epd::lint::{RULES, Rule, Severity};
use crate::export;
use crate::language::{Catalog, Text};
use crate::pgn::Positions;
use crate::query::{self, Query};
pub(super) use search::{
    AnalyzeOptions, BenchOptions, CooksOptions, CountOptions, Crew, GradeOptions, MateOptions, PerftOptions,
    PurgeOptions, ReportFormat, RunOptions, TargetOptions,
};

/// Checks, normalizes and repairs EPD files.
#[derive(Debug, Parser)]
#[command(name = "epidote", version, about, max_term_width = 100)]
pub(super) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(super) command: Command,
    /// Language of findings.
    #[arg(long, global = true, value_enum, default_value_t = Language::En)]
    pub(super) language: Language,
    /// When to use colors.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub(super) color: Color,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check every line and print what is found.
    Lint(LintOptions),
    /// Write every record in normal form (pfdn).
    Normalize(RewriteOptions),
    /// Apply every fix that keeps the meaning.
    Repair(RepairOptions),
    /// Multiply every ordinary `ce` by ten: from tenths of a pawn to centipawns.
    Tenths(RewriteOptions),
    /// Print the lines that a query is true of; exit status 1 if there is none.
    #[command(after_help = TERMS.as_str())]
    Find(FindOptions),
    /// Write the records of all files in another format.
    Export(ExportOptions),
    /// Print the positions of games of PGN as records; exit status 1 if a game cannot be read to its
    /// end.
    Import(ImportOptions),
    /// Count lines, findings and opcodes.
    Stat(StatOptions),
    /// Search every record and write `pv`, `ce` and the effort (pfga).
    Analyze(AnalyzeOptions),
    /// Prove mates in at most so many moves and write `dm`, `pm` and `pv` (pfms).
    Mate(MateOptions),
    /// Search every record that has `bm` or `am`, and write `pm`, `pv` and the effort (pfts).
    Target(TargetOptions),
    /// Remove operations from every record (pfop).
    Purge(PurgeOptions),
    /// Find second solutions of mates, and say in a comment which they are.
    Cooks(CooksOptions),
    /// Count positions and compare with the counts of every record (`D1`, `D2` …).
    Count(CountOptions),
    /// Do what a recipe says with every record.
    Run(RunOptions),
    /// Say which records were solved: a report on one file, or a comparison of several of one suite.
    Grade(GradeOptions),
    /// Speak the Universal Chess Interface on standard input and output.
    Uci,
    /// Count the lines of a number of plies from a position, for each first move.
    Perft(PerftOptions),
    /// Search a fixed set of positions: the number of nodes tells whether the search has changed.
    Bench(BenchOptions),
}

/// Where lines come from.
#[derive(Debug, clap::Args)]
pub(super) struct Input {
    /// Files or patterns; standard input without any, or for `-`.
    pub(super) files: Vec<PathBuf>,
}

/// How lines are read.
#[derive(Debug, clap::Args)]
pub(super) struct Reading {
    /// Which description of EPD the files follow.
    #[arg(long, value_enum, default_value_t = DialectName::Edwards)]
    pub(super) dialect: DialectName,
}

#[derive(Debug, clap::Args)]
pub(super) struct LintOptions {
    #[command(flatten)]
    pub(super) input: Input,
    #[command(flatten)]
    pub(super) reading: Reading,
    /// How to print findings.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
    /// From which severity on findings make the exit status 1.
    #[arg(long, value_enum, default_value_t = Deny::Error)]
    pub(super) deny: Deny,
}

#[derive(Debug, clap::Args)]
pub(super) struct RewriteOptions {
    #[command(flatten)]
    pub(super) input: Input,
    /// Write the files in place of printing them.
    #[arg(long, short, conflicts_with = "check")]
    pub(super) in_place: bool,
    /// Print the names of files that would change; exit status 1 if there are any.
    #[arg(long)]
    pub(super) check: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct RepairOptions {
    #[command(flatten)]
    pub(super) rewrite: RewriteOptions,
    #[command(flatten)]
    pub(super) reading: Reading,
    /// Apply the fixes of one rule only, by its code or its name.
    #[arg(long, value_name = "RULE", value_parser = rule)]
    pub(super) only: Option<&'static Rule>,
}

/// The rule with this code or name.
fn rule(text: &str) -> Result<&'static Rule, String> {
    let named = |rule: &&&Rule| rule.code.eq_ignore_ascii_case(text) || rule.name == text;
    RULES.iter().find(named).copied().ok_or_else(|| "no such rule; see docs/diagnostics.md".to_owned())
}

#[derive(Debug, clap::Args)]
pub(super) struct FindOptions {
    /// What to ask of each line: `bm:Nf3 -has:pv (ce>150 | mate)`.
    #[arg(value_parser = query, allow_hyphen_values = true)]
    pub(super) query: Query,
    #[command(flatten)]
    pub(super) input: Input,
    #[command(flatten)]
    pub(super) reading: Reading,
    /// Print the name of the file and the number of the line before each line.
    #[arg(long, short = 'n')]
    pub(super) line_number: bool,
    /// Print only how many lines of each file there are.
    #[arg(long, short)]
    pub(super) count: bool,
}

/// The query, or the place and the reason where it is none.
fn query(text: &str) -> Result<Query, String> {
    Query::read(text).map_err(|error| format!("at `{}`: {error}", &text[error.span.start..]))
}

/// The terms of the language, for the help.
static TERMS: LazyLock<String> = LazyLock::new(|| {
    let mut out = "Terms of a query:\n".to_owned();
    for term in query::TERMS {
        let _ = writeln!(out, "  {:<18} {}", term.example, Text::from(term.key).english());
    }
    out.push_str("Terms beside each other must all be true; `|` or OR between them, `-` or NOT before one.");
    out
});

#[derive(Debug, clap::Args)]
pub(super) struct ExportOptions {
    #[command(flatten)]
    pub(super) input: Input,
    /// The format.
    #[arg(long, value_enum)]
    pub(super) to: Target,
    /// The opcodes that CSV has columns for, commas between them; without this option all that are in
    /// the files.
    #[arg(long, value_name = "OPCODES", value_delimiter = ',')]
    pub(super) columns: Option<Vec<String>>,
    /// Write to this file in place of printing.
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

/// What records are written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Target {
    /// Six fields, a line for each record.
    Fen,
    /// A table with a row for each record and a column for each opcode.
    Csv,
    /// An array with an object for each record.
    Json,
    /// A game for each legal position, `pv` as its moves.
    Pgn,
    /// Every line as it is.
    Epd,
    /// Every line in normal form.
    Normal,
}

impl From<Target> for export::Format {
    fn from(target: Target) -> Self {
        match target {
            Target::Fen => Self::Fen,
            Target::Csv => Self::Csv,
            Target::Json => Self::Json,
            Target::Pgn => Self::Pgn,
            Target::Epd => Self::Epd,
            Target::Normal => Self::NormalEpd,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct ImportOptions {
    #[command(flatten)]
    pub(super) input: Input,
    /// Which positions of each game: `every`, `final`, or the one behind so many plies.
    #[arg(long, value_name = "POSITIONS", default_value = "every", value_parser = positions)]
    pub(super) positions: Positions,
}

/// The positions with this name.
fn positions(text: &str) -> Result<Positions, String> {
    match text {
        "every" => Ok(Positions::Every),
        "final" => Ok(Positions::Final),
        _ => text.parse().map(Positions::AtPly).map_err(|_| "`every`, `final` or a number".to_owned()),
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct StatOptions {
    #[command(flatten)]
    pub(super) input: Input,
    /// List the lines that are not understood even after repair.
    #[arg(long)]
    pub(super) list: bool,
}

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people.
    Text,
    /// One object for each line of input.
    Json,
    /// Static Analysis Results Interchange Format 2.1.0.
    Sarif,
    /// Annotations of GitHub workflows.
    Github,
}

/// From which severity on findings count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Deny {
    /// None.
    Never,
    /// All.
    Info,
    /// Warnings and errors.
    Warn,
    /// Errors.
    Error,
}

impl Deny {
    /// Whether a finding of this severity counts.
    pub(super) fn counts(self, severity: Severity) -> bool {
        match self {
            Self::Never => false,
            Self::Info => true,
            Self::Warn => severity >= Severity::Warning,
            Self::Error => severity >= Severity::Error,
        }
    }
}

/// Which description of EPD files follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DialectName {
    /// The text of 1995.
    Edwards,
    /// The Russian description: longer strings, times without seconds.
    Kvetka,
}

impl From<DialectName> for Dialect {
    fn from(name: DialectName) -> Self {
        match name {
            DialectName::Edwards => Self::Edwards,
            DialectName::Kvetka => Self::Kvetka,
        }
    }
}

/// When colors are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// When the output is a terminal and NO_COLOR is not set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Language of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// English.
    En,
    /// Russian.
    Ru,
}

impl Language {
    pub(super) fn catalog(self) -> &'static Catalog {
        match self {
            Self::En => Catalog::english(),
            Self::Ru => Catalog::russian(),
        }
    }
}
