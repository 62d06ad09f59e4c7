//! The counters of FEN after the fourth field.

use crate::epd::lexed::{Solid, Token, TokenKind};
use crate::epd::parse::Parse;
use crate::text::span::Span;

/// The most digits of a lone halfmove clock; a longer number counts something else.
pub(super) const LONGEST_CLOCK: usize = 4;

/// The FEN counters after the fourth field: not EPD, but found in half of all files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counters {
    /// Halfmove clock.
    pub halfmoves: Span,
    /// Fullmove number; some files leave it out.
    pub fullmoves: Option<Span>,
}

impl Counters {
    /// The spans of both, or of the first alone, in text order.
    pub fn spans(self) -> impl Iterator<Item = Span> {
        [Some(self.halfmoves), self.fullmoves].into_iter().flatten()
    }

    /// The span from the start of the first counter to the end of the last.
    pub fn span(self) -> Span {
        self.fullmoves.map_or(self.halfmoves, |last| self.halfmoves.cover(last))
    }

    /// Reads `0 1`, `- -`, or a halfmove clock alone, starting at the first token after the fields. Also
    /// returns the token after the counters. More than two bare numbers are something else (perft counts, for
    /// example), and so are numbers between semicolons: they stay operations.
    pub(super) fn read(
        text: &[u8],
        next: Option<Token>,
        rest: &mut Solid<'_>,
    ) -> Option<(Self, Option<Token>)> {
        let counter = |token: Option<Token>| {
            let span = token.filter(|token| token.kind == TokenKind::Word)?.span;
            (span.of(text) == b"-" || span.of(text).iter().all(u8::is_ascii_digit)).then_some(span)
        };
        let is_semicolon = |token: &Token| token.kind == TokenKind::Semicolon;
        let halfmoves = counter(next)?;
        let mut ahead = rest.clone();
        let second = ahead.next();
        let fullmoves = counter(second);
        let behind = if fullmoves.is_some() { ahead.next() } else { second };
        let is_count = if fullmoves.is_none() && behind.as_ref().is_some_and(is_semicolon) {
            let next = ahead.clone().find(|token| !is_semicolon(token));
            counter(next).is_some() || next.is_some_and(|next| perft_depth(next.span.of(text)).is_some())
        } else {
            counter(behind).is_some()
        };
        if is_count || fullmoves.is_none() && halfmoves.len() > LONGEST_CLOCK {
            return None;
        }
        *rest = ahead;
        Some((Self { halfmoves, fullmoves }, behind))
    }
}

impl Parse<'_> {
    /// Returns whether a single number with a semicolon follows the fields: it may be a halfmove clock, or the count of the
    /// moves of a generator.
    #[inline(never)]
    pub fn has_clock_or_count(&self) -> bool {
        self.counters.is_some_and(|counters| {
            counters.fullmoves.is_none()
                && self.text()[counters.halfmoves.end..].trim_ascii_start().starts_with(b";")
        })
    }
}

/// The depth of `D5` and `perft5`, opcodes of counts by which move generators are tested; from 1 to 99.
pub fn perft_depth(opcode: &[u8]) -> Option<u32> {
    let digits = opcode.strip_prefix(b"D").or_else(|| opcode.strip_prefix(b"perft"))?;
    let depth: u32 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    (digits.first() != Some(&b'+') && (1..=99).contains(&depth)).then_some(depth)
}
impl Parse<'_> {
    /// Whether side, castling rights and en passant square (§4.2 to §4.4) look like such fields. If not, one may be missing
    /// or glued to another, and what follows belongs to the fields.
    pub(crate) fn has_shaped_fields(&self) -> bool {
        let [_, side, castling, en_passant] = self.fields[..] else { return false };
        let is_right = |byte: &u8| matches!(byte.to_ascii_lowercase(), b'a'..=b'h' | b'k' | b'q' | b'-');
        matches!(self.bytes(side), b"w" | b"b" | b"W" | b"B")
            && self.bytes(castling).iter().all(is_right)
            && matches!(self.bytes(en_passant), b"-" | [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8'])
    }
}
