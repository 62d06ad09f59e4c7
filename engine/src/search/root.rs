//! From one question to the answer: the search of the root position.
//!
//! How deep a search can look in the given time is not known beforehand. So the position is searched one ply
//! deep, then two, then three, until a limit is reached ("iterative deepening"). This is hardly slower than
//! searching the last depth at once, because what each round leaves in the tables puts the moves of the next
//! in a good order; and there is an answer at any time.
//!
//! The value seldom changes much from one round to the next. A search that assumes a narrow window around the
//! last value has less to do ("aspiration"). If the value falls outside, the window is widened and the search
//! repeated.
//!
//! If a limit breaks a round off, a move that has been fully searched in it still counts: the best move of
//! the last round is searched first, so whatever takes the lead is known to be better.

use super::endgames::{Rank, may_know, rank};
use super::history::PieceTo;
use super::moves::{is_noisy, key};
use super::order::{Hints, Picker, Wanted};
use super::parameters::{
    LAST_MARGIN, MARGIN_GROWTH, MATE_CHECK, NARROW_FROM, PLY, REDUCED_DEPTH, REDUCED_FROM_AT_ROOT,
};
use super::position::{Asked, Position, written};
use super::value::{INFINITE, MATE, MAX_DEPTH, MAX_PLY, Value, is_decided, is_mate, to_score};
use super::worker::{Company, Memory, Worker};
use super::{Clock, Limits, PvMove, Report};
use cozy_chess::{Board, Move};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// A move at the root.
struct RootMove {
    mv: Move,
    /// Positions visited under it in the last round.
    effort: u64,
    /// What it leads to, if tables of endgames know.
    rank: Option<Rank>,
}

/// The best found so far.
#[derive(Clone)]
struct Leader {
    line: Vec<Move>,
    value: Value,
    depth: i32,
    rank: Option<Rank>,
}

struct Root<'a, 'b> {
    worker: Worker<'a>,
    position: &'a Position,
    /// First the moves of the lines already found in this round.
    moves: Vec<RootMove>,
    /// The lines wanted, the best first.
    leaders: Vec<Leader>,
    /// The line being searched for.
    line: usize,
    on_report: &'b mut dyn FnMut(&Report) -> ControlFlow<()>,
    /// Whether the receiver of reports has broken off.
    is_over: bool,
}

/// Searches a position; see [`super::Searcher::go`].
pub(super) fn search(
    memory: &mut Memory,
    asked: &Asked,
    limits: &Limits,
    clock: &dyn Clock,
    others: Company<'_>,
    on_report: &mut dyn FnMut(&Report) -> ControlFlow<()>,
) -> Report {
    let mut worker = Worker::new(memory, &asked.before, limits, clock, others);
    let board = &asked.position.board;
    let mut moves = root_moves(&mut worker, board);
    moves.retain(|root| asked.only.is_empty() || asked.only.contains(&root.mv));
    if let Some(report) = asked.ended() {
        return report;
    }
    rank_moves(&mut worker, board, &mut moves);
    let in_check = !board.checkers().is_empty();
    let eval = worker.evaluate(board, 0);
    worker.frames[0].eval = (!in_check).then_some(eval);
    let first = moves.iter().take(asked.lines);
    let leaders =
        first.map(|root| Leader { line: vec![root.mv], value: eval, depth: 0, rank: root.rank }).collect();
    let mut root =
        Root { worker, position: &asked.position, moves, leaders, line: 0, on_report, is_over: false };
    let deepest = limits.depth.and_then(|depth| i32::try_from(depth).ok()).unwrap_or(MAX_DEPTH);
    let mate = limits.mate.map_or(0, |moves| i32::try_from(2 * moves.min(1_000)).unwrap_or(0));
    // The root is the first position visited.
    if root.worker.visit(0).is_some() {
        root.deepen(deepest.clamp(1, MAX_DEPTH), mate);
    }
    // A round that was broken off may have another best line than was reported: then the others changed too.
    // Whoever listens gets one list in which no move leads two lines.
    if root.leaders.len() > 1 {
        for line in 0..root.leaders.len() {
            root.tell(line);
        }
    }
    root.report(0)
}

/// The legal moves, in the order of a search with an empty memory.
fn root_moves(worker: &mut Worker, board: &Board) -> Vec<RootMove> {
    let mut picker = Picker::new(Hints::NONE, Wanted::All);
    let mut moves = Vec::new();
    while let Some((mv, _)) = picker.next(board, &mut worker.list, &worker.memory.history) {
        moves.push(RootMove { mv, effort: 0, rank: None });
    }
    worker.list.clear();
    moves
}

