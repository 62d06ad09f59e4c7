//! Moves through a list of choices by keys.

/// The index after a key in a cyclic list from 0 to `last`; `None` for other keys.
pub(super) fn stepped(key: &str, now: usize, last: usize) -> Option<usize> {
    let now = now.min(last);
    Some(match key {
        "ArrowDown" if now == last => 0,
        "ArrowDown" => now + 1,
        "ArrowUp" => now.checked_sub(1).unwrap_or(last),
        "Home" => 0,
        "End" => last,
        _ => return None,
    })
}
