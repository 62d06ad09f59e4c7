//! The arguments of verbs that arrange lines: sorting, shuffling, one of each position, merging, splitting.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::args::search::opcode;
use crate::cli::args::{Input, Output, RewriteOptions, Showing};
use crate::protocol::Same;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct SortOptions {
    #[command(flatten)]
    pub(in crate::cli) rewrite: RewriteOptions,
    /// Sort by this: an opcode, or `position`, `men`, `length`, `side`, `label`, `solution`, `state`. Comments and blank
    /// lines before the first record stay there; others come last.
    #[arg(long, value_name = "KEY", value_parser = opcode)]
    pub(in crate::cli) by: String,
    /// Put the greatest first; lines without a value still come last.
    #[arg(long, short)]
    pub(in crate::cli) descending: bool,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ShuffleOptions {
    #[command(flatten)]
    pub(in crate::cli) rewrite: RewriteOptions,
    /// The same seed gives the same order.
    #[arg(long)]
    pub(in crate::cli) seed: u64,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct DedupeOptions {
    #[command(flatten)]
    pub(in crate::cli) rewrite: RewriteOptions,
    /// Which records count as duplicates.
    #[arg(long, value_enum, default_value_t = SameName::Fields)]
    pub(in crate::cli) same: SameName,
    /// Keep the last of each group of duplicates instead of the first.
    #[arg(long)]
    pub(in crate::cli) keep_last: bool,
    /// Add to the record that is kept the operations found only in its duplicates.
    #[arg(long)]
    pub(in crate::cli) merge: bool,
}

/// Which records count as duplicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum SameName {
    /// Those with the same four fields.
    Fields,
    /// Those with the same position by the rules of the game.
    Game,
    /// Those with the same `id`.
    Label,
}

impl From<SameName> for Same {
    fn from(name: SameName) -> Self {
        match name {
            SameName::Fields => Self::Fields,
            SameName::Game => Self::Game,
            SameName::Label => Self::Label,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct MergeOptions {
    #[command(flatten)]
    pub(in crate::cli) input: Input,
    #[command(flatten)]
    pub(in crate::cli) output: Output,
    #[command(flatten)]
    pub(in crate::cli) showing: Showing,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct MergeShardsOptions {
    /// The parts in any order: files, patterns, or folders with all their files; gzip, zstd and zip are read too.
    #[arg(required = true)]
    pub(in crate::cli) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) output: Output,
    #[command(flatten)]
    pub(in crate::cli) showing: Showing,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct SplitOptions {
    /// Records in each file. Comments go with the record behind them.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::cli) size: u64,
    /// The folder for the new files [default: the folder of the file].
    #[arg(long, value_name = "FOLDER")]
    pub(in crate::cli) into: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) input: Input,
    #[command(flatten)]
    pub(in crate::cli) showing: Showing,
}
