//! Going from problem to problem: through those of a record, and after its last one through the list.

/// The number of the next problem in the record; `None` if it is in another record. `at` is the current
/// problem, and `count` the number of problems.
pub fn next(at: Option<usize>, back: bool, count: usize) -> Option<usize> {
    let next = match (at, back) {
        (None, false) => Some(0),
        (None, true) => count.checked_sub(1),
        (Some(at), false) => at.checked_add(1),
        (Some(at), true) => at.checked_sub(1),
    };
    next.filter(|next| *next < count)
}

/// The first problem to show on reaching a record; `None` if it has none.
pub fn first(back: bool, count: usize) -> Option<usize> {
    let last = count.checked_sub(1)?;
    Some(if back { last } else { 0 })
}

/// A tour through the rows of a list, from the row after the start all the way round to the row before it.
#[derive(Debug, Clone, Copy)]
pub struct Round {
    /// Rows of the list.
    pub rows: usize,
    /// The current row, less than `rows`.
    pub start: usize,
    /// Whether the tour goes up the list.
    pub back: bool,
}

impl Round {
    /// The row that is `away` rows from the start, at most `rows`.
    pub fn row(self, away: usize) -> usize {
        let Self { rows, start, back } = self;
        if back { (start + rows - away) % rows } else { (start + away) % rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_problems_of_a_record_come_one_after_the_other() {
        let check =
            |at, back, count, expected| assert_eq!(next(at, back, count), expected, "{at:?} {back} {count}");
        check(None, false, 3, Some(0));
        check(Some(0), false, 3, Some(1));
        check(Some(2), false, 3, None);
        check(None, true, 3, Some(2));
        check(Some(2), true, 3, Some(1));
        check(Some(0), true, 3, None);
        check(None, false, 0, None);
        check(None, true, 0, None);
        // Some problems were fixed in the meantime.
        check(Some(9), false, 3, None);
        check(Some(3), true, 3, Some(2));
    }

    #[test]
    fn a_record_is_come_to_from_its_side() {
        assert_eq!((first(false, 3), first(true, 3), first(true, 0)), (Some(0), Some(2), None));
    }

    proptest! {
        #[test]
        fn a_round_sees_each_other_row_once(rows in 1..50_usize, start in 0..50_usize, back: bool) {
            let start = start % rows;
            let round = Round { rows, start, back };
            let mut seen: Vec<usize> = (1..rows).map(|away| round.row(away)).collect();
            if let Some(&next) = seen.first() {
                prop_assert_eq!(next, if back { (start + rows - 1) % rows } else { (start + 1) % rows });
            }
            seen.sort_unstable();
            let others: Vec<usize> = (0..rows).filter(|&row| row != start).collect();
            prop_assert_eq!(seen, others);
        }
    }
}
