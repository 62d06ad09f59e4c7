//! Syzygy tables, by which games are adjudicated.

use std::fmt;
use std::io;
use std::rc::Rc;

use shakmaty_syzygy::{Tablebase as Files, Wdl};

use crate::chess::Chess;
use crate::cli::located::{At, Located as _};
use crate::event::adjudication::{Tablebase, TablebaseResult};

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
            Self::Unread(error) => write!(f, "-tb: {error}"),
            Self::NoTable(folder) => write!(f, "-tb: {folder}: no Syzygy table (.rtbw) is there"),
        }
    }
}

/// The tables of some folders, if there are any. Those for wins, draws and losses suffice (`.rtbw`).
#[derive(Debug, Clone, Default)]
pub(super) struct Tables(Option<Rc<Files<Chess>>>);

impl Tables {
    /// Opens all tables of some folders.
    ///
    /// # Errors
    /// The folder that cannot be read, or has no table.
    pub(super) fn open(folders: &[String]) -> Result<Self, TablesError> {
        if folders.is_empty() {
            return Ok(Self::default());
        }
        let mut files = Files::new();
        for folder in folders {
            let count = files.add_directory(folder).at(folder).map_err(TablesError::Unread)?;
            if count == 0 {
                return Err(TablesError::NoTable(folder.clone()));
            }
        }
        Ok(Self(Some(Rc::new(files))))
    }
}

impl Tablebase for Tables {
    fn probe(&mut self, position: &Chess) -> Option<TablebaseResult> {
        // If the table of a position is missing or damaged, the game goes on.
        let wdl = self.0.as_ref()?.probe_wdl_after_zeroing(position).ok()?;
        Some(match wdl {
            Wdl::Loss => TablebaseResult::Loss,
            Wdl::BlessedLoss => TablebaseResult::BlessedLoss,
            Wdl::Draw => TablebaseResult::Draw,
            Wdl::CursedWin => TablebaseResult::CursedWin,
            Wdl::Win => TablebaseResult::Win,
        })
    }
}
