//! Proof numbers: a mate that is found where it is easiest to prove, not where it is shortest.
//!
//! `prove` refutes one length after another before it comes to a long mate. But the longer a mate, the more of its moves
//! are checks that leave the defender few replies, so that all of it may be smaller than what would have to be refuted.
//! Two numbers steer towards it: how many positions at least must still turn out as mates until a position is proved
//! to be one, and how many must turn out as none until it is refuted. The search goes to the position where the smallest
//! of them grows (depth-first proof-number search).
//!
//! The result is a proof that there is a mate in *at most* a number of moves; the shortest one may be shorter. The
//! number of moves left is part of each question, so no line goes on for ever, and a position is judged in the same way
//! whatever led to it.
//!
//! Both numbers are kept from the view of the side to move: `reach` counts towards what it wants, and `miss` towards
//! the opposite. So one rule serves both sides: it reaches what it wants by its best move, and misses it by all.

use super::Aim;
use super::moves::{Attempts, attempts, is_mate, replies};
use super::prove::{Search, question_key};
use super::slots::{Kept, Slots};
use cozy_chess::{Board, Move};
use std::ops::ControlFlow;

/// The number of what cannot be. Sums stay below twice this.
const NEVER: u32 = 1 << 30;

/// The first estimate for a quiet move of the attacker: it is treated like a check with this many replies. Chosen by
/// reasoning.
const QUIET: u32 = 16;

/// A child is left when its number is more than a quarter above that of the next best, so that the search does not jump
/// between two of them (the 1 + ε of Pawlewicz and Lew).
const STAY: u32 = 4;

/// The numbers of a position, and the moves of a mate that is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    reach: u32,
    miss: u32,
    moves: u8,
}

impl State {
    /// The attacker mates in this many moves; for the side that is to move.
    fn proved(aim: Aim, moves: u8) -> Self {
        match aim {
            Aim::Mate => Self { reach: 0, miss: NEVER, moves },
            Aim::Mated => Self { reach: NEVER, miss: 0, moves },
        }
    }

    fn refuted(aim: Aim) -> Self {
        match aim {
            Aim::Mate => Self { reach: NEVER, miss: 0, moves: 0 },
            Aim::Mated => Self { reach: 0, miss: NEVER, moves: 0 },
        }
    }

    fn is_proved(self, aim: Aim) -> bool {
        match aim {
            Aim::Mate => self.reach == 0,
            Aim::Mated => self.miss == 0,
        }
    }
}

/// The numbers of a position in the table.
#[derive(Debug, Clone, Copy)]
struct Noted {
    state: State,
    /// The moves made for it.
    work: u32,
}

impl Kept for Noted {
    const NOTHING: Self = Self { state: State { reach: 1, miss: 1, moves: 0 }, work: 0 };

    fn work(&self) -> u32 {
        self.work
    }
}

/// The numbers of positions. They take their memory when they are first used.
#[derive(Debug)]
pub(super) struct Numbers {
    slots: Option<Slots<Noted>>,
    bytes: usize,
}

impl Numbers {
    pub(super) fn new(bytes: usize) -> Self {
        Self { slots: None, bytes }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if let Some(slots) = &mut self.slots {
            slots.clear();
        }
    }

    fn get(&self, key: u64) -> Option<State> {
        self.slots.as_ref()?.get(key).map(|noted| noted.state)
    }

    fn set(&mut self, key: u64, state: State, work: u64) {
        let slots = self.slots.get_or_insert_with(|| Slots::new(self.bytes));
        let noted = slots.place(key);
        noted.state = state;
        noted.work = noted.work.saturating_add(u32::try_from(work).unwrap_or(u32::MAX));
    }
}

/// The keys of a position: for a mate that is proved, which holds however many moves are left, and for its numbers with
/// this many.
fn keys(board: &Board, aim: Aim, left: u8) -> [u64; 2] {
    // The fifty-move rule does not matter to these proofs.
    let key = question_key(board, aim, 0);
    [key, key ^ (u64::from(left) + 1).wrapping_mul(0xa076_1d64_78bd_642f)]
}

/// What a line has to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// A mate of exactly as many moves, against the longest resistance. There is one if there is no shorter mate.
    Shortest,
    /// A mate of exactly as many moves.
    Whole,
}

/// A move, and what is known of the position after it.
struct Child {
    mv: Move,
    board: Board,
    state: State,
}

