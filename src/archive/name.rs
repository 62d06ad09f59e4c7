//! The names of members: their encoding, and the folders in them.

/// The upper half of code page 437, the characters of the first machines that had zip.
const UPPER_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// A name as text. Many programs write UTF-8 without saying so: what is valid UTF-8 is read as UTF-8.
pub(super) fn decode(bytes: &[u8], is_utf8: bool) -> String {
    match std::str::from_utf8(bytes) {
        Ok(name) => name.to_owned(),
        Err(_) if is_utf8 => String::from_utf8_lossy(bytes).into_owned(),
        Err(_) => bytes.iter().map(|&byte| letter(byte)).collect(),
    }
}

fn letter(byte: u8) -> char {
    let upper = byte.checked_sub(0x80).and_then(|index| UPPER_437.chars().nth(index.into()));
    upper.unwrap_or(byte.into())
}

/// The parts of a name between slashes, of either kind.
pub(super) fn parts(name: &str) -> impl DoubleEndedIterator<Item = &str> {
    name.split(['/', '\\'])
}

/// Returns whether a name leads to another place than one below the folder where the archive is unpacked.
pub(super) fn is_unsafe(name: &str) -> bool {
    let is_absolute = name.starts_with(['/', '\\']) || name.as_bytes().get(1) == Some(&b':');
    is_absolute || name.contains('\0') || parts(name).any(|part| part == "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_decoded() {
        let check = |bytes: &[u8], is_utf8: bool, expect: &str| assert_eq!(decode(bytes, is_utf8), expect);
        check(b"a/b.epd", false, "a/b.epd");
        check("Schl\u{fc}ssel".as_bytes(), false, "Schlüssel");
        check(b"Schl\x81ssel\xff", false, "Schlüssel\u{a0}");
        check(b"\x80\xe1", false, "Çß");
        check(b"a\xff", true, "a\u{fffd}");
        assert_eq!(UPPER_437.chars().count(), 128);
    }

    #[test]
    fn names_that_lead_elsewhere_are_told() {
        for name in ["/a", "\\a", "C:a", "..", "a/../b", "a\\..\\b", "../a", "a\0b"] {
            assert!(is_unsafe(name), "{name}");
        }
        for name in ["a", "a/b", "a..b", "...", "a/..b", "", "\u{e9}:"] {
            assert!(!is_unsafe(name), "{name}");
        }
    }
}
