//! Reading and writing moves: canonical SAN is written, anything that people write is read.
//!
//! EPD wants SAN and nothing else (§5.2.2), and real files hold everything else. The reader here matches what
//! a token says (piece, origin, target, promotion) against the legal moves. It tells the one exact spelling
//! from a loose one, and in which way the loose one differs.
//!
//! Besides canonical SAN it understands superfluous or missing check, capture and disambiguation marks, `!`
//! and `?`, coordinate moves (`e2e4`, `e7e8q`), long algebraic (`Nb1-c3`), `0-0` and `o-o`, promotions
//! without `=` (`f8Q`, `f8(Q)`, `f8/Q`), the suffixes `ep` and `e.p.`, `:` for captures, and lower-case piece
//! letters if only one move fits.

mod canonical;
pub mod line;
mod shape;

use crate::chess::{Chess, File, Move, legal};
pub use canonical::San;
use canonical::play;
use shape::Shape;

/// The meaning of a token as a move in a given position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveReading {
    /// The canonical SAN of a legal move.
    Exact(Move),
    /// A legal move in another spelling.
    Loose {
        /// The move.
        m: Move,
        /// Its canonical SAN.
        san: San,
        /// How the spelling differs.
        looseness: Looseness,
    },
    /// More than one legal move fits.
    Ambiguous(Vec<Move>),
    /// It reads as a move, but no legal move fits.
    Illegal,
    /// It does not read as a move.
    NotAMove,
}

impl MoveReading {
    /// The move, if exactly one fits.
    pub fn played(&self) -> Option<Move> {
        match *self {
            Self::Exact(m) | Self::Loose { m, .. } => Some(m),
            Self::Ambiguous(_) | Self::Illegal | Self::NotAMove => None,
        }
    }

    /// The SAN of the move that `token` was read as, if exactly one fits.
    ///
    /// ```
    /// use epidote_engine::chess::Chess;
    /// use epidote_engine::chess::notation::read_move;
    /// let san = |token: &[u8]| read_move(&Chess::new(), token).san(token);
    /// assert_eq!(san(b"g1f3"), Some("Nf3".to_owned()));
    /// assert_eq!(san(b"Nf3"), Some("Nf3".to_owned()));
    /// assert_eq!(san(b"Nf6"), None);
    /// ```
    pub fn san(&self, token: &[u8]) -> Option<String> {
        match self {
            Self::Exact(_) => Some(String::from_utf8_lossy(token).into_owned()),
            Self::Loose { san, .. } => Some(san.as_str().to_owned()),
            Self::Ambiguous(_) | Self::Illegal | Self::NotAMove => None,
        }
    }
}

/// How a spelling differs from canonical SAN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looseness {
    /// A missing, superfluous or wrong `+` or `#`.
    CheckMark,
    /// A missing or superfluous `x`.
    CaptureMark,
    /// A file or rank of origin that is not needed, or not the one that SAN prescribes.
    Disambiguation,
    /// `!`, `?` or both after the move.
    Annotation,
    /// Coordinates only, as engines write: `e2e4`, `e7e8q`.
    Coordinate,
    /// Long algebraic: `Nb1-c3`, `e2-e4`.
    LongAlgebraic,
    /// Castling with zeros, small letters or without hyphens.
    Castling,
    /// A promotion without `=` or with a small letter.
    Promotion,
    /// `ep` or `e.p.` after an en passant capture.
    EnPassantSuffix,
    /// A small piece letter, or `P` for a pawn.
    Letter,
    /// `:` as the capture sign.
    CaptureColon,
    /// A move number before the move.
    MoveNumber,
    /// A comma after the move.
    Separator,
}

impl Looseness {
    /// Returns whether the spelling is still SAN of some kind: it has the shape, but not the one canonical
    /// form. The others are notations that §5.2.2 does not support.
    pub fn is_san(self) -> bool {
        matches!(self, Self::CheckMark | Self::CaptureMark | Self::Disambiguation)
    }

    /// The key of the difference in the language files, worded to follow "the move has".
    pub fn key(self) -> &'static str {
        match self {
            Self::CheckMark => "looseness.check-mark",
            Self::CaptureMark => "looseness.capture-mark",
            Self::Disambiguation => "looseness.disambiguation",
            Self::Annotation => "looseness.annotation",
            Self::Coordinate => "looseness.coordinate",
            Self::LongAlgebraic => "looseness.long-algebraic",
            Self::Castling => "looseness.castling",
            Self::Promotion => "looseness.promotion",
            Self::EnPassantSuffix => "looseness.en-passant-suffix",
            Self::Letter => "looseness.letter",
            Self::CaptureColon => "looseness.capture-colon",
            Self::MoveNumber => "looseness.move-number",
            Self::Separator => "looseness.separator",
        }
    }
}

/// The canonical SAN of a legal move, with `+` or `#`.
pub fn san(position: &Chess, m: Move) -> String {
    play(m, legal::origins(position, m.role(), m.to()), &mut position.clone()).as_str().to_owned()
}

/// The move in coordinates, as engines write it: `e2e4`, `e7e8q`; castling is the king's two-square move in a
/// standard position and king-takes-rook if the king or the rook is not on its standard square.
pub fn coordinates(m: Move) -> String {
    let mode = match m {
        Move::Castle { king, rook } if king.file() == File::E && matches!(rook.file(), File::A | File::H) => {
            shakmaty::CastlingMode::Standard
        }
        Move::Castle { .. } => shakmaty::CastlingMode::Chess960,
        _ => shakmaty::CastlingMode::Standard,
    };
    m.to_uci(mode).to_string()
}

