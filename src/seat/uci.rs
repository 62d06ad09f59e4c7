//! A program that speaks UCI.
//!
//! Each turn has a fence: `isready` is sent with the position, and `go` after the answer; then the clock
//! starts. So a `bestmove` that comes too late, or twice, is never taken for the next one.

mod go;
mod options;

use super::{Manners, Out, Seat, is_over, later, text_of};
use crate::chess::notation::coordinates;
use crate::chess::{Color, Move};
use crate::referee::board::Us;
use crate::referee::chess_rules::ChessRules;
use crate::referee::client::Follower;
use crate::referee::rules::Rules;
use crate::referee::words::{Directive, DrawWord, Judgement, Refcom, Refreq, Request};
use crate::uci::heard::{Heard, read};

use options::{CHESS960, Known};

/// What the program is doing, as far as is known.
#[derive(Debug, Clone, PartialEq)]
enum Stage {
    /// Nothing was sent yet.
    Off,
    /// It was asked to introduce itself.
    Introducing,
    /// It prepares for a game, or for its first one.
    Preparing,
    /// It has nothing to do.
    Idle,
    /// It has the position, and was sent `isready`.
    Fenced,
    /// It thinks, and its clock runs.
    Thinking,
    /// It ponders on this move of the opponent.
    Pondering(Move),
    /// It was sent `stop`, and its move will be ignored.
    Draining,
    /// It was given up, or asked to leave.
    Gone,
}

/// The seat of a program that speaks UCI.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that was said, or was not")]
pub struct UciSeat {
    manners: Manners,
    stage: Stage,
    deadline: Option<Us>,
    follower: Follower<ChessRules>,
    /// The words of `position` up to here.
    position: String,
    has_moves: bool,
    /// A move is wanted, and `go` has not been sent yet.
    is_wanted: bool,
    /// Since when.
    asked_at: Us,
    /// A new game is to be announced first.
    is_new: bool,
    /// It is to be told first that it castles as in Chess960.
    owes_chess960: bool,
    is_signed_on: bool,
    was_offered: bool,
    name: Option<String>,
    known: Vec<Known>,
    /// The last line with a score of the best line.
    info: Option<String>,
}

impl UciSeat {
    /// A seat for a program with these manners.
    pub fn new(manners: Manners) -> Self {
        Self {
            manners,
            stage: Stage::Off,
            deadline: None,
            follower: Follower::default(),
            position: "position startpos".to_owned(),
            has_moves: false,
            is_wanted: false,
            asked_at: 0,
            is_new: false,
            owes_chess960: false,
            is_signed_on: false,
            was_offered: false,
            name: None,
            known: Vec::new(),
            info: None,
        }
    }

    fn enter(&mut self, stage: Stage, patience_ms: Option<u64>, now: Us) {
        self.stage = stage;
        self.deadline = patience_ms.map(|ms| later(now, ms));
    }

    /// Sends what comes next, if the program is free.
    fn go_on(&mut self, now: Us, out: &mut Vec<Out>) {
        if self.stage != Stage::Idle {
            return;
        }
        if self.is_new {
            self.is_new = false;
            out.push(Out::Say("ucinewgame".to_owned()));
            out.push(Out::Say("isready".to_owned()));
            self.enter(Stage::Preparing, Some(self.manners.patience.game_ms), now);
        } else if self.is_wanted {
            if std::mem::take(&mut self.owes_chess960) {
                out.push(options::set(&self.known, CHESS960, "true"));
            }
            out.push(Out::Say(self.position.clone()));
            out.push(Out::Say("isready".to_owned()));
            self.enter(Stage::Fenced, Some(self.manners.patience.ready_ms), now);
        }
    }

    /// Adopts the position of a directive and plays its moves.
    fn adopt(&mut self, directive: &Directive, out: &mut Vec<Out>) {
        match self.follower.take(directive) {
            Ok(adopted) => {
                if adopted.is_new {
                    self.castle_as_needed();
                    self.restate(directive);
                }
                adopted.moves.iter().for_each(|&m| self.append(m));
            }
            // The referee sends nothing illegal; if it did, the program would play another game.
            Err(error) => out.push(Out::Nonsense(error.to_string())),
        }
    }

    /// Begins `position` again with the first position of the game.
    fn restate(&mut self, directive: &Directive) {
        let mut start = self.follower.course().start().clone();
        if directive.refcom == Refcom::Reset {
            start = ChessRules::start();
        }
        let fields = start.fields();
        self.position = if (fields.as_str(), start.hmvc(), start.fmvn()) == (crate::chess::START, 0, 1) {
            "position startpos".to_owned()
        } else {
            format!("position fen {fields} {} {}", start.hmvc(), start.fmvn())
        };
        self.has_moves = false;
    }

