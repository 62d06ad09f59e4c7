//! Announces moves for screen readers.

use leptos::prelude::*;

use crate::app::board::Board;
use crate::chess::notation::line::sans;
use crate::logic::stepping::Line;

impl Board {
    /// Announces the last move whenever the user steps through a line. Call once, in the root component.
    pub fn keep_said(&'static self) {
        Effect::new(move |before: Option<(Option<Line>, usize)>| {
            let at = self.shown.with(|shown| (shown.line, shown.ply));
            let is_known = before.is_some_and(|before| before != at);
            if is_known && let Some(san) = untrack(|| self.last_move()) {
                self.announcements.announce(san);
            }
            at
        });
    }

    /// The last move before the position on the board, in SAN.
    fn last_move(&'static self) -> Option<String> {
        let shown = self.shown.get();
        let moves = self.documents.record.with(|record| {
            let record = record.as_ref()?;
            let moves = self.moves_of(record, shown.line?);
            Some(sans(record.chess.as_ref()?, moves.get(..shown.ply)?))
        });
        moves?.pop()
    }
}
