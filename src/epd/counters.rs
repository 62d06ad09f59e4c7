//! The counters of FEN behind the fourth field.

use crate::epd::extension::perft_depth;
use crate::epd::lexed::{Solid, Token, TokenKind};
use crate::text::span::Span;

/// Most digits of a halfmove clock that stands alone: a longer number counts something else.
const LONGEST_CLOCK: usize = 4;

/// The FEN counters after the fourth field: not EPD, but in half of all files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counters {
    /// Halfmove clock.
    pub halfmoves: Span,
    /// Fullmove number; some files leave it out.
    pub fullmoves: Option<Span>,
}

impl Counters {
    /// Both, or the first alone, in text order.
    pub fn spans(self) -> impl Iterator<Item = Span> {
        [Some(self.halfmoves), self.fullmoves].into_iter().flatten()
    }

    /// From the first to the last.
    pub fn span(self) -> Span {
        self.fullmoves.map_or(self.halfmoves, |last| self.halfmoves.cover(last))
    }

    /// Reads `0 1`, `- -`, or a halfmove clock alone, from the token behind the fields on; gives the token
    /// behind the counters too. More than two bare numbers are something else (perft counts, for one),
    /// as are numbers between semicolons: they stay operations.
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
