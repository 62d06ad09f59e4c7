//! A set of names in one word of memory.

/// A set of names, each represented by one of 64 marks that it shares with some others: a "no" is certain, a
/// "yes" only a perhaps. Rules ask for many opcodes that a line does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Names(u64);

impl Names {
    /// Adds a name. Returns whether it was certainly not in the set before.
    pub(super) fn insert(&mut self, name: &[u8]) -> bool {
        let is_new = !self.may_hold(name);
        self.0 |= mark(name);
        is_new
    }

    /// Returns whether the name may be in the set.
    #[inline]
    pub(super) fn may_hold(self, name: &[u8]) -> bool {
        self.0 & mark(name) != 0
    }
}

/// The mark is made of the first letter, the last one and the length; the factor separates the opcodes of
/// test suites.
#[inline]
fn mark(name: &[u8]) -> u64 {
    let [first, last] =
        [name.first(), name.last()].map(|letter| letter.map_or(0, |&letter| usize::from(letter)));
    1 << ((first * 21 + last + name.len()) % 64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::opcode::OPCODES;

    #[test]
    fn never_denies_a_member() {
        let mut names = Names::default();
        assert!(!names.may_hold(b"") && !names.may_hold(b"bm"));
        for row in OPCODES {
            names.insert(row.name.as_bytes());
            assert!(names.may_hold(row.name.as_bytes()));
            assert!(!names.insert(row.name.as_bytes()));
        }
    }

    #[test]
    fn tells_the_opcodes_of_test_suites_apart() {
        let common = "acd acn acs am bm c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 ce dm eco fmvn hmvc id pm pv sm";
        let mut names = Names::default();
        assert!(common.split(' ').all(|name| names.insert(name.as_bytes())));
    }
}
