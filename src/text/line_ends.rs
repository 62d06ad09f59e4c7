//! Line ends of any kind: LF, with any number of CR before it, or a lone CR (§4).

use std::borrow::Cow;

/// A text with LF in place of each lone CR, so that readers need look for LF only. All other bytes are as they were, and
/// in their places.
///
/// ```
/// use epidote::text::line_ends::with_line_feeds;
/// assert_eq!(&*with_line_feeds(b"a\rb\r\nc\r\r\nd\r"), b"a\nb\r\nc\r\r\nd\n");
/// ```
pub fn with_line_feeds(text: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Cow::Borrowed(text);
    let mut from = 0;
    while let Some(at) = memchr::memchr(b'\r', &text[from..]).map(|at| from + at) {
        from = at + text[at..].iter().take_while(|&&byte| byte == b'\r').count();
        if text.get(from) != Some(&b'\n') {
            out.to_mut()[at..from].fill(b'\n');
        }
    }
    out
}

/// The beginning of a text whose line ends do not depend on what follows: LF may follow CR at its end.
///
/// ```
/// use epidote::text::line_ends::settled;
/// assert_eq!(settled(b"a\rb\r\r"), b"a\rb");
/// ```
pub fn settled(text: &[u8]) -> &[u8] {
    let returns = text.iter().rev().take_while(|&&byte| byte == b'\r').count();
    &text[..text.len() - returns]
}

/// The number of line ends.
///
/// ```
/// use epidote::text::line_ends::count;
/// assert_eq!(count(b"a\rb\r\nc\nd"), 3);
/// ```
pub fn count(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', &with_line_feeds(text)).count()
}
