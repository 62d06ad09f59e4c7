//! A program that speaks the protocol of xboard, version 2, or version 1 if it does not say `done`.
//!
//! The program gets all moves in force mode until it has to think for the first time. Then it gets `go`; from
//! there on, the opponent's move is enough to make it think.

mod feature;
mod hear;
mod start;

use super::{Manners, Out, Seat, is_over, later, text_of};
use crate::chess::notation::coordinates;
use crate::chess::{Color, Move};
use crate::referee::board::Us;
use crate::referee::chess_rules::ChessRules;
use crate::referee::client::Follower;
use crate::referee::rules::Rules;
use crate::referee::words::{Directive, DrawWord, Face, Refcom, Refreq, Request};
use feature::Features;
pub use feature::pairs;

/// Milliseconds of silence after a game, for programs that do not know `ping`.
const QUIET_MS: u64 = 200;

/// What the program is doing, as far as is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing was sent yet.
    Off,
    /// It tells its features.
    Introducing,
    /// It has nothing to do, or has made its move.
    Idle,
    /// It was sent `ping` before its turn.
    Fenced(u32),
    /// It thinks, and its clock runs.
    Thinking,
    /// The game is over. It was sent `ping`, or is given a moment.
    Concluding(u32),
    /// It was given up, or asked to leave.
    Gone,
}

/// The seat of a program that speaks the protocol of xboard.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that was said, or was not")]
pub struct XboardSeat {
    manners: Manners,
    features: Features,
    stage: Stage,
    deadline: Option<Us>,
    follower: Follower<ChessRules>,
    /// The moves since the first position that the program knows, in its notation.
    moves: Vec<String>,
    /// Number of those that it was sent or made itself.
    sent: usize,
    /// It knows the game and plays a side of it.
    is_playing: bool,
    /// The game has to be set up first.
    is_new: bool,
    is_wanted: bool,
    /// Since when.
    asked_at: Us,
    /// The opponent offers a draw, and the program does not know yet.
    offer: bool,
    /// The opponent's offer is open.
    was_offered: bool,
    /// It offers a draw with its next move.
    offers: bool,
    /// It says that the game is drawn.
    claims: bool,
    pings: u32,
    is_signed_on: bool,
    post: Option<String>,
}

impl XboardSeat {
    /// A seat for a program with these manners.
    pub fn new(manners: Manners) -> Self {
        Self {
            manners,
            features: Features::default(),
            stage: Stage::Off,
            deadline: None,
            follower: Follower::default(),
            moves: Vec::new(),
            sent: 0,
            is_playing: false,
            is_new: false,
            is_wanted: false,
            asked_at: 0,
            offer: false,
            was_offered: false,
            offers: false,
            claims: false,
            pings: 0,
            is_signed_on: false,
            post: None,
        }
    }

    fn enter(&mut self, stage: Stage, patience_ms: Option<u64>, now: Us) {
        self.stage = stage;
        self.deadline = patience_ms.map(|ms| later(now, ms));
    }

    fn say(out: &mut Vec<Out>, line: impl Into<String>) {
        out.push(Out::Say(line.into()));
    }

    /// The next `ping`, if the program knows it.
    fn ping(&mut self, out: &mut Vec<Out>) -> Option<u32> {
        if !self.features.ping {
            return None;
        }
        self.pings += 1;
        Self::say(out, format!("ping {}", self.pings));
        Some(self.pings)
    }

    /// The features are known: sets the options, and lets it play.
    fn introduced(&mut self, now: Us, out: &mut Vec<Out>) {
        if self.is_signed_on {
            return;
        }
        self.is_signed_on = true;
        for (name, value) in &self.manners.options {
            match self.features.option(name, value) {
                Some(line) => Self::say(out, line),
                None => out.push(Out::NoOption(name.clone())),
            }
        }
        self.enter(Stage::Idle, None, now);
        let request = Request::new(Refreq::SignOn, self.follower.at());
        out.push(Out::Request(Request { remark: self.features.name.clone(), ..request }));
        // A program that replaces another one may be needed already.
        self.go_on(now, out);
    }

