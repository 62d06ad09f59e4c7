//! One position of a game as a line of EPD.

use std::borrow::Cow;

use crate::chess::notation::{MoveReading, read_and_play};
use crate::chess::{Chess, Position as _};
use crate::epd::position::append_record_fields;
use crate::epd::write::printable;
use crate::pgn::engine_note::EngineNote;
use crate::pgn::keep::Kept;

/// The most bytes of a tag in an `id`: four of them, a ply and a variation fit into the 255 bytes of a string
/// (§5.1).
const TAG_BYTES: usize = 53;

/// The tags that records show.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) eco: Option<Vec<u8>>,
    pub(super) site: Option<Vec<u8>>,
    pub(super) round: Option<Vec<u8>>,
    pub(super) result: Option<Vec<u8>>,
    pub(super) white: Option<Vec<u8>>,
    pub(super) black: Option<Vec<u8>>,
    pub(super) event: Option<Vec<u8>>,
    pub(super) date: Option<Vec<u8>>,
}

impl Names {
    /// `White - Black, Event Date`, without what is not known.
    pub(super) fn id(&self) -> Vec<u8> {
        let part = |tag: &Option<Vec<u8>>| {
            let known = tag.as_deref().map(<[u8]>::trim_ascii).filter(|tag| !matches!(*tag, b"" | b"?"));
            known.map(|tag| printable(tag, TAG_BYTES))
        };
        let (white, black) = (part(&self.white), part(&self.black));
        let when: Vec<_> = [part(&self.event), part(&self.date)].into_iter().flatten().collect();
        // A record of a game always has a name.
        let has_players = white.is_some() || black.is_some() || when.is_empty();
        let name = |tag: Option<Vec<u8>>| tag.unwrap_or_else(|| b"?".to_vec());
        let players = has_players.then(|| [name(white), name(black)].join(&b" - "[..]));
        let when = (!when.is_empty()).then(|| when.join(&b' '));
        players.into_iter().chain(when).collect::<Vec<_>>().join(&b", "[..])
    }
}

/// What all records of a game share.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub(super) id: Vec<u8>,
    pub(super) kept: Kept,
}

/// A position, and how the game reached it.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) position: Chess,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
    pub(super) ply: u32,
}

impl Place {
    /// Plays a move in any spelling and returns its SAN; `None` if it cannot be played.
    pub(super) fn play<'a>(&mut self, word: &'a [u8]) -> Option<Cow<'a, [u8]>> {
        let turn = self.position.turn();
        let (m, san) = match read_and_play(&mut self.position, word) {
            MoveReading::Exact(m) => (m, Cow::Borrowed(word)),
            MoveReading::Loose { m, san, looseness: _ } => (m, Cow::Owned(san.as_bytes().to_vec())),
            MoveReading::Ambiguous(_) | MoveReading::Illegal | MoveReading::NotAMove => return None,
        };
        self.halfmoves = if m.is_zeroing() { 0 } else { self.halfmoves.saturating_add(1) };
        self.fullmoves = self.fullmoves.saturating_add(u32::from(turn.is_black()));
        self.ply = self.ply.saturating_add(1);
        Some(san)
    }

    /// Writes the record: the operations of its line, the comments after the position, and the SAN of the
    /// move from here. `note` is what an engine says of the position; `variation` is the number of the variation, 0 for
    /// the game itself.
    pub(super) fn write(
        &self,
        head: &Head,
        variation: u32,
        comments: &[u8],
        san: Option<&[u8]>,
        note: Option<EngineNote>,
        out: &mut Vec<u8>,
    ) {
        let note = note.unwrap_or_default();
        append_record_fields(&self.position, out);
        note.write_effort(out);
        out.extend_from_slice(comments);
        note.write_score(out);
        out.extend_from_slice(&head.kept.before);
        if self.fullmoves != 1 {
            out.extend_from_slice(format!(" fmvn {};", self.fullmoves).as_bytes());
        }
        if self.halfmoves != 0 {
            out.extend_from_slice(format!(" hmvc {};", self.halfmoves).as_bytes());
        }
        out.extend_from_slice(b" id \"");
        out.extend_from_slice(&head.id);
        out.extend_from_slice(format!(", ply {}", self.ply).as_bytes());
        if variation > 0 {
            out.extend_from_slice(format!(", variation {variation}").as_bytes());
        }
        out.extend_from_slice(b"\";");
        out.extend_from_slice(&head.kept.behind);
        if let Some(san) = san {
            out.extend_from_slice(b" sm ");
            out.extend_from_slice(san);
            out.push(b';');
        }
        out.push(b'\n');
    }
}
