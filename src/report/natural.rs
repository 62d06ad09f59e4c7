//! The order of names in which a reader looks for them: `v2` before `v10`.

use std::cmp::Ordering;

/// Compares names: numbers in them by their value, everything else by its characters.
pub(super) fn natural(a: &str, b: &str) -> Ordering {
    let (mut one, mut other) = (a, b);
    loop {
        let (number, rest) = cut(one);
        let (number_of_other, rest_of_other) = cut(other);
        let order = match (number, number_of_other) {
            (Some(x), Some(y)) => x.len().cmp(&y.len()).then_with(|| x.cmp(y)),
            _ => one.chars().next().cmp(&other.chars().next()),
        };
        if order.is_ne() {
            return order;
        }
        if one.is_empty() || other.is_empty() {
            // Such as `v2` and `v02`, which have an order too.
            return a.cmp(b);
        }
        (one, other) = (rest, rest_of_other);
    }
}

/// The digits at the beginning without leading zeros, or `None`; and what is behind them, or behind the first
/// character.
fn cut(text: &str) -> (Option<&str>, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    if end > 0 {
        return (Some(text[..end].trim_start_matches('0')), &text[end..]);
    }
    let mut characters = text.chars();
    characters.next();
    (None, characters.as_str())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_compared_by_value() {
        let mut names = ["v10", "v2", "", "v2.10", "v2.9", "a", "v02", "v", "10", "9", "é2", "é10", "v2b"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["", "9", "10", "a", "v", "v02", "v2", "v2.9", "v2.10", "v2b", "v10", "é2", "é10"]);
    }

    proptest! {
        #[test]
        fn it_is_an_order(names in proptest::collection::vec("[0-2a.]{0,5}", 3)) {
            let [a, b, c] = [&names[0], &names[1], &names[2]];
            prop_assert_eq!(natural(a, b), natural(b, a).reverse());
            prop_assert_eq!(natural(a, b).is_eq(), a == b);
            if natural(a, b).is_le() && natural(b, c).is_le() {
                prop_assert!(natural(a, c).is_le());
            }
        }
    }
}
