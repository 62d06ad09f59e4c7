//! One game under the referee: two sides, their clocks, and what each move leads to.
//!
//! A board speaks to sides, not to connections: which connection plays a side, and when it may be spoken
//! to, the [`Referee`](crate::referee::Referee) knows.

mod absence;
mod prepare;
mod reply;

use crate::chess::{ByColor, Color};
use crate::referee::clock::Clock;
use crate::referee::course::Course;
use crate::referee::ending::{Cause, Ending, GameScore};
use crate::referee::pace::Pace;
use crate::referee::rules::{Rules, RulesError};
use crate::referee::words::{At, Clocks, Directive, DrawWord, Judgement, Refcom, Tags};

/// Microseconds since a moment that does not change.
pub type Us = u64;

/// A game that is to be played.
#[derive(Debug)]
pub struct Pairing<R: Rules> {
    /// Tag pairs: the roster without `Result`, and anything else that clients should know.
    pub tags: Tags,
    /// Time and limits of both sides.
    pub paces: ByColor<Pace>,
    /// Where the game begins; `None` for the start position.
    pub start: Option<At>,
    /// What was played already: the opening, and moves of a game that goes on after an interruption.
    pub played: Vec<Past>,
    /// Who draws games by repetition or by fifty moves.
    pub draws: Draws,
    /// What else may end the game, besides its rules.
    pub judge: Option<Box<dyn Judge<R>>>,
}

impl<R: Rules> Pairing<R> {
    /// A game from the start with this time and these limits, and nothing else.
    pub fn new(paces: ByColor<Pace>) -> Self {
        Self {
            tags: Vec::new(),
            paces,
            start: None,
            played: Vec::new(),
            draws: Draws::default(),
            judge: None,
        }
    }
}

/// Something that happened before the game goes on here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Past {
    /// A move of the opening, which takes no time.
    Opening(String),
    /// A move, and the milliseconds that it took.
    Move(String, u64),
    /// Milliseconds that the side to move used in vain, because its program was lost.
    Wasted(u64),
}

/// Who says that a game is drawn by repetition or by fifty moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Draws {
    /// The referee: after the third occurrence and after fifty moves.
    #[default]
    ByReferee,
    /// The players, who claim it (§6.10); the referee after the fifth occurrence and after 75 moves.
    ByClaim,
}

/// Ends games for reasons beyond the rules: scores, tablebases, the number of moves.
pub trait Judge<R: Rules>: std::fmt::Debug {
    /// Looks at the position after a move of this side.
    fn judge(&mut self, here: &R, played: &Played) -> Option<Ending>;
}

/// A move that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Its number, 1 for the first one; moves of the opening count.
    pub ply: usize,
    /// Who played it.
    pub side: Color,
    /// The move in SAN.
    pub san: String,
    /// Milliseconds that it took.
    pub used_ms: u64,
    /// Milliseconds left on the clock of this side after it; `None` without a clock.
    pub left_ms: Option<i64>,
    /// What the program thinks of it.
    pub judgement: Judgement,
}

/// What a board wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum BoardAction {
    /// Tell a side something.
    Tell(Color, Directive),
    /// Directives that were not sent to a side yet are no longer needed.
    Hush(Color),
    /// A move counts.
    Played(Played),
    /// Milliseconds that were used in vain for the move with this number.
    Wasted(usize, u64),
    /// The game is over.
    Ended(Ending),
    /// Something for the supervisor to know.
    Alert(String),
}

/// How far the turn of the side to move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// Nobody is asked: the side to move is missing.
    Waiting,
    /// It is asked, or will be as soon as it may be spoken to.
    Asked,
    /// Its clock runs.
    Runs(Us),
    /// The game is over.
    Over,
}

/// A game.
#[derive(Debug)]
pub struct Board<R: Rules> {
    tags: Tags,
    course: Course<R>,
    /// The moves with the positions before them.
    moves: Vec<(At, String)>,
    clocks: ByColor<Clock>,
    draws: Draws,
    judge: Option<Box<dyn Judge<R>>>,
    turn: Turn,
    /// The opponent's word about a draw, sent with the last move.
    draw_word: Option<DrawWord>,
    /// Faults of each side since its last good move.
    faults: ByColor<u32>,
    /// A side whose program is gone, and until when it is waited for.
    missing: ByColor<Option<Us>>,
}

