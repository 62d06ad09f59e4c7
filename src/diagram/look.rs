//! How a diagram looks: the shapes of the pieces and the colours. Both come from the caller, so that the
//! page and its exports have one source for them.

use crate::chess::{Color, Piece, Role};
use crate::text::markup::escaped;

/// The drawing of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// The part of its plane that fills a square of the board, as in SVG.
    pub view_box: String,
    /// Its markup, which is trusted and written as it is.
    pub markup: String,
}

/// The drawings of all pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceSet(Vec<(Piece, Shape)>);

impl PieceSet {
    /// The set with the `shape_of` each of the twelve pieces; `None` if one is missing.
    pub fn of(shape_of: impl Fn(Piece) -> Option<Shape>) -> Option<Self> {
        let pieces = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece { color, role }));
        pieces.map(|piece| Some((piece, shape_of(piece)?))).collect::<Option<_>>().map(Self)
    }

    /// The pieces as symbols, named by [`symbol_id`].
    pub(super) fn symbols(&self) -> String {
        let symbol = |(piece, shape): &(Piece, Shape)| {
            let (id, view_box) = (symbol_id(*piece), escaped(&shape.view_box));
            format!("<symbol id=\"{id}\" viewBox=\"{view_box}\">{}</symbol>", shape.markup)
        };
        self.0.iter().map(symbol).collect()
    }
}

/// The name of a piece's symbol in a drawing.
pub(super) fn symbol_id(piece: Piece) -> String {
    let side = if piece.color.is_white() { 'w' } else { 'b' };
    format!("piece-{side}{}", piece.role.upper_char())
}

/// The colours of a diagram, in SVG syntax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colors {
    /// Light squares.
    pub light: String,
    /// Dark squares.
    pub dark: String,
    /// Coordinates on light squares.
    pub on_light: String,
    /// Coordinates on dark squares.
    pub on_dark: String,
}

impl Colors {
    /// For paper: white, and a grey that printers and copiers preserve.
    pub fn paper() -> Self {
        let [light, dark, ink] = ["#ffffff", "#c8c8c8", "#333333"].map(str::to_owned);
        Self { light, dark, on_light: ink.clone(), on_dark: ink }
    }
}

/// How a diagram looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// The drawings of the twelve pieces.
    pub pieces: PieceSet,
    /// The colours.
    pub colors: Colors,
}
