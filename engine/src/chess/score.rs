//! A score, and how EPD writes it.
//!
//! A chess program sums up a position in one number from the point of view of the side to move. Usually it is
//! a number of hundredths of a pawn ("centipawns"): +100 means "as good as one extra pawn". If the program
//! has found a forced checkmate, pawns no longer matter and the score is the number of plies (moves of one
//! player) to the mate.
//!
//! EPD records keep it as one whole number in the operation `ce`, "centipawn evaluation". The EPD text of
//! 1995 reserves the ends of its range:
//!
//! | `ce`               | meaning                                             |
//! |--------------------|-----------------------------------------------------|
//! | -32000 ..= 32000   | an ordinary score in centipawns                     |
//! | 32001 ..= 32766    | the side to move mates in `32767 - ce` plies        |
//! | -32767 ..= -32001  | the side to move is mated in `ce + 32767` plies     |
//! | -32768             | the position is illegal                             |
//!
//! So 32766 is mate in one move, 32764 mate in two, and -32767 says that the side to move has already been
//! checkmated. The mating side always makes the last move, so it mates after an odd number of plies, and a
//! side is mated after an even number. A number that breaks this is not a score.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The largest ordinary score that `ce` can hold, in centipawns.
const CE_LIMIT: i32 = 32_000;
/// `ce` of a mate in `p` plies is this number minus `p`.
const CE_MATE: i32 = 32_767;
/// The longest mate, in plies, that `ce` can tell from an ordinary score.
const CE_MAX_PLIES: u32 = 766;

/// The value of a position for the side to move.
///
/// Scores are ordered: better for the side to move is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Score {
    /// Hundredths of a pawn; positive if the side to move is better.
    Centipawns(i32),
    /// The side to move mates in this many plies (odd, at least 1).
    Mate(u32),
    /// The side to move is mated in this many plies (even; 0 if it is mated now).
    Mated(u32),
}

/// Returns whether a text is a score as it is shown: `+0.35`, `-12.00`, `#4`, `#-4`.
pub fn is_shown(text: &str) -> bool {
    Score::of_shown(text).is_some()
}

impl Score {
    /// Reads a score as it is shown.
    ///
    /// ```
    /// use epidote_engine::chess::score::Score;
    /// assert_eq!(Score::of_shown("-0.35"), Some(Score::Centipawns(-35)));
    /// assert_eq!(Score::of_shown("#-2"), Some(Score::Mated(4)));
    /// assert_eq!(Score::of_shown("0.5"), None);
    /// ```
    pub fn of_shown(text: &str) -> Option<Self> {
        let count = |digits: &str| {
            let is_count = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<i32>().ok().filter(|_| is_count)
        };
        if let Some(mate) = text.strip_prefix('#') {
            let moves = count(mate.strip_prefix('-').unwrap_or(mate))?;
            return Some(Self::of_moves_to_mate(if mate.starts_with('-') { -moves } else { moves }));
        }
        let (whole, hundredths) = text.strip_prefix(['+', '-']).unwrap_or(text).split_once('.')?;
        let hundredths = count(hundredths).filter(|_| hundredths.len() == 2)?;
        let size = count(whole)?.saturating_mul(100).saturating_add(hundredths);
        Some(Self::Centipawns(if text.starts_with('-') { -size } else { size }))
    }

    /// The score of a mate in this many full moves: negative if the side to move is mated, 0 if it is already.
    pub fn of_moves_to_mate(moves: i32) -> Self {
        let plies = moves.unsigned_abs().saturating_mul(2);
        if moves > 0 { Self::Mate(plies - 1) } else { Self::Mated(plies) }
    }

    /// The score one ply earlier, for the player who then moved.
    ///
    /// What is good for one side is bad for the other, and every mate is one
    /// ply farther away.
    #[must_use]
    pub fn one_ply_earlier(self) -> Self {
        match self {
            Self::Centipawns(v) => Self::Centipawns(v.saturating_neg()),
            Self::Mate(plies) => Self::Mated(plies.saturating_add(1)),
            Self::Mated(plies) => Self::Mate(plies.saturating_add(1)),
        }
    }