/// Reads a token as a move in `position`.
pub fn read_move(position: &Chess, token: &[u8]) -> MoveReading {
    read_and_play(&mut position.clone(), token)
}

/// Reads a token as a move, and plays it if exactly one fits.
pub fn read_and_play(position: &mut Chess, token: &[u8]) -> MoveReading {
    let Some(shape) = Shape::read(token) else { return MoveReading::NotAMove };
    let (moves, origins) = shape.fitting(position);
    let m = match moves.as_slice() {
        [] => return MoveReading::Illegal,
        &[m] => m,
        several => return MoveReading::Ambiguous(several.to_vec()),
    };
    let san = play(m, origins, position);
    if san.as_bytes() == token {
        return MoveReading::Exact(m);
    }
    let looseness = shape.looseness(token, san.as_bytes());
    MoveReading::Loose { m, san, looseness }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position as _;
    use crate::chess::testing::{any_game, position};
    use proptest::prelude::*;
    use shakmaty::san::SanPlus;

    #[track_caller]
    fn check(fields: &str, token: &str, expect: &str) {
        let position = position(fields);
        let got = match read_move(&position, token.as_bytes()) {
            MoveReading::Exact(_) => "exact".to_owned(),
            MoveReading::Loose { san, looseness, .. } => format!("{san} {looseness:?}"),
            MoveReading::Ambiguous(moves) => format!("ambiguous {}", moves.len()),
            MoveReading::Illegal => "illegal".to_owned(),
            MoveReading::NotAMove => "not a move".to_owned(),
        };
        assert_eq!(got, expect, "{token} in {fields}");
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    const CASTLE: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    const PROMOTE: &str = "3n3k/2P5/8/8/8/8/8/K7 w - -";

    #[test]
    fn reads_canonical_san() {
        check(START, "e4", "exact");
        check(START, "Nf3", "exact");
        check(CASTLE, "O-O", "exact");
        check(CASTLE, "Rxa8+", "exact");
        check(PROMOTE, "cxd8=Q+", "exact");
    }

    #[test]
    fn reads_loose_spellings() {
        check(START, "e4+", "e4 CheckMark");
        check(START, "Ngf3", "Nf3 Disambiguation");
        check(START, "Nf3!?", "Nf3 Annotation");
        check(START, "e2e4", "e4 Coordinate");
        check(START, "g1f3", "Nf3 Coordinate");
        check(START, "e2-e4", "e4 LongAlgebraic");
        check(START, "Ng1-f3", "Nf3 LongAlgebraic");
        check(START, "nf3", "Nf3 Letter");
        check(START, "Pe4", "e4 Letter");
        check(START, "1.e4", "e4 MoveNumber");
        check(START, "1...Nf3", "Nf3 MoveNumber");
        check(START, "Nf3,", "Nf3 Separator");
        check(CASTLE, "0-0", "O-O Castling");
        check(CASTLE, "ooo", "O-O-O Castling");
        check(CASTLE, "e1g1", "O-O Coordinate");
        check(CASTLE, "e1h1", "O-O Coordinate");
        check(CASTLE, "Ra8+", "Rxa8+ CaptureMark");
        check(CASTLE, "R:a8+", "Rxa8+ CaptureColon");
        check(PROMOTE, "c8Q", "c8=Q Promotion");
        check(PROMOTE, "c8(R)", "c8=R Promotion");
        check(PROMOTE, "c7c8q", "c8=Q Coordinate");
        check(PROMOTE, "cd8=Q+", "cxd8=Q+ CaptureMark");
        check("7k/8/8/3pP3/8/8/8/K7 w - d6", "exd6ep", "exd6 EnPassantSuffix");
        check("7k/8/8/3pP3/8/8/8/K7 w - d6", "exd6e.p.", "exd6 EnPassantSuffix");
        check("7k/8/8/3pP3/8/8/8/K7 w - d6", "e5xd6/ep", "exd6 EnPassantSuffix");
        check("7k/8/8/3pP3/8/8/8/K7 w - d6", "exd6/e.p.", "exd6 EnPassantSuffix");
    }

    #[test]
    fn tells_what_cannot_be() {
        check(START, "e5", "illegal");
        check(START, "Nd2", "illegal");
        check("4k3/8/8/8/8/5N2/8/1N2K3 w - -", "Nd2", "ambiguous 2");
        check(PROMOTE, "c8", "ambiguous 4");
        check(START, "--", "not a move");
        check(START, "e.p.", "not a move");
        check(START, "#4", "not a move");
        check(START, "", "not a move");
        check(START, "best", "not a move");
        check(CASTLE, "O-O-O-O", "not a move");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn spells_every_move_and_reads_it(game in any_game(80)) {
            for position in &game {
                for m in position.legal_moves() {
                    let text = san(position, m);
                    prop_assert_eq!(&text, &SanPlus::from_move(position.clone(), m).to_string());
                    prop_assert_eq!(read_move(position, text.as_bytes()), MoveReading::Exact(m));
                    // Castling in Chess960 can have the same coordinates as a step of the king.
                    let read = read_move(position, coordinates(m).as_bytes());
                    let right = matches!(read, MoveReading::Loose { m: read, .. } if read == m);
                    prop_assert!(right || m.is_castle(), "{} in {:?}", text, position);
                }
            }
        }
    }
}
