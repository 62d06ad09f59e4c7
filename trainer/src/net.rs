//! The net during training, and its file format.
//!
//! The features of a side are summed up in `H` numbers; each is clipped to 0 … 1 and squared. The numbers of
//! both sides, the side to move first, are weighted and added up to one number: the logarithm of the odds of
//! winning.
//!
//! The file has whole numbers: weights of features times 255, and weights of outputs times 64. It begins with
//! `EPDN`, a version, `H` and the number of outputs, each in a byte (`H` divided by eight). All numbers have
//! two bytes, but the biases of the outputs have four, low byte first.

use crate::features::{BUCKETS, FEATURES, Seen};
use crate::random::Random;

/// The factor for weights of features in the file.
pub const UNIT: f32 = 255.0;
/// The factor for weights of outputs in the file.
pub const OUT_UNIT: f32 = 64.0;
/// The greatest weight of an output: its number in the file stays within the range of a byte.
pub const MOST: f32 = 127.0 / OUT_UNIT;

/// All weights, in one list: of the features, the biases of the sums, of the outputs, and the biases of
/// these.
#[derive(Debug, Clone)]
pub struct Net<const H: usize> {
    /// The weights.
    pub all: Vec<f32>,
}

/// The places where the parts of the list begin.
#[derive(Debug)]
pub struct Layout<const H: usize>;

impl<const H: usize> Layout<H> {
    /// Biases of the sums.
    pub const SUMS: usize = FEATURES * H;
    /// Weights of the outputs.
    pub const OUT: usize = Self::SUMS + H;
    /// Biases of the outputs.
    pub const OUT_SUMS: usize = Self::OUT + BUCKETS * 2 * H;
    /// The end.
    pub const LEN: usize = Self::OUT_SUMS + BUCKETS;
}

/// Intermediate results for a position.
#[derive(Debug, Clone)]
pub struct Work<const H: usize> {
    sums: [[f32; H]; 2],
}

impl<const H: usize> Default for Work<H> {
    fn default() -> Self {
        Self { sums: [[0.0; H]; 2] }
    }
}