    /// The score of the other side for the same position: what is good for one is bad for the other.
    #[must_use]
    pub fn of_other_side(self) -> Self {
        match self {
            Self::Centipawns(value) => Self::Centipawns(value.saturating_neg()),
            Self::Mate(plies) => Self::Mated(plies),
            Self::Mated(plies) => Self::Mate(plies),
        }
    }

    /// Full moves to the mate: positive if the side to move gives it, negative if it suffers it, 0 if it is
    /// already mated; `None` for an ordinary score.
    pub fn mate_in_moves(self) -> Option<i32> {
        let moves = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        match self {
            Self::Centipawns(_) => None,
            Self::Mate(plies) => Some(moves(plies.div_ceil(2))),
            Self::Mated(plies) => Some(-moves(plies.div_ceil(2))),
        }
    }

    /// The operand of the EPD operation `ce` (-32767..=32766).
    ///
    /// Ordinary scores are cut to -32000..=32000. A mate too far away for `ce` is written as the best (or
    /// worst) ordinary score: still won or lost, never a mate of the wrong length. A number of plies with the
    /// wrong parity is read as the next longer mate.
    pub fn to_ce(self) -> i32 {
        match self {
            Self::Centipawns(v) => v.clamp(-CE_LIMIT, CE_LIMIT),
            Self::Mate(plies) => mate_plies(plies | 1).map_or(CE_LIMIT, |p| CE_MATE - p),
            Self::Mated(plies) => {
                let even = plies.saturating_add(plies & 1);
                mate_plies(even).map_or(-CE_LIMIT, |p| p - CE_MATE)
            }
        }
    }

    /// Reads the operand of `ce`; `None` if the number is not a score (out of range, the mark of an illegal
    /// position, or a mate of impossible parity).
    pub fn from_ce(ce: i32) -> Option<Self> {
        if (-CE_LIMIT..=CE_LIMIT).contains(&ce) {
            return Some(Self::Centipawns(ce));
        }
        if ce > 0 {
            let plies = u32::try_from(CE_MATE.checked_sub(ce)?).ok()?;
            (plies % 2 == 1).then_some(Self::Mate(plies))
        } else {
            let plies = u32::try_from(CE_MATE.checked_add(ce)?).ok()?;
            plies.is_multiple_of(2).then_some(Self::Mated(plies))
        }
    }

    /// A key that sorts like the score: first lost, open or won, then by how much.
    fn order_key(self) -> (i8, i64) {
        match self {
            Self::Mated(plies) => (-1, i64::from(plies)),
            Self::Centipawns(v) => (0, i64::from(v)),
            Self::Mate(plies) => (1, -i64::from(plies)),
        }
    }
}