    fn adopt(&mut self, directive: &Directive, out: &mut Vec<Out>) {
        // A move is spelled in the position before it.
        let adopted = match self.follower.take(directive) {
            Ok(adopted) => adopted,
            Err(error) => return out.push(Out::Nonsense(error.to_string())),
        };
        if adopted.is_new {
            self.moves.clear();
            (self.sent, self.is_new, self.is_playing) = (0, true, false);
        }
        let mut here = self.follower.course().start().clone();
        // With `san` the positions on the way are needed.
        if self.features.san {
            for text in &self.moves {
                if let Ok(m) = here.read(text) {
                    here.play(m);
                }
            }
        }
        for m in adopted.moves {
            let text = self.spell(&here, m);
            if self.features.san {
                here.play(m);
            }
            self.moves.push(text);
        }
    }

    /// A move in the notation that the program reads.
    fn spell(&self, here: &ChessRules, m: Move) -> String {
        if self.features.san {
            return here.spell(m);
        }
        match m {
            // King and rook may be on squares where the usual notation would mean another move.
            Move::Castle { king, rook } if self.follower.course().start().is_chess960() => {
                if king.file() < rook.file() { "O-O".to_owned() } else { "O-O-O".to_owned() }
            }
            _ => coordinates(m),
        }
    }

    /// Asks for the move that is wanted, if the program is free.
    fn go_on(&mut self, now: Us, out: &mut Vec<Out>) {
        if self.stage != Stage::Idle || !self.is_wanted {
            return;
        }
        if std::mem::replace(&mut self.is_new, false) {
            self.set_up(out);
        }
        let patience =
            if self.is_playing { self.manners.patience.ready_ms } else { self.manners.patience.game_ms };
        match self.ping(out) {
            Some(ping) => self.enter(Stage::Fenced(ping), Some(patience), now),
            None => self.go(now, out),
        }
    }

    fn turn(&self) -> Color {
        self.follower.course().here().turn()
    }

    /// What its own clock shows.
    fn face(&self) -> Face {
        self.follower.face(self.turn())
    }

    /// Sends it the moves that it does not know, and makes it think.
    fn go(&mut self, now: Us, out: &mut Vec<Out>) {
        let unsent: Vec<String> = self.moves[self.sent..].to_vec();
        // It must take several moves without thinking.
        if self.is_playing && unsent.len() != 1 {
            Self::say(out, "force");
            self.is_playing = false;
        }
        let send =
            |text: &str| if self.features.usermove { format!("usermove {text}") } else { text.to_owned() };
        if !self.is_playing {
            for text in &unsent {
                Self::say(out, send(text));
            }
        }
        if self.offer && self.features.draw {
            Self::say(out, "draw");
        }
        let (own, other) = (self.face(), self.follower.face(!self.turn()));
        if let (Some(left), true) = (own.left_ms, self.features.time) {
            let centiseconds = |ms: i64| ms.max(0) / 10;
            Self::say(out, format!("time {}", centiseconds(left)));
            Self::say(out, format!("otim {}", centiseconds(other.left_ms.unwrap_or(left))));
        }
        match unsent.first() {
            Some(text) if self.is_playing => Self::say(out, send(text)),
            _ => Self::say(out, "go"),
        }
        out.push(Out::Begun);
        (self.sent, self.is_playing, self.is_wanted, self.offer) = (self.moves.len(), true, false, false);
        self.post = None;
        self.enter(Stage::Thinking, None, now);
    }

    /// The game is over, or another one begins: whatever it still does is ignored.
    fn conclude(&mut self, result: Option<&str>, now: Us, out: &mut Vec<Out>) {
        self.is_wanted = false;
        (self.offer, self.was_offered, self.offers, self.claims) = (false, false, false, false);
        if matches!(self.stage, Stage::Off | Stage::Introducing | Stage::Concluding(_) | Stage::Gone) {
            return;
        }
        if self.stage == Stage::Thinking {
            Self::say(out, "?");
        }
        Self::say(out, "force");
        if let Some(result) = result {
            Self::say(out, format!("result {result}"));
        }
        self.is_playing = false;
        self.is_new = true;
        if self.features.reuse {
            let patience = self.manners.patience.stop_ms;
            match self.ping(out) {
                Some(ping) => self.enter(Stage::Concluding(ping), Some(patience), now),
                None => self.enter(Stage::Concluding(0), Some(QUIET_MS), now),
            }
        } else {
            Self::say(out, "quit");
            self.enter(Stage::Gone, None, now);
            out.push(Out::Renew);
        }
    }

