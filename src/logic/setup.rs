//! Setting up a position by hand: what pressing a square does.

use crate::chess::{Piece, Square};

/// What pressing a square does while a position is set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stamp {
    /// Moves pieces.
    Pointer,
    /// Puts this piece there.
    Piece(Piece),
    /// Removes the piece there.
    Trash,
}

impl Stamp {
    /// What a stroke that begins on this square puts on each square. If the square already has the piece, the
    /// stroke removes pieces. With `is_other` the piece has the other colour. `None` if the stroke paints
    /// nothing.
    pub fn stroke(self, there: Option<Piece>, is_other: bool) -> Option<Option<Piece>> {
        match self {
            Self::Pointer => None,
            Self::Trash => Some(None),
            Self::Piece(piece) => {
                let color = if is_other { piece.color.other() } else { piece.color };
                Some(Some(piece.role.of(color)).filter(|piece| Some(*piece) != there))
            }
        }
    }
}

/// What choosing a square does in pointer mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    /// Move the piece that was picked up on this square to the chosen one.
    MoveFrom(Square),
    /// Put the piece back.
    PutBack,
    /// Pick up the piece there.
    PickUp,
    /// The square is emptied.
    Nothing,
}

/// What choosing a square does, given the square of the piece that is picked up.
pub fn chosen(square: Square, has_piece: bool, picked_up: Option<Square>) -> Chosen {
    match picked_up {
        Some(from) if from != square => Chosen::MoveFrom(from),
        Some(_) => Chosen::PutBack,
        None if has_piece => Chosen::PickUp,
        None => Chosen::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Color, Role};

    #[test]
    fn a_stamp_puts_or_takes_away() {
        let (white, black) = (Role::Queen.of(Color::White), Role::Queen.of(Color::Black));
        let stamp = Stamp::Piece(white);
        assert_eq!(stamp.stroke(None, false), Some(Some(white)));
        assert_eq!(stamp.stroke(None, true), Some(Some(black)));
        assert_eq!(stamp.stroke(Some(black), false), Some(Some(white)));
        assert_eq!(stamp.stroke(Some(white), false), Some(None));
        assert_eq!(stamp.stroke(Some(white), true), Some(Some(black)));
        assert_eq!(Stamp::Trash.stroke(Some(white), false), Some(None));
        assert_eq!(Stamp::Pointer.stroke(Some(white), false), None);
    }

    #[test]
    fn the_pointer_moves_pieces() {
        let check = |has_piece, picked_up, expected| {
            assert_eq!(chosen(Square::E4, has_piece, picked_up), expected, "{has_piece} {picked_up:?}");
        };
        check(true, None, Chosen::PickUp);
        check(false, None, Chosen::Nothing);
        check(true, Some(Square::E4), Chosen::PutBack);
        check(true, Some(Square::A1), Chosen::MoveFrom(Square::A1));
        check(false, Some(Square::A1), Chosen::MoveFrom(Square::A1));
    }
}
