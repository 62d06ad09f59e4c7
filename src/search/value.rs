//! The numbers the search works with.
//!
//! Inside the search a position's worth is one plain integer, so that it can
//! be compared and negated cheaply. Ordinary worth is counted in centipawns.
//! A forced mate is a huge number: `MATE` less the plies from the root of the
//! search to the mated position. Nearer mates are thus greater numbers, and
//! the search prefers them with no special rule.
//!
//! The table of seen positions is shared by places at different distances from
//! the root, so there a mate is kept by its distance from that position.

use crate::chess::score::Score;

/// A worth in centipawns or an encoded mate, from the side to move's view.
pub(super) type Value = i32;

/// No line is followed farther than this many plies from the root.
pub(super) const MAX_PLY: usize = 128;
/// Being mated on the spot is `-MATE`.
pub(super) const MATE: Value = 32_000;
/// Greater than every value.
pub(super) const INFINITE: Value = MATE + 1;
/// Values from here up are mates for the side to move.
pub(super) const MATE_BOUND: Value = 31_000;
/// The evaluation never leaves `-EVAL_LIMIT..=EVAL_LIMIT`.
pub(super) const EVAL_LIMIT: Value = 20_000;

/// What is shown for a value: the net learned from games that are won by less than those of people and
/// strong programs, and counts a pawn for less than they do. With this much more the chances to win that
/// follow from a score come nearest to those of Stockfish's full net.
const SHOWN: (Value, Value) = (3, 2);

/// The search's own centipawns of those that it shows: what the net is trained with.
///
/// ```
/// // 1.60 of the search is shown as 2.40.
/// assert_eq!(epidote::search::own_centipawns(240), 160);
/// ```
pub fn own_centipawns(shown: i32) -> i32 {
    let (times, by) = SHOWN;
    // What is shown is cut towards zero, so this goes away from it.
    (shown * by + shown.signum() * (times - 1)) / times
}

/// The value of being mated `ply` plies from the root.
pub(super) fn mated_in(ply: usize) -> Value {
    plies(ply) - MATE
}

/// Whether the value is a mate, for either side.
pub(super) fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// A ply count as a value. Counts are far below the limits of the type.
pub(super) fn plies(ply: usize) -> Value {
    Value::try_from(ply).unwrap_or(Value::MAX / 2)
}

/// The value as the table keeps it: mates counted from the position itself.
pub(super) fn to_table(value: Value, ply: usize) -> Value {
    if value >= MATE_BOUND {
        value + plies(ply)
    } else if value <= -MATE_BOUND {
        value - plies(ply)
    } else {
        value
    }
}

/// A value out of the table, with mates counted from the root again.
pub(super) fn from_table(value: Value, ply: usize) -> Value {
    if value >= MATE_BOUND {
        value - plies(ply)
    } else if value <= -MATE_BOUND {
        value + plies(ply)
    } else {
        value
    }
}

/// The root's value as the score that is shown.
pub(super) fn to_score(value: Value) -> Score {
    let distance = (MATE - value.abs()).unsigned_abs();
    if value >= MATE_BOUND {
        Score::Mate(distance)
    } else if value <= -MATE_BOUND {
        Score::Mated(distance)
    } else {
        Score::Centipawns(value * SHOWN.0 / SHOWN.1)
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
