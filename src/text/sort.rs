//! Sorting, once for all types.
//!
//! The standard library makes its sort anew for each type and key, five kilobytes of code each
//! time, which the page would have to load. Here numbers are sorted, by a comparison that is
//! called through a pointer, and the items are put where the numbers went. The lists of a line
//! are short: nobody waits for it.

use std::cmp::Ordering;

/// Sorts by the order of the items; equal ones keep their places.
pub fn sort<T: Ord>(items: &mut Vec<T>) {
    sort_by(items, T::cmp);
}

/// Sorts by a key; items with equal keys keep their places.
pub fn sort_by_key<T, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

fn sort_by<T>(items: &mut Vec<T>, order: impl Fn(&T, &T) -> Ordering) {
    if items.is_sorted_by(|a, b| order(a, b).is_le()) {
        return;
    }
    let places = sorted_places(items.len(), &|a, b| order(&items[a], &items[b]));
    let mut taken: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(places.into_iter().filter_map(|at| taken[at].take()));
}

/// Which item comes first, second …
fn sorted_places(len: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..len).collect();
    places.sort_by(|&a, &b| order(a, b));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_as_the_standard_library(items in proptest::collection::vec((0..9_u8, any::<u8>()), 0..60)) {
            let mut ours = items.clone();
            let mut theirs = items;
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            prop_assert_eq!(&ours, &theirs);
            sort(&mut ours);
            theirs.sort_unstable();
            prop_assert_eq!(ours, theirs);
        }
    }
}
