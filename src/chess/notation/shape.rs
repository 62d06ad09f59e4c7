//! The shape of a move token: piece, origin, target, promotion, and what is off in its spelling.

use super::Looseness;
use shakmaty::MoveList;

use crate::chess::{CastlingSide, Chess, File, Move, Position as _, Rank, Role, Square};

/// What a token says about a move, before any position is known.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// `None`: no piece letter; a pawn, or any piece when a whole origin square is given.
    pub(super) role: Option<Role>,
    pub(super) from: (Option<File>, Option<Rank>),
    to: Option<Square>,
    castle: Option<CastlingSide>,
    promotion: Option<Role>,
    found: Vec<Looseness>,
}

impl Shape {
    pub(super) fn read(token: &[u8]) -> Option<Self> {
        if token.is_empty() || token.len() > 20 || !token.is_ascii() {
            return None;
        }
        let mut shape = Self::default();
        let mut rest = token;
        rest = shape.strip(rest, b",", Looseness::Separator);
        rest = shape.strip_number(rest);
        rest = shape.strip(rest, b"!?", Looseness::Annotation);
        rest = strip_checks(rest);
        if let Some(head) = ["e.p.", "e.p", "ep"].iter().find_map(|s| rest.strip_suffix(s.as_bytes())) {
            if head.is_empty() {
                return None;
            }
            shape.found.push(Looseness::EnPassantSuffix);
            rest = strip_checks(head);
        }
        rest = shape.strip(rest, b"!?", Looseness::Annotation);
        if let Some((side, exact)) = castling(rest) {
            if !exact {
                shape.found.push(Looseness::Castling);
            }
            shape.castle = Some(side);
            return Some(shape);
        }
        rest = shape.read_promotion(rest);
        shape.read_squares(rest)?;
        Some(shape)
    }

