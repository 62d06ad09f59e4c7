//! The kind of a file: packed, games, or records; the names of new files.

/// Most files that are kept as opened lately.
pub const MOST_RECENT: usize = 10;

/// How a file is packed, judged by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packed {
    /// As gzip.
    Gzip,
    /// As a zip archive.
    Zip,
    /// Not packed.
    Not,
}

impl Packed {
    /// Judges by the first four bytes, or fewer if the file is shorter.
    pub fn of(head: &[u8]) -> Self {
        match head {
            [0x1f, 0x8b, 8, ..] => Self::Gzip,
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::Zip,
            _ => Self::Not,
        }
    }
}

/// Whether a file holds games, as far as its name tells.
pub fn is_named_games(name: &str) -> Option<bool> {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is = |known: &str| ending.eq_ignore_ascii_case(known);
    (is("pgn") || is("epd") || is("fen")).then(|| is("pgn"))
}

/// Whether a file begins like a file of games.
pub fn begins_with_game(head: &[u8]) -> bool {
    head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start().starts_with(b"[Event \"")
}

/// A name for a new file that no open file has: `untitled.epd`, `untitled-2.epd`, and so on.
///
/// ```
/// use epidote::logic::opening::free_name;
/// assert_eq!(free_name("untitled", &[]), "untitled.epd");
/// assert_eq!(free_name("untitled", &["untitled.epd", "untitled-3.epd"]), "untitled-2.epd");
/// ```
pub fn free_name(base: &str, taken: &[&str]) -> String {
    let is_free = |name: &String| !taken.contains(&name.as_str());
    let first = format!("{base}.epd");
    if is_free(&first) {
        return first;
    }
    // One of these is free, because there is one more than there are names.
    let numbered = (2..=taken.len() + 2).map(|number| format!("{base}-{number}.epd"));
    numbered.into_iter().find(is_free).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_are_known_by_their_first_bytes() {
        let check = |head: &[u8], expected| assert_eq!(Packed::of(head), expected, "{head:?}");
        check(b"\x1f\x8b\x08\x00", Packed::Gzip);
        check(b"\x1f\x8b\x08", Packed::Gzip);
        // A compression method that gzip does not define.
        check(b"\x1f\x8b\x07\x00", Packed::Not);
        check(b"PK\x03\x04", Packed::Zip);
        check(b"PK\x05\x06", Packed::Zip);
        check(b"PK\x01\x02", Packed::Not);
        check(b"8/8/", Packed::Not);
        check(b"PK", Packed::Not);
        check(b"", Packed::Not);
    }

    #[test]
    fn games_are_known_by_name_then_by_beginning() {
        let check = |name, expected| assert_eq!(is_named_games(name), expected, "{name}");
        check("a.pgn", Some(true));
        check("A.PGN", Some(true));
        check("a.pgn.epd", Some(false));
        check("a.fen", Some(false));
        check("a.txt", None);
        check("pgn", None);
        for head in ["[Event \"x\"]", "\u{feff}[Event \"x\"]", "\r\n\n [Event \"?\"]"] {
            assert!(begins_with_game(head.as_bytes()), "{head:?}");
        }
        for head in ["", "[Site \"x\"]", "4k3/8/8/8/8/8/8/4K3 w - -", "x [Event \""] {
            assert!(!begins_with_game(head.as_bytes()), "{head:?}");
        }
    }
}