    /// It made a move.
    fn moved(&mut self, text: &str, now: Us, out: &mut Vec<Out>) {
        if self.stage != Stage::Thinking {
            return out.push(Out::Note(format!("a move that nobody asked for, {text}; dropped")));
        }
        let mut request = Request::new(Refreq::Reply, self.follower.at());
        request.judgement = self.post.take().map(|line| hear::judgement(&line)).unwrap_or_default();
        let here = self.follower.course().here();
        let read = here.read(text);
        request.sm = Some(read.as_ref().map_or_else(|_| text.to_owned(), |&m| here.spell(m)));
        request.draw = match (self.claims, self.offers) {
            (true, _) => Some(DrawWord::Claim),
            (false, true) => Some(DrawWord::Offer),
            (false, false) => None,
        };
        if let Ok(m) = read {
            self.keep(m, now.saturating_sub(self.asked_at) / 1000);
        }
        (self.claims, self.offers, self.was_offered) = (false, false, false);
        self.enter(Stage::Idle, None, now);
        out.push(Out::Request(request));
    }

    fn keep(&mut self, m: Move, ms: u64) {
        let text = self.spell(self.follower.course().here(), m);
        self.moves.push(text);
        self.sent = self.moves.len();
        self.follower.play(m, ms);
    }

    fn answer(&mut self, draw: Option<DrawWord>, resigns: bool, now: Us, out: &mut Vec<Out>) {
        let request = Request::new(Refreq::Reply, self.follower.at());
        self.enter(Stage::Idle, None, now);
        self.is_playing = false;
        out.push(Out::Request(Request { draw, resigns, ..request }));
    }
}

impl Seat for XboardSeat {
    fn open(&mut self, now: Us, out: &mut Vec<Out>) {
        out.extend(self.manners.first_lines.iter().cloned().map(Out::Say));
        Self::say(out, "xboard");
        Self::say(out, "protover 2");
        self.enter(Stage::Introducing, Some(self.manners.patience.features_ms), now);
    }

    fn tell(&mut self, directive: &Directive, now: Us, out: &mut Vec<Out>) {
        match directive.refcom {
            Refcom::Reset => {
                self.adopt(directive, out);
                self.is_wanted = false;
                // A program that thinks is interrupted; one that rests hears of the new game with its first move.
                if self.stage == Stage::Thinking || self.is_playing {
                    self.conclude(Some("* {given up}"), now, out);
                }
            }
            Refcom::Inform | Refcom::Execute => self.adopt(directive, out),
            Refcom::Respond => {
                self.adopt(directive, out);
                if is_over(&self.follower) {
                    out.push(Out::Begun);
                    return out.push(Out::Request(Request::new(Refreq::Reply, self.follower.at())));
                }
                (self.offer, self.was_offered) = match directive.draw {
                    Some(DrawWord::Offer) => (true, true),
                    _ => (false, false),
                };
                (self.is_wanted, self.asked_at) = (true, now);
                self.go_on(now, out);
            }
            Refcom::Conclude => {
                let result = self.follower.tag("Result").unwrap_or("*").to_owned();
                self.conclude(Some(&format!("{result} {{the game is over}}")), now, out);
            }
            Refcom::Fault => out.push(Out::Note(directive.remark.clone().unwrap_or_default())),
            Refcom::Disconnect => {
                Self::say(out, "quit");
                out.push(Out::Bye);
                self.enter(Stage::Gone, None, now);
            }
        }
    }

    fn hear(&mut self, line: &[u8], now: Us, out: &mut Vec<Out>) {
        let text = text_of(line);
        if !text.is_empty() && self.stage != Stage::Gone {
            self.heard(&text, now, out);
        }
    }

    fn tick(&mut self, now: Us, out: &mut Vec<Out>) {
        if self.deadline.is_none_or(|deadline| now < deadline) {
            return;
        }
        self.deadline = None;
        match self.stage {
            Stage::Introducing if !self.features.said_not_done => {
                self.features.speak_version_1();
                self.introduced(now, out);
            }
            Stage::Concluding(0) => {
                self.enter(Stage::Idle, None, now);
                self.go_on(now, out);
            }
            stage => {
                let asked = match stage {
                    Stage::Introducing => "protover",
                    _ => "ping",
                };
                self.enter(Stage::Gone, None, now);
                out.push(Out::Stalled(format!("no answer to {asked}")));
            }
        }
    }

    fn wakeup(&self) -> Option<Us> {
        self.deadline
    }
}
