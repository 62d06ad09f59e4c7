//! The tree of "some move" and "all replies".

use super::bounded::Bounded;
use super::moves::{Attempts, attempts, is_mate, mate_in_one};
use super::numbers::Numbers;
use super::table::Table;
use super::{Aim, Learned, Mate, MateLimits, Verdict};
use crate::search::{Asked, Clock, NO_MOVE, PvMove, key, pack, squares_of_check, unpack, written};
use cozy_chess::{BitBoard, Board, Move};
use std::ops::ControlFlow;

/// The longest mate that is searched for: the table counts moves in a byte.
pub(super) const MOST_MOVES: u32 = 120;

/// The clock is read after this many more moves.
const CLOCK_INTERVAL: u64 = 4096;

/// A running proof.
pub(super) struct Search<'a> {
    table: &'a mut Table,
    pub(super) numbers: &'a mut Numbers,
    /// The attempts of the attacker for each number of moves left, kept for reuse.
    lists: Vec<Attempts>,
    /// For each number of moves left, the replies that last refuted attacks.
    killers: Vec<[Option<Move>; 2]>,
    /// How often a reply, by its squares, refuted attacks.
    history: Vec<u32>,
    pub(super) nodes: u64,
    pub(super) node_limit: u64,
    clock: &'a dyn Clock,
    next_look: u64,
    start_ms: f64,
    time_limit_ms: f64,
    /// Whether the limits no longer hold.
    is_lifted: bool,
}

