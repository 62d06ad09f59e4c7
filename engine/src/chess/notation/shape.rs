//! The shape of a move token: piece, origin, target, promotion, and how its spelling is loose.

use arrayvec::ArrayVec;

use super::Looseness;
use crate::chess::{Bitboard, CastlingSide, Chess, File, Move, Position as _, Rank, Role, Square, legal};

/// The moves of one kind of piece to one square. Eight pieces can go there, or two pawns with four
/// promotions each; castling can be written as such a move.
type Fitting = ArrayVec<Move, 16>;

/// The pieces a pawn can become.
const PROMOTIONS: [Option<Role>; 4] =
    [Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)];

/// What a token says about a move, independent of any position.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// `None` without a piece letter: a pawn, or any piece if a whole origin square is given.
    pub(super) role: Option<Role>,
    pub(super) from: (Option<File>, Option<Rank>),
    to: Option<Square>,
    castle: Option<CastlingSide>,
    promotion: Option<Role>,
    found: Found,
}

/// The ways in which the spelling of a token is loose.
#[derive(Debug, Default)]
struct Found(u16);

impl Found {
    fn add(&mut self, looseness: Looseness) {
        self.0 |= 1 << looseness as u16;
    }

    fn has(&self, looseness: Looseness) -> bool {
        self.0 & (1 << looseness as u16) != 0
    }
}

impl Shape {
    pub(super) fn read(token: &[u8]) -> Option<Self> {
        if token.is_empty() || token.len() > 20 {
            return None;
        }
        let mut shape = Self::default();
        let bare = strip_checks(token);
        // Most moves have nothing but check marks around them.
        let rest = match (bare.first(), bare.last()) {
            (Some(b'B'..=b'R' | b'a'..=b'h'), Some(b'1'..=b'8' | b'B'..=b'R')) => bare,
            _ => shape.strip_all(token)?,
        };
        if let Some((side, exact)) = castling(rest) {
            if !exact {
                shape.found.add(Looseness::Castling);
            }
            shape.castle = Some(side);
            return Some(shape);
        }
        let rest = shape.read_promotion(rest);
        shape.read_squares(rest)?;
        Some(shape)
    }

