//! The arguments of verbs that read and write other formats.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::args::{Input, Pace, Reading, Showing};
use crate::export;
use crate::pgn::{self, Keep, Positions};

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ExportOptions {
    #[command(flatten)]
    pub(in crate::cli) input: Input,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
    #[command(flatten)]
    pub(in crate::cli) pace: Pace,
    /// The format.
    #[arg(long, value_enum)]
    pub(in crate::cli) to: Target,
    /// The opcodes that become columns of the CSV, separated by commas [default: all in the files].
    #[arg(long, value_name = "OPCODES", value_delimiter = ',')]
    pub(in crate::cli) columns: Option<Vec<String>>,
    /// Write into each record what the registers of comments and names (`c0` to `c9`, `v0` to `v9`, `eco`,
    /// `nic`) hold there, from the records before it in its file.
    #[arg(long)]
    pub(in crate::cli) registers: bool,
    /// Write to this file instead of printing.
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,
}

/// The format that records are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Target {
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
pub(in crate::cli) struct ImportOptions {
    #[command(flatten)]
    pub(in crate::cli) input: Input,
    /// Which positions of each game: `every`, `final`, or a number: the position after that many plies.
    #[arg(long, value_name = "POSITIONS", default_value = "every", value_parser = positions)]
    positions: Positions,
    /// Keep these tags and comments of games as operations, separated by commas.
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    keep: Vec<Kept>,
    /// Read variations too, each as a line from the position where it branches off.
    #[arg(long)]
    variations: bool,
    #[command(flatten)]
    pub(in crate::cli) showing: Showing,
}

/// What is kept of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kept {
    /// The tag `ECO` as `eco`.
    Eco,
    /// `Event`, `Site`, `Date`, `Round`, `White` and `Black` as `ptp`.
    Event,
    /// `Result` as `ptp`.
    Result,
    /// Comments as `c0`; long ones continue in `c1` to `c9`.
    Comments,
    /// All of these.
    All,
}

impl ImportOptions {
    /// How games are read.
    pub(in crate::cli) fn games(&self) -> pgn::Reading {
        let has = |kept: Kept| self.keep.iter().any(|&known| known == kept || known == Kept::All);
        let keep = Keep {
            eco: has(Kept::Eco),
            event: has(Kept::Event),
            result: has(Kept::Result),
            comments: has(Kept::Comments),
        };
        pgn::Reading { positions: self.positions, keep, variations: self.variations }
    }
}

/// The positions with this name.
fn positions(text: &str) -> Result<Positions, String> {
    match text {
        "every" => Ok(Positions::Every),
        "final" => Ok(Positions::Final),
        _ => text.parse().map(Positions::AtPly).map_err(|_| "`every`, `final` or a number".to_owned()),
    }
}
