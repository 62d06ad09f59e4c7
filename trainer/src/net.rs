//! The net during training, and its file format.
//!
//! The features of a side are summed up in `H` numbers; each is clipped to 0 … 1 and squared. The numbers of
//! both sides, the side to move first, are weighted and added up to one number: the logarithm of the odds of
//! winning. The threats of both sides are weighted and added to it.
//!
//! The file has whole numbers. It begins with `EPDN`, the version 3, `H` divided by eight, the number of outputs and that
//! of the sets of features, each in a byte. Then come, low byte first:
//!
//! | weights | times | bytes each |
//! |---|---|---|
//! | of features | 85 | 1 |
//! | biases of the sums | 255 | 2 |
//! | of outputs | 64 | 1 |
//! | biases of the outputs | 64 · 255 | 4 |
//! | of threats | 64 | 1 |
//!
//! In version 2 there were no threats. In version 1 there was, besides, only one set of features, and all weights had two
//! bytes and were times 255.

use crate::features::{BUCKETS, FEATURES, KINGS, MEN, Seen, THREATS};
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

/// All weights, in one list: of the features, the biases of the sums, of the outputs, the biases of these, and of
/// threats.
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
    /// Weights of threats.
    pub const THREATS: usize = Self::OUT_SUMS + BUCKETS;
    /// The end.
    pub const LEN: usize = Self::THREATS + BUCKETS * 2 * THREATS;
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
    /// weights and do not count at first, nor do threats that the file does not know. All sets of features begin as the only
    /// one of a file that has one. Returns
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
            (2 | 3, KINGS) => (KINGS, 1, SEEN_UNIT),
            _ => return false,
        };
        let parts = [
            (sets * MEN * own, seen_bytes, seen_unit),
            (own, 2, UNIT),
            (BUCKETS * 2 * own, seen_bytes, OUT_UNIT),
            (BUCKETS, 4, OUT_UNIT * UNIT),
            (if version < 3 { 0 } else { BUCKETS * 2 * THREATS }, 1, OUT_UNIT),
        ];
        let length = parts.iter().map(|(count, bytes, _)| count * bytes).sum::<usize>();
        if own == 0 || own > H || usize::from(outputs) != BUCKETS || rest.len() != length {
            return false;
        }
        let mut left = rest;
        let [seen, sums, out, out_sums, threats] = parts.map(|(count, bytes, unit)| {
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
        self.all[Layout::<H>::OUT_SUMS..Layout::<H>::THREATS].copy_from_slice(&out_sums);
        self.all[Layout::<H>::THREATS..].fill(0.0);
        self.all[Layout::<H>::THREATS..][..threats.len()].copy_from_slice(&threats);
        true
    }

    /// Where the weights of threats begin for a position.
    fn threats(seen: &Seen) -> usize {
        Layout::<H>::THREATS + seen.bucket * 2 * THREATS
    }

    /// The output for a position.
    pub fn forward(&self, seen: &Seen, work: &mut Work<H>) -> f32 {
        let mut sum = self.all[Layout::<H>::OUT_SUMS + seen.bucket];
        let threats = &self.all[Self::threats(seen)..][..2 * THREATS];
        sum += seen.threats.iter().zip(threats).map(|(number, weight)| number * weight).sum::<f32>();
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
        let threats = &mut gradient[Self::threats(seen)..][..2 * THREATS];
        for (weight, number) in threats.iter_mut().zip(&seen.threats) {
            *weight += error * number;
        }
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
        let ends = [
            Layout::<H>::SUMS,
            Layout::<H>::OUT,
            Layout::<H>::OUT_SUMS,
            Layout::<H>::THREATS,
            Layout::<H>::LEN,
        ];
        let mut start = 0;
        for (end, unit) in ends.into_iter().zip([SEEN_UNIT, UNIT, OUT_UNIT, OUT_UNIT * UNIT, OUT_UNIT]) {
            for (to, from) in to.all[start..end].iter_mut().zip(&self.all[start..end]) {
                *to = (from * unit).round() / unit;
            }
            start = end;
        }
    }

    /// The net in its file format.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = b"EPDN\x03".to_vec();
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
        for &weight in &self.all[Layout::<H>::OUT_SUMS..Layout::<H>::THREATS] {
            bytes.extend(((weight * OUT_UNIT * UNIT).round() as i32).to_le_bytes());
        }
        for &weight in &self.all[Layout::<H>::THREATS..] {
            bytes.extend(((weight * OUT_UNIT).round() as i8).to_le_bytes());
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
        bytes[4] = 4;
        assert!(!taken.take_over(&bytes), "no such version");
    }

    fn busy() -> Seen {
        let fields = "r1bq3k/pp3pBp/2n2N2/2bpp1Q1/1PP3n1/3B1R2/P1P2q1P/R6K b - - 0 1";
        let mut seen = Seen::default();
        seen.look(&Sample::of(&fields.parse::<Board>().unwrap(), 0, 0));
        seen
    }

    #[test]
    fn threats_count_once_they_have_weights() {
        let seen = busy();
        assert!(seen.threats.iter().filter(|&&number| number != 0.0).count() > 8, "{:?}", seen.threats);
        let mut net = Net::<64>::new(3);
        let mut old = net.to_bytes();
        old.truncate(old.len() - BUCKETS * 2 * THREATS);
        old[4] = 2;
        let before = net.forward(&seen, &mut Work::default());
        let at = Layout::<64>::THREATS + (seen.bucket * 2 + 1) * THREATS;
        for (weight, of) in net.all[at..][..THREATS].iter_mut().zip(1..) {
            *weight = of as f32 / OUT_UNIT;
        }
        let expect: f32 =
            (1..).zip(&seen.threats[THREATS..]).map(|(of, number)| of as f32 * number / OUT_UNIT).sum();
        let after = net.forward(&seen, &mut Work::default());
        assert!(expect > 0.1 && (after - before - expect).abs() < 1e-4, "{before} {after} {expect}");
        let mut same = Net::<64>::new(4);
        assert!(same.take_over(&net.to_bytes()));
        assert_eq!(same.to_bytes(), net.to_bytes());
        // A file without them takes them away.
        assert!(same.take_over(&old));
        let mut without = Net::<64>::new(6);
        assert!(without.take_over(&old));
        assert!(without.all[Layout::<64>::THREATS..].iter().all(|&weight| weight == 0.0));
        assert_eq!(same.all, without.all);
    }

    #[test]
    fn gradients_are_slopes() {
        let (seen, mut work, mut net) = (busy(), Work::default(), Net::<64>::new(5));
        net.all[Layout::<64>::THREATS..].fill(0.1);
        net.forward(&seen, &mut work);
        let mut gradient = vec![0.0; net.all.len()];
        net.backward(&seen, &work, 1.0, &mut gradient);
        let mut checked = 0;
        for at in (0..net.all.len()).filter(|&at| gradient[at] != 0.0).step_by(5) {
            let kept = net.all[at];
            let mut value = |to: f32| {
                net.all[at] = to;
                net.forward(&seen, &mut work)
            };
            let slope = (value(kept + 2e-3) - value(kept - 2e-3)) / 4e-3;
            net.all[at] = kept;
            assert!(
                (slope - gradient[at]).abs() < 0.005 + 0.02 * slope.abs(),
                "{at}: {slope} {}",
                gradient[at]
            );
            checked += usize::from(at >= Layout::<64>::THREATS);
        }
        assert!(checked > 1);
    }
}
