//! A human who reads lines and types moves.

use super::{Out, Seat, text_of};
use crate::referee::board::Us;
use crate::referee::chess_rules::ChessRules;
use crate::referee::client::Follower;
use crate::referee::rules::Rules as _;
use crate::referee::words::{Directive, DrawWord, Refcom, Refreq, Request};

/// Translates for a human at a terminal, who types moves in SAN.
#[derive(Debug, Default)]
pub struct HumanSeat {
    follower: Follower<ChessRules>,
    is_asked: bool,
    was_offered: bool,
    offers: bool,
}

impl HumanSeat {
    fn say(out: &mut Vec<Out>, text: impl Into<String>) {
        out.push(Out::Say(text.into()));
    }

    fn reply(&mut self, request: Request, out: &mut Vec<Out>) {
        self.is_asked = false;
        (self.was_offered, self.offers) = (false, false);
        out.push(Out::Request(request));
    }
}

impl Seat for HumanSeat {
    fn open(&mut self, _: Us, out: &mut Vec<Out>) {
        Self::say(out, "Type moves as Nf3 or g1f3; also: draw, resign, quit.");
        out.push(Out::Request(Request::new(Refreq::SignOn, self.follower.at())));
    }

    fn tell(&mut self, directive: &Directive, _: Us, out: &mut Vec<Out>) {
        if let Err(why) = self.follower.take(directive) {
            return Self::say(out, format!("The referee sent something invalid: {why}"));
        }
        match directive.refcom {
            Refcom::Respond => {
                if let Some(san) = directive.moves.last() {
                    Self::say(out, format!("Your opponent plays {san}."));
                }
                self.was_offered = directive.draw == Some(DrawWord::Offer);
                match directive.draw {
                    Some(DrawWord::Offer) => {
                        Self::say(out, "Your opponent offers a draw: type draw to accept.");
                    }
                    Some(DrawWord::Reject) => Self::say(out, "Your opponent declines the draw."),
                    _ => {}
                }
                let here = self.follower.course().here();
                let left = self.follower.face(here.turn()).left_ms;
                let left = left.map_or_else(String::new, |ms| format!(", {} s left", ms / 1000));
                Self::say(out, format!("{}: your move{left}.", here.fields()));
                self.is_asked = true;
                out.push(Out::Begun);
            }
            Refcom::Conclude => {
                self.is_asked = false;
                Self::say(out, format!("The game is over: {}.", self.follower.tag("Result").unwrap_or("*")));
            }
            Refcom::Disconnect => {
                Self::say(out, "The referee goes. Good bye.");
                out.push(Out::Bye);
            }
            Refcom::Fault => {
                Self::say(out, format!("Something is wrong: {}", directive.remark.as_deref().unwrap_or("?")));
            }
            Refcom::Execute | Refcom::Inform => {}
            Refcom::Reset => self.is_asked = false,
        }
    }

    fn hear(&mut self, line: &[u8], _: Us, out: &mut Vec<Out>) {
        let text = text_of(line);
        let mut request = Request::new(Refreq::Reply, self.follower.at());
        match text.as_str() {
            "" => {}
            "quit" => out.push(Out::Request(Request { refreq: Refreq::SignOff, ..request })),
            "resign" if self.is_asked => self.reply(Request { resigns: true, ..request }, out),
            "draw" if self.is_asked && self.was_offered => {
                self.reply(Request { draw: Some(DrawWord::Accept), ..request }, out);
            }
            "draw" => {
                self.offers = true;
                Self::say(out, "You offer a draw with your next move.");
            }
            _ if !self.is_asked => Self::say(out, "It is not your move."),
            _ => match self.follower.course().here().read(&text) {
                // A human may mistype, so only a legal move counts.
                Err(why) => Self::say(out, format!("{why}.")),
                Ok(m) => {
                    request.sm = Some(self.follower.course().here().spell(m));
                    request.draw = self.offers.then_some(DrawWord::Offer);
                    self.follower.play(m, 0);
                    self.reply(request, out);
                }
            },
        }
    }

    fn tick(&mut self, _: Us, _: &mut Vec<Out>) {}

    fn wakeup(&self) -> Option<Us> {
        None
    }
}