/// What a pass over the first moves has found.
enum Keys {
    /// Those that mate.
    Found(Vec<Move>),
    /// It was ended.
    Needless,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        (table, numbers): (&'a mut Table, &'a mut Numbers),
        limits: &MateLimits,
        clock: &'a dyn Clock,
    ) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "nobody notices 2^53 milliseconds")]
        let time_limit_ms = limits.time_ms.map_or(f64::INFINITY, |ms| ms as f64);
        Self {
            table,
            numbers,
            lists: vec![Attempts::default(); MOST_MOVES as usize + 1],
            killers: vec![[None; 2]; MOST_MOVES as usize + 1],
            history: vec![0; 64 * 64],
            nodes: 0,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            clock,
            next_look: CLOCK_INTERVAL,
            start_ms: clock.now_ms(),
            time_limit_ms,
            is_lifted: false,
        }
    }

    pub(super) fn elapsed_ms(&self) -> f64 {
        self.clock.now_ms() - self.start_ms
    }

    /// Searches for a mate by the side to move, one number of moves after another.
    pub(super) fn find_mate(
        &mut self,
        asked: &Asked,
        moves: u32,
        all_keys: bool,
        on_news: &mut dyn FnMut(Learned),
    ) -> Verdict {
        let board = &asked.position.board;
        let mut bounded = Bounded::new(asked, moves, all_keys);
        for number in 1..=moves.min(MOST_MOVES) {
            let left = u8::try_from(number).unwrap_or(u8::MAX);
            let keys = loop {
                if let Some(mate) = self.shortest(&bounded, number) {
                    return Verdict::Mate(mate);
                }
                let keys = self.keys(asked, left, all_keys, &mut |search| {
                    let is_found = search.look_further(&mut bounded, number);
                    if is_found {
                        on_news(Learned::AtMost(bounded.found.into()));
                    }
                    is_found && bounded.is_of(number)
                });
                match keys {
                    None => return self.given_up(&bounded, number - 1),
                    Some(Keys::Found(keys)) => break keys,
                    // A mate of as many moves was found in another way: nothing is left to be searched.
                    Some(Keys::Needless) => {}
                }
            };
            if let Some(&key) = keys.first() {
                // A line is known to exist: it is completed even if a limit is reached on the way.
                self.lift_limits();
                let Some(line) = self.line(board, key, left) else {
                    return Verdict::GaveUp { refuted: number - 1 };
                };
                let keys = keys.into_iter().map(|mv| written(board, mv, asked.position.chess960)).collect();
                return Verdict::Mate(Mate { moves: number, keys, line: written_line(asked, line) });
            }
            on_news(Learned::Refuted(number));
        }
        if moves > MOST_MOVES { Verdict::GaveUp { refuted: MOST_MOVES } } else { Verdict::NoMate }
    }

    /// Searches for a mate of the side to move.
    pub(super) fn find_loss(
        &mut self,
        asked: &Asked,
        moves: u32,
        on_news: &mut dyn FnMut(Learned),
    ) -> Verdict {
        let board = &asked.position.board;
        for number in 0..=moves.min(MOST_MOVES) {
            let left = u8::try_from(number).unwrap_or(u8::MAX);
            let gave_up = Verdict::GaveUp { refuted: number.saturating_sub(1) };
            match self.is_lost(board, left) {
                None => return gave_up,
                Some(false) if number > 0 => on_news(Learned::Refuted(number)),
                Some(false) => {}
                Some(true) => {
                    self.lift_limits();
                    let Some(line) = self.resistance(board, left) else { return gave_up };
                    let line = written_line(asked, line);
                    return Verdict::Mate(Mate { moves: number, keys: Vec::new(), line });
                }
            }
        }
        if moves > MOST_MOVES { Verdict::GaveUp { refuted: MOST_MOVES } } else { Verdict::NoMate }
    }

    pub(super) fn lift_limits(&mut self) {
        self.node_limit = u64::MAX;
        self.is_lifted = true;
    }

    /// The first moves that mate in `left` moves: all of them, or the first one found. Before each move is tried, it is
    /// asked whether that is needless.
    fn keys(
        &mut self,
        asked: &Asked,
        left: u8,
        all: bool,
        is_needless: &mut dyn FnMut(&mut Self) -> bool,
    ) -> Option<Keys> {
        let board = &asked.position.board;
        let mut keys = Vec::new();
        let mut list = Attempts::default();
        attempts(board, None, &mut list);
        for (mv, next) in list.iter() {
            if !asked.only.is_empty() && !asked.only.contains(&mv) {
                continue;
            }
            if is_needless(self) {
                return Some(Keys::Needless);
            }
            self.make()?;
            if self.is_lost(next, left - 1)? {
                keys.push(mv);
                if !all {
                    break;
                }
            }
        }
        Some(Keys::Found(keys))
    }

    /// Counts a move; `None` if there may be no more.
    pub(super) fn make(&mut self) -> Option<()> {
        if self.nodes >= self.node_limit {
            return None;
        }
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + CLOCK_INTERVAL;
            let elapsed = self.elapsed_ms();
            // A clock that was stopped shows an infinite time.
            if !self.is_lifted && (elapsed.is_nan() || elapsed >= self.time_limit_ms) {
                return None;
            }
        }
        Some(())
    }

    /// Breaks with a move that mates at once, if there is one. `None`: a limit was reached.
    pub(super) fn mate_at_once(&mut self, board: &Board) -> Option<ControlFlow<Move>> {
        let made = self.nodes;
        let at_once = mate_in_one(board, &mut self.nodes);
        if self.nodes > made {
            // The limit is also kept where moves are counted all at once.
            self.nodes -= 1;
            self.make()?;
        }
        Some(at_once.map_or(ControlFlow::Continue(()), ControlFlow::Break))
    }

    /// Returns whether the side to move mates in `left` moves or fewer, at least 1. `None`: a limit was
    /// reached.
    pub(super) fn mates(&mut self, board: &Board, left: u8) -> Option<bool> {
        if self.mate_at_once(board)?.is_break() {
            return Some(true);
        }
        if left == 1 {
            return Some(false);
        }
        let key = question_key(board, Aim::Mate, left);
        let known = self.table.get(key);
        if let Some(answer) = known.says(left) {
            return Some(answer);
        }
        let first = unpack(known.mv).filter(|&mv| board.is_legal(mv));
        // Each number of moves left occurs once on the line: nothing else uses this list meanwhile.
        let mut list = std::mem::take(&mut self.lists[usize::from(left)]);
        attempts(board, first, &mut list);
        let found = self.some_move(&list, left - 1);
        self.lists[usize::from(left)] = list;
        let mv = found?;
        if mv != NO_MOVE {
            self.table.set(key, left, true, mv);
            return Some(true);
        }
        self.table.set(key, left, false, NO_MOVE);
        Some(false)
    }

    /// A move after which the other side is lost in `left` moves, packed; `NO_MOVE` if there is none.
    fn some_move(&mut self, list: &Attempts, left: u8) -> Option<u16> {
        for (mv, next) in list.iter() {
            self.make()?;
            if self.is_lost(next, left)? {
                return Some(pack(mv));
            }
        }
        Some(NO_MOVE)
    }

    /// Returns whether the side to move is mated in `left` more moves of the other side, whatever it plays;
    /// with `left` 0, whether it is checkmated.
    pub(super) fn is_lost(&mut self, board: &Board, left: u8) -> Option<bool> {
        if left == 0 {
            return Some(is_mate(board));
        }
        if board.halfmove_clock() >= 100 {
            // The game is drawn by the fifty-move rule, unless the last move mated.
            return Some(is_mate(board));
        }
        // The last replies are so many, and so quickly tried, that remembering them costs more.
        let key = (left > 1).then(|| question_key(board, Aim::Mated, left));
        let known = key.map(|key| self.table.get(key));
        if let Some(answer) = known.and_then(|known| known.says(left)) {
            return Some(answer);
        }
        let refutation = known.and_then(|known| unpack(known.mv));
        let killers = self.killers[usize::from(left)];
        let mut tried = [None; 3];
        for (at, reply) in [refutation, killers[0], killers[1]].into_iter().enumerate() {
            let Some(reply) = reply.filter(|&mv| !tried.contains(&Some(mv)) && board.is_legal(mv)) else {
                continue;
            };
            tried[at] = Some(reply);
            if self.refutes(board, key, reply, left)? {
                return Some(false);
            }
        }
        let mut replies: Vec<(i32, Move)> = Vec::with_capacity(48);
        let checks = squares_of_check(board);
        board.generate_moves(|moves| {
            let checks = checks[moves.piece as usize];
            let history = |mv: Move| i32::try_from(self.history[squares(mv)]).unwrap_or(i32::MAX / 2);
            replies.extend(moves.into_iter().map(|mv| (1000 * rank(board, mv, checks) - history(mv), mv)));
            false
        });
        if replies.is_empty() {
            return Some(!board.checkers().is_empty());
        }
        replies.sort_unstable_by_key(|&(rank, mv)| (rank, mv.from, mv.to));
        for (_, reply) in replies {
            if !tried.contains(&Some(reply)) && self.refutes(board, key, reply, left)? {
                return Some(false);
            }
        }
        if let Some(key) = key {
            self.table.set(key, left, true, NO_MOVE);
        }
        Some(true)
    }

    /// Returns whether a reply leaves the attacker without a mate in `left` moves.
    fn refutes(&mut self, board: &Board, key: Option<u64>, reply: Move, left: u8) -> Option<bool> {
        self.make()?;
        let mut next = board.clone();
        next.play_unchecked(reply);
        let is_drawn = next.halfmove_clock() >= 100;
        if !is_drawn && self.mates(&next, left)? {
            return Some(false);
        }
        if let Some(key) = key {
            self.table.set(key, left, false, pack(reply));
        }
        let score = &mut self.history[squares(reply)];
        *score += u32::from(left) * u32::from(left);
        if *score > 1 << 20 {
            self.history.iter_mut().for_each(|score| *score /= 2);
        }
        let killers = &mut self.killers[usize::from(left)];
        if killers[0] != Some(reply) {
            *killers = [Some(reply), killers[0]];
        }
        Some(true)
    }
}

