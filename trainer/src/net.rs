//! The net during training, and its file format.
//!
//! The features of a side are summed up in `H` numbers; each is clipped to 0 … 1 and squared. The numbers of
//! both sides, the side to move first, are weighted and added up to one number: the logarithm of the odds of
//! winning.
//!
//! The file has whole numbers. It begins with `EPDN`, the version 2, `H` divided by eight, the number of outputs and that
//! of the sets of features, each in a byte. Then come, low byte first:
//!
//! | weights | times | bytes each |
//! |---|---|---|
//! | of features | 85 | 1 |
//! | biases of the sums | 255 | 2 |
//! | of outputs | 64 | 1 |
//! | biases of the outputs | 64 · 255 | 4 |
//!
//! In version 1 there was one set of features, and all weights had two bytes and were times 255.

use crate::features::{BUCKETS, FEATURES, KINGS, MEN, Seen};
use crate::random::Random;

/// The factor for biases of the sums in the file.
pub const UNIT: f32 = 255.0;
/// The factor for weights of features in the file.
pub const SEEN_UNIT: f32 = UNIT / 3.0;
/// The greatest weight of a feature: its number in the file fits a byte.
pub const MOST_SEEN: f32 = 127.0 / SEEN_UNIT;
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
    /// weights and do not count at first. All sets of features begin as the only one of a file that has one. Returns
    /// `false` and changes nothing if the bytes are not such a net.
    #[must_use]
    pub fn take_over(&mut self, bytes: &[u8]) -> bool {
        let (Some(&[b'E', b'P', b'D', b'N', version, eights, outputs, sets]), Some(rest)) =
            (bytes.first_chunk::<8>(), bytes.get(8..))
        else {
            return false;
        };
        let own = usize::from(eights) * 8;
        let (sets, seen_bytes, seen_unit) = match (version, usize::from(sets)) {
            (1, 0) => (1, 2, UNIT),
            (2, KINGS) => (KINGS, 1, SEEN_UNIT),
            _ => return false,
        };
        let parts = [
            (sets * MEN * own, seen_bytes, seen_unit),
            (own, 2, UNIT),
            (BUCKETS * 2 * own, seen_bytes, OUT_UNIT),
            (BUCKETS, 4, OUT_UNIT * UNIT),
        ];
        let length = parts.iter().map(|(count, bytes, _)| count * bytes).sum::<usize>();
        if own == 0 || own > H || usize::from(outputs) != BUCKETS || rest.len() != length {
            return false;
        }
        let mut left = rest;
        let [seen, sums, out, out_sums] = parts.map(|(count, bytes, unit)| {
            let (part, after) = left.split_at(count * bytes);
            left = after;
            numbers(part, bytes, unit)
        });
        let rows = |to: &mut [f32], from: &[f32], fills: bool| {
            for (row, own_row) in to.chunks_exact_mut(H).zip(from.chunks_exact(own)) {
                row[..own].copy_from_slice(own_row);
                if fills {
                    row[own..].fill(0.0);
                }
            }
        };
        for set in self.all[..Layout::<H>::SUMS].chunks_exact_mut(sets * MEN * H) {
            rows(set, &seen, false);
        }
        rows(&mut self.all[Layout::<H>::SUMS..Layout::<H>::OUT], &sums, false);
        rows(&mut self.all[Layout::<H>::OUT..Layout::<H>::OUT_SUMS], &out, true);
        self.all[Layout::<H>::OUT_SUMS..].copy_from_slice(&out_sums);
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

    /// Makes `to` the net that the file of this one holds, with its whole numbers.
    pub fn round_into(&self, to: &mut Self) {
        let ends = [Layout::<H>::SUMS, Layout::<H>::OUT, Layout::<H>::OUT_SUMS, Layout::<H>::LEN];
        let mut start = 0;
        for (end, unit) in ends.into_iter().zip([SEEN_UNIT, UNIT, OUT_UNIT, OUT_UNIT * UNIT]) {
            for (to, from) in to.all[start..end].iter_mut().zip(&self.all[start..end]) {
                *to = (from * unit).round() / unit;
            }
            start = end;
        }
    }

    /// The net in its file format.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = b"EPDN\x02".to_vec();
        bytes.extend([(H / 8) as u8, BUCKETS as u8, KINGS as u8]);
        for &weight in &self.all[..Layout::<H>::SUMS] {
            bytes.extend(((weight * SEEN_UNIT).round() as i8).to_le_bytes());
        }
        for &weight in &self.all[Layout::<H>::SUMS..Layout::<H>::OUT] {
            bytes.extend(((weight * UNIT).round() as i16).to_le_bytes());
        }
        for &weight in &self.all[Layout::<H>::OUT..Layout::<H>::OUT_SUMS] {
            bytes.extend(((weight * OUT_UNIT).round() as i8).to_le_bytes());
        }
        for &weight in &self.all[Layout::<H>::OUT_SUMS..] {
            bytes.extend(((weight * OUT_UNIT * UNIT).round() as i32).to_le_bytes());
        }
        bytes
    }
}

/// Reads the numbers in a part of a file, each `bytes` long, and divides them by `unit`.
fn numbers(part: &[u8], bytes: usize, unit: f32) -> Vec<f32> {
    let number = |bytes: &[u8]| {
        // Low byte first; the last one has the sign.
        let number = bytes.iter().rev().fold(0, |number, &byte| number << 8 | i64::from(byte));
        let unused = 64 - 8 * bytes.len();
        (number << unused >> unused) as f32 / unit
    };
    part.chunks_exact(bytes).map(number).collect()
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
        let mut rounded = Net::<64>::new(6);
        narrow.round_into(&mut rounded);
        assert!(rounded.all.iter().zip(&same.all).all(|(one, other)| (one - other).abs() < 1e-6));
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

    #[test]
    fn a_file_with_one_set_of_features_begins_all_sets() {
        let net = Net::<64>::new(3);
        let mut bytes = b"EPDN\x01\x08\x08\x00".to_vec();
        let ranges =
            [0..MEN * 64, Layout::<64>::SUMS..Layout::<64>::OUT, Layout::<64>::OUT..Layout::<64>::OUT_SUMS];
        for (range, unit) in ranges.into_iter().zip([UNIT, UNIT, OUT_UNIT]) {
            bytes.extend(
                net.all[range].iter().flat_map(|weight| ((weight * unit).round() as i16).to_le_bytes()),
            );
        }
        bytes.extend([0; 4 * BUCKETS]);
        let mut taken = Net::<64>::new(4);
        assert!(taken.take_over(&bytes));
        let (first, second) = taken.all[..Layout::<64>::SUMS].split_at(MEN * 64);
        assert_eq!(first, second);
        assert!(first.iter().zip(&net.all).all(|(new, old)| (new - old).abs() <= 0.5 / UNIT + 1e-6));
        bytes[4] = 3;
        assert!(!taken.take_over(&bytes), "no such version");
    }
}
