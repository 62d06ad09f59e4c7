//! What a reply of a client leads to (§8 steps 10 and 11).

use super::{Board, BoardAction, Played, Turn, Us};
use crate::chess::Color;
use crate::referee::ending::{Cause, Ending, side_name};
use crate::referee::rules::Rules;
use crate::referee::words::{Directive, DrawWord, Refcom, Request};

impl<R: Rules> Board<R> {
    /// Takes a reply that arrived at this moment. A client may make `retries` faults before one loses the
    /// game; after each it is asked again, and its clock runs on.
    ///
    /// The order of verdicts: late, resigned, agreed, not understood, illegal, drawn or won by rule,
    /// adjudicated.
    pub fn reply(
        &mut self,
        side: Color,
        request: Request,
        retries: u32,
        now: Us,
        out: &mut Vec<BoardAction>,
    ) {
        let name = side_name(side);
        if self.is_over() || side != self.here().turn() || self.turn == Turn::Waiting {
            let what = if self.is_over() { "after the end of the game" } else { "out of turn" };
            out.push(BoardAction::Alert(format!("{name} replies {what}; ignored")));
            return;
        }
        let used = self.runs_since().map_or(0, |since| now.saturating_sub(since) / 1000);
        if let Some(over) = self.clock(side).overrun(used) {
            return self.lose(side, Cause::Flag(side, over), out);
        }
        if request.resigns {
            return self.end(Ending::lost(side, Cause::Resignation(side)), out);
        }
        let was_offered = self.draw_word == Some(DrawWord::Offer);
        match request.draw {
            Some(DrawWord::Accept) if was_offered => return self.end(Ending::drawn(Cause::DrawAgreed), out),
            Some(DrawWord::Accept | DrawWord::Reject) if !was_offered => {
                out.push(BoardAction::Alert(format!("{name} answers an offer that was not made")));
            }
            _ => {}
        }
        if !self.course.is_at(&request.at) {
            let why =
                format!("the position of the reply, {:?}, is not the one of the game", request.at.fields);
            return self.fault(side, &why, retries, out);
        }
        let Some(text) = &request.sm else {
            let claimed = request.draw == Some(DrawWord::Claim);
            // Insufficient material needs no move (§8 step 10): it has ended the game already.
            return match self.drawn_after(3, 100).filter(|_| claimed) {
                Some(cause) => self.end(Ending::drawn(cause), out),
                None => self.fault(side, "the reply has no move", retries, out),
            };
        };
        let m = match self.here().read(text) {
            Ok(m) => m,
            Err(_) if self.may_retry(side, retries) => {
                return self.fault(side, &format!("{text:?} is not a legal move"), retries, out);
            }
            Err(_) => {
                out.push(BoardAction::Tell(
                    side,
                    self.fault_directive(&format!("{text:?} is not a legal move")),
                ));
                return self.lose(side, Cause::IllegalMove(side, text.clone()), out);
            }
        };
        self.stands(side, m, used, request, out);
    }

    /// The move is good: it is played.
    fn stands(&mut self, side: Color, m: R::Move, used: u64, request: Request, out: &mut Vec<BoardAction>) {
        let was_offered = self.draw_word == Some(DrawWord::Offer);
        self.charge(side, used);
        let san = self.advance(m);
        *self.faults.get_mut(side) = 0;
        self.turn = Turn::Waiting;
        let played = Played {
            ply: self.plies(),
            side,
            san,
            used_ms: used,
            left_ms: self.clock(side).left_ms(),
            judgement: request.judgement,
        };
        out.push(BoardAction::Played(played.clone()));
        if let Some(ending) = self.end_by_rule() {
            return self.end(ending, out);
        }
        if request.draw == Some(DrawWord::Claim) {
            match self.drawn_after(3, 100) {
                Some(cause) => return self.end(Ending::drawn(cause), out),
                // The move counts, although the opponent does not learn of it.
                None => {
                    out.push(BoardAction::Alert(format!(
                        "{} claims a draw that is not one",
                        side_name(side)
                    )));
                }
            }
        }
        let judged = self.judge.as_mut().and_then(|judge| judge.judge(self.course.here(), &played));
        if let Some(ending) = judged {
            return self.end(ending, out);
        }
        self.draw_word = match request.draw {
            Some(DrawWord::Offer) => Some(DrawWord::Offer),
            // A plain move rejects the offer too.
            _ if was_offered => Some(DrawWord::Reject),
            _ => None,
        };
        self.ask(out);
    }

    fn may_retry(&self, side: Color, retries: u32) -> bool {
        *self.faults.get(side) < retries
    }

    /// The client sent something that cannot be understood: it is asked again, or loses.
    pub fn fault(&mut self, side: Color, why: &str, retries: u32, out: &mut Vec<BoardAction>) {
        if self.is_over() {
            return;
        }
        out.push(BoardAction::Alert(format!("{}: {why}", side_name(side))));
        if self.may_retry(side, retries) {
            *self.faults.get_mut(side) += 1;
            if side == self.here().turn() && self.turn != Turn::Waiting {
                self.ask(out);
            }
            return;
        }
        out.push(BoardAction::Tell(side, self.fault_directive(why)));
        self.lose(side, Cause::Fault(side, why.to_owned()), out);
    }

    /// Tells a client that a human is needed, and why (§8.1.4).
    fn fault_directive(&self, why: &str) -> Directive {
        Directive { remark: Some(why.to_owned()), ..Directive::new(Refcom::Fault, self.course.at()) }
    }
}
