//! What a clock of a game shows.

/// Minutes and seconds, with tenths in the last ten seconds.
///
/// ```
/// use epidote::text::clock::clock_face;
/// assert_eq!(clock_face(61_500), "1:01");
/// assert_eq!(clock_face(10_000), "0:10");
/// assert_eq!(clock_face(9_999), "0:09.9");
/// assert_eq!(clock_face(5_400_000), "90:00");
/// ```
pub fn clock_face(ms: u64) -> String {
    let (minutes, seconds) = (ms / 60_000, ms / 1000 % 60);
    if ms < 10_000 {
        format!("0:{seconds:02}.{}", ms % 1000 / 100)
    } else {
        format!("{minutes}:{seconds:02}")
    }
}
