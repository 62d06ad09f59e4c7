//! Swipes beside the board, which go to the next record and to the one before.

/// The shortest way of a swipe, in pixels.
const LEAST: f64 = 48.0;

/// By how many records a finger goes on that moved so far, in pixels to the right and down: 1 to the left, -1 to the
/// right; `None` for a press, and for what is rather a scroll.
pub fn records(right: f64, down: f64) -> Option<isize> {
    let is_swipe = right.abs() >= LEAST && right.abs() > 2.0 * down.abs();
    is_swipe.then_some(if right < 0.0 { 1 } else { -1 })
}

#[cfg(test)]
mod tests {
    use super::records;

    #[test]
    fn only_a_way_to_the_side_is_a_swipe() {
        for (right, down, expect) in [
            (-60.0, 5.0, Some(1)),
            (60.0, -29.0, Some(-1)),
            (60.0, 30.0, None),
            (-47.9, 0.0, None),
            (0.0, 300.0, None),
            (f64::NAN, 0.0, None),
        ] {
            assert_eq!(records(right, down), expect, "{right}, {down}");
        }
    }
}
