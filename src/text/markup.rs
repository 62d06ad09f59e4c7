//! Text of users in XML and HTML: whatever it contains, it stays text.

/// A text escaped for use between tags and in quoted attributes. Characters that XML does not allow become
/// U+FFFD.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        for (text, expect) in [
            ("<img src=x onerror='a()'>", "&lt;img src=x onerror=&#39;a()&#39;&gt;"),
            ("a & \"b\"", "a &amp; &quot;b&quot;"),
            ("one\ttwo\u{0}\u{7f}\u{ffff}", "one two\u{fffd}\u{fffd}\u{fffd}"),
            ("Ферзь e4", "Ферзь e4"),
        ] {
            assert_eq!(escaped(text), expect);
        }
    }
}
