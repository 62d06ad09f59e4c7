//! Records in a link: everything is after the `#`, so nothing is sent to a server.
//!
//! `#/p/<fields>` is one bare position, its blanks written as underscores, readable and editable by hand.
//! `#/s/1.<data>` is any lines, deflated and in base64url; the digit is the version of the form. A link from
//! outside is untrusted: unpacking it stops at [`MOST_BYTES`].
//!
//! The caller does the packing: the page uses the browser for it, and tests use `packed`.

pub mod embed;
#[cfg(any(test, feature = "laws"))]
pub mod packed;
pub mod qr;

use crate::language::{Text, say};
use std::fmt;

/// The most bytes that a link may unpack to.
pub const MOST_BYTES: usize = 4 << 20;

/// The most lines that a link may hold.
pub const MOST_LINES: usize = 10_000;

/// A longer link than this may be cut by mail and chat programs.
pub const LONG_LINK: usize = 2_000;

/// The lines of a link, without line ends.
pub type Lines = Vec<Vec<u8>>;

/// Why a link cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShareError {
    /// It starts with `/p/` or `/s/`, but what follows is damaged; usually the end is missing.
    Damaged,
    /// It is none that this page makes or knows.
    Unknown,
    /// It was made by a newer version.
    UnknownVersion(String),
    /// It unpacks to more than [`MOST_BYTES`] or [`MOST_LINES`].
    TooLarge,
}

impl ShareError {
    /// What is wrong.
    pub fn text(&self) -> Text {
        match self {
            Self::Damaged => "why.link-damaged".into(),
            Self::Unknown => "why.link-unknown".into(),
            Self::UnknownVersion(version) => say("why.link-version", [version.clone()]),
            Self::TooLarge => say("why.link-large", [MOST_LINES.to_string()]),
        }
    }
}

impl fmt::Display for ShareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english())
    }
}

/// The form of lines in a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// As they are: the whole fragment, including `#`.
    Plain(String),
    /// Packed: these bytes must be deflated and given to [`packed_fragment`].
    Packed(Vec<u8>),
}

/// The form of these lines in a link.
pub fn form_of(lines: &[&[u8]]) -> Form {
    if let [line] = lines
        && let Some(path) = bare_position(line)
    {
        return Form::Plain(format!("#/p/{path}"));
    }
    Form::Packed(lines.join(&b'\n'))
}

/// The fragment of a link that holds lines deflated and in base64, including `#`.
pub fn packed_fragment(base64: &str) -> String {
    let url_safe = base64.trim_end_matches('=').replace('+', "-").replace('/', "_");
    format!("#/s/1.{url_safe}")
}

/// The most bytes of a position that is in a link as it is; real ones have at most 90.
const LONGEST_POSITION: usize = 400;

/// Four fields of plain characters, joined by underscores.
fn bare_position(line: &[u8]) -> Option<String> {
    if line.len() > LONGEST_POSITION {
        return None;
    }
    let text = std::str::from_utf8(line).ok()?;
    let fields: Vec<&str> = text.split(' ').collect();
    let plain = |field: &&str| {
        !field.is_empty() && field.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '-'))
    };
    (fields.len() == 4 && fields.iter().all(plain)).then(|| fields.join("_"))
}

/// The content of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// These lines.
    Lines(Lines),
    /// Deflated bytes in base64, to be unpacked and given to [`lines_of`].
    Packed(String),
}

/// What programs take for a part of a link that stands before it.
const BEHIND_LINK: [char; 4] = ['.', ',', ')', '>'];

/// A link without what programs have put behind it.
pub(crate) fn without_tail(mut fragment: &str) -> &str {
    loop {
        let shorter = fragment.trim_end().trim_end_matches(BEHIND_LINK);
        let shorter = shorter.strip_suffix("%20").unwrap_or(shorter);
        if shorter.len() == fragment.len() {
            return fragment;
        }
        fragment = shorter;
    }
}

/// The beginning of the settings in a link.
const SETTINGS: char = '?';

/// The setting of a board with Black at the bottom.
const BLACK_BOTTOM: &str = "color=black";

/// The fragment of a link, with the side at the bottom of the board if that is Black.
pub fn with_bottom(mut fragment: String, is_black: bool) -> String {
    if is_black {
        fragment.push(SETTINGS);
        fragment.push_str(BLACK_BOTTOM);
    }
    fragment
}

