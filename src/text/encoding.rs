//! How bytes above 127 are shown: UTF-8 where a line is valid UTF-8, else Windows-1252.
//!
//! EPD is ASCII, yet real files hold Latin-1 names. The bytes are the data; this module only
//! maps them to characters for the screen and back. Windows-1252 gives every one of the 256
//! bytes a character of its own (the five unassigned ones map to the C1 control of the same
//! number), so decoding and encoding a line loses nothing.

use std::borrow::Cow;

/// The encoding by which one line is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// UTF-8, which includes ASCII.
    #[default]
    Utf8,
    /// Windows-1252, a superset of printable Latin-1.
    Windows1252,
}

/// The characters of bytes 0x80 to 0x9F.
const WINDOWS_1252_HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

impl Encoding {
    /// The encoding in which `bytes` are readable.
    pub fn detect(bytes: &[u8]) -> Self {
        if std::str::from_utf8(bytes).is_ok() { Self::Utf8 } else { Self::Windows1252 }
    }

    /// The name shown to the user.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Windows1252 => "Windows-1252",
        }
    }

    /// The characters of `bytes`. Bytes that are not valid in the encoding become U+FFFD,
    /// which cannot happen with the encoding that [`Encoding::detect`] gave.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes),
            Self::Windows1252 => bytes.iter().map(|&byte| windows_1252(byte)).collect(),
        }
    }

    /// The bytes of `text`; a text that has a character outside the encoding comes as UTF-8.
    pub fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Windows1252 => text
                .chars()
                .map(windows_1252_byte)
                .collect::<Option<Vec<u8>>>()
                .unwrap_or_else(|| text.as_bytes().to_vec()),
        }
    }
}

/// Tells whether bytes that come in chunks are valid UTF-8. A chunk may end inside a character.
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

    /// Whether all bytes so far are valid and none is left over.
    pub fn is_valid(&self) -> bool {
        !self.invalid && self.pending.is_empty()
    }
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252_HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn windows_1252_byte(c: char) -> Option<u8> {
    match u32::from(c) {
        code @ (0..=0x7f | 0xa0..=0xff) => u8::try_from(code).ok(),
        _ => WINDOWS_1252_HIGH
            .iter()
            .position(|&high| high == c)
            .and_then(|at| u8::try_from(at).ok())
            .map(|at| at + 0x80),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_windows_1252() {
        let all: Vec<u8> = (0..=255).collect();
        let text = Encoding::Windows1252.decode(&all).into_owned();
        assert_eq!(Encoding::Windows1252.encode(&text), all);
    }

    #[test]
    fn detects_by_validity() {
        assert_eq!(Encoding::detect("Königsangriff".as_bytes()), Encoding::Utf8);
        assert_eq!(Encoding::detect(b"K\xf6nigsangriff"), Encoding::Windows1252);
    }

    #[test]
    fn a_character_outside_falls_back_to_utf8() {
        assert_eq!(Encoding::Windows1252.encode("Ж"), "Ж".as_bytes());
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