    fn append(&mut self, m: Move) {
        if !self.has_moves {
            self.position.push_str(" moves");
            self.has_moves = true;
        }
        self.position.push(' ');
        self.position.push_str(&self.spell(m));
    }

    fn spell(&self, m: Move) -> String {
        match m {
            // The one way to castle that engines of Chess960 know.
            Move::Castle { king, rook } if self.is_chess960() => format!("{king}{rook}"),
            _ => coordinates(m),
        }
    }

    fn is_chess960(&self) -> bool {
        let is_on = |(name, value): &(String, String)| {
            name.eq_ignore_ascii_case(CHESS960) && value.eq_ignore_ascii_case("true")
        };
        self.manners.options.iter().any(is_on)
    }

    /// Lets it castle as in Chess960 from the first game on whose start needs that, even if nobody said so: a client is
    /// not told of which variant the event is.
    fn castle_as_needed(&mut self) {
        if !self.is_chess960() && self.follower.course().start().is_chess960() {
            self.manners.options.retain(|(name, _)| !name.eq_ignore_ascii_case(CHESS960));
            self.manners.options.push((CHESS960.to_owned(), "true".to_owned()));
            self.owes_chess960 = true;
        }
    }

    fn set_options(&self, out: &mut Vec<Out>) {
        let mut options: Vec<_> = self.manners.options.iter().collect();
        // The size of tables depends on it in many programs.
        options.sort_by_key(|(name, _)| !name.eq_ignore_ascii_case("Threads"));
        out.extend(options.into_iter().map(|(name, value)| options::set(&self.known, name, value)));
        if self.manners.ponders && self.known.iter().any(|known| known.name == "Ponder") {
            out.push(Out::Say("setoption name Ponder value true".to_owned()));
        }
    }

    fn go(&mut self, now: Us, out: &mut Vec<Out>) {
        out.push(Out::Say(go::line(self.faces(), self.follower.course().here().turn(), false)));
        out.push(Out::Begun);
        self.is_wanted = false;
        self.info = None;
        self.enter(Stage::Thinking, None, now);
    }

    fn faces(&self) -> crate::chess::ByColor<crate::referee::words::Face> {
        crate::chess::ByColor {
            white: self.follower.face(Color::White),
            black: self.follower.face(Color::Black),
        }
    }

    fn best(&mut self, best: &str, ponder: Option<&str>, now: Us, out: &mut Vec<Out>) {
        let mut request = Request::new(Refreq::Reply, self.follower.at());
        request.judgement = self.info.take().map(|line| judgement(&line)).unwrap_or_default();
        let here = self.follower.course().here();
        let read = here.read(best);
        request.sm = Some(read.as_ref().map_or_else(|_| best.to_owned(), |&m| here.spell(m)));
        self.enter(Stage::Idle, None, now);
        if let Ok(m) = read {
            self.append(m);
            self.follower.play(m, now.saturating_sub(self.asked_at) / 1000);
            self.ponder(ponder, now, out);
        }
        out.push(Out::Request(request));
    }

    /// Lets it ponder on the move that it expects, unless that is illegal or ends the game.
    fn ponder(&mut self, ponder: Option<&str>, now: Us, out: &mut Vec<Out>) {
        if !self.manners.ponders {
            return;
        }
        let here = self.follower.course().here();
        let Some(Ok(m)) = ponder.map(|text| here.read(text)) else { return };
        let mut after = here.clone();
        after.play(m);
        if after.end().is_some() {
            return;
        }
        let moves = if self.has_moves { "" } else { " moves" };
        out.push(Out::Say(format!("{}{moves} {}", self.position, self.spell(m))));
        out.push(Out::Say(go::line(self.faces(), after.turn(), true)));
        self.enter(Stage::Pondering(m), None, now);
    }

    /// Stops a search whose move is of no interest.
    fn drain(&mut self, now: Us, out: &mut Vec<Out>) {
        if matches!(self.stage, Stage::Thinking | Stage::Pondering(_)) {
            out.push(Out::Say("stop".to_owned()));
            self.enter(Stage::Draining, Some(self.manners.patience.stop_ms), now);
        }
    }

