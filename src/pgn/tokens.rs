//! The tokens of PGN that make a game: tags, moves, results and blank lines.
//!
//! Numbers of moves, glyphs (`$1`, `!?`), lines that start with `%`, notes such as `N` and `+-` are skipped,
//! and so are variations unless they are asked for. Any bytes can be read, in linear time.

use crate::text::encoding::BYTE_ORDER_MARK;
/// A token of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`.
    Tag {
        name: &'a [u8],
        /// As written, see [`unescaped`].
        value: &'a [u8],
    },
    /// A word that is meant as a move.
    Move(&'a [u8]),
    /// Any other word that is not a usual note either.
    Unknown(&'a [u8]),
    /// A comment of the current line.
    Comment(&'a [u8]),
    /// A variation begins: another move in place of the last one.
    Open,
    /// The variation begun last ends.
    Close,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result,
    /// A blank line, which separates tags, moves and games.
    BlankLine,
    /// An unclosed comment: it takes the rest of the text.
    OpenComment,
}

/// The tokens of a text.
#[derive(Debug)]
pub(super) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    /// A tag can start here: at the start of a line, or after another tag.
    tag_can_start: bool,
    /// The number of open variations.
    depth: usize,
    /// Whether variations are read.
    variations: bool,
}

/// Both sides of a result, with a dash between them.
const RESULTS: [(&str, &str); 4] = [("1", "0"), ("0", "1"), ("1/2", "1/2"), ("½", "½")];

/// Characters printed as a dash.
const DASHES: [&str; 3] = ["-", "–", "—"];

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a [u8], variations: bool) -> Self {
        Self { text, at: 0, tag_can_start: true, depth: 0, variations }
    }

    /// Returns whether the current variation is skipped.
    fn is_aside(&self) -> bool {
        self.depth > 0 && !self.variations
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// Advances to the byte, or to the end of the text.
    fn skip_to(&mut self, byte: u8) {
        self.at = memchr::memchr(byte, self.rest()).map_or(self.text.len(), |found| self.at + found);
    }

    fn is_at_line_start(&self) -> bool {
        self.at == 0 || self.text[self.at - 1] == b'\n'
    }

    /// Handles a line end: a blank line may follow.
    fn line_end(&mut self) -> Option<Token<'a>> {
        self.at += 1;
        self.tag_can_start = true;
        if first_visible(self.rest()) != Some(b'\n') {
            return None;
        }
        self.depth = 0;
        Some(Token::BlankLine)
    }

    fn tag(&mut self) -> Token<'a> {
        self.depth = 0;
        self.at += 1;
        let text = self.rest();
        let name_end = memchr::memchr3(b'"', b']', b'\n', text).unwrap_or(text.len());
        let name = text[..name_end].trim_ascii();
        let Some(b'"') = text.get(name_end) else {
            self.at += name_end;
            return Token::Tag { name, value: b"" };
        };
        let value = &text[name_end + 1..];
        let value = &value[..value_end(value)];
        self.at += name_end + 1 + value.len();
        if self.rest().starts_with(b"\"") {
            self.at += 1;
        }
        Token::Tag { name, value }
    }

    /// Reads a word as a move, a result, a number or nothing.
    fn word(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let end = rest.iter().position(|&byte| is_word_end(byte)).unwrap_or(rest.len());
        self.at += end;
        if self.is_aside() {
            return None;
        }
        let word = &rest[..end];
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let unknown = |word: &'a [u8]| (!is_note(word)).then_some(Token::Unknown(word));
        match word.get(digits) {
            None => None,
            // `e4`, `1e4`.
            Some(letter) if letter.is_ascii_alphabetic() => {
                move_in(&word[digits..]).or_else(|| unknown(word))
            }
            Some(_) if is_result(word) => (self.depth == 0).then_some(Token::Result),
            Some(_) => move_in(word).or_else(|| unknown(word)),
        }
    }

    /// Reads a comment, from after its sign up to a byte that ends it.
    fn comment(&mut self, end: u8) -> Option<Token<'a>> {
        let start = self.at + 1;
        self.skip_to(end);
        let text = &self.text[start.min(self.at)..self.at];
        (!self.is_aside()).then_some(Token::Comment(text))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.rest();
            let could_be_tag = self.tag_can_start;
            self.tag_can_start = false;
            let token = match rest {
                [] => return None,
                [b' ' | b'\t' | b'\r', ..] => {
                    self.at += 1;
                    self.tag_can_start = could_be_tag;
                    None
                }
                [b'\n', ..] => self.line_end(),
                [b'%', ..] if self.is_at_line_start() => {
                    self.skip_to(b'\n');
                    None
                }
                [b'[', tag @ ..] if could_be_tag && begins_tag(tag) => {
                    let tag = self.tag();
                    self.tag_can_start = true;
                    Some(tag)
                }
                [b']', ..] if could_be_tag => {
                    self.at += 1;
                    self.tag_can_start = true;
                    None
                }
                [b'{', ..] => {
                    let comment = self.comment(b'}');
                    if self.at == self.text.len() { Some(Token::OpenComment) } else { comment }
                }
                [b';', ..] => self.comment(b'\n'),
                [b'(', ..] => {
                    self.at += 1;
                    self.depth += 1;
                    self.variations.then_some(Token::Open)
                }
                [b')', ..] => {
                    self.at += 1;
                    let is_open = self.depth > 0;
                    self.depth = self.depth.saturating_sub(1);
                    (is_open && self.variations).then_some(Token::Close)
                }
                [b'*', ..] => {
                    self.at += 1;
                    (self.depth == 0).then_some(Token::Result)
                }
                [b'$', ..] => {
                    self.at += 1;
                    let end = self.rest().iter().position(|&byte| is_word_end(byte));
                    self.at += end.unwrap_or(self.rest().len());
                    None
                }
                [b'}' | b'!' | b'?' | b'.', ..] => {
                    self.at += 1;
                    None
                }
                _ if rest.starts_with(BYTE_ORDER_MARK) => {
                    self.at += BYTE_ORDER_MARK.len();
                    self.tag_can_start = true;
                    None
                }
                _ => self.word(),
            };
            if token.is_some() {
                return token;
            }
        }
    }
}

