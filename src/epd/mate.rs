//! Distances to mate as programs write them outside the 1995 text: `#4`, `#-4`, `+M4`.

/// The longest mate that `ce` can express, in moves (§6.7).
pub const LONGEST: i64 = 383;

/// The full moves of `#4` or `#-4`, negative if the side to move is mated. `None` for other texts, and for
/// mates too long for `ce`.
///
/// ```
/// use epidote::epd::mate::{announced, ce};
/// // `bm #4` of a mate suite is `dm 4`; being mated is a matter for `ce`.
/// assert_eq!(announced(b"#4"), Some(4));
/// assert_eq!(announced(b"#-2").map(ce), Some(-32763));
/// assert_eq!(announced(b"Qxf7#"), None);
/// ```
pub fn announced(text: &[u8]) -> Option<i64> {
    moves(text.strip_prefix(b"#")?)
}

/// Like [`announced`], but also reads `M4`, `+M4`, `-M4` and `M-4`.
pub fn announced_as_score(text: &[u8]) -> Option<i64> {
    let (sign, rest) = match text {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] | rest => (1, rest),
    };
    let [b'#' | b'M', digits @ ..] = rest else { return None };
    let signed_twice = rest.len() < text.len() && !digits.first()?.is_ascii_digit();
    (!signed_twice).then(|| moves(digits)).flatten().map(|moves| sign * moves)
}

fn moves(digits: &[u8]) -> Option<i64> {
    let moves: i64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    (moves != 0 && moves.abs() <= LONGEST).then_some(moves)
}

/// The value of `ce` for a mate in `moves` full moves, negative for one that the side to move suffers (§6.7).
///
/// ```
/// use epidote::chess::score::Score;
/// use epidote::epd::mate::ce;
/// assert_eq!(ce(1), 32766);
/// assert_eq!(Score::from_ce(32758).and_then(Score::mate_in_moves), Some(5));
/// assert_eq!(ce(5), 32758);
/// ```
pub fn ce(moves: i64) -> i64 {
    if moves > 0 { 32_768 - 2 * moves } else { -32_767 - 2 * moves }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<i64>) {
        assert_eq!(announced_as_score(text.as_bytes()), expect, "{text}");
    }

    #[test]
    fn reads_announcements() {
        check("+M3", Some(3));
        check("M3", Some(3));
        check("-M12", Some(-12));
        check("M-2", Some(-2));
        check("#4", Some(4));
        check("#-4", Some(-4));
        check("--M4", None);
        check("-M-4", None);
        check("+M+4", None);
        check("M0", None);
        check("M", None);
        check("Ma", None);
        check("M383", Some(383));
        check("M384", None);
        assert_eq!(announced(b"#-1"), Some(-1));
        assert_eq!(announced(b"M1"), None);
    }

    #[test]
    fn values_are_those_of_the_text() {
        assert_eq!([1, 5, -1, -5].map(ce), [32_766, 32_758, -32_765, -32_757]);
    }
}
