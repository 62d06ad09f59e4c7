//! The directives that a client needs before it can play: the tags, the position, and the moves so far.

use super::{Board, BoardAction};
use crate::chess::Color;
use crate::referee::pace::CONTROLS;
use crate::referee::rules::Rules;
use crate::referee::words::{At, Directive, Refcom, Tags};

impl<R: Rules> Board<R> {
    /// Tells a side that has been reset everything so far (§8 step 7, §8.1.3).
    ///
    /// The side to move gets the last move with `respond`; what it executes ends before it, so that its
    /// position is the one that `respond` brings. Counters are sent with a position that is set up, and
    /// nowhere else: the receiver counts on by itself (§8.1).
    pub(super) fn prepare(&self, side: Color, out: &mut Vec<BoardAction>) {
        let mut tell = |directive| out.push(BoardAction::Tell(side, directive));
        let first = R::start().fields();
        tell(Directive { ptp: self.all_tags(), ..Directive::new(Refcom::Inform, At::new(&first)) });
        let start = self.course.start();
        let (fields, hmvc, fmvn) = (start.fields(), start.hmvc(), start.fmvn());
        if (fields.as_str(), hmvc, fmvn) != (first.as_str(), 0, 1) {
            let at = At { fields, hmvc: Some(hmvc), fmvn: Some(fmvn) };
            tell(Directive::new(Refcom::Execute, at));
        }
        let executed =
            if side == self.here().turn() { self.moves.len().saturating_sub(1) } else { self.moves.len() };
        for (at, san) in &self.moves[..executed] {
            let moves = vec![san.clone()];
            tell(Directive { moves, ..Directive::new(Refcom::Execute, at.clone()) });
        }
    }

    /// The tags of the game, `TimeControl` and `Result` among them (§8.1.5).
    fn all_tags(&self) -> Tags {
        let mut tags = self.tags.clone();
        let has = |name: &str| self.tags.iter().any(|(known, _)| known == name);
        let (white, black) = (self.clocks.white.pace().control.tag(), self.clocks.black.pace().control.tag());
        if white == black && !has("TimeControl") {
            tags.push(("TimeControl".to_owned(), white));
        } else if white != black {
            tags.push((CONTROLS.white.to_owned(), white));
            tags.push((CONTROLS.black.to_owned(), black));
        }
        if !has("Result") {
            tags.push(("Result".to_owned(), "*".to_owned()));
        }
        tags
    }
}