impl<R: Rules> Board<R> {
    /// A game, as far as it was played.
    ///
    /// # Errors
    /// The position, or a move played before, is not legal.
    pub fn new(pairing: Pairing<R>) -> Result<Self, RulesError> {
        let Pairing { tags, paces, start, played, draws, judge } = pairing;
        let start = start.as_ref().map_or_else(|| Ok(R::start()), R::set_up)?;
        let clocks = ByColor { white: Clock::new(paces.white), black: Clock::new(paces.black) };
        let mut board = Self {
            tags,
            course: Course::new(start),
            moves: Vec::new(),
            clocks,
            draws,
            judge,
            turn: Turn::Waiting,
            draw_word: None,
            faults: ByColor { white: 0, black: 0 },
            missing: ByColor { white: None, black: None },
        };
        for past in played {
            let side = board.course.here().turn();
            let (text, used) = match past {
                Past::Opening(text) => (text, None),
                Past::Move(text, ms) => (text, Some(ms)),
                Past::Wasted(ms) => {
                    board.clocks.get_mut(side).waste(ms);
                    continue;
                }
            };
            let m = board.course.here().read(&text)?;
            match used {
                Some(ms) => board.charge(side, ms).map_or((), |_| ()),
                None => board.clocks.get_mut(side).skip(),
            }
            board.advance(m);
        }
        Ok(board)
    }

    /// The position.
    pub fn here(&self) -> &R {
        self.course.here()
    }

