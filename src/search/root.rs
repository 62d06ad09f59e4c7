//! From one question to the answer: the search of the root position.
//!
//! How deep can one look in the time allowed? Nobody knows beforehand. So the
//! position is searched one ply deep, then two, then three, until a limit is
//! reached ("iterative deepening"). This is hardly slower than searching the
//! last depth at once, for what each round leaves behind in the tables puts
//! the moves of the next in a good order; and there is an answer at any time.
//!
//! The value seldom changes much from one round to the next. A search that
//! assumes a narrow window around the last value has less to do ("aspiration").
//! If the value falls outside, the window is widened and the search repeated.
//!
//! When a limit breaks a round off, a move that has been fully searched in it
//! still counts: the best move of the last round is searched first, so whatever
//! takes the lead is known to be better.

use super::history::PieceTo;
use super::moves::key;
use super::order::{Hints, Picker, Wanted};
use super::position::{Position, written};
use super::reduction::PLY;
use super::value::{INFINITE, MATE, MAX_PLY, Value, is_mate, to_score};
use super::worker::{Memory, Worker};
use super::{Clock, Limits, PvMove, Report};
use crate::chess::score::Score;
use cozy_chess::{Board, Move};

/// Half the width of the first window, centipawns.
const FIRST_MARGIN: Value = 20;
/// Beyond this the window is opened fully.
const LAST_MARGIN: Value = 500;
/// The depth from which windows are narrowed.
const NARROW_FROM: i32 = 4;
/// Plies a mate is searched beyond its length before it is taken as shortest.
const MATE_CHECK: i32 = 2;

/// A move at the root.
struct RootMove {
    mv: Move,
    /// Positions visited under it in the last round.
    effort: u64,
}

/// The best found so far.
#[derive(Clone)]
struct Leader {
    line: Vec<Move>,
    value: Value,
    depth: i32,
}

struct Root<'a, 'b> {
    worker: Worker<'a>,
    position: &'a Position,
    moves: Vec<RootMove>,
    leader: Leader,
    on_report: &'b mut dyn FnMut(&Report),
}

/// Searches a position; see [`super::Searcher::go`].
pub(super) fn search(
    memory: &mut Memory,
    position: &Position,
    limits: &Limits,
    clock: &dyn Clock,
    on_report: &mut dyn FnMut(&Report),
) -> Report {
    let mut worker = Worker::new(memory, limits, clock);
    let board = &position.board;
    let moves = root_moves(&mut worker, board);
    let in_check = !board.checkers().is_empty();
    let Some(first) = moves.first() else {
        let score = if in_check { Score::Mated(0) } else { Score::Centipawns(0) };
        return Report { depth: 0, selective_depth: 0, score, pv: Vec::new(), nodes: 0, time_ms: 0 };
    };
    let eval = worker.evaluate(board);
    worker.frames[0].eval = (!in_check).then_some(eval);
    let leader = Leader { line: vec![first.mv], value: eval, depth: 0 };
    let mut root = Root { worker, position, moves, leader, on_report };
    let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, 127);
    // The root is the first position visited.
    if root.worker.visit(0).is_some() {
        root.deepen(i32::try_from(deepest).unwrap_or(127));
    }
    root.report()
}

/// The legal moves, in the order of a search that knows nothing yet.
fn root_moves(worker: &mut Worker, board: &Board) -> Vec<RootMove> {
    let mut picker = Picker::new(Hints::NONE, Wanted::All);
    let mut moves = Vec::new();
    while let Some((mv, _)) = picker.next(board, &mut worker.list, &worker.memory.history) {
        moves.push(RootMove { mv, effort: 0 });
    }
    worker.list.clear();
    moves
}

impl Root<'_, '_> {
    /// One round after the other.
    fn deepen(&mut self, deepest: i32) {
        for depth in 1..=deepest {
            self.worker.root_depth = usize::try_from(depth).unwrap_or(MAX_PLY);
            if self.worker.is_out_of_time() || self.round(depth).is_none() {
                return;
            }
            self.tell();
            let value = self.leader.value;
            if is_mate(value) && depth >= MATE - value.abs() + MATE_CHECK {
                return;
            }
        }
    }

    /// One full round; `None` when a limit broke it off.
    fn round(&mut self, depth: i32) -> Option<()> {
        let last = self.leader.value;
        let mut margin = FIRST_MARGIN;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= NARROW_FROM && !is_mate(last) {
            (alpha, beta) = (last - margin, last + margin);
        }
        loop {
            let best = self.try_moves(depth, alpha, &mut beta, &mut margin)?;
            self.sort_moves();
            if best > alpha {
                return Some(());
            }
            margin *= 2;
            alpha = if margin > LAST_MARGIN || is_mate(best) { -INFINITE } else { best - margin };
        }
    }

