//! What an export leaves out.

use serde::{Deserialize, Serialize};

/// Things that an export has no place for: records, or operations of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LeftOut {
    /// How many.
    pub count: usize,
    /// The number of the line of the first one; 0 if there is none.
    pub first_line: usize,
}

impl LeftOut {
    /// One at this line.
    pub fn one(first_line: usize) -> Self {
        Self { count: 1, first_line }
    }

    /// Adds those of later lines.
    pub fn add(&mut self, next: Self) {
        self.count += next.count;
        if self.first_line == 0 {
            self.first_line = next.first_line;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_that_of_the_first_thing() {
        let mut sum = LeftOut::default();
        for next in [LeftOut::default(), LeftOut { count: 2, first_line: 5 }, LeftOut::one(9)] {
            sum.add(next);
        }
        assert_eq!(sum, LeftOut { count: 3, first_line: 5 });
    }
}
