//! Tables of endgames: what is known for certain about positions with few pieces.
//!
//! The caller supplies the tables, since the engine reads no files. They know the outcome if both sides play perfectly
//! and the fifty-move rule counts, and how long it takes until the next capture or pawn move. They do not know how long
//! a mate takes, so no mate is claimed from them.
//!
//! In a search a position is looked up right after a capture or a move of a pawn, where nothing else decides. At the
//! root the moves are ranked: those that win, those that draw, those that lose. What the search then finds among the
//! best can still be a mate.

use super::moves::{en_passant_target, has_legal_move};
use super::value::{INFINITE, Value, plies};
use crate::chess::pieces::Pieces;
use cozy_chess::{Board, Color, Move, Piece};
use std::cmp::Reverse;
use std::fmt;

/// The plies without a capture or move of a pawn after which a game is drawn, less one: distances may be rounded.
const SURE_PLIES: i32 = 99;

/// A win may still be in time when its distance is this many plies too long: one ply is left out of the sure ones, and
/// distances are rounded by one.
const ROUNDED: i32 = 2;

/// The value of a position that tables know to be won. Chosen by reasoning: above every evaluation and below every mate,
/// also with the plies to it taken off.
const WON: Value = 30_000;
/// Values from here up are known from tables to be won, or mates.
pub(super) const WON_BOUND: Value = 29_000;
/// The centipawns that are shown for it, as in other engines.
const WON_SHOWN: i32 = 20_000;

/// What tables know of a position for the side to move, if both sides play perfectly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// It loses.
    Loss,
    /// Nobody wins within the fifty-move rule.
    Draw,
    /// It wins.
    Win,
}

/// Tables of endgames.
pub trait Endgames: fmt::Debug + Send + Sync {
    /// The most pieces, kings included, of a position that they may know.
    fn most_pieces(&self) -> u32;

    /// The outcome of a position right after a capture or a move of a pawn; `None` if it is not known.
    fn outcome(&self, pieces: &Pieces) -> Option<Outcome>;

    /// The plies until the next capture or move of a pawn, or the mate, if both sides play perfectly: positive if the
    /// side to move wins, negative if it loses, 0 if it is a draw whatever the clock says. More than 100 in a position
    /// that is drawn only by the fifty-move rule. `None` if it is not known.
    fn distance(&self, pieces: &Pieces) -> Option<i32>;
}

/// What tables know of a position before it is searched, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// For the side to move, if both sides play perfectly.
    pub outcome: Outcome,
    /// The plies until the next capture or move of a pawn, or the mate, of a position that is not drawn; one more or less
    /// where the tables have rounded. `None` if only the outcome is known.
    pub plies: Option<u32>,
    /// Whether that is before the fifty-move rule ends the game.
    pub fifty: Fifty,
}

/// What the fifty-move rule makes of a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fifty {
    /// It is in time.
    InTime,
    /// It may be in time, or a draw: distances are rounded.
    Unsure,
    /// It is a draw.
    TooLate,
}

/// What a move at the root leads to, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Lost,
    /// Lost, but the fifty-move rule ends the game first. Holds the plies that are missing: more is better.
    Saved(i32),
    Drawn,
    /// Won, but the fifty-move rule ends the game first. Holds the plies that are missing: fewer is better, since
    /// distances are rounded and the win may still be in time.
    Spoiled(Reverse<i32>),
    Won,
}

impl Rank {
    /// What is shown in place of the search's opinion, as a value.
    pub(super) fn value(self) -> Value {
        match self {
            Self::Won => WON,
            Self::Lost => -WON,
            Self::Saved(_) | Self::Drawn | Self::Spoiled(_) => 0,
        }
    }
}

/// The value of an outcome that is known `ply` plies from the root.
pub(super) fn value_of(outcome: Outcome, ply: usize) -> Value {
    match outcome {
        Outcome::Win => WON - plies(ply),
        Outcome::Draw => 0,
        Outcome::Loss => plies(ply) - WON,
    }
}

/// The centipawns shown for a value that is known from tables; `None` for others.
pub(super) fn shown(value: Value) -> Option<i32> {
    (value.abs() >= WON_BOUND).then(|| value.signum() * (WON_SHOWN - (WON - value.abs())))
}

/// What a value can be, by tables of endgames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) least: Value,
    pub(super) most: Value,
}

impl Range {
    /// Nothing is known.
    pub(super) const ALL: Self = Self { least: -INFINITE, most: INFINITE };

    /// Whether something is known.
    pub(super) fn is_known(self) -> bool {
        self != Self::ALL
    }
}

/// Whether tables of this size may know a position.
pub(super) fn may_know(most_pieces: u32, board: &Board) -> bool {
    let rights = Color::ALL.map(|color| board.castle_rights(color));
    board.occupied().len() <= most_pieces
        && rights.iter().all(|rights| rights.short.is_none() && rights.long.is_none())
}

/// The position as tables take it.
pub(super) fn pieces_of(board: &Board) -> Pieces {
    Pieces {
        colors: [Color::White, Color::Black].map(|color| board.colors(color).0),
        kinds: Piece::ALL.map(|piece| board.pieces(piece).0),
        is_white_to_move: board.side_to_move() == Color::White,
        en_passant: en_passant_target(board).map(|square| square as u8),
    }
}

/// What the tables know of a position; `None` if that is nothing, or the game is over.
pub(super) fn known(tables: &dyn Endgames, board: &Board) -> Option<Known> {
    if !may_know(tables.most_pieces(), board) || !has_legal_move(board) {
        return None;
    }
    let (pieces, clock) = (pieces_of(board), i32::from(board.halfmove_clock()));
    let Some(distance) = tables.distance(&pieces) else {
        // The outcome counts the fifty-move rule from here.
        let outcome = if clock == 0 { tables.outcome(&pieces)? } else { return None };
        return Some(Known { outcome, plies: None, fifty: Fifty::InTime });
    };
    let outcome = match distance.signum() {
        1 => Outcome::Win,
        -1 => Outcome::Loss,
        _ => return Some(Known { outcome: Outcome::Draw, plies: None, fifty: Fifty::InTime }),
    };
    let fifty = match distance.abs() + clock - SURE_PLIES {
        ..=0 => Fifty::InTime,
        1..=ROUNDED => Fifty::Unsure,
        _ => Fifty::TooLate,
    };
    Some(Known { outcome, plies: Some(distance.unsigned_abs()), fifty })
}

/// What a legal move leads to; `None` if the tables do not know it.
pub(super) fn rank(tables: &dyn Endgames, board: &Board, mv: Move) -> Option<Rank> {
    let mut next = board.clone();
    next.play_unchecked(mv);
    if !has_legal_move(&next) {
        return Some(if next.checkers().is_empty() { Rank::Drawn } else { Rank::Won });
    }
    let pieces = pieces_of(&next);
    if next.halfmove_clock() == 0 {
        return Some(match tables.outcome(&pieces)? {
            Outcome::Loss => Rank::Won,
            Outcome::Draw => Rank::Drawn,
            Outcome::Win => Rank::Lost,
        });
    }
    let distance = tables.distance(&pieces)?;
    let clock = i32::from(next.halfmove_clock());
    let late = distance.abs() + clock - SURE_PLIES;
    Some(match (distance.signum(), late <= 0) {
        (0, _) => Rank::Drawn,
        (-1, true) => Rank::Won,
        (-1, false) => Rank::Spoiled(Reverse(late)),
        (_, true) => Rank::Lost,
        (_, false) => Rank::Saved(late),
    })
}
