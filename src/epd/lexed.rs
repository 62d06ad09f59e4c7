//! The flat tokens of one line.
//!
//! The tokens cover the line without gap or overlap: their texts in order are the line. Only
//! four things matter to a lexer of EPD: blanks, the semicolon, the quote, and everything else
//! (§5, §5.1). Control characters are a separate kind so that they can be reported.

use crate::text::encoding::BYTE_ORDER_MARK;
use crate::text::span::Span;

/// What a token is: blanks, a word, a string or a semicolon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Blanks and tabs.
    Blank,
    /// Control characters, NUL among them, or a byte order mark before everything else.
    Control,
    /// A run of other characters.
    Word,
    /// A string with both quotes.
    Str,
    /// An opening quote without a closing one, with the rest of the line.
    OpenStr,
    /// A semicolon outside a string.
    Semicolon,
}

/// One token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its place in the line.
    pub span: Span,
}

/// The kind of token that each byte starts; a table, because this is the innermost loop of reading.
static KINDS: [TokenKind; 256] = {
    let mut kinds = [TokenKind::Word; 256];
    let mut byte = 0;
    while byte < 0x20 {
        kinds[byte] = TokenKind::Control;
        byte += 1;
    }
    kinds[0x7f] = TokenKind::Control;
    kinds[b' ' as usize] = TokenKind::Blank;
    kinds[b'\t' as usize] = TokenKind::Blank;
    kinds[b';' as usize] = TokenKind::Semicolon;
    kinds[b'"' as usize] = TokenKind::Str;
    kinds
};

fn kind_of(byte: u8) -> TokenKind {
    KINDS[usize::from(byte)]
}

/// The token that starts at `at` with this byte.
fn token(text: &[u8], at: usize, byte: u8) -> Token {
    let mut kind = kind_of(byte);
    let mut end = at + 1;
    match kind {
        TokenKind::Semicolon => {}
        TokenKind::Str => {
            if let Some(length) = memchr::memchr(b'"', &text[end..]) {
                end += length + 1;
            } else {
                kind = TokenKind::OpenStr;
                end = text.len();
            }
        }
        _ => {
            while text.get(end).is_some_and(|&byte| kind_of(byte) == kind) {
                end += 1;
            }
        }
    }
    Token { kind, span: Span { start: at, end } }
}

/// Cuts a line (without its line end) into tokens. Linear in the length of the line.
///
/// ```
/// use epidote::epd::lexed::{TokenKind, lex};
/// let kinds: Vec<_> = lex(b"bm Kd2;").map(|token| token.kind).collect();
/// assert_eq!(kinds, [TokenKind::Word, TokenKind::Blank, TokenKind::Word, TokenKind::Semicolon]);
/// ```
pub fn lex(text: &[u8]) -> impl Iterator<Item = Token> + Clone {
    let mut at = 0;
    // A byte order mark stays one when what precedes it is removed.
    let mut at_start = true;
    std::iter::from_fn(move || {
        let &byte = text.get(at)?;
        let token = if at_start && text[at..].starts_with(BYTE_ORDER_MARK) {
            Token { kind: TokenKind::Control, span: Span::new(at, at + BYTE_ORDER_MARK.len()) }
        } else {
            token(text, at, byte)
        };
        at_start = at_start && is_empty(token.kind);
        at = token.span.end;
        Some(token)
    })
}

/// Returns whether tokens of this kind only separate others.
fn is_empty(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Blank | TokenKind::Control)
}

/// The tokens of a line that are neither blanks nor control characters.
#[derive(Debug, Clone)]
pub(super) struct Solid<'a> {
    text: &'a [u8],
    at: usize,
    has_regular_blanks: bool,
}

impl<'a> Solid<'a> {
    pub(super) fn of(text: &'a [u8]) -> Self {
        let starts_solid = text.first().is_some_and(|&byte| byte.is_ascii() && !is_empty(kind_of(byte)));
        let at = if starts_solid {
            0
        } else {
            lex(text).take_while(|token| is_empty(token.kind)).last().map_or(0, |last| last.span.end)
        };
        Self { text, at, has_regular_blanks: at == 0 }
    }

    /// Returns whether blanks have been regular so far: one space between tokens, and none at the ends of the
    /// line or before a semicolon.
    pub(super) fn has_regular_blanks(&self) -> bool {
        self.has_regular_blanks
    }
}

impl Iterator for Solid<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        let before = self.at;
        let next = loop {
            match self.text.get(self.at) {
                Some(&byte) if is_empty(kind_of(byte)) => self.at += 1,
                next => break next.map(|&byte| token(self.text, self.at, byte)),
            }
        };
        let wants_space = before > 0 && next.is_some_and(|next| next.kind != TokenKind::Semicolon);
        self.has_regular_blanks &= self.at - before == usize::from(wants_space)
            && (!wants_space || self.text.get(before) == Some(&b' '));
        self.at = next.map_or(self.at, |next| next.span.end);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &[u8], expect: &str) {
        let kinds: String = lex(text)
            .map(|token| match token.kind {
                TokenKind::Blank => '_',
                TokenKind::Control => '^',
                TokenKind::Word => 'w',
                TokenKind::Str => 's',
                TokenKind::OpenStr => 'o',
                TokenKind::Semicolon => ';',
            })
            .collect();
        assert_eq!(kinds, expect);
    }

    #[test]
    fn cuts_lines() {
        check(b"a b;", "w_w;");
        check(b"id \"x;y\";", "w_s;");
        check(b"id\"x\"y", "wsw");
        check(b"id \"x; bm e4", "w_o");
        check(b"a\0;\t ;", "w^;_;");
        check(b"\xef\xbb\xbfa", "^w");
        check(b" \xef\xbb\xbf\xef\xbb\xbfa", "_^^w");
        check(b"a \xef\xbb\xbf", "w_w");
        check(b"", "");
        check(b"\"\"", "s");
    }

    proptest! {
        #[test]
        fn tokens_cover_the_line(text in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut at = 0;
            for token in lex(&text) {
                prop_assert_eq!(token.span.start, at);
                prop_assert!(token.span.end > at);
                at = token.span.end;
            }
            prop_assert_eq!(at, text.len());
        }
    }
}
