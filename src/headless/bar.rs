//! How much of a bar a score fills.

use crate::chess::score::Score;

/// The score at which the curve has bent by half. Beyond it, hundredths of a pawn count less and less.
const BEND: f64 = 300.0;

/// The part of the bar, in thousandths, for the side that the score refers to. It is 500 in an equal
/// position, and 0 or 1000 only for a mate.
///
/// ```
/// use epidote::chess::score::Score;
/// use epidote::headless::bar::share;
/// assert_eq!(share(Score::Centipawns(0)), 500);
/// assert_eq!(share(Score::Centipawns(300)) + share(Score::Centipawns(-300)), 1000);
/// assert_eq!((share(Score::Mate(3)), share(Score::Mated(0))), (1000, 0));
/// ```
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1000")]
pub fn share(score: Score) -> u32 {
    match score {
        Score::Mate(_) => 1000,
        Score::Mated(_) => 0,
        Score::Centipawns(value) => {
            let bent = f64::from(value) / BEND;
            // A root is one instruction where an exponential function would be a library.
            let share = 500.0 + 500.0 * bent / (1.0 + bent * bent).sqrt();
            (share.round() as u32).clamp(5, 995)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_is_never_less() {
        let mut last = share(Score::Mated(0));
        for value in (-32_000..=32_000).step_by(7) {
            let now = share(Score::Centipawns(value));
            assert!(now >= last, "{value}");
            last = now;
        }
        assert!(last < share(Score::Mate(1)));
        assert!(share(Score::Centipawns(100)) > 600);
    }
}
