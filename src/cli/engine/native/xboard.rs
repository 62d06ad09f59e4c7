//! An engine that speaks the protocol of xboard: it plays one move from the position, under the referee's
//! seat for such programs. It tells its best line only, and has no limit by nodes.

use super::{Done, Engine, FoundLine, Hear, Hunt, Program, Wanted, args, say, stopped, tell_end};
use crate::chess::{ByColor, notation};
use crate::language::Text;
use crate::referee::board::Us;
use crate::referee::chess_rules::ChessRules;
use crate::referee::rules::Rules as _;
use crate::referee::words::{At, Clocks, Directive, Face, Refcom, Refreq, Request};
use crate::search::{Asked, Clock, Question};
use crate::seat::xboard::XboardSeat;
use crate::seat::{Manners, Out, Seat};

/// Microseconds without a line after which a program is given up.
const SILENCE_US: Us = 600_000_000;

/// How long a program may think after its time is up, in microseconds, before it is told to move at once.
const LATE_US: Us = 3_000_000;
/// How long it may take after that, in microseconds, before it is given up.
const PATIENCE_US: Us = 10_000_000;

/// Tells a program to move at once.
const MOVE_NOW: &str = "?";

/// The seat of an engine, and its program.
#[derive(Debug)]
pub(super) struct Xboard {
    name: String,
    manners: Manners,
    seat: Option<XboardSeat>,
    program: Program,
    /// The depth of the search that is asked for.
    depth: Option<u32>,
    /// The depth beyond which the program gets `?`, the command to move at once. It is set only while the program thinks about this record,
    /// because lines about the previous one may still arrive.
    most: Option<u32>,
    /// When a program that is still thinking will be told to move; none if its time is not limited.
    due: Option<Us>,
}

/// What follows from what a seat says.
enum Next {
    /// It waits.
    Nothing,
    /// The program is ready.
    Ready,
    Answer(Request),
    Failed(Failure),
}

/// Why there is no answer.
enum Failure {
    /// The program is gone or useless; a new one may do better.
    Gone(Text),
    /// A new program would fail in the same way.
    Other(Text),
}

impl From<Text> for Failure {
    fn from(why: Text) -> Self {
        Self::Other(why)
    }
}

impl Xboard {
    pub(super) fn new(wanted: &Wanted, program: Program) -> Self {
        let manners = Manners { options: wanted.options.clone(), ..Manners::default() };
        Self { name: wanted.name.clone(), manners, seat: None, program, depth: None, most: None, due: None }
    }

    fn gone(&self, why: String) -> Failure {
        Failure::Gone(say("engine.crashed", args![self.name.as_str(), why]))
    }

    fn deaf(&self) -> Failure {
        Failure::Other(say("engine.deaf", args![self.name.as_str()]))
    }

    /// Does something with the seat, then what the seat wants done.
    fn with_seat(&mut self, act: impl FnOnce(&mut XboardSeat, Us, &mut Vec<Out>)) -> Next {
        let (now, mut out) = (self.program.now(), Vec::new());
        let Some(seat) = &mut self.seat else { return Next::Nothing };
        act(seat, now, &mut out);
        let mut next = Next::Nothing;
        for out in out {
            match out {
                Out::Say(line) => self.program.say(&line),
                Out::Request(request) if request.refreq == Refreq::SignOn => next = Next::Ready,
                Out::Request(request) => next = Next::Answer(request),
                // The option would be ignored, and the results taken for those of other settings.
                Out::NoOption(option) => {
                    let why = say("engine.no-option", args![self.name.as_str(), option]);
                    return Next::Failed(why.into());
                }
                Out::Nonsense(why) | Out::Stalled(why) => next = Next::Failed(self.gone(why)),
                Out::Renew => {
                    self.program.end();
                    self.seat = None;
                    return next;
                }
                Out::Begun => self.most = self.depth,
                Out::Bye | Out::Note(_) => {}
            }
        }
        next
    }

    /// Listens to the program until something follows. A program that ignores the limit of depth or time gets `?`.
    fn until(&mut self, clock: &dyn Clock) -> Next {
        let mut heard = self.program.now();
        let mut told = None;
        loop {
            if stopped(clock) {
                return Next::Failed(Text::from("cli.not-done").into());
            }
            let done = self.program.next();
            if done.is_some() {
                heard = self.program.now();
            }
            let next = match done {
                Some(Done::Line(line)) => {
                    if self.most.is_some_and(|most| depth_of(&line) > Some(most)) {
                        self.most = None;
                        self.program.say(MOVE_NOW);
                    }
                    self.with_seat(|seat, now, out| seat.hear(line.as_bytes(), now, out))
                }
                Some(Done::Ended(how)) => Next::Failed(self.gone(how)),
                None => Next::Nothing,
            };
            if !matches!(next, Next::Nothing) {
                return next;
            }
            let now = self.program.now();
            if self.due.is_some_and(|due| now > due) {
                (self.due, told) = (None, Some(now));
                self.program.say(MOVE_NOW);
            }
            if told.is_some_and(|told| now > told + PATIENCE_US) {
                return Next::Failed(self.deaf());
            }
            let next = self.with_seat(XboardSeat::tick);
            if !matches!(next, Next::Nothing) {
                return next;
            }
            if self.program.now() > heard + SILENCE_US {
                return Next::Failed(say("engine.silent", args![self.name.as_str()]).into());
            }
        }
    }

