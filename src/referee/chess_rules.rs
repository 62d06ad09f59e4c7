//! Chess, as a referee knows it.

use crate::chess::notation::{MoveReading, read_move, san};
use crate::chess::{Chess, Color, Move, Position as _, legal};
use crate::epd::parse;
use crate::epd::position::{PositionReading, fields_after_advance, record_fields};
use crate::referee::ending::Cause;
use crate::referee::rules::{Rules, RulesError};
use crate::referee::words::At;

/// A position of chess and its counters.
#[derive(Debug, Clone)]
pub struct ChessRules {
    chess: Chess,
    hmvc: u32,
    fmvn: u32,
}

impl ChessRules {
    /// The position.
    pub fn chess(&self) -> &Chess {
        &self.chess
    }

    /// Whether kings and rooks stand so that only the rules of Chess960 know how to castle.
    pub fn is_chess960(&self) -> bool {
        crate::epd::game::is_chess960(&self.chess)
    }
}

impl Rules for ChessRules {
    type Move = Move;

    fn start() -> Self {
        Self { chess: Chess::default(), hmvc: 0, fmvn: 1 }
    }

    fn set_up(at: &At) -> Result<Self, RulesError> {
        let line = parse(at.fields.as_bytes());
        let reading = PositionReading::read(&line);
        if line.fields.len() < 4 {
            return Err(RulesError::MissingFields(at.fields.clone()));
        }
        match reading.chess {
            Some(chess) if reading.illegal.is_empty() => {
                Ok(Self { chess, hmvc: at.hmvc.unwrap_or(0), fmvn: at.fmvn.unwrap_or(1).max(1) })
            }
            _ => Err(RulesError::IllegalPosition(at.fields.clone())),
        }
    }

    fn fields(&self) -> String {
        let fields = fields_after_advance(&self.chess);
        // Who reads them does not know which game it is: where X-FEN would not show that, files of rooks do.
        let is_read_back = || {
            PositionReading::read(&parse(fields.as_bytes())).chess.is_some_and(|chess| chess == self.chess)
        };
        if self.is_chess960() && !is_read_back() { record_fields(&self.chess) } else { fields }
    }

    fn hmvc(&self) -> u32 {
        self.hmvc
    }

    fn fmvn(&self) -> u32 {
        self.fmvn
    }

    fn turn(&self) -> Color {
        self.chess.turn()
    }

    fn read(&self, text: &str) -> Result<Move, RulesError> {
        match read_move(&self.chess, text.as_bytes()) {
            MoveReading::Exact(m) | MoveReading::Loose { m, .. } => Ok(m),
            MoveReading::Ambiguous(_) => Err(RulesError::AmbiguousMove(text.to_owned())),
            MoveReading::Illegal => Err(RulesError::IllegalMove(text.to_owned())),
            MoveReading::NotAMove => Err(RulesError::NotAMove(text.to_owned())),
        }
    }

    fn spell(&self, m: Move) -> String {
        san(&self.chess, m)
    }

    fn play(&mut self, m: Move) {
        self.hmvc = if m.is_zeroing() { 0 } else { self.hmvc.saturating_add(1) };
        if self.chess.turn() == Color::Black {
            self.fmvn = self.fmvn.saturating_add(1);
        }
        self.chess.play_unchecked(m);
    }

    fn is_same(&self, other: &Self) -> bool {
        self.chess == other.chess
    }

    fn end(&self) -> Option<Cause> {
        if !legal::can_move(&self.chess) {
            let is_mate = legal::is_check(&self.chess);
            return Some(if is_mate { Cause::Mate(self.chess.turn()) } else { Cause::Stalemate });
        }
        self.chess.is_insufficient_material().then_some(Cause::InsufficientMaterial)
    }

    fn can_win(&self, side: Color) -> bool {
        !self.chess.has_insufficient_material(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Bitboard, Board, CastlingMode, FromSetup as _, Setup};

    /// Fields that are sent are read back as the same position, with all its rights to castle.
    #[test]
    fn fields_are_read_back_whichever_rights_are_left() {
        for number in 0..960 {
            let board = Board::chess960(number);
            let rooks: Vec<_> = board.rooks().into_iter().collect();
            for set in 0..1_u32 << rooks.len() {
                let mut setup = Setup::empty();
                setup.board = board.clone();
                let left = (0..).zip(&rooks).filter(|(bit, _)| set & 1 << bit != 0);
                setup.castling_rights = left.map(|(_, rook)| *rook).collect::<Bitboard>();
                let chess = Chess::from_setup(setup, CastlingMode::Chess960).expect("an array");
                let rules = ChessRules { chess, hmvc: 0, fmvn: 1 };
                let fields = rules.fields();
                let at = At { fields: fields.clone(), hmvc: None, fmvn: None };
                assert!(ChessRules::set_up(&at).is_ok_and(|read| read.is_same(&rules)), "{fields}");
            }
        }
    }
}