    /// Strips everything that people write around a move: a comma, a number, annotations, check marks and
    /// `e.p.`. `None` if there is no move inside.
    fn strip_all<'a>(&mut self, token: &'a [u8]) -> Option<&'a [u8]> {
        let mut rest = self.strip(token, b",", Looseness::Separator);
        rest = self.strip_number(rest);
        rest = self.strip(rest, b"!?", Looseness::Annotation);
        rest = strip_checks(rest);
        let suffixes =
            if matches!(rest.last(), Some(b'p' | b'.')) { &["e.p.", "e.p", "ep"][..] } else { &[] };
        if let Some(head) = suffixes.iter().find_map(|s| rest.strip_suffix(s.as_bytes())) {
            let head = head.strip_suffix(b"/").unwrap_or(head);
            if head.is_empty() {
                return None;
            }
            self.found.add(Looseness::EnPassantSuffix);
            rest = strip_checks(head);
        }
        Some(self.strip(rest, b"!?", Looseness::Annotation))
    }

    fn strip<'a>(&mut self, text: &'a [u8], marks: &[u8], looseness: Looseness) -> &'a [u8] {
        let end = text.iter().rposition(|byte| !marks.contains(byte)).map_or(0, |at| at + 1);
        if end < text.len() {
            self.found.add(looseness);
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
        self.found.add(Looseness::MoveNumber);
        &text[digits + dots..]
    }

    fn read_promotion<'a>(&mut self, text: &'a [u8]) -> &'a [u8] {
        if let [.., b'1'..=b'8'] = text {
            return text;
        }
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
                self.found.add(Looseness::Promotion);
            }
            return body;
        }
        // `e8Q`, `e7e8q`: a piece letter right after the rank of promotion.
        if let [body @ .., b'1' | b'8', letter] = text
            && let Some(role) = promotion_role(*letter)
            && !body.is_empty()
        {
            self.promotion = Some(role);
            self.found.add(Looseness::Promotion);
            return &text[..text.len() - 1];
        }
        text
    }

    /// Reads piece letter, origin and target from the rest.
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
                    self.found.add(Looseness::Letter);
                }
                rest = tail;
            } else if let b'n' | b'r' | b'q' | b'k' = letter {
                self.role = standard(letter.to_ascii_uppercase());
                self.found.add(Looseness::Letter);
                rest = tail;
            }
        }
        // The letters and digits of the squares; the last two name the target.
        let mut parts = [0; 4];
        let mut count = 0;
        for &byte in rest {
            match byte {
                b'a'..=b'h' | b'1'..=b'8' => {
                    *parts.get_mut(count)? = byte;
                    count += 1;
                }
                b'x' => {}
                b'-' => self.found.add(Looseness::LongAlgebraic),
                b':' | b'*' => self.found.add(Looseness::CaptureColon),
                _ => return None,
            }
        }
        let file = |byte: u8| File::from_char(byte.into());
        let rank = |byte: u8| Rank::from_char(byte.into());
        let (from, [to_file, to_rank]) = match (count, parts) {
            (2, [to @ .., _, _]) => ((None, None), to),
            (3, [one, to @ .., _]) => ((file(one), rank(one)), to),
            (4, [first, second, to @ ..]) => ((Some(file(first)?), Some(rank(second)?)), to),
            _ => return None,
        };
        self.from = from;
        self.to = Some(Square::from_coords(file(to_file)?, rank(to_rank)?));
        if count == 4 && self.role.is_none() && !rest.contains(&b'-') && !rest.contains(&b'x') {
            self.found.add(Looseness::Coordinate);
        }
        Some(())
    }

    /// The legal moves that fit, and all squares from which pieces of the moving kind can legally go to the
    /// target.
    pub(super) fn fitting(&self, position: &Chess) -> (Fitting, Bitboard) {
        let mut moves = Fitting::new();
        if let Some(side) = self.castle {
            moves.extend(position.castling_moves(side).first().copied());
            return (moves, Bitboard::EMPTY);
        }
        let (Some(role), Some(to)) = (self.role_in(position), self.to) else {
            return (moves, Bitboard::EMPTY);
        };
        let castled = if role == Role::King { self.castling(position) } else { None };
        let origins = legal::origins(position, role, to);
        let en_passant = role == Role::Pawn && position.maybe_ep_square() == Some(to);
        let capture = position.board().role_at(to);
        let at_end = role == Role::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth);
        let promotions = match (at_end, &self.promotion) {
            (true, promotion @ Some(_)) => std::slice::from_ref(promotion),
            // Without a piece every promotion fits, which makes the move ambiguous.
            (true, None) => &PROMOTIONS,
            (false, Some(_)) => &[],
            (false, None) => &[None],
        };
        let named = |square: &Square| {
            self.from.0.is_none_or(|file| square.file() == file)
                && self.from.1.is_none_or(|rank| square.rank() == rank)
        };
        for from in origins.into_iter().filter(named) {
            for &promotion in promotions {
                moves.push(if en_passant {
                    Move::EnPassant { from, to }
                } else {
                    Move::Normal { role, from, capture, to, promotion }
                });
            }
        }
        // In Chess960 the king's own move and castling can have the same coordinates: castling is the less
        // likely reading.
        if self.role.is_some() || moves.is_empty() {
            moves.extend(castled);
        }
        (moves, origins)
    }

    /// Castling as engines write it: `e1g1`, or `e1h1` in Chess960.
    fn castling(&self, position: &Chess) -> Option<Move> {
        let from = self.origin().filter(|_| self.promotion.is_none())?;
        [CastlingSide::KingSide, CastlingSide::QueenSide].into_iter().find_map(|side| {
            let m = position.castling_moves(side).first().copied()?;
            let lands = side.king_to(position.turn());
            let fits = m.from() == Some(from)
                && (self.to == Some(m.to()) || self.to == Some(lands) && from != lands);
            fits.then_some(m)
        })
    }

    /// The piece that moves: the one named, the one on a whole origin square, or else a pawn.
    fn role_in(&self, position: &Chess) -> Option<Role> {
        match (self.role, self.origin()) {
            (Some(role), _) => Some(role),
            (None, Some(from)) => position.board().role_at(from),
            (None, None) => Some(Role::Pawn),
        }
    }

    fn origin(&self) -> Option<Square> {
        Some(Square::from_coords(self.from.0?, self.from.1?))
    }

    /// Why `token` is not the canonical text.
    pub(super) fn looseness(&self, token: &[u8], canonical: &[u8]) -> Looseness {
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
            if self.found.has(kind) {
                return kind;
            }
        }
        let bare = strip_checks(token);
        let bare_canonical = strip_checks(canonical);
        if bare == bare_canonical {
            return Looseness::CheckMark;
        }
        let is_said = |byte: &&u8| **byte != b'x';
        if bare.iter().filter(is_said).eq(bare_canonical.iter().filter(is_said)) {
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
    let is_castling = |byte: &u8| matches!(byte, b'O' | b'o' | b'0' | b'-');
    if !text.first().is_some_and(is_castling) || !text.iter().all(is_castling) {
        return None;
    }
    match text.iter().filter(|&&byte| byte != b'-').count() {
        2 => Some((CastlingSide::KingSide, false)),
        3 => Some((CastlingSide::QueenSide, false)),
        _ => None,
    }
}