    /// Tries all moves; gives the best value, or a bound if it is not above
    /// `alpha`. `beta` is widened as needed.
    fn try_moves(&mut self, depth: i32, alpha: Value, beta: &mut Value, margin: &mut Value) -> Option<Value> {
        let board = &self.position.board;
        self.worker.path.set(0, board, key(board), false);
        let mut alpha = alpha;
        let mut best = -INFINITE;
        for index in 0..self.moves.len() {
            let mv = self.moves[index].mv;
            let before = self.worker.nodes;
            let leader_before = self.leader.clone();
            let mut value = self.try_move(depth, mv, index, alpha, *beta)?;
            while value >= *beta {
                // Better than thought possible. It leads, but by how much?
                self.lead_at_least(mv, *beta, depth);
                *margin *= 2;
                *beta = if *margin > LAST_MARGIN || is_mate(value) { INFINITE } else { value + *margin };
                value = self.try_move(depth, mv, 0, alpha, *beta)?;
            }
            self.moves[index].effort = self.worker.nodes - before;
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.worker.lines.extend(0, mv);
                let line = self.worker.lines.best().to_vec();
                let changed = leader_before.line.first() != Some(&mv);
                self.leader = Leader { line, value, depth };
                if changed {
                    self.tell();
                }
            } else {
                self.leader = leader_before;
            }
        }
        Some(best)
    }

    /// The value of one root move: with the real window when it is the first,
    /// else only if a narrow one shows that it takes the lead.
    fn try_move(&mut self, depth: i32, mv: Move, index: usize, alpha: Value, beta: Value) -> Option<Value> {
        let board = &self.position.board;
        let mut next = board.clone();
        next.play_unchecked(mv);
        let worker = &mut self.worker;
        worker.list.clear();
        worker.tried.clear();
        worker.frames[0].playing = Some(PieceTo::of(board, mv));
        let depth = depth - 1;
        if index > 0 {
            let is_late = index > 3 && depth >= 3 && next.checkers().is_empty();
            let parts = if is_late { worker.memory.reductions.get(depth, index) - PLY } else { 0 };
            let less = (parts / PLY).clamp(0, depth.max(0));
            let mut value = -worker.search(&next, depth - less, 1, -alpha - 1, -alpha)?;
            if value > alpha && less > 0 {
                value = -worker.search(&next, depth, 1, -alpha - 1, -alpha)?;
            }
            if value <= alpha {
                return Some(value);
            }
        }
        Some(-worker.search(&next, depth, 1, -beta, -alpha)?)
    }

    /// A move has reached the upper end of the window: it is at least that
    /// good. Counts if the search has to stop before it knows more.
    fn lead_at_least(&mut self, mv: Move, value: Value, depth: i32) {
        if is_mate(value) {
            return;
        }
        if self.leader.line.first() != Some(&mv) {
            self.leader.line = vec![mv];
        }
        self.leader.value = value;
        self.leader.depth = depth;
    }

    /// The leader first, then the moves that took most work to refute.
    fn sort_moves(&mut self) {
        let leader = self.leader.line.first().copied();
        // By insertion: the order changes little, and the sort of the library is five kilobytes.
        for end in 1..self.moves.len() {
            let key = |root: &RootMove| (Some(root.mv) != leader, std::cmp::Reverse(root.effort));
            for at in (1..=end).rev() {
                if key(&self.moves[at - 1]) <= key(&self.moves[at]) {
                    break;
                }
                self.moves.swap(at - 1, at);
            }
        }
    }

    fn tell(&mut self) {
        let report = self.report();
        (self.on_report)(&report);
    }

    /// The leader as it is shown outside.
    fn report(&self) -> Report {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the cast keeps within the range of the type"
        )]
        let time_ms = self.worker.elapsed_ms() as u64;
        let Leader { line, value, depth } = &self.leader;
        Report {
            depth: depth.unsigned_abs(),
            selective_depth: u32::try_from(self.worker.selective_depth).unwrap_or(u32::MAX),
            score: to_score(*value),
            pv: written_line(self.position, line),
            nodes: self.worker.nodes,
            time_ms,
        }
    }
}

/// The moves as they are written, each in the position it is played in.
fn written_line(position: &Position, line: &[Move]) -> Vec<PvMove> {
    let mut board = position.board.clone();
    let mut pv = Vec::with_capacity(line.len());
    for &mv in line {
        let shown = written(&board, mv, position.chess960);
        if board.try_play(mv).is_err() {
            break;
        }
        pv.push(shown);
    }
    pv
}
