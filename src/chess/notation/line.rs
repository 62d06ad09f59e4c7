//! Lines of moves: from coordinates to moves and to SAN.

use crate::chess::notation::san;
use crate::chess::{Chess, Move, Position as _};

/// Reads a line of moves in coordinates; `None` if one cannot be played.
pub fn line_of_coordinates(position: &Chess, line: &[String]) -> Option<Vec<Move>> {
    let mut position = position.clone();
    let mut moves = Vec::with_capacity(line.len());
    for text in line {
        let m = shakmaty::uci::UciMove::from_ascii(text.as_bytes()).ok()?.to_move(&position).ok()?;
        position.play_unchecked(m);
        moves.push(m);
    }
    Some(moves)
}

/// Converts a line of moves from coordinates to SAN; `None` if one cannot be played.
pub fn line_in_san(position: &Chess, line: &[String]) -> Option<Vec<String>> {
    Some(sans(position, &line_of_coordinates(position, line)?))
}

/// The SAN of moves from a position; each must be legal where it is played.
pub fn sans(position: &Chess, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let write = |&m: &Move| {
        let text = san(&position, m);
        position.play_unchecked(m);
        text
    };
    moves.iter().map(write).collect()
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
    use crate::chess::{CastlingMode, Epd};

    #[test]
    fn castling_is_written_in_both_ways() {
        let fields: Epd = "4k3/8/8/8/8/8/8/4K2R w K -".parse().unwrap();
        let position: Chess = fields.into_position(CastlingMode::Standard).unwrap();
        let castling = position.legal_moves().into_iter().find(|m| m.is_castle()).unwrap();
        assert_eq!(both_coordinates(castling), ["e1g1", "e1h1"]);
        let line = ["e1g1".to_owned(), "e8d7".to_owned()];
        assert_eq!(line_in_san(&position, &line), Some(vec!["O-O".to_owned(), "Kd7".to_owned()]));
        assert_eq!(line_in_san(&position, &line[1..]), None);
    }
}
