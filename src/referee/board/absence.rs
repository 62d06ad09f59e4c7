//! Programs that are gone, and programs that come back: the game waits, and is played through for them.

use super::{Board, BoardAction, Turn, Us};
use crate::chess::Color;
use crate::referee::ending::{Cause, Ending, side_name};
use crate::referee::rules::Rules;
use crate::referee::words::{At, Directive, Refcom};

impl<R: Rules> Board<R> {
    /// The program of a side is gone. It has lost, unless it comes back within the grace period.
    pub fn lost(&mut self, side: Color, how: &str, grace_ms: u64, now: Us, out: &mut Vec<BoardAction>) {
        if self.is_over() {
            return;
        }
        if grace_ms == 0 {
            return self.end(Ending::lost(side, Cause::Disconnect(side, how.to_owned())), out);
        }
        out.push(BoardAction::Alert(format!(
            "{} is gone ({how}) and has {grace_ms} ms to come back",
            side_name(side)
        )));
        out.push(BoardAction::Hush(side));
        *self.missing.get_mut(side) = Some(now.saturating_add(grace_ms.saturating_mul(1000)));
        if side == self.here().turn() {
            self.stop_clock(now, out);
            self.turn = Turn::Waiting;
        }
    }

    /// Stops the clock of the side to move; the time used stays used.
    fn stop_clock(&mut self, now: Us, out: &mut Vec<BoardAction>) {
        if let Turn::Runs(since) = self.turn {
            let (side, ms) = (self.here().turn(), now.saturating_sub(since) / 1000);
            if ms > 0 {
                self.clocks.get_mut(side).waste(ms);
                out.push(BoardAction::Wasted(self.plies() + 1, ms));
            }
        }
    }

    /// The program of a side is there again, or another one in its place: the game is played through for it.
    pub fn rejoined(&mut self, side: Color, now: Us, out: &mut Vec<BoardAction>) {
        if self.is_over() {
            return;
        }
        *self.missing.get_mut(side) = None;
        out.push(BoardAction::Hush(side));
        out.push(BoardAction::Tell(side, Directive::new(Refcom::Reset, At::new(&R::start().fields()))));
        self.prepare(side, out);
        if side == self.here().turn() {
            if self.runs_since().is_some() {
                // Otherwise a program that signs on again would think again for nothing.
                self.stop_clock(now, out);
                self.turn = Turn::Asked;
            }
            self.ask(out);
        }
    }
}