/// A value of a tag without its escapes, `\"` and `\\`.
pub(super) fn unescaped(value: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(value.len());
    let mut rest = value;
    while let [first, tail @ ..] = rest {
        if let [b'\\', escaped @ (b'"' | b'\\'), tail @ ..] = rest {
            out.push(*escaped);
            rest = tail;
        } else {
            out.push(*first);
            rest = tail;
        }
    }
    out
}

/// The end of a tag's value: at a quote followed by a bracket or the end of the line, because people write
/// quotes into values, or else at the end of the line.
fn value_end(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(found) = memchr::memchr3(b'"', b'\\', b'\n', &text[at..]) {
        at += found;
        match text[at] {
            b'\n' => return text[..at].trim_ascii_end().len(),
            b'"' if matches!(first_visible(&text[at + 1..]), Some(b']' | b'\n') | None) => return at,
            b'\\' if matches!(text.get(at + 1), Some(b'"' | b'\\')) => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// Whether a tag begins after a bracket: a name or, after the blanks that PGN allows, a name and a quote. Other words in
/// brackets with blanks are no tags.
fn begins_tag(text: &[u8]) -> bool {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let name = &text[blanks..];
    let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let is_name = name.first().is_some_and(u8::is_ascii_alphabetic);
    is_name && (blanks == 0 || first_visible(&name[length..]) == Some(b'"'))
}

/// The first byte that is not blank. The end of a line counts as visible.
fn first_visible(text: &[u8]) -> Option<u8> {
    text.iter().copied().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'))
}

fn is_word_end(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\r' | b'\n' | b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'.' | b'*'
    )
}

fn is_result(word: &[u8]) -> bool {
    RESULTS.iter().any(|(white, black)| {
        let behind = word.strip_prefix(white.as_bytes());
        behind.is_some_and(|rest| {
            DASHES.iter().any(|dash| rest.strip_prefix(dash.as_bytes()) == Some(black.as_bytes()))
        })
    })
}

/// Reads a word as a move if it names a square, castles or passes. Other words are notes, such as `N` for a
/// novelty and `e.p.`: taking a note for a move would lose the game, and skipping a move would continue with
/// a different game.
fn move_in(word: &[u8]) -> Option<Token<'_>> {
    let names_square = word.windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    let is_move = names_square || word.starts_with(b"--") || word.starts_with(b"Z0");
    if is_move { Some(word) } else { castling(word) }.map(Token::Move)
}

/// Returns whether a word is one of the usual notes: an evaluation, a novelty, a diagram, `e.p.` and the
/// like. Characters outside ASCII are typographic signs.
fn is_note(word: &[u8]) -> bool {
    matches!(word, b"N" | b"D" | b"TN" | b"ep" | b"e" | b"p" | b"x" | b"ch" | b"dbl" | b"mate" | b"RR")
        || word.starts_with(b"[")
        || word.iter().all(|byte| !byte.is_ascii() || b"+-=/~#%^<>_,:[]\\'\"|0123456789".contains(byte))
}

/// The plain spelling of castling that is written with letters or zeros and any dashes.
fn castling(word: &[u8]) -> Option<&'static [u8]> {
    let mut letters = 0;
    let mut rest = word;
    while let [first, tail @ ..] = rest {
        rest = tail;
        match first {
            b'O' | b'o' | b'0' => letters += 1,
            b'+' | b'#' if letters > 1 => {}
            b'-' if letters > 0 => {}
            // The typographic dashes.
            0xe2 => rest = tail.strip_prefix(b"\x80\x93").or_else(|| tail.strip_prefix(b"\x80\x94"))?,
            _ => return None,
        }
    }
    match letters {
        2 => Some(b"O-O"),
        3 => Some(b"O-O-O"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows the tokens of a text: `name=value` for a tag, `
    ///
    /// ` for a blank line, `{` for an open comment.
    #[track_caller]
    fn check(text: &str, expect: &str) {
        check_with(text, false, expect);
    }

    /// Like `check`, with or without variations.
    #[track_caller]
    fn check_with(text: &str, variations: bool, expect: &str) {
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let tokens = Tokens::new(text.as_bytes(), variations).filter_map(|token| {
            Some(match token {
                Token::Tag { name, value } => format!("{}={}", shown(name), shown(&unescaped(value))),
                Token::Move(word) => shown(word),
                Token::Unknown(word) => format!("?{}", shown(word)),
                Token::Comment(text) if variations => format!("<{}>", shown(text)),
                Token::Comment(_) => return None,
                Token::Open => "(".to_owned(),
                Token::Close => ")".to_owned(),
                Token::Result => "result".to_owned(),
                Token::BlankLine => "¶".to_owned(),
                Token::OpenComment => "{".to_owned(),
            })
        });
        assert_eq!(tokens.collect::<Vec<_>>().join(" "), expect, "{text:?}");
    }

    #[test]
    fn tags_are_read() {
        check("[White \"a\"]\r\n[Black  \"b c\" ]\r\n\r\n", "White=a Black=b c ¶");
        check("\u{feff}[A \"1\"] [B \"2\"][C\"3\"\n]\n  [D \"4\"", "A=1 B=2 C=3 D=4");
        check(r#"[A "the \"b\" of \\"]"#, r#"A=the "b" of \"#);
        check(r#"[A "C:\d\e"]"#, r"A=C:\d\e");
        check("[A \"an \"inner\" one\"]\n[B \"b", "A=an \"inner\" one B=b");
        check("[A \"open\r\n[B]\n[C\nd4", "A=open B= C= d4");
        check("d4 [A \"1\"]\n[%clk 1]\n[B \"2\"]", "d4 B=2");
        check(
            "[ White \"a\" ]\n[\tBlack\t\"b\"\t] [ A\"1\" ]\n\n[ a note ]\nd4",
            "White=a Black=b A=1 ¶ ?a ?note d4",
        );
    }

    #[test]
    fn moves_are_told_from_other_words() {
        check("1. e4 e5 2.Nf3 2... Nc6 3 Bb5+ a6!? 4.Bxc6#$10 1e2e4", "e4 e5 Nf3 Nc6 Bb5+ a6 Bxc6# e2e4");
        check("0-0 O-O-O# o-o 0–0 O—O—O+", "O-O O-O-O O-O O-O O-O-O");
        check("exd6 e.p. N D +- = 12 1... $ $1x \u{b1} -- Z0 ]", "exd6 -- Z0");
        check("Sf3 \u{2658}f3 E4", "Sf3 \u{2658}f3 ?E4");
        check("1. e4 xyzzy e5 qed", "e4 ?xyzzy e5 ?qed");
    }

    #[test]
    fn results_are_read() {
        check("1-0 0-1 1/2-1/2 * ½-½ 1–0 1/2—1/2", &["result"; 7].join(" "));
        check("1/2 0-2 1-0x", "?1-0x");
    }

    #[test]
    fn variations_and_comments_are_read_on_request() {
        check_with(
            "d4 {a b} (e4 (e5 {)} *) 1-0) d5 ) ; c\n c4",
            true,
            "d4 <a b> ( e4 ( e5 <)> ) ) d5 < c> c4",
        );
        check_with("d4 (e4\n\n d5)", true, "d4 ( e4 ¶ d5");
    }

    #[test]
    fn what_is_no_game_is_passed_over() {
        check("{e4\n\n[A \"b\"] (} d4 ;e4 {\n%e4 (\nd5 %", "d4 d5");
        check("d4 (e4 (e5 {)} *) 1-0) d5 ) c4 (Nf3", "d4 d5 c4");
        check("d4 (e4\n \t\r\nd5 (c4\n[A \"b\"]", "d4 ¶ d5 A=b");
        check("d4 (e4 {d5) *", "d4 {");
        check("\n\n\n", "¶ ¶");
    }
}
