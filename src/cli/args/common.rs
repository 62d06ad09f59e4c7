//! Arguments that several verbs share.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::error::ValueError;
use crate::epd::dialect::Dialect;
use crate::language::Catalog;

/// Where lines come from.
#[derive(Debug, Clone, Default, clap::Args)]
pub(in crate::cli) struct Input {
    /// Files, patterns, or folders with all their files; gzip, zstd and zip are read too. `-` or nothing:
    /// standard input.
    pub(in crate::cli) files: Vec<PathBuf>,
}

/// Where the output goes.
#[derive(Debug, Clone, Default, clap::Args)]
pub(in crate::cli) struct Output {
    /// Write to this file instead of printing.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Output {
    /// The file; `None` for standard output, which `-` names too.
    pub(in crate::cli) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }
}

/// How lines are read.
#[derive(Debug, Clone, Default, clap::Args)]
pub(in crate::cli) struct Reading {
    /// Which description of EPD the files follow.
    #[arg(long, value_enum)]
    pub(in crate::cli) dialect: Option<DialectName>,
    /// The records are of Chess960: castling rights are read by X-FEN.
    #[arg(long)]
    pub(in crate::cli) chess960: bool,
    /// The settings file, instead of the nearest epidote.toml above each file.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) config: Option<PathBuf>,
    /// Use no settings file.
    #[arg(long, conflicts_with = "config")]
    pub(in crate::cli) isolated: bool,
}

/// How many threads work, and how progress is shown.
#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct Pace {
    /// The number of threads [default: the number of cores].
    #[arg(long, short = 'j', value_parser = workers)]
    pub(in crate::cli) workers: Option<usize>,
    #[command(flatten)]
    pub(in crate::cli) showing: Showing,
}

/// How progress is shown, for work of one thread.
#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct Showing {
    /// How to show progress; without a value, as plain lines.
    #[arg(long, value_enum, value_name = "WHEN", num_args = 0..=1, require_equals = true,
        default_value_t = ProgressName::Auto, default_missing_value = "plain")]
    pub(in crate::cli) progress: ProgressName,
}

impl Pace {
    /// The number of threads.
    pub(in crate::cli) fn workers(&self) -> usize {
        self.workers.unwrap_or_else(crate::cli::cores)
    }
}

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ProgressName {
    /// A bar when standard error is a terminal.
    Auto,
    /// A line each second.
    Plain,
    /// Not at all.
    Never,
}

/// A number of workers.
fn workers(text: &str) -> Result<usize, ValueError> {
    let count = text.parse().ok().filter(|count| (1..=256).contains(count));
    count.ok_or(ValueError::Workers)
}

/// Which description of EPD files follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum DialectName {
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

/// How tables are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TableFormat {
    /// For a terminal.
    Text,
    /// For a repository or a page.
    Markdown,
}

/// When colours are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Color {
    /// When the output is a terminal and NO_COLOR is not set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The language of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Language {
    /// English.
    En,
    /// Russian.
    Ru,
}

impl Language {
    pub(in crate::cli) fn catalog(self) -> &'static Catalog {
        match self {
            Self::En => Catalog::english(),
            Self::Ru => Catalog::russian(),
        }
    }
}