    /// Plies played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.turn == Turn::Over
    }

    /// The clock of a side.
    pub fn clock(&self, side: Color) -> &Clock {
        self.clocks.get(side)
    }

    /// Since when the clock of the side to move runs.
    pub fn runs_since(&self) -> Option<Us> {
        if let Turn::Runs(since) = self.turn { Some(since) } else { None }
    }

    /// Makes both sides ready and asks for the first move; or ends the game at once, if there is none.
    pub fn begin(&mut self, out: &mut Vec<BoardAction>) {
        for side in [Color::White, Color::Black] {
            self.prepare(side, out);
        }
        if let Some(ending) = self.end_by_rule() {
            return self.end(ending, out);
        }
        self.ask(out);
    }

    /// The program that was asked thinks from now on.
    pub fn begun(&mut self, side: Color, now: Us) {
        if self.turn == Turn::Asked && side == self.here().turn() {
            self.turn = Turn::Runs(now);
        }
    }

    /// Asks the side to move, if it is there.
    fn ask(&mut self, out: &mut Vec<BoardAction>) {
        let side = self.here().turn();
        if self.missing.get(side).is_some() {
            self.turn = Turn::Waiting;
            return;
        }
        if !matches!(self.turn, Turn::Runs(_)) {
            self.turn = Turn::Asked;
        }
        let (at, moves) = match self.moves.last() {
            Some((at, san)) => (at.clone(), vec![san.clone()]),
            None => (self.course.at(), Vec::new()),
        };
        let cc = Some(self.shown());
        let draw = self.draw_word;
        out.push(BoardAction::Tell(
            side,
            Directive { moves, cc, draw, ..Directive::new(Refcom::Respond, at) },
        ));
    }

    /// What both clocks show.
    fn shown(&self) -> Clocks {
        let (white, black) = (&self.clocks.white, &self.clocks.black);
        Clocks {
            used_ms: ByColor { white: white.used_ms(), black: black.used_ms() },
            faces: Some(ByColor { white: white.face(), black: black.face() }),
        }
    }

    /// The next moment at which something has to be decided, even if nothing happens.
    pub fn wakeup(&self) -> Option<Us> {
        if self.turn == Turn::Over {
            return None;
        }
        let flag = self.runs_since().map(|since| {
            let clock = self.clocks.get(self.here().turn());
            let ms = clock.allowance_ms().map_or(clock.pace().patience_ms, |ms| ms.saturating_add(1));
            since.saturating_add(ms.saturating_mul(1000))
        });
        [flag, self.missing.white, self.missing.black].into_iter().flatten().min()
    }

    /// Time went by.
    pub fn tick(&mut self, now: Us, out: &mut Vec<BoardAction>) {
        if self.wakeup().is_none_or(|at| now < at) {
            return;
        }
        for side in [Color::White, Color::Black] {
            if self.missing.get(side).is_some_and(|until| now >= until) {
                let how = "it did not come back in time".to_owned();
                return self.end(Ending::lost(side, Cause::Disconnect(side, how)), out);
            }
        }
        let Some(since) = self.runs_since() else { return };
        let side = self.here().turn();
        let used = (now.saturating_sub(since)) / 1000;
        let clock = self.clocks.get(side);
        let cause = match clock.overrun(used) {
            Some(over) => Cause::Flag(side, over),
            None if clock.allowance_ms().is_some() => return,
            None => Cause::Stall(side, format!("no move in {} ms", clock.pace().patience_ms)),
        };
        self.lose(side, cause, out);
    }

    /// Ends the game from outside.
    pub fn adjudicate(&mut self, ending: Ending, out: &mut Vec<BoardAction>) {
        if !self.is_over() {
            self.end(ending, out);
        }
    }

    /// A side loses by its own fault; if the other side could never mate, nobody wins.
    pub fn lose(&mut self, side: Color, cause: Cause, out: &mut Vec<BoardAction>) {
        if self.is_over() {
            return;
        }
        let ending =
            if self.here().can_win(!side) { Ending::lost(side, cause) } else { Ending::drawn(cause) };
        self.end(ending, out);
    }

    /// Tells both the result and that the game is over: first the tag, because nothing of the game may
    /// follow `conclude` (§8.1.1, §8.1.5).
    fn end(&mut self, ending: Ending, out: &mut Vec<BoardAction>) {
        self.turn = Turn::Over;
        let at = self.course.at();
        let result = ("Result".to_owned(), ending.score.tag().to_owned());
        for side in [Color::White, Color::Black] {
            out.push(BoardAction::Hush(side));
            // A game that is given up has no result to tell of (§8.1.6).
            if ending.score == GameScore::Open {
                out.push(BoardAction::Tell(
                    side,
                    Directive::new(Refcom::Reset, At::new(&R::start().fields())),
                ));
                continue;
            }
            let inform =
                Directive { ptp: vec![result.clone()], ..Directive::new(Refcom::Inform, at.clone()) };
            out.push(BoardAction::Tell(side, inform));
            out.push(BoardAction::Tell(side, Directive::new(Refcom::Conclude, at.clone())));
        }
        out.push(BoardAction::Ended(ending));
    }

    /// The end that the rules of the game bring here.
    fn end_by_rule(&self) -> Option<Ending> {
        let here = self.here();
        if let Some(cause) = here.end() {
            return Some(match cause {
                Cause::Mate(loser) => Ending::lost(loser, cause),
                cause => Ending::drawn(cause),
            });
        }
        let (times, plies) = match self.draws {
            Draws::ByReferee => (3, 100),
            Draws::ByClaim => (5, 150),
        };
        self.drawn_after(times, plies).map(Ending::drawn)
    }

    /// The rule, if any, that draws the game after this many repetitions or plies without progress.
    fn drawn_after(&self, times: usize, plies: u32) -> Option<Cause> {
        if self.course.occurrences() >= times {
            return Some(Cause::Repetition);
        }
        self.here().is_drawn_by_count(plies).then_some(Cause::FiftyMoves)
    }

    fn charge(&mut self, side: Color, ms: u64) -> Option<u64> {
        self.clocks.get_mut(!side).gain(ms);
        self.clocks.get_mut(side).charge(ms)
    }

    /// Plays a move and keeps what a client needs to play it through.
    fn advance(&mut self, m: R::Move) -> String {
        let san = self.here().spell(m);
        self.moves.push((self.course.at(), san.clone()));
        self.course.play(m);
        san
    }
}
