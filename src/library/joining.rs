//! Formats in which several records are one item: what the records are written as one by one is put together.

use crate::dataset::evaluations;
use crate::export::games;

/// Puts together what records were written as, in their order.
#[derive(Debug)]
pub enum Joining {
    /// Each record is an item.
    None,
    /// Evaluations of one position that follow one another are one line.
    Evaluations(evaluations::Lines),
    /// Positions that follow from one another are a game.
    Games(games::Games),
}

impl Joining {
    /// Takes a part of what was written, and appends what is whole by now. A part ends where the text of a record does.
    pub fn take(&mut self, written: Vec<u8>, out: &mut Vec<u8>) {
        match self {
            Self::None => out.extend(written),
            Self::Evaluations(lines) => lines.take(&written, out),
            Self::Games(games) => games.take(&written, out),
        }
    }

    /// Appends what is left at the end of a file.
    pub fn end(&mut self, out: &mut Vec<u8>) {
        match self {
            Self::None => {}
            Self::Evaluations(lines) => lines.end(out),
            Self::Games(games) => games.end(out),
        }
    }
}