/// Whether a link asks for Black at the bottom. Unknown settings are passed over.
pub fn has_black_bottom(fragment: &str) -> bool {
    let fragment = without_tail(fragment);
    let settings = fragment.split_once(SETTINGS).map_or("", |(_, settings)| settings);
    settings.split('&').any(|setting| setting == BLACK_BOTTOM)
}

/// The content of a link, without its settings. `None` for any other fragment.
///
/// # Errors
/// A damaged link, or one of an unknown version.
pub fn content_of(fragment: &str) -> Option<Result<Content, ShareError>> {
    let path = without_tail(fragment);
    let path = path.strip_prefix('#').unwrap_or(path);
    let path = path.split_once(SETTINGS).map_or(path, |(content, _)| content);
    if let Some(fields) = path.strip_prefix("/p/") {
        return Some(decode_position(fields).map(Content::Lines));
    }
    if let Some(data) = path.strip_prefix("/s/") {
        return Some(decode_packed(data).map(Content::Packed));
    }
    // A bare position, as other pages have it.
    let bare = path.trim_start_matches('/');
    let is_rank =
        |rank: &str| !rank.is_empty() && rank.bytes().all(|byte| b"12345678KQRBNPkqrbnp".contains(&byte));
    let is_position = bare.matches('/').count() == 7 && bare.split('/').take(7).all(is_rank);
    is_position.then(|| decode_position(bare).map(Content::Lines))
}

fn decode_position(fields: &str) -> Result<Lines, ShareError> {
    let mut text = percent_decode(fields).replace('_', " ");
    if !text.trim().contains(' ') {
        // Forms write blanks in this way.
        text = text.replace('+', " ");
    }
    let trimmed = text.trim();
    if trimmed.is_empty()
        || text.len() > LONGEST_POSITION
        || text.bytes().any(|byte| !(b' '..=b'~').contains(&byte))
    {
        return Err(ShareError::Damaged);
    }
    Ok(vec![trimmed.as_bytes().to_vec()])
}

