//! Diagrams: positions as self-contained SVG drawings, and sheets of many of them.
//!
//! Data in, text out: the pieces and the colours come from the caller ([`Look`]), and all text of users is
//! escaped.

mod look;
pub mod sheet;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use crate::chess::{Board, Color, Square};
use crate::headless::board::{SQUARE, arrow, center_of, corner_of, square_of};
use crate::headless::decimal::tenths;
use crate::text::markup::escaped;
use look::symbol_id;
pub use look::{Colors, Look, PieceSet, Shape};

/// The side of the board in units of the drawing.
const BOARD: u32 = 8 * SQUARE;

/// Space beside the board for the mark of the side to move.
const BESIDE: u32 = 64;

/// Space below and left of the board for coordinates outside it.
const OUTSIDE: u32 = 46;

/// Where files and ranks are labelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coordinates {
    /// Nowhere.
    Omitted,
    /// On the squares at the edge, as on the screen.
    Inside,
    /// Outside the board and larger, as in books: a board is small on paper.
    Outside,
}

/// A marked square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The square on which it is drawn.
    pub square: Square,
    /// Its colour.
    pub color: String,
}

/// An arrow, or a ring if it ends on the square where it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrow {
    /// The square where it begins.
    pub from: Square,
    /// The square where it ends.
    pub to: Square,
    /// Its colour.
    pub color: String,
    /// The number of its move, from 1, if it is one of several moves in sequence.
    pub number: Option<u32>,
}

/// A position to be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The side at the bottom.
    pub bottom: Color,
    /// Where files and ranks are labelled.
    pub coordinates: Coordinates,
    /// Whether the side to move is marked beside the board.
    pub has_turn: bool,
    /// Marked squares.
    pub marks: Vec<Mark>,
    /// Arrows and rings.
    pub arrows: Vec<Arrow>,
    /// The text that is read out in place of the drawing.
    pub title: String,
}

impl Diagram {
    /// Space left of the board and below it.
    fn outside(&self) -> u32 {
        if self.coordinates == Coordinates::Outside { OUTSIDE } else { 0 }
    }

    /// Width and height in units of the drawing.
    pub fn size(&self) -> (u32, u32) {
        let beside = if self.has_turn { BESIDE } else { 0 };
        (self.outside() + BOARD + beside, BOARD + self.outside())
    }

    /// The part of the plane that is drawn; the board begins at its origin.
    fn view_box(&self) -> String {
        let (width, height) = self.size();
        let left = self.outside();
        if left == 0 { format!("0 0 {width} {height}") } else { format!("-{left} 0 {width} {height}") }
    }

