//! The arguments of verbs that rewrite lines.

use crate::cli::args::{Input, Pace, Reading};
use crate::cli::settings::rules_of;
use crate::epd::lint::Rule;

#[derive(Debug, Clone, clap::Args)]
pub(in crate::cli) struct RewriteOptions {
    #[command(flatten)]
    pub(in crate::cli) input: Input,
    /// Write the files in place of printing them.
    #[arg(long, short, conflicts_with = "check")]
    pub(in crate::cli) in_place: bool,
    /// Print the names of files that would change; exit status 1 if there are any.
    #[arg(long)]
    pub(in crate::cli) check: bool,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
    #[command(flatten)]
    pub(in crate::cli) pace: Pace,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct RepairOptions {
    #[command(flatten)]
    pub(in crate::cli) rewrite: RewriteOptions,
    /// Apply the fixes of these rules only, by code, name, or the beginning of codes; commas between them.
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rules)]
    pub(in crate::cli) only: Vec<Rules>,
    /// Apply fixes that may change the meaning, too: the first one that is offered for each finding.
    #[arg(long)]
    pub(in crate::cli) unsafe_fixes: bool,
}

/// The rules that one word means.
#[derive(Debug, Clone)]
pub(in crate::cli) struct Rules(pub(in crate::cli) Vec<&'static Rule>);

pub(super) fn rules(text: &str) -> Result<Rules, String> {
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
    /// Its operands as they are written, strings in quotes; `{n}` is the number of the line, `{n:4}` that
    /// number with zeros before it to four digits.
    #[arg(allow_hyphen_values = true)]
    pub(in crate::cli) operands: String,
    #[command(flatten)]
    pub(in crate::cli) rewrite: RewriteOptions,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct RemoveOptions {
    /// Opcodes, commas between them; `*` stands for any letters: `acd,acn` or `ac*`.
    #[arg(value_name = "OPCODES", value_parser = opcodes)]
    pub(in crate::cli) opcodes: Opcodes,
    #[command(flatten)]
    pub(in crate::cli) rewrite: RewriteOptions,
}

#[derive(Debug, Clone)]
pub(in crate::cli) struct Opcodes(pub(in crate::cli) Vec<String>);

/// Opcodes with commas between them. A path is taken for none: whoever forgets the opcodes hears of it.
fn opcodes(text: &str) -> Result<Opcodes, String> {
    let is_opcode = |word: &&str| {
        let starts_well = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '*');
        starts_well && word.len() <= 15 && word.chars().all(|c| c.is_ascii_alphanumeric() || "_*".contains(c))
    };
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    match words.iter().find(|word| !is_opcode(word)) {
        Some(bad) => {
            Err(format!("`{bad}` is no opcode: first the opcodes, with commas between, then the files"))
        }
        None => Ok(Opcodes(words.into_iter().map(str::to_owned).collect())),
    }
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct RenameOptions {
    /// The opcode it has.
    pub(in crate::cli) from: String,
    /// The opcode it is given. A record that has one of this name stays as it is.
    pub(in crate::cli) to: String,
    #[command(flatten)]
    pub(in crate::cli) rewrite: RewriteOptions,
}
