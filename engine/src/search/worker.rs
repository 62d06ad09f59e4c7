//! The state of a running search, and when it has to stop.
//!
//! Two kinds of state are kept apart. The memory (tables) belongs to the engine and is large; it is made
//! once. The rest belongs to one search: how many positions it has visited, its current line, its limits.
//!
//! Every function of the search returns `None` once a limit is reached, and its caller then returns `None`
//! too. So the search unwinds at once, and no half-finished value is ever taken for a result.

use super::best::Best;
use super::correction::{Corrections, places};
use super::endgames::Endgames;
use super::entry::Entry;
use super::eval::{Net, Sums, evaluate};
use super::history::{Before, History, PieceTo};
use super::line::Lines;
use super::order::Ranked;
use super::reduction::Reductions;
use super::table::Table;
use super::tuning::Tuning;
use super::value::{EVAL_LIMIT, MAX_PLY, Value};
use super::{Clock, Limits, draw};
use cozy_chess::{Board, Color, Move};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The clock is read every this many positions; a power of two.
const CLOCK_INTERVAL: u64 = 1024;

/// Positions of the first iteration that are exempt from any time limit.
const FREE_NODES: u64 = 1 << 16;

/// What an engine keeps between searches, so that it need not be made again.
#[derive(Debug)]
pub(super) struct Memory {
    /// The positions known; threads that search the same position share them.
    pub(super) table: Arc<Table>,
    pub(super) history: History,
    pub(super) corrections: Corrections,
    pub(super) net: Arc<Net>,
    pub(super) reductions: Reductions,
    pub(super) tuning: Tuning,
    /// Tables of endgames, if there are any.
    pub(super) endgames: Option<Arc<dyn Endgames>>,
}

impl Memory {
    pub(super) fn new(table_mib: usize) -> Self {
        let tuning = Tuning::default();
        Self {
            table: Arc::new(Table::new(table_mib)),
            history: History::new(),
            corrections: Corrections::new(),
            net: Arc::new(Net::new()),
            reductions: Reductions::new(&tuning),
            tuning,
            endgames: None,
        }
    }

    /// The memory of a thread that helps: the same table and settings, and no history.
    pub(super) fn of_helper(&self) -> Self {
        Self {
            table: Arc::clone(&self.table),
            history: History::new(),
            corrections: Corrections::new(),
            net: Arc::clone(&self.net),
            reductions: Reductions::new(&self.tuning),
            tuning: self.tuning,
            endgames: self.endgames.clone(),
        }
    }

    /// Changes a number of the search. Returns whether there is one of this name.
    pub(super) fn set(&mut self, name: &str, value: i32) -> bool {
        let is_known = self.tuning.set(name, value);
        self.reductions = Reductions::new(&self.tuning);
        is_known
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
        self.corrections.clear();
    }
}

/// What is known about one position on the current line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Frame {
    /// The static evaluation, corrected; `None` in check.
    pub(super) eval: Option<Value>,
    /// The same before the correction.
    pub(super) raw: Option<Value>,
    /// The move being tried from here; `None` for a passed turn.
    pub(super) playing: Option<PieceTo>,
    /// The same move, if it is quiet and tried by the search proper.
    pub(super) quiet: Option<Move>,
    /// The move that is left out, to see how good the others are.
    pub(super) excluded: Option<Move>,
    /// How many positions here were cut off since the position two plies before was entered: those after its moves
    /// and the answers to them.
    pub(super) cutoffs: u32,
}

/// The count of positions that those who help have visited.
pub(super) trait Count {
    /// Adds some of one who helps.
    fn add(&self, nodes: u64);

    /// Those of all who help.
    fn all(&self) -> u64;
}

impl Count for AtomicU64 {
    fn add(&self, nodes: u64) {
        self.fetch_add(nodes, Relaxed);
    }

    fn all(&self) -> u64 {
        self.load(Relaxed)
    }
}

