//! Why a run with engines cannot begin.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::cli::carrier::NoProgram;
use crate::cli::located::At;
use crate::event::config::ValueError;
use crate::language::Text;
use crate::recipe::RecipeError;
use crate::source::ReadError;
use crate::verb::SettingError;

/// What is wrong with the engine that was named on the command line.
#[derive(Debug)]
pub(super) enum EngineError {
    /// Its command line cannot be read.
    Command(ValueError),
    /// Its command line is empty.
    NoProgram,
    /// There is no such program.
    Absent(NoProgram),
    /// An option has no name before `=`.
    NoName(String),
    /// It cannot search, in this protocol or with these options: why, in words for the user.
    Useless(Text),
    /// It has no limit by nodes.
    Nodes,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(error) => write!(f, "--engine: {error}"),
            Self::NoProgram => f.write_str("--engine: no program is named"),
            Self::Absent(error) => write!(f, "--engine: {error}"),
            Self::NoName(text) => write!(f, "--option: {text:?} has no name"),
            Self::Useless(why) if why.key() == Some("engine.no-option") => {
                write!(f, "--option: {}", why.english())
            }
            Self::Useless(why) => write!(f, "--engine: {}", why.english()),
            Self::Nodes => write!(f, "--nodes: {}", Text::from("why.xboard-nodes").english()),
        }
    }
}

/// Why a step cannot be done here.
#[derive(Debug)]
pub(super) enum StepError {
    /// A setting makes no sense.
    Setting(SettingError),
    /// It wants Stockfish, which only the page has.
    Stockfish,
    /// It wants the engine that serves the page, and there is none.
    NoEngine,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting(error) => error.fmt(f),
            Self::Stockfish => f.write_str(
                "Stockfish is available in the page only; use “epidote”, or analyze, target and cooks with --engine",
            ),
            Self::NoEngine => f.write_str(
                "“native” is the engine of “epidote serve”; use “epidote”, or analyze, target and cooks with --engine",
            ),
        }
    }
}

/// Why a file with a recipe cannot be run.
#[derive(Debug)]
pub(super) enum RecipeFileError {
    /// It cannot be read.
    Unread(ReadError),
    /// It is not a recipe.
    Recipe(RecipeError),
}

impl fmt::Display for RecipeFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread(error) => error.fmt(f),
            Self::Recipe(error) => error.fmt(f),
        }
    }
}

/// Why the journal of a run cannot be begun.
#[derive(Debug)]
pub(super) enum JournalError {
    /// The run has no file.
    NoFile,
    /// A file cannot be read or written.
    Io(At<io::Error>),
    /// Another run writes it.
    InUse(PathBuf),
    /// A run was interrupted, and this one does not resume it.
    Interrupted(PathBuf),
    /// It belongs to another run.
    Other {
        /// The journal.
        path: PathBuf,
        /// What is different.
        why: Misfit,
    },
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFile => f.write_str("there is no file"),
            Self::Io(error) => error.fmt(f),
            Self::InUse(path) => write!(f, "{}: another run is using these files", path.display()),
            Self::Interrupted(path) => write!(
                f,
                "{}: a run was interrupted here; continue with --resume, or remove that file to start again",
                path.display()
            ),
            Self::Other { path, why } => {
                write!(f, "{}: {why}; remove that file to start again", path.display())
            }
        }
    }
}

impl From<At<io::Error>> for JournalError {
    fn from(error: At<io::Error>) -> Self {
        Self::Io(error)
    }
}

/// Why a run cannot go on with a journal.
#[derive(Debug)]
pub(super) enum Misfit {
    /// It is something else.
    NoJournal,
    /// It was written by another version.
    Version {
        /// The version that wrote it.
        journal: String,
        /// The version that runs.
        run: String,
    },
    /// The interrupted run had these steps, as JSON.
    Steps(Vec<String>),
    /// The interrupted run had these files.
    Files(Vec<PathBuf>),
    /// The interrupted run read its files by other settings.
    Conventions,
    /// This file was changed since.
    Changed(PathBuf),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoJournal => f.write_str("it is not a journal of Epidote"),
            Self::Version { journal, run } => write!(f, "it was written by version {journal}; this is {run}"),
            Self::Steps(steps) => write!(f, "the interrupted run had other steps: {}", steps.join(", ")),
            Self::Files(files) => {
                let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
                write!(f, "the interrupted run had other files: {}", names.join(", "))
            }
            Self::Conventions => f.write_str(
                "the interrupted run read its files in another dialect, as another game, or by other rules",
            ),
            Self::Changed(file) => write!(f, "{} has been changed since", file.display()),
        }
    }
}
