//! How bytes above 127 are shown: as UTF-8 if a line is valid UTF-8, else by a code page.
//!
//! EPD is ASCII, yet real files hold names in Latin and Cyrillic letters. The bytes are the data; this module
//! only maps them to characters for the screen and back. Each code page here maps each of the 256 bytes to a
//! different character (the unassigned ones to the C1 control of the same number), so decoding and encoding a
//! line loses nothing. A line does not show which code page was meant: the user chooses.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// What some programs put before a text in UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A text without its byte order mark.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// What the bytes above 127 mean in a text that is not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
pub enum CodePage {
    /// Windows-1252, a superset of printable Latin-1.
    #[default]
    Windows1252,
    /// Windows-1251, Cyrillic.
    Windows1251,
}

/// The encoding in which one line is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// UTF-8, which includes ASCII.
    #[default]
    Utf8,
    /// A code page.
    Page(CodePage),
}

/// The characters of bytes 0x80 to 0x9F in Windows-1252; from 0xA0 on it is Latin-1.
const WINDOWS_1252_HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The characters of bytes 0x80 to 0xBF in Windows-1251; from 0xC0 on the alphabet follows.
const WINDOWS_1251_HIGH: [char; 64] = [
    'Ђ', 'Ѓ', '‚', 'ѓ', '„', '…', '†', '‡', '€', '‰', 'Љ', '‹', 'Њ', 'Ќ', 'Ћ', 'Џ', 'ђ', '‘', '’', '“', '”',
    '•', '–', '—', '\u{98}', '™', 'љ', '›', 'њ', 'ќ', 'ћ', 'џ', '\u{a0}', 'Ў', 'ў', 'Ј', '¤', 'Ґ', '¦', '§',
    'Ё', '©', 'Є', '«', '¬', '\u{ad}', '®', 'Ї', '°', '±', 'І', 'і', 'ґ', 'µ', '¶', '·', 'ё', '№', 'є', '»',
    'ј', 'Ѕ', 'ѕ', 'ї',
];

impl CodePage {
    /// All code pages, in the order of the list.
    pub const ALL: [Self; 2] = [Self::Windows1252, Self::Windows1251];

    /// The name shown to the user.
    pub fn name(self) -> &'static str {
        match self {
            Self::Windows1252 => "Windows-1252",
            Self::Windows1251 => "Windows-1251",
        }
    }

    /// The page with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| page.name() == name)
    }

    /// The character of a byte.
    fn character(self, byte: u8) -> char {
        let high = usize::from(byte.saturating_sub(0x80));
        match (self, byte) {
            (_, 0..=0x7f) => char::from(byte),
            (Self::Windows1252, _) => WINDOWS_1252_HIGH.get(high).copied().unwrap_or(char::from(byte)),
            (Self::Windows1251, _) => {
                let letter = char::from_u32(u32::from('А') + u32::from(byte) - 0xc0);
                WINDOWS_1251_HIGH.get(high).copied().or(letter).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
        }
    }

    /// The byte of a character, if the page has it.
    fn byte(self, character: char) -> Option<u8> {
        if character.is_ascii() {
            return u8::try_from(character).ok();
        }
        (0x80..=0xff).find(|&byte| self.character(byte) == character)
    }
}

impl Encoding {
    /// The encoding in which `bytes` are readable: `page` if they are not UTF-8.
    pub fn detect(bytes: &[u8], page: CodePage) -> Self {
        if std::str::from_utf8(bytes).is_ok() { Self::Utf8 } else { Self::Page(page) }
    }

    /// The name shown to the user.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Page(page) => page.name(),
        }
    }

    /// The characters of `bytes`. Bytes that are invalid in the encoding become U+FFFD, which cannot happen
    /// with the encoding returned by [`Encoding::detect`].
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            // To replace bytes takes longer than to see that there is nothing to replace.
            Self::Utf8 => {
                std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
            }
            Self::Page(page) => bytes.iter().map(|&byte| page.character(byte)).collect(),
        }
    }

    /// The bytes of `text`; UTF-8 if it has a character outside the encoding.
    pub fn encode(self, text: &str) -> Vec<u8> {
        self.exactly(text).unwrap_or_else(|| text.as_bytes().to_vec())
    }

    /// The bytes of `text`; `None` if it has a character outside the encoding.
    fn exactly(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::Utf8 => Some(text.as_bytes().to_vec()),
            Self::Page(page) => text.chars().map(|character| page.byte(character)).collect(),
        }
    }

    /// A line in this encoding and a text that is to be put into it, in one encoding: this one, or else UTF-8 for both, so
    /// that no character is lost.
    pub fn unite<'l>(self, line: &'l [u8], text: &str) -> (Cow<'l, [u8]>, Vec<u8>) {
        match self.exactly(text) {
            Some(bytes) => (Cow::Borrowed(line), bytes),
            None => (Cow::Owned(self.decode(line).into_owned().into_bytes()), text.as_bytes().to_vec()),
        }
    }
}