    fn strip<'a>(&mut self, text: &'a [u8], marks: &[u8], looseness: Looseness) -> &'a [u8] {
        let end = text.iter().rposition(|byte| !marks.contains(byte)).map_or(0, |at| at + 1);
        if end < text.len() {
            self.found.push(looseness);
        }
        &text[..end]
    }

    /// Strips a move number such as `12.` or `3...`.
    fn strip_number<'a>(&mut self, text: &'a [u8]) -> &'a [u8] {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = text[digits..].iter().take_while(|&&byte| byte == b'.').count();
        if digits == 0 || dots == 0 || digits > 4 {
            return text;
        }
        self.found.push(Looseness::MoveNumber);
        &text[digits + dots..]
    }

    fn read_promotion<'a>(&mut self, text: &'a [u8]) -> &'a [u8] {
        let (body, wrapped) = match text {
            [body @ .., b'(', letter, b')'] | [body @ .., b'=' | b'/', letter] => (body, Some(*letter)),
            _ => (text, None),
        };
        if let Some(role) = wrapped.and_then(promotion_role) {
            self.promotion = Some(role);
            let exact = text.len() >= 2
                && text[text.len() - 2] == b'='
                && text.last().is_some_and(u8::is_ascii_uppercase);
            if !exact {
                self.found.push(Looseness::Promotion);
            }
            return body;
        }
        // `e8Q`, `e7e8q`: a piece letter straight after the rank of promotion.
        if let [body @ .., b'1' | b'8', letter] = text
            && let Some(role) = promotion_role(*letter)
            && !body.is_empty()
        {
            self.promotion = Some(role);
            self.found.push(Looseness::Promotion);
            return &text[..text.len() - 1];
        }
        text
    }

    /// Reads piece letter, origin and target from what is left.
    fn read_squares(&mut self, text: &[u8]) -> Option<()> {
        let mut rest = text;
        let standard = |letter: u8| match letter {
            b'N' => Some(Role::Knight),
            b'B' => Some(Role::Bishop),
            b'R' => Some(Role::Rook),
            b'Q' => Some(Role::Queen),
            b'K' => Some(Role::King),
            b'P' => Some(Role::Pawn),
            _ => None,
        };
        if let [letter, tail @ ..] = rest {
            if let Some(role) = standard(*letter) {
                self.role = Some(role);
                if role == Role::Pawn {
                    self.found.push(Looseness::Letter);
                }
                rest = tail;
            } else if let b'n' | b'r' | b'q' | b'k' = letter {
                self.role = standard(letter.to_ascii_uppercase());
                self.found.push(Looseness::Letter);
                rest = tail;
            }
        }
        let mut parts: Vec<u8> = Vec::with_capacity(4);
        for &byte in rest {
            match byte {
                b'a'..=b'h' | b'1'..=b'8' => parts.push(byte),
                b'x' => {}
                b'-' => self.found.push(Looseness::LongAlgebraic),
                b':' | b'*' => self.found.push(Looseness::CaptureColon),
                _ => return None,
            }
        }
        let file = |byte: u8| byte.is_ascii_lowercase().then(|| File::from_char(byte.into())).flatten();
        let rank = |byte: u8| byte.is_ascii_digit().then(|| Rank::from_char(byte.into())).flatten();
        let (origin, target) = parts.split_at(parts.len().checked_sub(2)?);
        self.to = Some(Square::from_coords(file(target[0])?, rank(target[1])?));
        self.from = match origin {
            [] => (None, None),
            [one] => (file(*one), rank(*one)),
            [first, second] => (Some(file(*first)?), Some(rank(*second)?)),
            _ => return None,
        };
        if origin.len() == 2 && self.role.is_none() && !rest.contains(&b'-') && !rest.contains(&b'x') {
            self.found.push(Looseness::Coordinate);
        }
        Some(())
    }

    /// The legal moves that can fit at all. All of them would do, but they take far longer to
    /// find than those of one kind of piece to one square.
    pub(super) fn candidates(&self, position: &Chess) -> MoveList {
        if let Some(side) = self.castle {
            return position.castling_moves(side);
        }
        let Some(to) = self.to else { return MoveList::new() };
        let Some(from) = self.origin() else {
            return position.san_candidates(self.role.unwrap_or(Role::Pawn), to);
        };
        let Some(role) = position.board().role_at(from) else { return MoveList::new() };
        let mut moves = position.san_candidates(role, to);
        if role == Role::King {
            for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
                moves.extend(position.castling_moves(side));
            }
        }
        moves
    }

    pub(super) fn fits(&self, m: Move) -> bool {
        if let Some(side) = self.castle {
            return m.castling_side() == Some(side);
        }
        let Some(to) = self.to else { return false };
        let whole_origin = self.from.0.is_some() && self.from.1.is_some();
        if let Move::Castle { king, rook } = m {
            let Some(side) = m.castling_side() else { return false };
            let lands = Square::from_coords(
                match side {
                    CastlingSide::KingSide => File::G,
                    CastlingSide::QueenSide => File::C,
                },
                king.rank(),
            );
            // Engines write castling as e1g1, or e1h1 in Chess960.
            return whole_origin
                && matches!(self.role, None | Some(Role::King))
                && self.promotion.is_none()
                && self.origin() == Some(king)
                && (to == rook || (to == lands && king != lands));
        }
        let role_fits = match self.role {
            Some(role) => m.role() == role,
            None => whole_origin || m.role() == Role::Pawn,
        };
        role_fits
            && m.to() == to
            // Without a piece every promotion fits, which makes the move ambiguous.
            && (self.promotion.is_none() || m.promotion() == self.promotion)
            && m.from().is_some_and(|from| {
                self.from.0.is_none_or(|file| from.file() == file)
                    && self.from.1.is_none_or(|rank| from.rank() == rank)
            })
    }

    fn origin(&self) -> Option<Square> {
        Some(Square::from_coords(self.from.0?, self.from.1?))
    }

    /// Why `token` is not the canonical text.
    pub(super) fn looseness(&self, token: &[u8], canonical: &str) -> Looseness {
        for kind in [
            Looseness::Coordinate,
            Looseness::LongAlgebraic,
            Looseness::Castling,
            Looseness::EnPassantSuffix,
            Looseness::CaptureColon,
            Looseness::Letter,
            Looseness::Promotion,
            Looseness::MoveNumber,
            Looseness::Separator,
            Looseness::Annotation,
        ] {
            if self.found.contains(&kind) {
                return kind;
            }
        }
        let bare = strip_checks(token);
        let bare_canonical = strip_checks(canonical.as_bytes());
        if bare == bare_canonical {
            return Looseness::CheckMark;
        }
        let without_x = |text: &[u8]| text.iter().copied().filter(|&b| b != b'x').collect::<Vec<_>>();
        if without_x(bare) == without_x(bare_canonical) {
            return Looseness::CaptureMark;
        }
        Looseness::Disambiguation
    }
}

fn strip_checks(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !matches!(byte, b'+' | b'#')).map_or(0, |at| at + 1);
    &text[..end]
}

fn promotion_role(letter: u8) -> Option<Role> {
    match letter.to_ascii_uppercase() {
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        _ => None,
    }
}

/// The side of a castling token, and whether it is spelled `O-O` or `O-O-O`.
fn castling(text: &[u8]) -> Option<(CastlingSide, bool)> {
    match text {
        b"O-O" => return Some((CastlingSide::KingSide, true)),
        b"O-O-O" => return Some((CastlingSide::QueenSide, true)),
        _ => {}
    }
    let letters: Vec<u8> = text.iter().copied().filter(|&b| b != b'-').collect();
    if !letters.iter().all(|b| matches!(b, b'O' | b'o' | b'0')) {
        return None;
    }
    match letters.len() {
        2 => Some((CastlingSide::KingSide, false)),
        3 => Some((CastlingSide::QueenSide, false)),
        _ => None,
    }
}