    fn respond(&mut self, directive: &Directive, now: Us, out: &mut Vec<Out>) {
        self.was_offered = directive.draw == Some(DrawWord::Offer);
        self.asked_at = now;
        // It was asked once more for the same move: what it says now is not the answer.
        if self.stage == Stage::Thinking {
            self.drain(now, out);
        }
        let expected = if let Stage::Pondering(m) = self.stage { Some(m) } else { None };
        let before = self.follower.course().plies();
        let played = directive.moves.last().and_then(|text| self.follower.course().here().read(text).ok());
        self.adopt(directive, out);
        if is_over(&self.follower) {
            out.push(Out::Begun);
            out.push(Out::Request(Request::new(Refreq::Reply, self.follower.at())));
            return self.drain(now, out);
        }
        self.is_wanted = true;
        if expected.is_some() && expected == played && self.follower.course().plies() == before + 1 {
            self.is_wanted = false;
            out.push(Out::Say("ponderhit".to_owned()));
            out.push(Out::Begun);
            return self.enter(Stage::Thinking, None, now);
        }
        self.drain(now, out);
        self.go_on(now, out);
    }
}

impl Seat for UciSeat {
    fn open(&mut self, now: Us, out: &mut Vec<Out>) {
        out.extend(self.manners.first_lines.iter().cloned().map(Out::Say));
        out.push(Out::Say("uci".to_owned()));
        self.enter(Stage::Introducing, Some(self.manners.patience.start_ms), now);
    }

    fn tell(&mut self, directive: &Directive, now: Us, out: &mut Vec<Out>) {
        match directive.refcom {
            Refcom::Reset => {
                self.adopt(directive, out);
                (self.is_wanted, self.is_new, self.was_offered) = (false, true, false);
                self.drain(now, out);
                self.go_on(now, out);
            }
            Refcom::Inform | Refcom::Execute => self.adopt(directive, out),
            Refcom::Respond => self.respond(directive, now, out),
            Refcom::Conclude | Refcom::Fault => {
                self.is_wanted = false;
                self.drain(now, out);
            }
            Refcom::Disconnect => {
                out.push(Out::Say("quit".to_owned()));
                out.push(Out::Bye);
                self.enter(Stage::Gone, None, now);
            }
        }
    }

    fn hear(&mut self, line: &[u8], now: Us, out: &mut Vec<Out>) {
        // Almost all lines report on a search, and almost none of them counts.
        if line.starts_with(b"info ") {
            if matches!(self.stage, Stage::Thinking | Stage::Pondering(_)) && go::counts(line) {
                self.info = Some(text_of(line));
            }
            return;
        }
        let text = text_of(line);
        match (self.stage.clone(), read(&text)) {
            (Stage::Introducing, Heard::Name(name)) => self.name = Some(name.to_owned()),
            (Stage::Introducing, Heard::Option(name)) => {
                self.known.push(Known::of(name, &text));
            }
            (Stage::Introducing, Heard::Introduced) => {
                self.set_options(out);
                out.push(Out::Say("isready".to_owned()));
                self.enter(Stage::Preparing, Some(self.manners.patience.game_ms), now);
            }
            (Stage::Preparing, Heard::Ready) => {
                self.enter(Stage::Idle, None, now);
                if !std::mem::replace(&mut self.is_signed_on, true) {
                    let name = self.name.clone();
                    let request = Request::new(Refreq::SignOn, self.follower.at());
                    out.push(Out::Request(Request { remark: name, ..request }));
                }
                // A program that replaces another one may be needed already.
                self.go_on(now, out);
            }
            (Stage::Fenced, Heard::Ready) if self.is_wanted && !self.is_new => self.go(now, out),
            (Stage::Thinking, Heard::Best(best, ponder)) => self.best(best, ponder, now, out),
            (Stage::Fenced, Heard::Ready) | (Stage::Draining, Heard::Best(..)) => {
                self.enter(Stage::Idle, None, now);
                self.go_on(now, out);
            }
            // It ends its search by itself, without `stop`.
            (Stage::Pondering(_), Heard::Best(..)) => {
                out.push(Out::Note("a bestmove while it pondered; dropped".to_owned()));
                self.enter(Stage::Idle, None, now);
            }
            (_, Heard::Best(..)) => {
                out.push(Out::Note("a bestmove that nobody asked for; dropped".to_owned()));
            }
            _ => {}
        }
    }

    fn tick(&mut self, now: Us, out: &mut Vec<Out>) {
        if self.deadline.is_none_or(|deadline| now < deadline) {
            return;
        }
        let asked = match self.stage {
            Stage::Introducing => "uci",
            Stage::Preparing | Stage::Fenced => "isready",
            _ => "stop",
        };
        self.enter(Stage::Gone, None, now);
        out.push(Out::Stalled(format!("no answer to {asked}")));
    }

    fn wakeup(&self) -> Option<Us> {
        self.deadline
    }
}

/// What a report on the search says of the move.
fn judgement(line: &str) -> Judgement {
    let Heard::Info(info) = read(line) else { return Judgement::default() };
    Judgement {
        score: info.score,
        depth: Some(info.depth),
        nodes: Some(info.nodes),
        line: info.pv.iter().map(|&word| word.to_owned()).collect(),
    }
}