/// Checks whether bytes that come in chunks are valid UTF-8. A chunk may end inside a character.
#[derive(Debug, Default)]
pub struct Utf8Check {
    /// The beginning of a character at the end of the last chunk.
    pending: Vec<u8>,
    invalid: bool,
}

impl Utf8Check {
    /// Takes the next bytes.
    pub fn feed(&mut self, chunk: &[u8]) {
        if self.invalid || (self.pending.is_empty() && chunk.is_ascii()) {
            return;
        }
        let mut bytes = std::mem::take(&mut self.pending);
        let borrowed = if bytes.is_empty() {
            chunk
        } else {
            bytes.extend_from_slice(chunk);
            &bytes
        };
        if let Err(error) = std::str::from_utf8(borrowed) {
            match error.error_len() {
                None => self.pending = borrowed.get(error.valid_up_to()..).unwrap_or_default().to_vec(),
                Some(_) => self.invalid = true,
            }
        }
    }

    /// Returns whether all bytes so far are valid and complete.
    pub fn is_valid(&self) -> bool {
        !self.invalid && self.pending.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_a_code_page() {
        let all: Vec<u8> = (0..=255).collect();
        for page in CodePage::ALL {
            let text = Encoding::Page(page).decode(&all).into_owned();
            assert!(!text.contains(char::REPLACEMENT_CHARACTER));
            assert_eq!(Encoding::Page(page).encode(&text), all);
        }
    }

    #[track_caller]
    fn check(bytes: &[u8], page: CodePage, expect: &str) {
        let encoding = Encoding::detect(bytes, page);
        assert_eq!(encoding.decode(bytes), expect);
        assert_eq!(encoding.encode(expect), bytes);
    }

    #[test]
    fn shows_by_utf8_or_by_the_page() {
        check("Königsangriff".as_bytes(), CodePage::Windows1251, "Königsangriff");
        check(b"K\xf6nig \x80 \xa0", CodePage::Windows1252, "König € \u{a0}");
        check(b"\xc0\xeb\xe5\xf5\xe8\xed \xb8 \xb9 \xff", CodePage::Windows1251, "Алехин ё № я");
        check(b"K\xf6nig", CodePage::Windows1251, "Kцnig");
    }

    #[test]
    fn a_character_outside_falls_back_to_utf8() {
        assert_eq!(Encoding::Page(CodePage::Windows1252).encode("Ж"), "Ж".as_bytes());
        assert_eq!(Encoding::Page(CodePage::Windows1251).encode("ö"), "ö".as_bytes());
    }

    #[test]
    fn a_line_and_what_is_put_into_it_have_one_encoding() {
        let check = |text: &str, line: &[u8], bytes: &[u8]| {
            let united = Encoding::Page(CodePage::Windows1252).unite(b"K\xf6nig", text);
            assert_eq!((&*united.0, &*united.1), (line, bytes), "{text}");
        };
        check("x", b"K\xf6nig", b"x");
        check("é", b"K\xf6nig", b"\xe9");
        check("éЖ", "König".as_bytes(), "éЖ".as_bytes());
        assert_eq!(Encoding::Utf8.unite("ö".as_bytes(), "Ж").1, "Ж".as_bytes());
    }

    #[test]
    fn chunks_may_cut_a_character() {
        let valid = |chunks: &[&[u8]]| {
            let mut check = Utf8Check::default();
            for chunk in chunks {
                check.feed(chunk);
            }
            check.is_valid()
        };
        assert!(valid(&[b"a\xf0\x9f", b"\x98\x80b"]));
        assert!(!valid(&[b"a\xf0\x9f", b"b"]));
        assert!(!valid(&[b"K\xf6nig"]));
        assert!(!valid(&[b"a\xc3"]));
    }
}
