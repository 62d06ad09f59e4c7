//! The moves of a mate: the attacker's shortest way against the longest resistance.

use super::moves::{Attempts, attempts, is_mate};
use super::prove::Search;
use cozy_chess::{Board, Move};

impl Search<'_> {
    /// The line of a first move that mates in `left` moves. `None` if the time is up.
    pub(super) fn line(&mut self, board: &Board, key: Move, left: u8) -> Option<Vec<Move>> {
        let mut next = board.clone();
        next.play_unchecked(key);
        let mut line = vec![key];
        line.extend(self.resistance(&next, left - 1)?);
        Some(line)
    }

    /// The line of a side that is mated in `left` moves.
    pub(super) fn resistance(&mut self, board: &Board, left: u8) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        let mut board = board.clone();
        let mut left = left;
        while !is_mate(&board) {
            let (reply, needs) = self.longest(&board, left)?;
            board.play_unchecked(reply);
            line.push(reply);
            left = needs;
            let attack = self.attack(&board, left)?;
            board.play_unchecked(attack);
            line.push(attack);
            left -= 1;
        }
        Some(line)
    }

    /// The reply that takes the attacker the most moves, at most `left`, and that number.
    fn longest(&mut self, board: &Board, left: u8) -> Option<(Move, u8)> {
        let mut replies = Vec::new();
        board.generate_moves(|moves| {
            replies.extend(moves);
            false
        });
        let mut longest = None;
        for reply in replies {
            let mut next = board.clone();
            next.play_unchecked(reply);
            let mut needs = 1;
            while needs < left && !self.mates(&next, needs)? {
                needs += 1;
            }
            if longest.is_none_or(|(_, most)| needs > most) {
                longest = Some((reply, needs));
            }
        }
        longest
    }

    /// A move that mates in `left` moves; there is one.
    fn attack(&mut self, board: &Board, left: u8) -> Option<Move> {
        let mut list = Attempts::default();
        attempts(board, None, &mut list);
        for (mv, next) in list.iter() {
            if self.is_lost(next, left - 1)? {
                return Some(mv);
            }
        }
        None
    }
}