/// The plies as a signed number, if `ce` has room for a mate that long.
fn mate_plies(plies: u32) -> Option<i32> {
    if plies > CE_MAX_PLIES {
        return None;
    }
    i32::try_from(plies).ok()
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order_key().cmp(&other.order_key())
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Score {
    /// Pawns with two decimals and a sign (`+0.34`), or full moves to the mate (`#3` we mate, `#-2` we are
    /// mated, `#0` we have been mated).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(v) => {
                let sign = if v < 0 { '-' } else { '+' };
                let size = v.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
            Self::Mate(_) | Self::Mated(_) => {
                write!(f, "#{}", self.mate_in_moves().unwrap_or(0))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Score::{self, Centipawns, Mate, Mated};
    use proptest::prelude::*;

    #[test]
    fn the_numbers_of_the_epd_text() {
        assert_eq!(Mate(1).to_ce(), 32_766);
        assert_eq!(Mate(3).to_ce(), 32_764);
        assert_eq!(Mated(0).to_ce(), -32_767);
        assert_eq!(Mated(2).to_ce(), -32_765);
        assert_eq!(Mated(4).to_ce(), -32_763);
        assert_eq!(Score::from_ce(-32_768), None);
        assert_eq!(Score::from_ce(32_767), None);
        assert_eq!(Score::from_ce(i32::MAX), None);
        assert_eq!(Score::from_ce(i32::MIN), None);
        for n in 1..=383 {
            let plies = 2 * u32::try_from(n).unwrap();
            assert_eq!(Mate(plies - 1).to_ce(), 32_767 - (2 * n - 1));
            assert_eq!(Mated(plies).to_ce(), -32_767 + 2 * n);
        }
    }

    #[test]
    fn every_ce_reads_back_as_itself_or_not_at_all() {
        for ce in -40_000..=40_000 {
            match Score::from_ce(ce) {
                Some(score) => assert_eq!(score.to_ce(), ce),
                None => assert!(ce.abs() > 32_000),
            }
        }
        // Every other number beyond the ordinary range is a score.
        assert_eq!((32_001..=32_766).filter_map(Score::from_ce).count(), 383);
        assert_eq!((-32_767..=-32_001).filter_map(Score::from_ce).count(), 384);
    }

    #[test]
    fn far_mates_read_as_plain_won_or_lost() {
        assert_eq!(Mate(765).to_ce(), 32_002);
        assert_eq!(Mate(767).to_ce(), 32_000);
        assert_eq!(Mate(u32::MAX).to_ce(), 32_000);
        assert_eq!(Mated(766).to_ce(), -32_001);
        assert_eq!(Mated(768).to_ce(), -32_000);
        assert_eq!(Mated(u32::MAX).to_ce(), -32_000);
        assert_eq!(Centipawns(i32::MIN).to_ce(), -32_000);
        assert_eq!(Centipawns(99_999).to_ce(), 32_000);
    }

    #[test]
    fn shown() {
        assert_eq!(Centipawns(34).to_string(), "+0.34");
        assert_eq!(Centipawns(-1205).to_string(), "-12.05");
        assert_eq!(Centipawns(0).to_string(), "+0.00");
        assert_eq!(Centipawns(i32::MIN).to_string(), "-21474836.48");
        assert_eq!(Mate(5).to_string(), "#3");
        assert_eq!(Mated(4).to_string(), "#-2");
        assert_eq!(Mated(0).to_string(), "#0");
        assert_eq!(Mate(u32::MAX).mate_in_moves(), Some(i32::MAX));
    }

    fn any_score() -> impl Strategy<Value = Score> {
        prop_oneof![
            any::<i32>().prop_map(Centipawns),
            (0..40_000_u32).prop_map(|n| Mate(2 * n + 1)),
            (0..40_000_u32).prop_map(|n| Mated(2 * n)),
        ]
    }

    proptest! {
        #[test]
        fn ce_keeps_the_order(a in any_score(), b in any_score()) {
            if a <= b {
                prop_assert!(a.to_ce() <= b.to_ce());
            }
            prop_assert_eq!(Score::of_shown(&a.to_string()).map(Score::to_ce), Some(a.to_ce()));
            let ce = a.to_ce();
            prop_assert!((-32_767..=32_766).contains(&ce));
            prop_assert_eq!(Score::from_ce(ce).map(Score::to_ce), Some(ce));
        }

        #[test]
        fn stepping_back_reverses_the_order(a in any_score(), b in any_score()) {
            let floor = Centipawns(-i32::MAX);
            prop_assume!(a.max(floor) == a && b.max(floor) == b || a != b);
            if a < b {
                prop_assert!(a.one_ply_earlier() >= b.one_ply_earlier());
            }
        }

        #[test]
        fn any_number_of_plies_gives_a_number_that_reads_back(plies in any::<u32>()) {
            for score in [Mate(plies), Mated(plies)] {
                prop_assert!(Score::from_ce(score.to_ce()).is_some());
            }
        }
    }
}
