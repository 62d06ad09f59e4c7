//! Lines of moves: from coordinates to moves and to SAN.

use crate::chess::notation::canonical::play;
use crate::chess::{Chess, Move, legal};

/// A line of moves that can be played one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayedLine {
    /// The moves in the order in which they are played.
    pub moves: Vec<Move>,
    /// The SAN of each move.
    pub sans: Vec<String>,
}

impl PlayedLine {
    /// Plays moves in coordinates; `None` if one cannot be played.
    pub fn of_coordinates(position: &Chess, line: &[String]) -> Option<Self> {
        let mut here = position.clone();
        let mut played = Self::default();
        for text in line {
            let m = shakmaty::uci::UciMove::from_ascii(text.as_bytes()).ok()?.to_move(&here).ok()?;
            played.play(&mut here, m);
        }
        Some(played)
    }

    fn play(&mut self, here: &mut Chess, m: Move) {
        let san = play(m, legal::origins(here, m.role(), m.to()), here);
        self.moves.push(m);
        self.sans.push(san.as_str().to_owned());
    }
}

/// The SAN of moves from a position; each must be legal where it is played.
pub fn sans(position: &Chess, moves: &[Move]) -> Vec<String> {
    let mut here = position.clone();
    let mut played = PlayedLine::default();
    for &m in moves {
        played.play(&mut here, m);
    }
    played.sans
}

/// A move in both kinds of coordinates that engines write: castling by the king's two steps, and by the king
/// taking its rook.
pub fn both_coordinates(m: Move) -> [String; 2] {
    use shakmaty::uci::UciMove;
    [UciMove::from_standard(m).to_string(), UciMove::from_chess960(m).to_string()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{CastlingMode, Epd, Position as _};

    #[test]
    fn castling_is_written_in_both_ways() {
        let fields: Epd = "4k3/8/8/8/8/8/8/4K2R w K -".parse().unwrap();
        let position: Chess = fields.into_position(CastlingMode::Standard).unwrap();
        let castling = position.legal_moves().into_iter().find(|m| m.is_castle()).unwrap();
        assert_eq!(both_coordinates(castling), ["e1g1", "e1h1"]);
        let line = ["e1g1".to_owned(), "e8d7".to_owned()];
        let played = PlayedLine::of_coordinates(&position, &line).unwrap();
        assert_eq!((played.sans, played.moves[0]), (vec!["O-O".to_owned(), "Kd7".to_owned()], castling));
        assert_eq!(PlayedLine::of_coordinates(&position, &line[1..]), None);
    }
}
