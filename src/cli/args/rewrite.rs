//! The arguments of verbs that rewrite lines.

use clap::ValueEnum;

use super::error::ValueError;
use crate::cli::args::{Input, Pace, Reading};
use crate::cli::rules::{NoRule, rules_of};
use crate::cli::shard::Shard;
use crate::epd::game::Rights;
use crate::epd::lint::Rule;
use crate::epd::verbs::bulk;
use crate::verb::Moment;

#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct RewriteOptions {
    #[command(flatten)]
    pub(in crate::cli) input: Input,
    /// Write the files instead of printing them.
    #[arg(long, short, conflicts_with = "check")]
    pub(in crate::cli) in_place: bool,
    /// Print the names of files that would change; exit with status 1 if there are any.
    #[arg(long)]
    pub(in crate::cli) check: bool,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
    #[command(flatten)]
    pub(in crate::cli) pace: Pace,
}

/// The options of verbs that rewrite each line by itself, so that several machines can share the lines.
#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct EachLine {
    #[command(flatten)]
    pub(in crate::cli) rewrite: RewriteOptions,
    /// Do and print only one of several equal parts of the lines, for `merge-shards`.
    #[arg(long, value_name = "K/N", conflicts_with_all = ["in_place", "check"])]
    pub(in crate::cli) shard: Option<Shard>,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct NormalizeOptions {
    #[command(flatten)]
    pub(in crate::cli) lines: EachLine,
    /// How to spell the castling rights of Chess960 [default: as they are].
    #[arg(long, value_enum)]
    pub(in crate::cli) rights: Option<RightsName>,
}

/// How castling rights of Chess960 are spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum RightsName {
    /// `KQkq` for the outer rooks, the file for others.
    Xfen,
    /// The files of the rooks: `HAha`.
    Files,
}

impl From<RightsName> for Rights {
    fn from(name: RightsName) -> Self {
        match name {
            RightsName::Xfen => Self::XFen,
            RightsName::Files => Self::RookFiles,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct RepairOptions {
    #[command(flatten)]
    pub(in crate::cli) lines: EachLine,
    /// Apply only the fixes of these rules, given by code, name or the start of codes, separated by commas.
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rules)]
    pub(in crate::cli) only: Vec<Rules>,
    /// Also apply fixes that may change the meaning: the first one offered for each finding.
    #[arg(long)]
    pub(in crate::cli) unsafe_fixes: bool,
}

/// The rules that one word means.
#[derive(Debug, Clone)]
pub(in crate::cli) struct Rules(pub(in crate::cli) Vec<&'static Rule>);

pub(super) fn rules(text: &str) -> Result<Rules, NoRule> {
    rules_of(text).map(Rules)
}

/// All rules that some words mean; `None` without a word.
pub(in crate::cli) fn all_of(words: &[Rules]) -> Option<Vec<&'static Rule>> {
    (!words.is_empty()).then(|| words.iter().flat_map(|word| word.0.iter().copied()).collect())
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct SetOptions {
    /// The opcode.
    pub(in crate::cli) opcode: String,
    // Braces around an n are a line break in a help text.
    /// Its operands as they are written, strings in quotes; an n in braces is the line number, `{n:4}` the line
    /// number padded with zeros to four digits.
    #[arg(allow_hyphen_values = true)]
    pub(in crate::cli) operands: String,
    #[command(flatten)]
    pub(in crate::cli) lines: EachLine,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct RemoveOptions {
    /// Opcodes, separated by commas; `*` matches any characters: `acd,acn` or `ac*`.
    #[arg(value_name = "OPCODES", value_parser = opcodes)]
    pub(in crate::cli) opcodes: Opcodes,
    #[command(flatten)]
    pub(in crate::cli) lines: EachLine,
}

#[derive(Debug, Clone)]
pub(in crate::cli) struct Opcodes(pub(in crate::cli) Vec<String>);

/// Opcodes separated by commas. A path is refused, so that forgotten opcodes are noticed.
fn opcodes(text: &str) -> Result<Opcodes, ValueError> {
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    match words.iter().find(|word| !bulk::is_pattern(word)) {
        Some(bad) => Err(ValueError::Opcodes((*bad).to_owned())),
        None => Ok(Opcodes(words.into_iter().map(str::to_owned).collect())),
    }
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct StampOptions {
    #[command(flatten)]
    pub(in crate::cli) lines: EachLine,
    /// Change only records that have a `ts`.
    #[arg(long)]
    pub(in crate::cli) present: bool,
    /// Another moment in UTC, such as `1998.09.15 12:30:15` [default: now].
    #[arg(long, value_name = "MOMENT")]
    pub(in crate::cli) at: Option<Moment>,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct RenameOptions {
    /// The present opcode.
    pub(in crate::cli) from: String,
    /// The new opcode. A record that already has it is not changed.
    pub(in crate::cli) to: String,
    #[command(flatten)]
    pub(in crate::cli) lines: EachLine,
}
