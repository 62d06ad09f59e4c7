//! What letters mean on the board.

use crate::chess::{Color, Move, Piece, Role};

/// The piece for a letter, as in a placement: `N` a white knight, `n` a black one.
pub fn piece_of(key: &str) -> Option<Piece> {
    let mut letters = key.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    let color = Color::from_white(letter.is_ascii_uppercase());
    Some(Role::from_char(letter)?.of(color))
}

/// The move for a letter: q, r, b or n.
pub fn promotion_of(moves: &[Move], key: &str) -> Option<Move> {
    let letter = |role: Role| role.char().to_string();
    moves.iter().copied().find(|m| m.promotion().is_some_and(|role| letter(role) == key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;

    #[test]
    fn letters_are_pieces() {
        for role in Role::ALL {
            assert_eq!(piece_of(&role.char().to_string()), Some(role.of(Color::Black)));
            assert_eq!(piece_of(&role.upper_char().to_string()), Some(role.of(Color::White)));
        }
        for key in ["", "x", "nn", "1", "Enter", "É"] {
            assert_eq!(piece_of(key), None, "{key}");
        }
    }

    #[test]
    fn letters_are_promotions() {
        let moves: Vec<Move> = [Some(Role::Queen), Some(Role::Knight), None]
            .map(|promotion| Move::Normal {
                role: if promotion.is_some() { Role::Pawn } else { Role::King },
                from: Square::A7,
                capture: None,
                to: Square::A8,
                promotion,
            })
            .into();
        assert_eq!(promotion_of(&moves, "n"), Some(moves[1]));
        assert_eq!(promotion_of(&moves, "q"), Some(moves[0]));
        for key in ["r", "k", "N", "", "Enter"] {
            assert_eq!(promotion_of(&moves, key), None, "{key}");
        }
    }
}