/// Who searches the same position.
#[derive(Clone, Copy)]
pub(super) enum Company<'a> {
    /// Nobody else.
    None,
    /// Others, who help this one.
    Leads(&'a dyn Count),
    /// This one helps another.
    Led(&'a dyn Count),
}

/// A running search.
pub(super) struct Worker<'a> {
    pub(super) memory: &'a mut Memory,
    pub(super) path: draw::Path,
    pub(super) lines: Lines,
    pub(super) frames: Vec<Frame>,
    /// Sums of the evaluation for the positions on the line that were evaluated.
    sums: Vec<Sums>,
    /// The moves still to be tried, of all positions on the line.
    pub(super) list: Vec<Ranked>,
    /// The quiet moves already tried, of all positions on the line.
    pub(super) tried: Vec<Move>,
    /// Passing the turn is allowed from this ply on.
    pub(super) pass_from: usize,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    /// Tables of endgames that positions are looked up in.
    pub(super) endgames: Option<Arc<dyn Endgames>>,
    /// How often one was found there.
    pub(super) endgame_hits: u64,
    /// The depth of the current iteration.
    pub(super) root_depth: usize,
    clock: &'a dyn Clock,
    start_ms: f64,
    /// What the clock showed last, since the search began.
    seen_ms: Cell<f64>,
    /// The nodes of the other threads, if there are any.
    others: Company<'a>,
    node_limit: u64,
    time_limit_ms: f64,
    soft_limit_ms: f64,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        memory: &'a mut Memory,
        before: &[Board],
        limits: &Limits,
        clock: &'a dyn Clock,
        others: Company<'a>,
    ) -> Self {
        // Only times are floating-point; they never enter a value.
        #[allow(clippy::cast_precision_loss, reason = "nobody notices 2^53 milliseconds")]
        let ms = |limit: Option<u64>| limit.map_or(f64::INFINITY, |ms| ms as f64);
        let endgames = memory.endgames.clone();
        Self {
            memory,
            endgames,
            endgame_hits: 0,
            path: draw::Path::of_game(before),
            lines: Lines::new(),
            frames: vec![Frame::default(); MAX_PLY + 2],
            sums: vec![Sums::NONE; MAX_PLY + 2],
            list: Vec::with_capacity(1024),
            tried: Vec::with_capacity(512),
            pass_from: 0,
            nodes: 0,
            selective_depth: 0,
            root_depth: 1,
            clock,
            start_ms: clock.now_ms(),
            seen_ms: Cell::new(0.0),
            others,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            time_limit_ms: ms(limits.time_ms),
            soft_limit_ms: ms(limits.soft_ms),
        }
    }

    /// Milliseconds since the search began; infinite when the clock was stopped.
    fn elapsed_ms(&self) -> f64 {
        let elapsed = self.clock.now_ms() - self.start_ms;
        if elapsed.is_finite() {
            self.seen_ms.set(elapsed);
        }
        elapsed
    }

    /// The same for reports: what the clock showed before it was stopped.
    pub(super) fn shown_ms(&self) -> f64 {
        self.elapsed_ms();
        self.seen_ms.get()
    }

    /// Counts one more position; `None` if there may be no more.
    pub(super) fn visit(&mut self, ply: usize) -> Option<()> {
        if self.nodes >= self.node_limit {
            return None;
        }
        if self.nodes % CLOCK_INTERVAL == CLOCK_INTERVAL - 1 {
            self.tell_others();
            if self.is_out_of_time() || self.nodes_of_all() >= self.node_limit {
                return None;
            }
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        Some(())
    }

    /// Adds to the count of those who help.
    fn tell_others(&self) {
        if let Company::Led(nodes) = self.others {
            nodes.add(CLOCK_INTERVAL);
        }
    }

    /// The positions that this thread has visited, and those who help it.
    pub(super) fn nodes_of_all(&self) -> u64 {
        match self.others {
            Company::Leads(nodes) => self.nodes.saturating_add(nodes.all()),
            Company::Led(nodes) => nodes.all(),
            Company::None => self.nodes,
        }
    }

    /// Returns whether the time is up. The first iteration may finish, unless it is of monstrous size (boards
    /// full of queens). A clock that shows no number counts as run out.
    pub(super) fn is_out_of_time(&self) -> bool {
        let is_beginning = self.root_depth <= 1 && self.nodes < FREE_NODES;
        !is_beginning && self.is_past(self.time_limit_ms)
    }

    /// Returns whether no further depth should be begun.
    pub(super) fn is_enough(&self) -> bool {
        self.root_depth > 1 && self.is_past(self.soft_limit_ms.min(self.time_limit_ms))
    }

    /// A clock that was stopped shows an infinite time, which is past any limit.
    fn is_past(&self, limit_ms: f64) -> bool {
        let elapsed = self.elapsed_ms();
        elapsed.is_nan() || elapsed >= limit_ms
    }

    /// The static evaluation of the position `ply` plies from the root.
    pub(super) fn evaluate(&mut self, board: &Board, ply: usize) -> Value {
        // From the sums of the positions before this one, or of another one searched in its place.
        let near = &mut self.sums[ply.saturating_sub(2)..=ply];
        evaluate(board, &self.memory.net, near)
    }

    /// The static evaluation, from the table if it is there.
    pub(super) fn known_eval(&mut self, board: &Board, ply: usize, known: Option<Entry>) -> Value {
        known.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(board, ply))
    }

    /// The value of a position at the end of the longest line that can be followed.
    pub(super) fn value_at_the_end(&mut self, board: &Board, ply: usize, in_check: bool) -> Value {
        if in_check { 0 } else { self.evaluate(board, ply) }
    }

    /// Takes in the value of a move, and the line if the position may be on the best one. Breaks if no
    /// further move need be tried.
    #[inline]
    pub(super) fn take(
        &mut self,
        best: &mut Best,
        ply: usize,
        mv: Move,
        value: Value,
        is_line: bool,
    ) -> ControlFlow<()> {
        if best.take(mv, value) {
            if is_line {
                self.lines.extend(ply, mv);
            }
            if best.is_cut() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// The static evaluation, corrected by what was learned about its errors. Not if it is no judgement: what
    /// cannot be won is exactly 0, and a bare king is hunted by a rule.
    pub(super) fn corrected(&self, board: &Board, ply: usize, eval: Value) -> Value {
        if eval == 0 || Color::ALL.iter().any(|&color| draw::is_bare(board, color)) {
            return eval;
        }
        let correction = self.memory.corrections.of(places(board, self.last_move(ply)));
        (eval + correction).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The two moves that led to the position `ply` plies from the root.
    pub(super) fn moves_before(&self, ply: usize) -> Before {
        [1, 2].map(|back| self.frames[ply.checked_sub(back)?].playing)
    }

    /// The opponent's move that led to the position `ply` plies from the root.
    pub(super) fn last_move(&self, ply: usize) -> Option<PieceTo> {
        self.frames[ply.checked_sub(1)?].playing
    }
}