impl<const H: usize> Net<H> {
    /// A net with random weights.
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut all = vec![0.0; Layout::<H>::LEN];
        let (seen, out) = (0.1, (1.0 / (2 * H) as f32).sqrt());
        for weight in &mut all[..Layout::<H>::SUMS] {
            *weight = (random.unit() * 2.0 - 1.0) * seen;
        }
        for weight in &mut all[Layout::<H>::OUT..Layout::<H>::OUT_SUMS] {
            *weight = (random.unit() * 2.0 - 1.0) * out;
        }
        Self { all }
    }

    /// Takes over the weights of a net from a file, with at most as many units. New units begin with random
    /// weights and do not count at first. Returns `false` and changes nothing if the bytes are not such a
    /// net.
    #[must_use]
    pub fn take_over(&mut self, bytes: &[u8]) -> bool {
        let (Some(&[b'E', b'P', b'D', b'N', 1, eights, outputs, 0]), Some(rest)) =
            (bytes.first_chunk::<8>(), bytes.get(8..))
        else {
            return false;
        };
        let own = usize::from(eights) * 8;
        let rows = FEATURES + 1 + 2 * BUCKETS;
        if own > H || usize::from(outputs) != BUCKETS || rest.len() != 2 * rows * own + 4 * BUCKETS {
            return false;
        }
        let (weights, constants) = rest.split_at(2 * rows * own);
        let mut weights = weights.as_chunks::<2>().0.iter().map(|&two| f32::from(i16::from_le_bytes(two)));
        for (at, row) in self.all[..Layout::<H>::OUT_SUMS].chunks_exact_mut(H).enumerate() {
            let is_output = at > FEATURES;
            let unit = if is_output { OUT_UNIT } else { UNIT };
            for weight in &mut row[..own] {
                *weight = weights.next().unwrap_or(0.0) / unit;
            }
            if is_output {
                row[own..].fill(0.0);
            }
        }
        for (to, &four) in self.all[Layout::<H>::OUT_SUMS..].iter_mut().zip(constants.as_chunks::<4>().0) {
            *to = i32::from_le_bytes(four) as f32 / (OUT_UNIT * UNIT);
        }
        true
    }

    /// The output for a position.
    pub fn forward(&self, seen: &Seen, work: &mut Work<H>) -> f32 {
        let mut sum = self.all[Layout::<H>::OUT_SUMS + seen.bucket];
        for side in 0..2 {
            let sums = &mut work.sums[side];
            sums.copy_from_slice(&self.all[Layout::<H>::SUMS..Layout::<H>::OUT]);
            for &feature in &seen.sides[side] {
                let row = &self.all[usize::from(feature) * H..][..H];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
            let out = &self.all[Layout::<H>::OUT + (seen.bucket * 2 + side) * H..][..H];
            for (value, weight) in sums.iter().zip(out) {
                let cut = value.clamp(0.0, 1.0);
                sum += cut * cut * weight;
            }
        }
        sum
    }

    /// Adds to `gradient` the contribution of each weight to an error of the output.
    pub fn backward(&self, seen: &Seen, work: &Work<H>, error: f32, gradient: &mut [f32]) {
        gradient[Layout::<H>::OUT_SUMS + seen.bucket] += error;
        for side in 0..2 {
            let at = Layout::<H>::OUT + (seen.bucket * 2 + side) * H;
            let sums = &work.sums[side];
            let mut back = [0.0; H];
            {
                let out = &self.all[at..][..H];
                let out_gradient = &mut gradient[at..][..H];
                for i in 0..H {
                    let cut = sums[i].clamp(0.0, 1.0);
                    out_gradient[i] += error * cut * cut;
                    let inside = if sums[i] > 0.0 && sums[i] < 1.0 { 1.0 } else { 0.0 };
                    back[i] = error * out[i] * 2.0 * cut * inside;
                }
            }
            for (sum, back) in gradient[Layout::<H>::SUMS..Layout::<H>::OUT].iter_mut().zip(&back) {
                *sum += back;
            }
            for &feature in &seen.sides[side] {
                let row = &mut gradient[usize::from(feature) * H..][..H];
                for (weight, back) in row.iter_mut().zip(&back) {
                    *weight += back;
                }
            }
        }
    }

    /// The net in its file format.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = b"EPDN\x01".to_vec();
        bytes.push((H / 8) as u8);
        bytes.push(BUCKETS as u8);
        bytes.push(0);
        for &weight in &self.all[..Layout::<H>::OUT] {
            bytes.extend(((weight * UNIT).round() as i16).to_le_bytes());
        }
        for &weight in &self.all[Layout::<H>::OUT..Layout::<H>::OUT_SUMS] {
            bytes.extend(((weight * OUT_UNIT).round() as i16).to_le_bytes());
        }
        for &weight in &self.all[Layout::<H>::OUT_SUMS..] {
            bytes.extend(((weight * OUT_UNIT * UNIT).round() as i32).to_le_bytes());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Sample;
    use cozy_chess::Board;

    #[test]
    fn a_wider_net_that_takes_one_over_says_the_same() {
        let mut narrow = Net::<64>::new(3);
        narrow.all[Layout::<64>::OUT_SUMS + 7] = 0.25;
        let bytes = narrow.to_bytes();
        let mut same = Net::<64>::new(4);
        assert!(same.take_over(&bytes));
        assert_eq!(same.to_bytes(), bytes);
        let mut wide = Net::<96>::new(5);
        assert!(wide.take_over(&bytes));
        let mut seen = Seen::default();
        seen.look(&Sample::of(&Board::default(), 0, 0));
        let (of_wide, of_same) =
            (wide.forward(&seen, &mut Work::default()), same.forward(&seen, &mut Work::default()));
        assert!((of_wide - of_same).abs() < 1e-4, "{of_wide} {of_same}");
        assert!(!Net::<64>::new(1).take_over(&wide.to_bytes()), "wider than it is");
        assert!(!same.take_over(&bytes[..bytes.len() - 1]) && !same.take_over(b"EPDN"));
    }
}
