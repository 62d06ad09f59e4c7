//! The numbers the search works with.
//!
//! Inside the search the worth of a position is one plain integer, so that it can be compared and negated
//! cheaply. Ordinary worth is counted in centipawns. A forced mate is a huge number: `MATE` less the plies
//! from the root of the search to the mated position. Nearer mates are thus greater numbers, and the search
//! prefers them without a special rule.
//!
//! The table of positions is shared by places at different distances from the root, so it counts a mate by
//! its distance from the position itself.

use super::endgames::{WON_BOUND, shown};
use crate::chess::score::Score;

/// Centipawns or an encoded mate, from the point of view of the side to move.
pub(super) type Value = i32;

/// No line is followed further than this many plies from the root. Chosen by reasoning: the greatest depth of
/// a search, and one.
pub(super) const MAX_PLY: usize = 128;
/// The greatest depth of a search, in plies. Chosen by reasoning: no search gets there but where the moves
/// are forced, and it fits a byte of the table.
pub(super) const MAX_DEPTH: i32 = 127;
/// Being mated on the spot is `-MATE`. Chosen by reasoning: the table keeps values in sixteen bits.
pub(super) const MATE: Value = 32_000;
/// Greater than every value.
pub(super) const INFINITE: Value = MATE + 1;
/// Values from here up are mates for the side to move. Chosen by reasoning: the longest mate found is
/// [`MAX_PLY`] plies away, far less than what lies between this and [`MATE`].
pub(super) const MATE_BOUND: Value = 31_000;
/// The evaluation, in centipawns, never leaves `-EVAL_LIMIT..=EVAL_LIMIT`. Chosen by reasoning: with the
/// corrections added it stays below [`MATE_BOUND`].
pub(super) const EVAL_LIMIT: Value = 20_000;

/// The factor by which values are scaled for display: the net learned from games that are won by less than
/// those of people and strong programs, and counts a pawn for less than they do. With this factor the chances
/// of winning that follow from a score come closest to those of Stockfish's full net. Measured.
const SHOWN: (Value, Value) = (3, 2);

/// Converts displayed centipawns to the search's own ones, which the net is trained with.
///
/// ```
/// // 1.60 of the search is shown as 2.40.
/// assert_eq!(epidote_engine::search::own_centipawns(240), 160);
/// ```
pub fn own_centipawns(shown: i32) -> i32 {
    let (times, by) = SHOWN;
    // Displayed values are rounded towards zero, so this rounds away from it.
    (shown * by + shown.signum() * (times - 1)) / times
}

/// The value of being mated `ply` plies from the root.
pub(super) fn mated_in(ply: usize) -> Value {
    plies(ply) - MATE
}

/// Returns whether the value is a mate, for either side.
pub(super) fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// A ply count as a value. Counts are far below the limits of the type.
pub(super) fn plies(ply: usize) -> Value {
    Value::try_from(ply).unwrap_or(Value::MAX / 2)
}

/// Returns whether the value is a mate, or known from tables of endgames to be won or lost.
pub(super) fn is_decided(value: Value) -> bool {
    value.abs() >= WON_BOUND
}

/// The value for the table: mates counted from the position itself, and what tables of endgames know likewise.
pub(super) fn to_table(value: Value, ply: usize) -> Value {
    if value >= WON_BOUND {
        value + plies(ply)
    } else if value <= -WON_BOUND {
        value - plies(ply)
    } else {
        value
    }
}

/// A value from the table, with mates counted from the root again.
pub(super) fn from_table(value: Value, ply: usize) -> Value {
    if value >= WON_BOUND {
        value - plies(ply)
    } else if value <= -WON_BOUND {
        value + plies(ply)
    } else {
        value
    }
}

/// The root's value as the displayed score.
pub(super) fn to_score(value: Value) -> Score {
    let distance = (MATE - value.abs()).unsigned_abs();
    if value >= MATE_BOUND {
        Score::Mate(distance)
    } else if value <= -MATE_BOUND {
        Score::Mated(distance)
    } else {
        Score::Centipawns(shown(value).unwrap_or(value * SHOWN.0 / SHOWN.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_leads_back_to_the_value() {
        for value in -EVAL_LIMIT..=EVAL_LIMIT {
            let Score::Centipawns(shown) = to_score(value) else { panic!("{value} is no mate") };
            assert_eq!(own_centipawns(shown), value);
        }
    }
}
