//! Random numbers that depend on a seed alone: the same in each version of the program.

/// A generator of numbers (SplitMix64).
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits.
    pub fn next_number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 where `end` is 0. Each is as likely as any other, to one part in 2^64.
    pub fn below(&mut self, end: usize) -> usize {
        let product = u128::from(self.next_number()) * end as u128;
        usize::try_from(product >> 64).unwrap_or(0)
    }

    /// Puts items in any order, each as likely as any other (the shuffle of Fisher and Yates). `beat` is called for each
    /// item, in case that there are many.
    pub fn shuffle<T>(&mut self, items: &mut [T], beat: impl Fn()) {
        for last in (1..items.len()).rev() {
            beat();
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn numbers_are_those_of_the_seed() {
        // Published values of SplitMix64 for the seed 1234567.
        let mut random = Random::new(1_234_567);
        let numbers = [(); 3].map(|()| random.next_number());
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
        assert_eq!(Random::new(1).below(0), 0);
        assert_eq!(Random::new(1).below(1), 0);
    }

    #[test]
    fn every_order_comes_up() {
        let mut random = Random::new(7);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6_000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items, || ());
            *seen.entry(items).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|count| (850..1_150).contains(count)), "{seen:?}");
    }
}
