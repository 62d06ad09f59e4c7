//! A connection of a player, as the director knows it.

use std::collections::VecDeque;

use crate::chess::Color;
use crate::referee::TableId;

/// The number of lines of a connection that are kept as evidence, and of lines of its standard error.
const KEPT_LINES: usize = 20;

/// A connection of a player.
pub(super) struct Member {
    /// Its player, once that is known.
    pub(super) player: Option<usize>,
    /// It signed on.
    pub(super) is_ready: bool,
    /// The game that it plays, or will.
    pub(super) table: Option<TableId>,
    /// The side that it will take over when it is ready.
    pub(super) rejoins: Option<(TableId, Color)>,
    /// Bytes of this turn that are in the journal, and lines that are not.
    pub(super) bytes: usize,
    pub(super) left_out: usize,
    /// The last lines, for the evidence.
    pub(super) last: VecDeque<String>,
}

impl Member {
    /// A member that has written nothing yet.
    pub(super) fn of(player: Option<usize>) -> Self {
        Self {
            player,
            is_ready: false,
            table: None,
            rejoins: None,
            bytes: 0,
            left_out: 0,
            last: VecDeque::new(),
        }
    }

    /// Keeps a line as evidence. Lines of standard error never push out the lines before them.
    pub(super) fn keep(&mut self, line: String) {
        let is_error = line.starts_with('!');
        let is_like = |kept: &String| kept.starts_with('!') == is_error;
        if self.last.iter().filter(|kept| is_like(kept)).count() >= KEPT_LINES
            && let Some(oldest) = self.last.iter().position(is_like)
        {
            self.last.remove(oldest);
        }
        self.last.push_back(line);
    }
}