    /// The drawing as a file, `height` CSS pixels high.
    pub fn svg(&self, look: &Look, height: u32) -> String {
        let (units_wide, units_high) = self.size();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{height}\" \
             viewBox=\"{}\" role=\"img\"><title>{}</title><defs>{}</defs>{}</svg>\n",
            height * units_wide / units_high,
            self.view_box(),
            escaped(&self.title),
            look.pieces.symbols(),
            self.content(&look.colors),
        )
    }

    /// The drawing without a frame and without the symbols of the pieces.
    fn content(&self, colors: &Colors) -> String {
        let mut out = String::new();
        self.draw_ground(&mut out, colors);
        for Mark { square, color } in &self.marks {
            let ((x, y), color) = (corner_of(*square, self.bottom), escaped(color));
            push(
                &mut out,
                format_args!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" fill=\"{color}\" opacity=\"0.5\"/>"
                ),
            );
        }
        for (square, piece) in self.board.clone() {
            let ((x, y), id) = (corner_of(square, self.bottom), symbol_id(piece));
            push(
                &mut out,
                format_args!("<use href=\"#{id}\" x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\"/>"),
            );
        }
        for arrow in &self.arrows {
            self.draw_arrow(&mut out, arrow);
        }
        // Numbers are above all arrows.
        for arrow in &self.arrows {
            self.draw_number(&mut out, arrow);
        }
        if self.has_turn {
            let y = if self.turn == self.bottom { BOARD - 36 } else { 36 };
            let fill = if self.turn.is_white() { "#ffffff" } else { "#000000" };
            let x = BOARD + BESIDE / 2 + 2;
            push(
                &mut out,
                format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"22\" fill=\"{fill}\" stroke=\"#6b6b6b\" stroke-width=\"6\"/>"
                ),
            );
        }
        out
    }

    fn draw_ground(&self, out: &mut String, colors: &Colors) {
        let [light, dark] = [&colors.light, &colors.dark].map(|color| escaped(color));
        push(
            out,
            format_args!("<path fill=\"{light}\" d=\"M0 0h{BOARD}v{BOARD}H0z\"/><path fill=\"{dark}\" d=\""),
        );
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            if (row + column) % 2 == 1 {
                push(out, format_args!("M{} {}h100v100h-100z", column * SQUARE, row * SQUARE));
            }
        }
        push(
            out,
            format_args!(
                "\"/><path fill=\"none\" stroke=\"{}\" stroke-width=\"3\" d=\"M1.5 1.5h797v797h-797z\"/>",
                escaped(&colors.on_light)
            ),
        );
        match self.coordinates {
            Coordinates::Omitted => {}
            Coordinates::Inside => self.draw_coordinates(out, colors),
            Coordinates::Outside => self.draw_outside(out),
        }
    }

    /// The labels of the file and the rank at a place counted from the upper left corner.
    fn names(&self, at: u32) -> (char, char) {
        (square_of(at, 7, self.bottom).file().char(), square_of(0, at, self.bottom).rank().char())
    }

    fn draw_coordinates(&self, out: &mut String, colors: &Colors) {
        out.push_str("<g font-family=\"sans-serif\" font-size=\"22\" font-weight=\"600\">");
        let ink = |is_dark: bool| escaped(if is_dark { &colors.on_dark } else { &colors.on_light });
        for at in 0..8 {
            let (file, rank) = self.names(at);
            let (x, color) = (at * SQUARE + 94, ink(at % 2 == 0));
            push(
                out,
                format_args!("<text x=\"{x}\" y=\"792\" text-anchor=\"end\" fill=\"{color}\">{file}</text>"),
            );
            let (y, color) = (at * SQUARE + 26, ink(at % 2 == 1));
            push(out, format_args!("<text x=\"7\" y=\"{y}\" fill=\"{color}\">{rank}</text>"));
        }
        out.push_str("</g>");
    }

    fn draw_outside(&self, out: &mut String) {
        out.push_str(
            "<g font-family=\"sans-serif\" font-size=\"36\" text-anchor=\"middle\" fill=\"#333333\">",
        );
        for at in 0..8 {
            let (file, rank) = self.names(at);
            let middle = at * SQUARE + SQUARE / 2;
            push(out, format_args!("<text x=\"{middle}\" y=\"838\">{file}</text>"));
            push(out, format_args!("<text x=\"-24\" y=\"{}\">{rank}</text>", middle + 13));
        }
        out.push_str("</g>");
    }

    fn draw_arrow(&self, out: &mut String, drawn: &Arrow) {
        let color = escaped(&drawn.color);
        if drawn.from == drawn.to {
            let (x, y) = center_of(drawn.from, self.bottom);
            push(
                out,
                format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"46\" fill=\"none\" stroke=\"{color}\" stroke-width=\"7\" opacity=\"0.8\"/>"
                ),
            );
            return;
        }
        let (width, opacity) = if drawn.number.is_some() { (11.0, "0.5") } else { (17.0, "0.7") };
        push(out, format_args!("<polygon fill=\"{color}\" opacity=\"{opacity}\" points=\""));
        for (x, y) in arrow(drawn.from, drawn.to, self.bottom, width) {
            push(out, format_args!("{},{} ", tenths(x), tenths(y)));
        }
        out.push_str("\"/>");
    }

    fn draw_number(&self, out: &mut String, drawn: &Arrow) {
        let Some(number) = drawn.number else { return };
        let ((x1, y1), (x2, y2)) = (center_of(drawn.from, self.bottom), center_of(drawn.to, self.bottom));
        let (x, y, color) = (u32::midpoint(x1, x2), u32::midpoint(y1, y2), escaped(&drawn.color));
        push(
            out,
            format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" fill=\"{color}\"/><text x=\"{x}\" y=\"{}\" \
                 font-family=\"sans-serif\" font-size=\"22\" font-weight=\"600\" text-anchor=\"middle\" \
                 fill=\"#ffffff\">{number}</text>",
                y + 8
            ),
        );
    }
}

/// Appends to a drawing.
fn push(out: &mut String, what: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(what);
}