/// The key under which the table keeps the answer to one question about a position.
///
/// Two questions can be asked about the same position: does the side to move mate (`Aim::Mate`), and is the
/// side to move mated whatever it plays (`Aim::Mated`)? Their answers have nothing to do with each other, so
/// the aim is part of the key. The halfmove clock is part of it only if the fifty-move rule can end the game
/// within `left` moves; otherwise the answer is the same for every clock.
pub(super) fn question_key(board: &Board, aim: Aim, left: u8) -> u64 {
    let mut key = key(board);
    if aim == Aim::Mated {
        key ^= 0xd1b5_4a32_d192_ed03;
    }
    if u32::from(board.halfmove_clock()) + 2 * u32::from(left) > 100 {
        // A different number for each count.
        key ^= (u64::from(board.halfmove_clock()) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    key
}

/// A line as written.
pub(super) fn written_line(asked: &Asked, line: Vec<Move>) -> Vec<PvMove> {
    let mut board = asked.position.board.clone();
    let moves = line.into_iter().map(|mv| {
        let text = written(&board, mv, asked.position.chess960);
        board.play_unchecked(mv);
        text
    });
    moves.collect()
}

/// The order of replies: first checks, which leave the attacker few moves, then captures, moves of the king,
/// and the rest.
fn rank(board: &Board, mv: Move, checks: BitBoard) -> i32 {
    let side = board.side_to_move();
    if checks.has(mv.to) {
        0
    } else if board.colors(!side).has(mv.to) {
        1
    } else if board.king(side) == mv.from {
        2
    } else {
        3
    }
}

/// The index of a move among all pairs of squares.
fn squares(mv: Move) -> usize {
    mv.from as usize * 64 + mv.to as usize
}
