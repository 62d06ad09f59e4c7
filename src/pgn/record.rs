//! One position of a game as a line of EPD.

use crate::chess::notation::san;
use crate::chess::{Chess, Move, Position as _};
use crate::epd::position::fields_of;

/// Most bytes of a tag in an `id`: four of them and a ply stay within the 255 of a string (§5.2.4).
const TAG_BYTES: usize = 58;

/// The tags that the `id` of a record tells.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) white: Option<Vec<u8>>,
    pub(super) black: Option<Vec<u8>>,
    pub(super) event: Option<Vec<u8>>,
    pub(super) date: Option<Vec<u8>>,
}

impl Names {
    /// `White - Black, Event Date`.
    pub(super) fn id(&self) -> Vec<u8> {
        let part = |tag: &Option<Vec<u8>>, unknown: &'static [u8]| {
            let known = tag.as_deref().map(<[u8]>::trim_ascii).filter(|tag| !tag.is_empty());
            printable(known.unwrap_or(unknown))
        };
        let mut id = part(&self.white, b"?");
        id.extend_from_slice(b" - ");
        id.extend(part(&self.black, b"?"));
        id.extend_from_slice(b", ");
        id.extend(part(&self.event, b"?"));
        id.push(b' ');
        id.extend(part(&self.date, b"????.??.??"));
        id
    }
}

/// A value that can stand in a string of EPD: not too long, and an apostrophe in place of each quote
/// and each control character.
fn printable(value: &[u8]) -> Vec<u8> {
    let mut end = value.len().min(TAG_BYTES);
    // A character of UTF-8 is not cut apart.
    while end > 0 && end < value.len() && matches!(value[end], 0x80..=0xbf) {
        end -= 1;
    }
    let plain = |&byte: &u8| if byte == b'"' || byte.is_ascii_control() { b'\'' } else { byte };
    value[..end].iter().map(plain).collect()
}

/// A position, and how the game came to it.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) position: Chess,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
    pub(super) ply: u32,
}

impl Place {
    /// Goes on by a legal move.
    pub(super) fn play(&mut self, m: Move) {
        self.halfmoves = if m.is_zeroing() { 0 } else { self.halfmoves.saturating_add(1) };
        self.fullmoves = self.fullmoves.saturating_add(u32::from(self.position.turn().is_black()));
        self.ply = self.ply.saturating_add(1);
        self.position.play_unchecked(m);
    }

    /// Writes the record; `played` is the move from here.
    pub(super) fn write(&self, id: &[u8], played: Option<Move>, out: &mut Vec<u8>) {
        let mut push = |text: &str| out.extend_from_slice(text.as_bytes());
        push(&fields_of(&self.position));
        if self.fullmoves != 1 {
            push(&format!(" fmvn {};", self.fullmoves));
        }
        if self.halfmoves != 0 {
            push(&format!(" hmvc {};", self.halfmoves));
        }
        push(" id \"");
        out.extend_from_slice(id);
        let played = played.map(|m| format!(" sm {};", san(&self.position, m))).unwrap_or_default();
        out.extend_from_slice(format!(", ply {}\";{played}\n", self.ply).as_bytes());
    }
}