/// Ranks the moves by tables of endgames, the best first, if the tables know all of them. Then nothing is looked up in
/// the search, so that it may find the mate.
fn rank_moves(worker: &mut Worker, board: &Board, moves: &mut [RootMove]) {
    let Some(tables) = worker.endgames.clone().filter(|tables| may_know(tables.most_pieces(), board)) else {
        return;
    };
    let Some(ranks) =
        moves.iter().map(|root| rank(tables.as_ref(), board, root.mv)).collect::<Option<Vec<_>>>()
    else {
        return;
    };
    worker.endgame_hits += u64::try_from(ranks.len()).unwrap_or(0);
    worker.endgames = None;
    for (root, rank) in moves.iter_mut().zip(ranks) {
        root.rank = Some(rank);
    }
    sort_by(moves, |root| Reverse(root.rank));
}

/// Puts moves in the order of a key; those with the same key keep theirs. By insertion: the order changes little, and the
/// library's sort is five kilobytes.
fn sort_by<K: Ord>(moves: &mut [RootMove], key: impl Fn(&RootMove) -> K) {
    for end in 1..moves.len() {
        for at in (1..=end).rev() {
            if key(&moves[at - 1]) <= key(&moves[at]) {
                break;
            }
            moves.swap(at - 1, at);
        }
    }
}

impl Root<'_, '_> {
    /// Searches one round after another, until a mate in `mate` plies, or fewer, is found.
    fn deepen(&mut self, deepest: i32, mate: i32) {
        for depth in 1..=deepest {
            self.worker.root_depth = usize::try_from(depth).unwrap_or(MAX_PLY);
            if self.is_over || self.worker.is_enough() {
                return;
            }
            let before = if self.leaders.len() > 1 { self.leaders.clone() } else { Vec::new() };
            if self.round(depth).is_none() {
                return self.put_together(before, depth);
            }
            // A break in the middle of a round may no longer apply at its end.
            self.is_over = false;
            for line in 0..self.leaders.len() {
                self.tell(line);
            }
            let plies = |leader: &Leader| MATE - leader.value.abs();
            let is_settled = |leader: &Leader| is_mate(leader.value) && depth > MATE_CHECK * plies(leader);
            let best = &self.leaders[0];
            if self.leaders.iter().all(is_settled) || (best.value > 0 && plies(best) <= mate) {
                return;
            }
        }
    }

    /// Makes one list of several lines when a round was broken off: those found in it, and those of the round before.
    fn put_together(&mut self, before: Vec<Leader>, depth: i32) {
        let Some(best) = before.first() else { return };
        if self.line == 0 && best.line.first() == self.leaders[0].line.first() {
            // How good the best move is in this round is known, but not whether others are better in it.
            self.leaders = before;
            return;
        }
        let searched = (self.line + usize::from(self.leaders[self.line].depth == depth)).max(1);
        self.sort_leaders(searched);
        let Leader { value: most, rank, .. } = self.leaders[searched - 1];
        if is_mate(most) && most < 0 {
            // Whatever else there is loses sooner, but how is not known.
            self.leaders = before;
            return;
        }
        // A line is the best of the moves that lead none before it, so those that have not been searched since are at most as
        // good. A mate is proved, however deep the search is.
        for leader in &mut self.leaders[searched..] {
            if leader.rank == rank && !is_mate(leader.value) {
                leader.value = leader.value.min(most);
            }
        }
        self.sort_leaders(self.leaders.len());
    }

    /// One full round; `None` if a limit broke it off.
    fn round(&mut self, depth: i32) -> Option<()> {
        for line in 0..self.leaders.len() {
            self.line = line;
            // What led another line may lead this one since the last round.
            self.sort_moves();
            let before = self.leaders[line].clone();
            let found = self.find_line(depth);
            // The best move of a later line may lead this one now.
            let mv = self.leaders[line].line.first().copied();
            let same = |leader: &Leader| leader.line.first().copied() == mv;
            if let Some(at) = self.leaders[line + 1..].iter().position(same) {
                self.leaders[line + 1 + at] = before;
            }
            found?;
        }
        // The lines are found one after another, each by a separate search: the second may turn out better.
        self.sort_leaders(self.leaders.len());
        Some(())
    }

    /// Puts the first lines in order, the best first.
    fn sort_leaders(&mut self, count: usize) {
        for end in 1..count {
            for at in (1..=end).rev() {
                let order = |leader: &Leader| (leader.rank, leader.value);
                if order(&self.leaders[at - 1]) >= order(&self.leaders[at]) {
                    break;
                }
                self.leaders.swap(at - 1, at);
            }
        }
    }

