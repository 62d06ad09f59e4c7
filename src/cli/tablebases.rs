//! Syzygy tables of endgames, by which positions are searched and games adjudicated.
//!
//! The files are read as they are needed, never whole. Tables that are missing or damaged know nothing, and the work
//! goes on without them.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use shakmaty_syzygy::{Dtz, Tablebase as Files, Wdl};

use super::complain;
use super::located::{At, Located as _};
use crate::chess::Chess;
use crate::chess::men::Men;
use crate::event::adjudication::{Tablebase, TablebaseResult};
use crate::search::{Endgames, Outcome};

/// The ending of tables for wins, draws and losses.
const WINS: &str = "rtbw";

/// Why a folder of tables cannot be used.
#[derive(Debug)]
pub(super) enum TablesError {
    /// It cannot be read.
    Unread(At<io::Error>),
    /// It has no table.
    NoTable(String),
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread(error) => error.fmt(f),
            Self::NoTable(folder) => write!(f, "{folder}: no Syzygy table (.rtbw) is there"),
        }
    }
}

/// The tables of some folders, if there are any. Those for wins, draws and losses (`.rtbw`) say who wins; only with those
/// for distances (`.rtbz`) it is known how.
#[derive(Debug, Clone, Default)]
pub(super) struct Tables {
    files: Option<Arc<Files<Chess>>>,
    /// How many files there are.
    count: usize,
    /// Files that are damaged, and why. They are left out.
    left_out: Vec<String>,
}

impl Tables {
    /// Opens all tables of some folders.
    ///
    /// # Errors
    /// The folder that cannot be read, or has no table for wins, draws and losses.
    pub(super) fn open<P: AsRef<Path>>(folders: &[P]) -> Result<Self, TablesError> {
        if folders.is_empty() {
            return Ok(Self::default());
        }
        let (mut files, mut count, mut left_out) = (Files::new(), 0, Vec::new());
        for folder in folders {
            let folder = folder.as_ref();
            let before = count;
            for entry in fs::read_dir(folder).at(folder.display()).map_err(TablesError::Unread)? {
                let path = entry.at(folder.display()).map_err(TablesError::Unread)?.path();
                match files.add_file(&path) {
                    Ok(()) => count += usize::from(path.extension().is_some_and(|ending| ending == WINS)),
                    // It is no table.
                    Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                    Err(error) => left_out.push(At::new(path.display().to_string(), error).to_string()),
                }
            }
            if count == before {
                return Err(TablesError::NoTable(folder.display().to_string()));
            }
        }
        left_out.sort();
        Ok(Self { files: Some(Arc::new(files)), count, left_out })
    }

    /// How many positions of different pieces they know.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The files that are damaged, each with its error.
    pub(super) fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Names the damaged files on standard error, with the option that named their folder.
    pub(super) fn complain_of_left_out(&self, option: &str) {
        for file in self.left_out() {
            complain(&format!("{option}: {file}; it is left out"));
        }
    }

    /// The tables for the search; `None` if there are none.
    pub(super) fn endgames(&self) -> Option<Arc<dyn Endgames>> {
        self.files.is_some().then(|| Arc::new(self.clone()) as Arc<dyn Endgames>)
    }
}

impl Tablebase for Tables {
    fn probe(&mut self, position: &Chess) -> Option<TablebaseResult> {
        // If the table of a position is missing or damaged, the game goes on.
        let wdl = self.files.as_ref()?.probe_wdl_after_zeroing(position).ok()?;
        Some(match wdl {
            Wdl::Loss => TablebaseResult::Loss,
            Wdl::BlessedLoss => TablebaseResult::BlessedLoss,
            Wdl::Draw => TablebaseResult::Draw,
            Wdl::CursedWin => TablebaseResult::CursedWin,
            Wdl::Win => TablebaseResult::Win,
        })
    }
}

impl Endgames for Tables {
    fn most_men(&self) -> u32 {
        self.files.as_ref().and_then(|files| u32::try_from(files.max_pieces()).ok()).unwrap_or(0)
    }

    fn outcome(&self, men: &Men) -> Option<Outcome> {
        let wdl = self.files.as_ref()?.probe_wdl_after_zeroing(&men.position()?).ok()?;
        Some(match wdl {
            Wdl::Loss => Outcome::Loss,
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => Outcome::Draw,
            Wdl::Win => Outcome::Win,
        })
    }

    fn distance(&self, men: &Men) -> Option<i32> {
        let Dtz(plies) = self.files.as_ref()?.probe_dtz(&men.position()?).ok()?.ignore_rounding();
        Some(plies)
    }
}