    /// The answer; ends a program that gives none.
    fn answer_or_end(&mut self, hunt: &Hunt, clock: &dyn Clock) -> Result<FoundLine, Failure> {
        let end = self.answer(hunt, clock);
        if end.is_err() {
            self.program.end();
            self.seat = None;
        }
        end
    }

    fn answer(&mut self, hunt: &Hunt, clock: &dyn Clock) -> Result<FoundLine, Failure> {
        let question =
            Question { halfmove_clock: hunt.position.halfmove_clock, ..Question::new(&hunt.position.fields) };
        let asked = Asked::of(&question).map_err(|error| Text::from(error.to_string()))?;
        if let Some(report) = asked.ended() {
            return Ok(FoundLine::from(&report));
        }
        if hunt.limits.nodes.is_some() {
            return Err(Text::from("why.xboard-nodes").into());
        }
        if self.seat.is_none() {
            self.program.start().map_err(|error| self.gone(error.to_string()))?;
            self.seat = Some(XboardSeat::new(self.manners.clone()));
            self.with_seat(XboardSeat::open);
            if let Next::Failed(why) = self.until(clock) {
                return Err(why);
            }
        }
        let limits = hunt.limits;
        let face =
            Face { move_ms: limits.time_ms.or(limits.soft_ms), depth: limits.depth, ..Face::default() };
        let at = At { hmvc: Some(hunt.position.halfmove_clock), ..At::new(&hunt.position.fields) };
        let reset = Directive::new(Refcom::Reset, At::new(crate::chess::START));
        let cc = Some(Clocks {
            used_ms: ByColor { white: 0, black: 0 },
            faces: Some(ByColor { white: face, black: face }),
        });
        let respond = Directive { cc, ..Directive::new(Refcom::Respond, at.clone()) };
        let begun = clock.now_ms();
        (self.depth, self.most) = (limits.depth, None);
        let of_search = |ms: u64| Us::try_from(ms.saturating_mul(1000)).unwrap_or(Us::MAX / 2);
        let due = |ms| self.program.now().saturating_add(of_search(ms)).saturating_add(LATE_US);
        self.due = limits.time_ms.or(limits.soft_ms).map(due);
        self.with_seat(|seat, now, out| seat.tell(&reset, now, out));
        let mut next = self.with_seat(|seat, now, out| seat.tell(&respond, now, out));
        if matches!(next, Next::Nothing) {
            next = self.until(clock);
        }
        let request = match next {
            Next::Answer(request) => request,
            Next::Failed(why) => return Err(why),
            Next::Nothing | Next::Ready => return Err(self.gone("no answer".to_owned())),
        };
        (self.most, self.due) = (None, None);
        self.with_seat(|seat, now, out| seat.tell(&Directive::new(Refcom::Conclude, at.clone()), now, out));
        let no_line = |what: &str| say("engine.no-line", args![self.name.as_str(), what]);
        let Some(best) = &request.sm else {
            return Err(no_line(if request.resigns { "resign" } else { "-" }).into());
        };
        let judgement = request.judgement;
        let score = judgement.score.ok_or_else(|| no_line(best))?;
        let words = coordinates(&at, best, &judgement.line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let pv = asked.playable(&words);
        if pv.is_empty() {
            return Err(say("engine.no-move", args![self.name.as_str(), best.as_str()]).into());
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "milliseconds of a search"
        )]
        let time_ms = (clock.now_ms() - begun).max(0.0) as u64;
        let depth = judgement.depth.unwrap_or(0);
        let nodes = judgement.nodes.unwrap_or(0);
        let report = crate::search::Report {
            line: 1,
            depth,
            selective_depth: depth,
            score,
            pv,
            nodes,
            time_ms,
            endgame_hits: 0,
        };
        Ok(FoundLine::from(&report))
    }
}

/// The depth in a line about thinking: the first of four numbers before the moves.
fn depth_of(line: &str) -> Option<u32> {
    let mut words = line.split_whitespace();
    // Some programs put a sign after it.
    let depth = words.next()?.trim_end_matches(['.', '&', '+', '-']).parse().ok()?;
    let others = words.take(3).filter(|word| word.parse::<i64>().is_ok()).count();
    (others == 3).then_some(depth)
}

/// The line in coordinates, as far as it can be played; only the move, if the line begins with another one.
fn coordinates(at: &At, best: &str, line: &[String]) -> Vec<String> {
    let Ok(start) = ChessRules::set_up(at) else { return Vec::new() };
    let read = |words: &[String]| {
        let (mut here, mut out) = (start.clone(), Vec::new());
        for word in words {
            let Ok(m) = here.read(word) else { break };
            out.push(notation::coordinates(m));
            here.play(m);
        }
        out
    };
    let own = read(&[best.to_owned()]);
    let variation = read(line);
    if variation.first() == own.first() { variation } else { own }
}

impl Engine for Xboard {
    fn search(&mut self, hunt: Hunt, clock: &dyn Clock, mut hear: Hear) {
        let mut end = self.answer_or_end(&hunt, clock);
        // If the program is gone, a new one is asked.
        if let (Err(Failure::Gone(why)), false) = (&end, stopped(clock)) {
            self.program.tell_asked_again(why.clone());
            end = self.answer_or_end(&hunt, clock);
        }
        let end = end.map_err(|(Failure::Gone(why) | Failure::Other(why))| why);
        tell_end(&mut hear, end);
    }
}
