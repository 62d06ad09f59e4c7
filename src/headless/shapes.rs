//! Arrows and circles that the user draws on the board.

use crate::chess::legal::reach;
use crate::chess::{Color, Square};
use crate::headless::board::center_of;

/// The colour of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hue {
    /// With no modifier key.
    Green,
    /// With Shift or Ctrl.
    Red,
    /// With Alt or the command key.
    Blue,
    /// With one of each.
    Yellow,
}

impl Hue {
    /// By the modifier keys that are held down.
    pub fn of(shift_or_ctrl: bool, alt_or_meta: bool) -> Self {
        match (shift_or_ctrl, alt_or_meta) {
            (false, false) => Self::Green,
            (true, false) => Self::Red,
            (false, true) => Self::Blue,
            (true, true) => Self::Yellow,
        }
    }

    /// Its name in the names of classes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Yellow => "yellow",
        }
    }
}

/// An arrow from square to square, or a circle if both are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Where it begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// Its colour.
    pub hue: Hue,
}

/// Draws a shape. Drawing the same shape again removes it; in another colour it replaces the old one.
pub fn draw(shapes: &mut Vec<Shape>, shape: Shape) {
    let is_same_place = |known: &Shape| (known.from, known.to) == (shape.from, shape.to);
    let was = shapes.iter().find(|known| is_same_place(known)).copied();
    shapes.retain(|known| !is_same_place(known));
    if was != Some(shape) {
        shapes.push(shape);
    }
}

/// The square that an arrow from `from` points to when the pointer is at this point, in units of the drawing:
/// the nearest square that a queen or a knight reaches.
pub fn aimed_at(from: Square, x: f64, y: f64, bottom: Color) -> Square {
    let reach = reach(from);
    let distance = |square: Square| {
        let (cx, cy) = center_of(square, bottom);
        (f64::from(cx) - x).hypot(f64::from(cy) - y)
    };
    let nearer = |a: Square, b: Square| if distance(b) < distance(a) { b } else { a };
    reach.into_iter().fold(from, nearer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_again_takes_it_away() {
        let shape = |to, hue| Shape { from: Square::E2, to, hue };
        let mut shapes = Vec::new();
        for (to, hue, expect) in [
            (Square::E4, Hue::Green, 1),
            (Square::E2, Hue::Red, 2),
            (Square::E4, Hue::Blue, 2),
            (Square::E4, Hue::Blue, 1),
        ] {
            draw(&mut shapes, shape(to, hue));
            assert_eq!(shapes.len(), expect);
        }
        assert_eq!(shapes, [shape(Square::E2, Hue::Red)]);
    }

    #[test]
    fn arrows_go_where_a_piece_goes() {
        for (from, (x, y), bottom, expect) in [
            (Square::E2, (450.0, 450.0), Color::White, Square::E4),
            (Square::E2, (450.0, 450.0), Color::Black, Square::D4),
            // Near f7, which no piece reaches from e2.
            (Square::E2, (540.0, 160.0), Color::White, Square::E7),
            (Square::G1, (550.0, 550.0), Color::White, Square::F3),
            (Square::A1, (50.0, 750.0), Color::White, Square::A1),
        ] {
            assert_eq!(aimed_at(from, x, y, bottom), expect, "{from} {x} {y}");
        }
    }
}
