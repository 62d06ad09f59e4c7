//! What a clock of a game shows, and seconds with decimals. All times are whole milliseconds; no float is involved.

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

/// Milliseconds as seconds, with decimals only where there are some.
///
/// ```
/// use epidote::text::clock::seconds;
/// assert_eq!([60_000, 500, 2].map(seconds), ["60", "0.5", "0.002"]);
/// ```
pub fn seconds(ms: u64) -> String {
    let text = format!("{}.{:03}", ms / 1_000, ms % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Reads seconds as milliseconds; decimals after the third are rounded. `None` if the text is no number without a sign,
/// or too large.
///
/// ```
/// use epidote::text::clock::read_seconds;
/// assert_eq!(["0.3", ".002", "1.2345", "7."].map(read_seconds), [300, 2, 1_235, 7_000].map(Some));
/// assert_eq!(["", ".", "-1", "1.5.2", "99999999999999999999"].map(read_seconds), [None; 5]);
/// ```
pub fn read_seconds(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || !digits(whole) || !digits(part) {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let part: u64 = format!("{part:0<4.4}").parse().ok()?;
    whole.checked_mul(1_000)?.checked_add((part + 5) / 10)
}
