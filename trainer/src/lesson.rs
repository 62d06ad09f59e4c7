//! The value that the net should give for a position.
//!
//! The score of a short search has errors, but they become smaller as a game goes on: the searches of later
//! moves know more about the position, and in the end there is the result. So the winning chance to learn is
//! a mean of all of these, in which later plies have less and less weight.

use crate::sample::Sample;

/// The weight of a position one ply later, relative to the present one.
const LATER: f32 = 0.8;
/// The weight of the result of a game for each of its positions, beside the scores.
const RESULT: f32 = 0.15;
/// Assumed number of plies between the last position of a game and its end. The exact number is not known:
/// the last position written is a quiet one, and what followed decided the game.
const TO_THE_END: i32 = 4;

/// A position, and the winning chance of its side to move, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lesson {
    /// The position.
    pub sample: Sample,
    /// The value to learn.
    pub target: f32,
}

/// The winning chance for a logarithm of the odds.
pub fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// The positions of each game in a file, which has them one after another.
pub fn games(samples: &[Sample]) -> impl Iterator<Item = &[Sample]> {
    samples.chunk_by(|before, after| before.ply < after.ply)
}

/// The lessons from a game, the last position first. `scale` is the number of centipawns that multiply the
/// odds of winning by e.
pub fn lessons(game: &[Sample], scale: f32) -> impl Iterator<Item = Lesson> {
    let mut later: Option<(f32, Sample)> = None;
    game.iter().rev().map(move |&sample| {
        let result = f32::from(sample.result) / 2.0;
        let score = chance(f32::from(sample.score) / scale);
        let (after, plies) = match later {
            None => (result, TO_THE_END),
            Some((value, next)) => {
                let own = if next.is_black == sample.is_black { value } else { 1.0 - value };
                (own, i32::from(next.ply) - i32::from(sample.ply))
            }
        };
        let value = score + LATER.powi(plies) * (after - score);
        later = Some((value, sample));
        Lesson { sample, target: value + RESULT * (result - value) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::Board;

    /// Positions with White and Black to move in turn, by score and ply.
    fn game(scores: &[(i16, u16)], white: u8) -> Vec<Sample> {
        let of = |&(score, ply): &(i16, u16)| {
            let is_black = ply % 2 == 1;
            let result = if is_black { 2 - white } else { white };
            Sample { is_black, result, ..Sample::of(&Board::default(), score, ply) }
        };
        scores.iter().map(of).collect()
    }

    #[test]
    fn games_end_where_plies_begin_anew() {
        let mut samples = game(&[(0, 3), (0, 4), (0, 9)], 1);
        samples.extend(game(&[(0, 9), (0, 12)], 1));
        assert_eq!(games(&samples).map(<[_]>::len).collect::<Vec<_>>(), [3, 2]);
    }

    #[test]
    fn what_comes_later_counts_and_less_the_later() {
        let target =
            |scores: &[(i16, u16)], white| lessons(&game(scores, white), 170.0).last().unwrap().target;
        // An even game that is drawn gives an even chance.
        assert!((target(&[(0, 2), (0, 3), (0, 4)], 1) - 0.5).abs() < 1e-6);
        // A score for Black counts against White.
        let (near, far) = (target(&[(0, 2), (300, 3), (0, 20)], 1), target(&[(0, 2), (300, 9), (0, 20)], 1));
        assert!(near < far && far < 0.5, "{near} {far}");
        // The result counts most for the last position, and to some extent for every one.
        let last = lessons(&game(&[(0, 2), (0, 40)], 2), 170.0).next().unwrap().target;
        let first = target(&[(0, 2), (0, 40)], 2);
        assert!(0.52 < first && first < last, "{first} {last}");
    }
}
