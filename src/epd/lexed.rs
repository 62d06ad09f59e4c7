//! The flat tokens of one line.
//!
//! The tokens cover the line without gap or overlap: their texts in order are the line. Only
//! four things matter to a lexer of EPD: blanks, the semicolon, the quote, and everything else
//! (§5, §5.1). Control characters get a kind of their own so that they can be reported.

use crate::text::span::Span;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Blanks and tabs.
    Blank,
    /// Control characters, NUL among them, or a byte order mark before everything else.
    Control,
    /// A run of other characters.
    Word,
    /// A string with both its quotes.
    Str,
    /// A quote without a closing one: all the rest of the line.
    OpenStr,
    /// A semicolon outside a string.
    Semicolon,
}

/// One token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands in the line.
    pub span: Span,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The kind of token that each byte starts. A table: this is the innermost loop of everything.
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

/// Cuts a line (without its line end) into tokens. Linear in the length of the line.
pub fn lex(text: &[u8]) -> Vec<Token> {
    // Real records have a token for every three to four bytes.
    let mut tokens = Vec::with_capacity(text.len() / 3 + 4);
    let mut at = 0;
    // A mark stays one when what stands before it is taken away.
    let mut at_start = true;
    while at < text.len() {
        let mut kind = kind_of(text[at]);
        let is_mark = at_start && text[at..].starts_with(BYTE_ORDER_MARK);
        if is_mark {
            kind = TokenKind::Control;
        }
        at_start = at_start && matches!(kind, TokenKind::Blank | TokenKind::Control);
        let end = match kind {
            _ if is_mark => at + BYTE_ORDER_MARK.len(),
            TokenKind::Semicolon => at + 1,
            TokenKind::Str => {
                if let Some(length) = memchr::memchr(b'"', &text[at + 1..]) {
                    at + length + 2
                } else {
                    kind = TokenKind::OpenStr;
                    text.len()
                }
            }
            _ => at + text[at..].iter().take_while(|&&byte| kind_of(byte) == kind).count(),
        };
        tokens.push(Token { kind, span: Span::new(at, end) });
        at = end;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &[u8], expect: &str) {
        let kinds: String = lex(text)
            .iter()
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
