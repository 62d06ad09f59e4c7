//! The value that the net should give for a position.
//!
//! The score of a short search has errors, but they become smaller as a game goes on: the searches of later
//! moves know more about the position, and in the end there is the result. So the winning chance to learn is
//! a mean of all of these, in which later plies have less and less weight.
//!
//! Another engine may have been asked for its opinion of a position. Its scores are spread otherwise than
//! ours, and the margins of the search fit ours. So only their order is taken over: the opinion that a tenth
//! of all opinions are below becomes the score that a tenth of all scores are below, and so on.

use crate::sample::Sample;

/// The weight of a position one ply later, relative to the present one.
const LATER: f32 = 0.8;
/// The weight of the result of a game for each of its positions, beside the scores.
const RESULT: f32 = 0.15;
/// The weight of an opinion beside the score of the same position.
const OPINION: f32 = 0.5;
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

/// What opinions of another engine mean in scores of ours.
#[derive(Debug)]
pub struct Opinions(Vec<f32>);

/// Counts of scores, or of opinions: a place for each number of two bytes.
const NUMBERS: usize = 1 << 16;

fn place(number: i16) -> usize {
    (i32::from(number) - i32::from(i16::MIN)) as usize
}

/// How often each score was given, by us and by the other engine, on positions that have both.
#[derive(Debug)]
pub struct Spread {
    scores: Vec<u64>,
    opinions: Vec<u64>,
}

impl Default for Spread {
    fn default() -> Self {
        Self { scores: vec![0; NUMBERS], opinions: vec![0; NUMBERS] }
    }
}

impl Spread {
    /// Counts these positions too.
    pub fn count(&mut self, samples: &[Sample]) {
        for sample in samples {
            if let Some(opinion) = sample.opinion {
                self.scores[place(sample.score)] += 1;
                self.opinions[place(opinion)] += 1;
            }
        }
    }

    /// What each opinion means.
    pub fn opinions(&self) -> Opinions {
        let Self { scores, opinions } = self;
        let all: u64 = scores.iter().sum();
        let (mut meant, mut at, mut counted, mut before) = (vec![0.0; NUMBERS], 0, scores[0], 0);
        for (number, &count) in opinions.iter().enumerate() {
            // Of those that are equal, the one in the middle.
            let rank = (before + count / 2).min(all.saturating_sub(1));
            while counted <= rank && at + 1 < NUMBERS {
                at += 1;
                counted += scores[at];
            }
            meant[number] = at as f32 + f32::from(i16::MIN);
            before += count;
        }
        Opinions(meant)
    }
}

impl Opinions {
    /// The score that an opinion means.
    pub fn meant(&self, opinion: i16) -> f32 {
        self.0[place(opinion)]
    }
}

/// The positions of each game in a file, which has them one after another.
pub fn games(samples: &[Sample]) -> impl Iterator<Item = &[Sample]> {
    samples.chunk_by(|before, after| before.ply < after.ply)
}

/// The lessons from a game, the last position first. `scale` is the number of centipawns that multiply the
/// odds of winning by e.
pub fn lessons(game: &[Sample], opinions: &Opinions, scale: f32) -> impl Iterator<Item = Lesson> {
    let mut later: Option<(f32, Sample)> = None;
    game.iter().rev().map(move |&sample| {
        let result = f32::from(sample.result) / 2.0;
        let mut score = chance(f32::from(sample.score) / scale);
        if let Some(opinion) = sample.opinion {
            score += OPINION * (chance(opinions.meant(opinion) / scale) - score);
        }
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
        let target = |scores: &[(i16, u16)], white| {
            lessons(&game(scores, white), &Spread::default().opinions(), 170.0).last().unwrap().target
        };
        // An even game that is drawn gives an even chance.
        assert!((target(&[(0, 2), (0, 3), (0, 4)], 1) - 0.5).abs() < 1e-6);
        // A score for Black counts against White.
        let (near, far) = (target(&[(0, 2), (300, 3), (0, 20)], 1), target(&[(0, 2), (300, 9), (0, 20)], 1));
        assert!(near < far && far < 0.5, "{near} {far}");
        // The result counts most for the last position, and to some extent for every one.
        let last = lessons(&game(&[(0, 2), (0, 40)], 2), &Spread::default().opinions(), 170.0)
            .next()
            .unwrap()
            .target;
        let first = target(&[(0, 2), (0, 40)], 2);
        assert!(0.52 < first && first < last, "{first} {last}");
    }

    #[test]
    fn opinions_mean_the_scores_of_the_same_rank() {
        let mut samples = game(&[(-300, 1), (-20, 2), (10, 3), (60, 4), (500, 5)], 1);
        for (sample, opinion) in samples.iter_mut().zip([5, -90, -1, 0, 7]) {
            sample.opinion = Some(opinion);
        }
        // One that has no opinion does not count.
        samples.extend(game(&[(-900, 1)], 1));
        let mut spread = Spread::default();
        spread.count(&samples[..2]);
        spread.count(&samples[2..]);
        let opinions = spread.opinions();
        let meant = |opinion| opinions.meant(opinion);
        assert_eq!([-90, -1, 0, 5, 7].map(meant), [-300.0, -20.0, 10.0, 60.0, 500.0]);
        assert_eq!([-999, 6, 999].map(meant), [-300.0, 500.0, 500.0]);
        // Equal opinions mean the score in the middle.
        samples.iter_mut().for_each(|sample| sample.opinion = sample.opinion.map(|_| 3));
        let mut spread = Spread::default();
        spread.count(&samples);
        assert_eq!(spread.opinions().meant(3), 10.0);
    }

    #[test]
    fn an_opinion_counts_beside_the_score() {
        let mut samples = game(&[(0, 2), (0, 4)], 1);
        // The other engine calls 80 what we call 200.
        let mut shown = game(&[(200, 2)], 1);
        shown[0].opinion = Some(80);
        let mut spread = Spread::default();
        spread.count(&shown);
        let target = |samples: &[Sample]| lessons(samples, &spread.opinions(), 170.0).last().unwrap().target;
        assert_eq!(target(&samples), 0.5);
        samples[0].opinion = Some(80);
        let value = 0.5 + OPINION * (chance(200.0 / 170.0) - 0.5);
        // The even position two plies later and the drawn end count too.
        let expect = 0.5 + (1.0 - RESULT) * (1.0 - LATER.powi(2)) * (value - 0.5);
        assert!((target(&samples) - expect).abs() < 1e-6);
    }
}
