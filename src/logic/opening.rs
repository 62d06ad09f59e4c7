//! The kind of a file: packed, in another format, or records; the names of new files.

use crate::archive::{is_gzip, is_zip, is_zstd};
use crate::pgn::begins_with_game;
use crate::recipe;
use crate::text::encoding::without_mark;
use crate::text::settings;

/// Most files that are kept as opened lately.
pub const MOST_RECENT: usize = 10;

/// How a file is packed or encoded, judged by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packed {
    /// As gzip.
    Gzip,
    /// As a zip archive.
    Zip,
    /// A text in UTF-16 with a byte order mark; whether the lower byte of two comes first.
    Utf16(bool),
    /// Not packed.
    Not,
}

impl Packed {
    /// Judges by the first four bytes, or fewer if the file is shorter.
    pub fn of(head: &[u8]) -> Self {
        match head {
            _ if is_gzip(head) => Self::Gzip,
            _ if is_zip(head) => Self::Zip,
            [0xff, 0xfe, ..] => Self::Utf16(true),
            [0xfe, 0xff, ..] => Self::Utf16(false),
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

/// Whether a file that is not packed holds games, judged by its name, and by its first bytes if the name is not
/// conclusive.
pub fn has_games(name: &str, head: &[u8]) -> bool {
    is_named_games(name).unwrap_or_else(|| begins_with_game(head))
}

/// Whether a file may be in another format, so that a worker has to look into it: packed by Zstandard, games, or a
/// data set. It is judged by its name, and by its first bytes if the name is not conclusive.
pub fn may_need_import(name: &str, head: &[u8]) -> bool {
    let is_settings = || without_mark(head).starts_with(settings::HEAD.as_bytes());
    let is_data = || is_named_games(name).is_none() && (may_be_data(head) || is_settings());
    is_zstd(head) || has_games(name, head) || is_data()
}

/// Whether a text may be a data set: JSON, the plain text of trainers, or a table with a header.
fn may_be_data(head: &[u8]) -> bool {
    let head = without_mark(head);
    let mut lines = head.split(|&byte| byte == b'\n');
    let line = lines.find(|line| !line.trim_ascii().is_empty()).unwrap_or_default();
    let word = line.trim_ascii_start();
    // A record has its ranks before any separator, and a comment begins with a mark.
    let cell = line.iter().position(|byte| b",;\t".contains(byte)).map(|end| &line[..end]);
    let is_cell =
        |cell: &[u8]| !cell.contains(&b'/') && !matches!(cell.trim_ascii_start(), [b'#' | b'%', ..]);
    word.starts_with(b"{") || word.starts_with(b"fen ") || cell.is_some_and(is_cell)
}

/// A file that this program writes, and that is not made of records to edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnFile {
    /// A recipe.
    Recipe,
    /// Settings of the page.
    Settings,
    /// JSON for other programs, with the name of its format.
    Json(String),
}

/// What the names of our formats begin with.
const OWN: &str = "epidote-";

/// Whether a file is one that this program writes, judged by its first bytes: its JSON names the format.
///
/// ```
/// use epidote::logic::opening::{OwnFile, own_file};
/// let report = OwnFile::Json("epidote-report".to_owned());
/// assert_eq!(own_file(b"{\"format\":\"epidote-report\",\"version\":1"), Some(report));
/// assert_eq!(own_file(b"8/8/8/8/8/8/8/8 w - -"), None);
/// ```
pub fn own_file(head: &[u8]) -> Option<OwnFile> {
    let head = without_mark(head).trim_ascii_start();
    if head.starts_with(settings::HEAD.as_bytes()) {
        return Some(OwnFile::Settings);
    }
    let object = head.strip_prefix(b"[").unwrap_or(head).trim_ascii_start();
    if !object.starts_with(b"{") {
        return None;
    }
    // A recipe that was written by hand may have blanks, and begin with its name.
    let bare: Vec<u8> = object.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let sign = format!("\"format\":\"{OWN}");
    let at = memchr::memmem::find(&bare, sign.as_bytes())? + sign.len() - OWN.len();
    let name = bare[at..].split(|&byte| byte == b'"').next()?;
    let name = String::from_utf8_lossy(name).into_owned();
    Some(if name == recipe::FORMAT { OwnFile::Recipe } else { OwnFile::Json(name) })
}

/// The name of a file after Zstandard has unpacked it.
///
/// ```
/// use epidote::logic::opening::unpacked_name;
/// assert_eq!(unpacked_name("a.csv.zst"), "a.csv");
/// assert_eq!(unpacked_name("a.epd"), "a.epd");
/// ```
pub fn unpacked_name(name: &str) -> &str {
    without_ending(name, &["zst", "zstd"])
}

/// The name of the records that are made of a file in another format.
///
/// ```
/// use epidote::logic::opening::records_name;
/// assert_eq!(records_name("games.pgn"), "games.epd");
/// assert_eq!(records_name("a.b"), "a.b.epd");
/// ```
pub fn records_name(name: &str) -> String {
    let stem = without_ending(name, &["pgn", "csv", "tsv", "json", "jsonl", "ndjson", "plain", "txt"]);
    format!("{stem}.epd")
}

fn without_ending<'a>(name: &'a str, endings: &[&str]) -> &'a str {
    match name.rsplit_once('.') {
        Some((stem, ending))
            if !stem.is_empty() && endings.iter().any(|known| ending.eq_ignore_ascii_case(known)) =>
        {
            stem
        }
        _ => name,
    }
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
    fn files_of_this_program_are_known() {
        let check = |head: &[u8], expected| assert_eq!(own_file(head), expected, "{}", head.escape_ascii());
        check(recipe::Recipe::new("n".to_owned(), Vec::new()).to_json().as_bytes(), Some(OwnFile::Recipe));
        check(b"{\"name\": \"n\", \"format\" : \"epidote-recipe\"}", Some(OwnFile::Recipe));
        let json = |name: &str| Some(OwnFile::Json(name.to_owned()));
        check(b"{\"format\":\"epidote-event\"", json("epidote-event"));
        check(b"[{\"format\":\"epidote-records\",\"version\":1}", json("epidote-records"));
        check(settings::write(&[("theme", "dark".to_owned())]).as_bytes(), Some(OwnFile::Settings));
        let marked = "\u{feff}# Settings of Epidote, version 1\r\n";
        check(marked.as_bytes(), Some(OwnFile::Settings));
        assert!(may_need_import("s.txt", marked.as_bytes()) && !may_need_import("s.epd", marked.as_bytes()));
        for other in [
            &b""[..],
            b"# Settings of others",
            b"{\"fen\": \"8/8\"}",
            b"8/8/8/8/8/8/8/8 w - - c0 \"epidote-recipe\";",
        ] {
            check(other, None);
        }
    }

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
        check(b"\xff\xfe8\x00", Packed::Utf16(true));
        check(b"\xfe\xff\x008", Packed::Utf16(false));
        check(b"\xff\xfe", Packed::Utf16(true));
        check(b"\xef\xbb\xbf8", Packed::Not);
        check(b"8/8/", Packed::Not);
        check(b"PK", Packed::Not);
        check(b"", Packed::Not);
    }

    #[track_caller]
    fn check_import(name: &str, head: &str, expected: bool) {
        assert_eq!(may_need_import(name, head.as_bytes()), expected, "{name} {head:?}");
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
        check_import("a.txt", "[Event \"x\"]", true);
        check_import("a.epd", "[Event \"x\"]", false);
        check_import("a.pgn", "", true);
        check_import("a.txt", "", false);
        check_import("a.txt", "[Site \"x\"]", false);
    }

    #[test]
    fn a_worker_looks_into_what_may_be_a_data_set() {
        check_import("a.csv", "PuzzleId,FEN,Moves\n", true);
        check_import("a.csv", "\u{feff}\nid,fen\n", true);
        check_import("a.json", "{\"fen\":", true);
        check_import("a", "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", true);
        check_import("a.csv", "id;fen\n", true);
        check_import("a.tsv", "\n\tfen\n0\t8/8\n", true);
        check_import("a.txt", "8/8 w - -\tbm Kd2;\n", false);
        check_import("a.txt", " # by hand; a, b\n8/8 w - -\n", false);
        check_import("a.csv", "id\na,b\n", false);
        check_import("a.txt", "4k3/8/8/8/8/8/8/4K3 w - - c0 \"a, b\";\n", false);
        check_import("a.txt", "# remarks, and more\n", false);
        check_import("a.epd", "id,fen\n", false);
        let zstd = |name| may_need_import(name, b"\x28\xb5\x2f\xfd");
        assert!(zstd("a.epd.zst") && zstd("a.epd"));
    }
}