/// Undoes the escapes that browsers and chat programs put into links.
fn percent_decode(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = match tail {
            [high, low, ..] if *first == b'%' => hex(*high).zip(hex(*low)),
            _ => None,
        };
        if let Some((high, low)) = escaped {
            out.push(high * 16 + low);
            rest = &tail[2..];
        } else {
            out.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn hex(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

fn decode_packed(data: &str) -> Result<String, ShareError> {
    let Some((version, data)) = data.split_once('.') else { return Err(ShareError::Damaged) };
    if version != "1" {
        return Err(ShareError::UnknownVersion(version.chars().take(10).collect()));
    }
    let data = percent_decode(data);
    let data = data.trim().trim_end_matches('=');
    // Four characters are three bytes; a single character left over is invalid.
    if data.len() % 4 == 1 || !data.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    {
        return Err(ShareError::Damaged);
    }
    Ok(data.replace('-', "+").replace('_', "/"))
}

/// The lines in the unpacked bytes of a link.
///
/// # Errors
/// More than [`MOST_BYTES`] or [`MOST_LINES`].
pub fn lines_of(unpacked: &[u8]) -> Result<Lines, ShareError> {
    let lines = || unpacked.split(|&byte| byte == b'\n');
    if unpacked.len() > MOST_BYTES || lines().count() > MOST_LINES {
        return Err(ShareError::TooLarge);
    }
    Ok(lines().map(<[u8]>::to_vec).collect())
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use proptest::prelude::*;

    use super::packed::{decode, encode};
    use super::*;

    const START: &[u8] = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[test]
    fn a_bare_position_is_readable() {
        let link = encode(&[START]);
        assert_eq!(link, "#/p/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-");
        assert_eq!(decode(&link), Some(Ok(vec![START.to_vec()])));
    }

    #[test]
    fn four_words_that_are_too_long_for_a_position_are_packed() {
        for length in [LONGEST_POSITION, LONGEST_POSITION + 1] {
            let position = format!("{} w - -", "8".repeat(length - 6));
            let link = encode(&[position.as_bytes()]);
            assert_eq!(link.starts_with("#/p/"), length == LONGEST_POSITION, "{link}");
            assert_eq!(decode(&link), Some(Ok(vec![position.into_bytes()])));
        }
    }

    #[test]
    fn a_link_says_which_side_is_at_the_bottom() {
        let plain = encode(&[START]);
        assert_eq!(with_bottom(plain.clone(), false), plain);
        for link in [plain, encode(&[START, b"4k3/8/8/8/8/8/8/4K3 w - - id \"x\";"])] {
            let turned = with_bottom(link.clone(), true);
            assert_eq!(content_of(&turned), content_of(&link));
            assert_eq!((has_black_bottom(&link), has_black_bottom(&turned)), (false, true));
            // Settings of later versions are passed over.
            let later = format!("{link}?later=1&color=black");
            assert_eq!((content_of(&later), has_black_bottom(&later)), (content_of(&link), true));
            assert!(!has_black_bottom(&format!("{link}?color=white")));
        }
    }

    #[test]
    fn what_programs_do_to_links_is_undone() {
        let start = Some(Ok(vec![START.to_vec()]));
        let packed = b"4k3/8/8/8/8/8/8/4K3 w - - id \"x\";";
        let link = encode(&[packed]);
        for behind in ["", ".", ",", ").", "%20", "=", "==", "%3D", ">"] {
            assert_eq!(decode(&format!("{link}{behind}")), Some(Ok(vec![packed.to_vec()])), "{behind}");
            let turned = format!("{}{behind}", with_bottom(link.clone(), true));
            assert!(behind.contains(['=', 'D']) || has_black_bottom(&turned), "{turned}");
            if !behind.contains(['=', 'D']) {
                assert_eq!(decode(&format!("{}{behind}", encode(&[START]))), start, "{behind}");
            }
        }
        assert_eq!(decode("#/p/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-"), start);
        // Positions as they stand elsewhere.
        for before in ["#", "#/"] {
            for blank in ["_", "%20", " ", "+"] {
                let fields = String::from_utf8_lossy(START).replace(' ', blank);
                assert_eq!(decode(&format!("{before}{fields}")), start, "{before} {blank}");
            }
        }
    }

    #[test]
    fn other_links_are_none_of_ours() {
        assert_eq!(decode("#/a/b/c/d/e/f/g"), None);
        assert_eq!(decode("#/r/{a/b/c/d/e/f}"), None);
        assert_eq!(decode(""), None);
        assert_eq!(decode("#top"), None);
    }

    #[test]
    fn damage_is_told() {
        let link = encode(&[b"4k3/8/8/8/8/8/8/4K3 w - - id \"x\";"]);
        assert_eq!(decode(&link[..link.len() - 6]), Some(Err(ShareError::Damaged)));
        assert_eq!(decode("#/s/1.***"), Some(Err(ShareError::Damaged)));
        assert_eq!(decode("#/s/"), Some(Err(ShareError::Damaged)));
        assert_eq!(decode("#/p/"), Some(Err(ShareError::Damaged)));
        assert_eq!(decode("#/s/9.x"), Some(Err(ShareError::UnknownVersion("9".into()))));
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let bomb = miniz_oxide::deflate::compress_to_vec(&vec![b'a'; MOST_BYTES + 1], 9);
        let link = packed_fragment(&STANDARD.encode(bomb));
        assert_eq!(decode(&link), Some(Err(ShareError::TooLarge)));
    }

    #[test]
    fn links_with_escapes_are_read() {
        let link = "#/p/4k3/8/8/8/8/8/8/4K3%20w%20-%20-";
        assert_eq!(decode(link), Some(Ok(vec![b"4k3/8/8/8/8/8/8/4K3 w - -".to_vec()])));
    }

    #[test]
    fn links_of_all_versions_are_read() {
        let fixtures = include_str!("../../tests/data/links.txt");
        let mut count = 0;
        for fixture in fixtures.split("\n\n").filter(|fixture| fixture.starts_with("#/")) {
            let (link, held) = fixture.split_once('\n').unwrap();
            let expect = |line: &str| line.strip_prefix("  ").unwrap().as_bytes().to_vec();
            assert_eq!(decode(link), Some(Ok(held.lines().map(expect).collect())), "{link}");
            count += 1;
        }
        assert!(count >= 7, "{count} links found");
    }

    proptest! {
        #[test]
        fn decode_undoes_encode(lines in proptest::collection::vec(proptest::collection::vec(any::<u8>().prop_filter("no line end", |b| *b != b'\n'), 0..60), 1..20)) {
            let borrowed: Vec<&[u8]> = lines.iter().map(Vec::as_slice).collect();
            prop_assert_eq!(decode(&encode(&borrowed)), Some(Ok(lines)));
        }

        #[test]
        fn any_fragment_is_answered(text in "#/[ps]/.{0,80}") {
            let _ = decode(&text);
        }
    }
}
