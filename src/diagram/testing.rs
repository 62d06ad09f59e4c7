//! A set of pieces for tests, and a reader of the XML of drawings.

use crate::chess::{Board, Color};
use crate::diagram::{Colors, Coordinates, Diagram, Look, PieceSet, Shape};

/// Pieces as plain shapes.
pub(crate) fn look() -> Look {
    let shape = |piece: crate::chess::Piece| {
        let markup = format!("<path d=\"M0 0h{}\"/>", u32::from(piece.role));
        Some(Shape { view_box: "0 0 45 45".to_owned(), markup })
    };
    Look { pieces: PieceSet::of(shape).unwrap(), colors: Colors::paper() }
}

pub(crate) fn diagram(board: &str) -> Diagram {
    Diagram {
        board: Board::from_ascii_board_fen(board.as_bytes()).unwrap(),
        turn: Color::White,
        bottom: Color::White,
        coordinates: Coordinates::Inside,
        has_turn: true,
        marks: Vec::new(),
        arrows: Vec::new(),
        title: "A & B".to_owned(),
    }
}

/// The names of the elements of an XML text, in order. Panics if an element is not closed by its own end, or
/// an ampersand does not begin an escape.
pub(crate) fn elements(xml: &str) -> Vec<String> {
    let (mut names, mut open) = (Vec::new(), Vec::new());
    for (at, rest) in xml.split('<').enumerate() {
        let (tag, text) = if at == 0 { ("!", rest) } else { rest.split_once('>').expect("a whole tag") };
        assert!(!text.contains('>'), "{text}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        for after in text.split('&').skip(1).chain(tag.split('&').skip(1)) {
            let name = after.split(';').next().unwrap_or_default();
            assert!(matches!(name, "amp" | "lt" | "gt" | "quot" | "#39"), "{after}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else if !tag.starts_with('!') {
            let name = tag.split([' ', '/']).next().unwrap_or_default().to_owned();
            names.push(name.clone());
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
    }
    assert_eq!(open, Vec::<String>::new());
    names
}
