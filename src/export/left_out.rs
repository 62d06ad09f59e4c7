//! What an export leaves out.

use serde::{Deserialize, Serialize};

use crate::epd::LineKind;

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

    /// What a line of this number leaves out: `written` is what [`Export::line`](super::Export::line) returned for it.
    pub fn of_line(written: Option<usize>, line: &[u8], number: usize) -> Self {
        match written {
            Some(0) => Self::default(),
            Some(count) => Self { count, first_line: number },
            None if LineKind::of(line) == LineKind::Record => Self::one(number),
            None => Self::default(),
        }
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
