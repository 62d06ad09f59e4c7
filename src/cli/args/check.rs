//! The arguments of verbs that report what is in files.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::ValueEnum;

use super::error::ValueError;
use crate::cli::args::rewrite::{Rules, rules};
use crate::cli::args::{Input, Pace, Reading, TableFormat};
use crate::epd::lint::Severity;
use crate::language::Text;
use crate::query::{self, Query};

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(in crate::cli) struct LintOptions {
    #[command(flatten)]
    pub(in crate::cli) input: Input,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
    #[command(flatten)]
    pub(in crate::cli) pace: Pace,
    /// How to print findings.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(in crate::cli) format: Format,
    /// The lowest severity that makes the exit status 1.
    #[arg(long, value_enum, default_value_t = Deny::Error)]
    pub(in crate::cli) deny: Deny,
    /// Exit with status 0 whatever is found.
    #[arg(long)]
    pub(in crate::cli) exit_zero: bool,
    /// Check only these rules, given by code, name or the start of codes, separated by commas.
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rules)]
    pub(in crate::cli) select: Vec<Rules>,
    /// Leave these rules out.
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rules)]
    pub(in crate::cli) ignore: Vec<Rules>,
    /// Apply fixes that keep the meaning, write the files, and print what remains. For standard input, print the
    /// fixed lines, and what remains on standard error.
    #[arg(long)]
    pub(in crate::cli) fix: bool,
    /// Also apply fixes that may change the meaning.
    #[arg(long, requires = "fix")]
    pub(in crate::cli) unsafe_fixes: bool,
    /// With --format json: give for each record what the registers of comments and names hold there.
    #[arg(long)]
    pub(in crate::cli) registers: bool,
    /// Print how often each rule found something instead of the findings.
    #[arg(long)]
    pub(in crate::cli) statistics: bool,
}

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// Plain text.
    Text,
    /// One object for each line of input (see docs/lint.schema.json).
    Json,
    /// Static Analysis Results Interchange Format 2.1.0.
    Sarif,
    /// Annotations of GitHub workflows.
    Github,
}

/// The lowest severity that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Deny {
    /// None.
    Never,
    /// All.
    Info,
    /// Warnings and errors.
    #[value(alias = "warn")]
    Warning,
    /// Errors.
    Error,
}

impl Deny {
    /// Whether a finding of this severity counts.
    pub(in crate::cli) fn counts(self, severity: Severity) -> bool {
        match self {
            Self::Never => false,
            Self::Info => true,
            Self::Warning => severity >= Severity::Warning,
            Self::Error => severity >= Severity::Error,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ExplainOptions {
    /// The code or the name of a rule, or an opcode.
    pub(in crate::cli) word: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ShowOptions {
    /// The file and the line number, starting at 1; `-:3` is the third line of standard input.
    #[arg(value_name = "FILE:LINE", allow_hyphen_values = true)]
    pub(in crate::cli) place: String,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
    /// Draw Black at the bottom.
    #[arg(long)]
    pub(in crate::cli) flip: bool,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct FindOptions {
    /// The query: `bm:Nf3 -has:pv (ce>150 | mate)`.
    #[arg(value_parser = query, allow_hyphen_values = true)]
    pub(in crate::cli) query: Query,
    #[command(flatten)]
    pub(in crate::cli) input: Input,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
    #[command(flatten)]
    pub(in crate::cli) pace: Pace,
    /// Print the file name and the line number before each line.
    #[arg(long, short = 'n')]
    pub(in crate::cli) line_number: bool,
    /// Print only the number of lines found in each file.
    #[arg(long, short)]
    pub(in crate::cli) count: bool,
}

/// The query, or the place and the reason where it is none.
fn query(text: &str) -> Result<Query, ValueError> {
    let query = Query::read(text)
        .map_err(|error| ValueError::Query { rest: text[error.span.start..].to_owned(), error })?;
    if query.asks_for_changes() { Err(ValueError::Changed) } else { Ok(query) }
}

/// The terms of the language, for the help.
pub(super) static TERMS: LazyLock<String> = LazyLock::new(|| {
    let mut out = "Terms of a query:\n".to_owned();
    for term in query::TERMS {
        let _ = writeln!(out, "  {:<18} {}", term.example, Text::from(term.key).english());
    }
    out.push_str(
        "Terms next to each other must all be true. `|` or OR between terms: one is enough. `-` or NOT before a term: it must be false.\n\n",
    );
    out.push_str("Exit status: 0 if lines were found, 1 if none was, 2 if something cannot be read.");
    out
});

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct StatOptions {
    #[command(flatten)]
    pub(in crate::cli) input: Input,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
    #[command(flatten)]
    pub(in crate::cli) pace: Pace,
    /// List the lines that are not understood, even after repair.
    #[arg(long)]
    pub(in crate::cli) list: bool,
    /// How to print the tables.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(in crate::cli) format: TableFormat,
}

/// A file and a line in it.
pub(in crate::cli) fn place(text: &str) -> Result<(PathBuf, usize), ValueError> {
    let parts = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    let parts = parts.filter(|&(file, line): &(&str, usize)| !file.is_empty() && line > 0);
    let (file, line) = parts.ok_or_else(|| ValueError::Place(text.to_owned()))?;
    Ok((PathBuf::from(file), line))
}
