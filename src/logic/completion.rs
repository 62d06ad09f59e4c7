//! The list of completions: what a key does while the list is open.

/// Offers in a page of the list.
const PAGE: usize = 8;

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    /// Choose another offer.
    Choose(usize),
    /// Accept the chosen offer, unless the list has only just opened.
    Accept,
    /// Close the list, and nothing else.
    Close,
    /// Close the list because the caret moves; the key has its usual effect in a text.
    Leave,
    /// Type the key.
    Type,
}

/// What a key does while offer number `at` of `count` is chosen. Without offers every key is typed.
pub fn does(key: &str, at: usize, count: usize) -> Does {
    let Some(last) = count.checked_sub(1) else { return Does::Type };
    match key {
        "ArrowDown" => Does::Choose(if at >= last { 0 } else { at + 1 }),
        "ArrowUp" => Does::Choose(at.checked_sub(1).unwrap_or(last)),
        "PageDown" => Does::Choose((at + PAGE).min(last)),
        "PageUp" => Does::Choose(at.saturating_sub(PAGE)),
        "Enter" => Does::Accept,
        "Escape" => Does::Close,
        "ArrowLeft" | "ArrowRight" | "Home" | "End" | "Tab" => Does::Leave,
        _ => Does::Type,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn arrows_go_round_and_pages_do_not() {
        let check = |key, at, expected| assert_eq!(does(key, at, 20), Does::Choose(expected), "{key} {at}");
        check("ArrowDown", 0, 1);
        check("ArrowDown", 19, 0);
        check("ArrowUp", 0, 19);
        check("ArrowUp", 5, 4);
        check("PageDown", 5, 13);
        check("PageDown", 15, 19);
        check("PageUp", 5, 0);
        check("PageUp", 15, 7);
    }

    #[test]
    fn other_keys_take_close_or_type() {
        let check = |key, expected| assert_eq!(does(key, 0, 3), expected, "{key}");
        check("Enter", Does::Accept);
        check("Escape", Does::Close);
        for key in ["ArrowLeft", "ArrowRight", "Home", "End", "Tab"] {
            check(key, Does::Leave);
        }
        check("a", Does::Type);
        check("Backspace", Does::Type);
    }

    #[test]
    fn without_offers_every_key_is_typed() {
        for key in ["ArrowDown", "Enter", "Escape", "Tab", "a"] {
            assert_eq!(does(key, 0, 0), Does::Type, "{key}");
        }
    }

    proptest! {
        #[test]
        fn what_is_chosen_is_there(key in prop::sample::select(vec!["ArrowDown", "ArrowUp", "PageDown", "PageUp"]), at in 0..40_usize, count in 1..40_usize) {
            prop_assume!(at < count);
            let Does::Choose(next) = does(key, at, count) else { panic!("{key} chooses") };
            prop_assert!(next < count);
        }
    }
}