    /// Finds the best of the moves that do not lead a line yet.
    fn find_line(&mut self, depth: i32) -> Option<()> {
        let last = self.leaders[self.line].value;
        let mut margin = self.worker.memory.tuning.first_margin;
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
            margin *= MARGIN_GROWTH;
            alpha = if margin > LAST_MARGIN || is_mate(best) { -INFINITE } else { best - margin };
        }
    }

    /// Tries all moves; returns the best value, or a bound if it is not above `alpha`. `beta` is widened as
    /// needed.
    fn try_moves(&mut self, depth: i32, alpha: Value, beta: &mut Value, margin: &mut Value) -> Option<Value> {
        let board = &self.position.board;
        self.worker.path.set(0, board, key(board), false);
        self.worker.frames[2].cutoffs = 0;
        let mut alpha = alpha;
        let mut best = -INFINITE;
        debug_assert_eq!(
            self.leaders[self.line].line.first(),
            Some(&self.moves[self.line].mv),
            "the leader is first"
        );
        // A move of a lower rank cannot be better.
        let rank = self.moves[self.line].rank;
        for index in self.line..self.moves.len() {
            if self.moves[index].rank != rank {
                break;
            }
            let mv = self.moves[index].mv;
            let before = self.worker.nodes;
            let leader_before = self.leaders[self.line].clone();
            let mut value = self.try_move(depth, mv, index - self.line, alpha, *beta)?;
            while value >= *beta {
                // Better than thought possible: it leads, but by how much?
                self.lead_at_least(mv, *beta, depth);
                *margin *= MARGIN_GROWTH;
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
                self.leaders[self.line] = Leader { line, value, depth, rank };
                if changed && self.leaders.len() == 1 {
                    self.tell(0);
                }
            } else {
                self.leaders[self.line] = leader_before;
            }
        }
        Some(best)
    }

    /// The value of one root move: with the real window if it is the first, else only if a narrow one shows
    /// that it takes the lead.
    fn try_move(&mut self, depth: i32, mv: Move, index: usize, alpha: Value, beta: Value) -> Option<Value> {
        let board = &self.position.board;
        let mut next = board.clone();
        next.play_unchecked(mv);
        let worker = &mut self.worker;
        worker.list.clear();
        worker.tried.clear();
        worker.frames[0].playing = Some(PieceTo::of(board, mv));
        worker.frames[0].quiet = (!is_noisy(board, mv)).then_some(mv);
        let depth = depth - 1;
        if index > 0 {
            let is_late =
                index >= REDUCED_FROM_AT_ROOT && depth >= REDUCED_DEPTH && next.checkers().is_empty();
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

    /// A move has reached the upper end of the window: it is at least that good. This counts if the search
    /// has to stop before it knows more.
    fn lead_at_least(&mut self, mv: Move, value: Value, depth: i32) {
        if is_decided(value) {
            return;
        }
        let leader = &mut self.leaders[self.line];
        if leader.line.first() != Some(&mv) {
            leader.line = vec![mv];
        }
        leader.value = value;
        leader.depth = depth;
    }

    /// The leader first, then the moves that took most work to refute.
    fn sort_moves(&mut self) {
        let leader = self.leaders[self.line].line.first().copied();
        let key = |root: &RootMove| (Reverse(root.rank), Some(root.mv) != leader, Reverse(root.effort));
        sort_by(&mut self.moves[self.line..], key);
    }

    fn tell(&mut self, line: usize) {
        let report = self.report(line);
        self.is_over |= (self.on_report)(&report).is_break();
    }

    /// A line as it is reported.
    fn report(&self, line: usize) -> Report {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the cast keeps within the range of the type"
        )]
        let time_ms = self.worker.shown_ms() as u64;
        let number = line + 1;
        let Leader { line, value, depth, rank } = &self.leaders[line];
        // Only a mate says more than the tables.
        let value = rank.map(Rank::value).filter(|_| !is_mate(*value)).unwrap_or(*value);
        Report {
            line: number,
            depth: depth.unsigned_abs(),
            selective_depth: u32::try_from(self.worker.selective_depth).unwrap_or(u32::MAX),
            score: to_score(value),
            pv: written_line(self.position, line),
            nodes: self.worker.nodes_of_all(),
            time_ms,
            endgame_hits: self.worker.endgame_hits,
        }
    }
}

/// The moves as written, each in the position it is played in.
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