impl Search<'_> {
    /// Looks for a mate of the side to move in at most `left` moves, until this many moves have been made in the whole
    /// search; returns the number of moves of the mate that was proved. What is known by then is used by the next call.
    pub(super) fn at_most(&mut self, board: &Board, left: u8, until: u64) -> Option<u8> {
        let limit = self.node_limit;
        self.node_limit = limit.min(until);
        let found = self.develop(board, Aim::Mate, left, [NEVER, NEVER]);
        self.node_limit = limit;
        found.filter(|state| state.is_proved(Aim::Mate)).map(|state| state.moves)
    }

    /// What is known of a position.
    fn known(&self, board: &Board, aim: Aim, left: u8) -> Option<State> {
        let [whole, own] = keys(board, aim, left);
        let proved = self.numbers.get(whole).filter(|state| state.moves <= left);
        proved.or_else(|| self.numbers.get(own))
    }

    fn note(&mut self, board: &Board, aim: Aim, left: u8, state: State, work: u64) {
        let [whole, own] = keys(board, aim, left);
        if state.is_proved(aim) {
            // A shorter mate stays.
            if self.numbers.get(whole).is_none_or(|known| known.moves > state.moves) {
                self.numbers.set(whole, state, work);
            }
        } else {
            self.numbers.set(own, state, work);
        }
    }

    /// Works on a position until its numbers reach these. `None`: a limit was reached.
    fn develop(&mut self, board: &Board, aim: Aim, left: u8, most: [u32; 2]) -> Option<State> {
        let mut noted = self.nodes;
        self.make()?;
        let mut children = match self.children(board, aim, left)? {
            Ok(children) => children,
            Err(state) => {
                self.note(board, aim, left, state, 1);
                return Some(state);
            }
        };
        let (next_aim, next_left) = if aim == Aim::Mate { (Aim::Mated, left - 1) } else { (Aim::Mate, left) };
        loop {
            let state = summed(&children, aim);
            self.note(board, aim, left, state, self.nodes - noted);
            noted = self.nodes;
            if state.reach >= most[0] || state.miss >= most[1] || state.reach == 0 || state.miss == 0 {
                return Some(state);
            }
            // The best move is the one that the other side misses soonest.
            let (mut best, mut second) = (0, NEVER);
            for (at, child) in children.iter().enumerate().skip(1) {
                if child.state.miss < children[best].state.miss {
                    (second, best) = (children[best].state.miss, at);
                } else {
                    second = second.min(child.state.miss);
                }
            }
            let child = &children[best];
            let others = state.miss.saturating_sub(child.state.reach);
            let stay = second.saturating_add(second / STAY).saturating_add(1);
            let most = [most[1].saturating_sub(others), most[0].min(stay)];
            let board = child.board.clone();
            children[best].state = self.develop(&board, next_aim, next_left, most)?;
        }
    }

    /// The moves of a position, or what it is worth without them. `None`: a limit was reached.
    fn children(&mut self, board: &Board, aim: Aim, left: u8) -> Option<Result<Vec<Child>, State>> {
        let mut children = Vec::new();
        if aim == Aim::Mate {
            if self.mate_at_once(board)?.is_break() {
                return Some(Err(State::proved(aim, 1)));
            }
            if left <= 1 {
                return Some(Err(State::refuted(aim)));
            }
            let mut list = Attempts::default();
            attempts(board, None, &mut list);
            for (mv, next) in list.iter() {
                let count = if next.checkers().is_empty() { QUIET } else { replies(next).unsigned_abs() };
                let fresh = State { reach: 1, miss: count.max(1), moves: 0 };
                let state = self.known(next, Aim::Mated, left - 1).unwrap_or(fresh);
                children.push(Child { mv, board: next.clone(), state });
            }
            if children.is_empty() {
                return Some(Err(State::refuted(aim)));
            }
        } else {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    let state = State { reach: 1, miss: 1, moves: 0 };
                    children.push(Child { mv, board: next, state });
                }
                false
            });
            if children.is_empty() {
                let state = if is_mate(board) { State::proved(aim, 0) } else { State::refuted(aim) };
                return Some(Err(state));
            }
            if left == 0 {
                return Some(Err(State::refuted(aim)));
            }
            for child in &mut children {
                child.state = self.known(&child.board, Aim::Mate, left).unwrap_or(child.state);
            }
        }
        Some(Ok(children))
    }

    /// A mate in exactly `left` moves that is proved to take no more. `None` if there is no such line, or a limit was
    /// reached.
    pub(super) fn line_of_numbers(&mut self, board: &Board, left: u8, kind: Line) -> Option<Vec<Move>> {
        if let ControlFlow::Break(mv) = self.mate_at_once(board)? {
            return (left == 1).then(|| vec![mv]);
        }
        // The table may have lost what it knew; then it is proved again.
        self.at_most(board, left, u64::MAX)?;
        for attack in self.proved_children(board, Aim::Mate, left)? {
            for reply in self.replies_in_order(&attack)? {
                let needs = reply.state.moves;
                if needs + 1 < left {
                    break;
                }
                // What is proved of a reply is a bound: it may lose sooner. The tree has refuted most of that already.
                if kind == Line::Shortest && needs > 1 && self.mates(&reply.board, needs - 1)? {
                    continue;
                }
                if let Some(rest) = self.line_of_numbers(&reply.board, needs, kind) {
                    return Some([attack.mv, reply.mv].into_iter().chain(rest).collect());
                }
            }
        }
        None
    }

    /// The replies to an attack that mates, the longest resistance first.
    fn replies_in_order(&mut self, attack: &Child) -> Option<Vec<Child>> {
        let left = attack.state.moves;
        for reply in self.children(&attack.board, Aim::Mated, left)?.ok()? {
            self.at_most(&reply.board, left, u64::MAX)?;
        }
        let mut replies = self.proved_children(&attack.board, Aim::Mated, left)?;
        replies.reverse();
        Some(replies)
    }

    /// The moves that lead to a proved mate, the shortest first. `None`: a limit was reached.
    fn proved_children(&mut self, board: &Board, aim: Aim, left: u8) -> Option<Vec<Child>> {
        let next_aim = if aim == Aim::Mate { Aim::Mated } else { Aim::Mate };
        let mut children = self.children(board, aim, left)?.unwrap_or_default();
        children.retain(|child| child.state.is_proved(next_aim));
        children.sort_by_key(|child| child.state.moves);
        Some(children)
    }
}

/// The numbers of a position from those after its moves.
fn summed(children: &[Child], aim: Aim) -> State {
    let reach = children.iter().map(|child| child.state.miss).min().unwrap_or(NEVER);
    let miss = children.iter().fold(0, |sum: u32, child| (sum + child.state.reach).min(NEVER));
    let moves = match aim {
        Aim::Mate => {
            let mates = children.iter().filter(|child| child.state.is_proved(Aim::Mated));
            mates.map(|child| child.state.moves + 1).min().unwrap_or(0)
        }
        Aim::Mated => children.iter().map(|child| child.state.moves).max().unwrap_or(0),
    };
    State { reach, miss, moves }
}
