//! Syzygy tables, by which games are adjudicated.

use std::rc::Rc;

use shakmaty_syzygy::{Tablebase as Files, Wdl};

use crate::chess::Chess;
use crate::event::adjudication::{Tablebase, TablebaseResult};

/// Tables in folders; or none. Those for wins, draws and losses suffice (`.rtbw`).
#[derive(Debug, Clone, Default)]
pub(super) struct Tables(Option<Rc<Files<Chess>>>);

impl Tables {
    /// Opens all tables of some folders.
    ///
    /// # Errors
    /// The folder that cannot be read, or has no table.
    pub(super) fn open(folders: &[String]) -> Result<Self, String> {
        if folders.is_empty() {
            return Ok(Self::default());
        }
        let mut files = Files::new();
        for folder in folders {
            let count = files.add_directory(folder).map_err(|error| format!("-tb: {folder}: {error}"))?;
            if count == 0 {
                return Err(format!("-tb: {folder}: no Syzygy table (.rtbw) is there"));
            }
        }
        Ok(Self(Some(Rc::new(files))))
    }
}

impl Tablebase for Tables {
    fn probe(&mut self, position: &Chess) -> Option<TablebaseResult> {
        // A position whose table is missing or damaged is played on.
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
