//! Tests of single diagrams.

use super::testing::{diagram, elements, look};
use super::*;
use crate::chess::Piece;
use proptest::prelude::*;

fn count(svg: &str, what: &str) -> usize {
    svg.matches(what).count()
}

#[test]
fn every_piece_stands_on_its_square() {
    let svg = diagram("4k3/8/8/8/8/8/4P3/4K2R").svg(&look(), 400);
    assert_eq!(count(&svg, "<use "), 4);
    assert!(svg.contains("<use href=\"#piece-wR\" x=\"700\" y=\"700\""));
    assert!(svg.contains("<use href=\"#piece-bK\" x=\"400\" y=\"0\""));
    assert_eq!(count(&svg, "<symbol "), 12);
    assert!(svg.contains("<title>A &amp; B</title>"));
    assert!(svg.contains("width=\"432\" height=\"400\" viewBox=\"0 0 864 800\""));
}

#[test]
fn the_board_is_turned_as_a_whole() {
    let mut turned = diagram("4k3/8/8/8/8/8/4P3/4K2R");
    turned.bottom = Color::Black;
    let svg = turned.svg(&look(), 400);
    assert!(svg.contains("<use href=\"#piece-wR\" x=\"0\" y=\"0\""));
    // a1 is dark from both sides, and the first labelled file is h.
    assert!(svg.contains("M0 700h100"));
    assert!(svg.find(">h</text>").unwrap() < svg.find(">a</text>").unwrap());
    // White is to move and is at the top.
    assert!(svg.contains("cy=\"36\" r=\"22\" fill=\"#ffffff\""));
}

#[test]
fn what_is_not_wanted_is_left_out() {
    let mut plain = diagram("8/8/8/8/8/8/8/8");
    (plain.coordinates, plain.has_turn) = (Coordinates::Omitted, false);
    let svg = plain.svg(&look(), 240);
    assert_eq!((count(&svg, "<text"), count(&svg, "<circle"), count(&svg, "<use")), (0, 0, 0));
    assert!(svg.contains("width=\"240\" height=\"240\" viewBox=\"0 0 800 800\""));
}

#[test]
fn coordinates_beside_the_board_have_room() {
    let mut shown = diagram("8/8/8/8/8/8/8/8");
    shown.coordinates = Coordinates::Outside;
    let svg = shown.svg(&look(), 846);
    assert!(svg.contains("width=\"910\" height=\"846\" viewBox=\"-46 0 910 846\""));
    assert!(
        svg.contains("<text x=\"50\" y=\"838\">a</text>")
            && svg.contains("<text x=\"-24\" y=\"63\">8</text>")
    );
}

#[test]
fn arrows_rings_and_marks_are_drawn() {
    let mut shown = diagram("4k3/8/8/8/8/8/4P3/4K2R");
    let arrow = |from, to, number| Arrow { from, to, color: "#15781b".to_owned(), number };
    shown.arrows = vec![
        arrow(Square::E2, Square::E4, None),
        arrow(Square::H1, Square::H8, Some(2)),
        arrow(Square::C3, Square::C3, None),
    ];
    shown.marks = vec![Mark { square: Square::E8, color: "red\" onload=\"x".to_owned() }];
    let svg = shown.svg(&look(), 400);
    assert_eq!(count(&svg, "<polygon fill=\"#15781b\""), 2);
    assert!(svg.contains("<circle cx=\"250\" cy=\"550\" r=\"46\" fill=\"none\""));
    assert!(svg.contains(">2</text>"));
    assert!(svg.contains("<rect x=\"400\" y=\"0\""));
    assert!(svg.contains("fill=\"red&quot; onload=&quot;x\""));
    elements(&svg);
}

#[test]
fn a_set_needs_all_pieces() {
    let shape = Shape { view_box: "0 0 1 1".to_owned(), markup: String::new() };
    let lacking = |piece: Piece| (!piece.role.eq(&crate::chess::Role::Queen)).then(|| shape.clone());
    assert_eq!(PieceSet::of(lacking), None);
}

proptest! {
    #[test]
    fn any_text_leaves_it_well_formed(title in "\\PC{0,40}|.{0,40}|[<>&\"'/=]{0,20}") {
        let mut shown = diagram("4k3/8/8/8/8/8/4P3/4K2R");
        let plain = elements(&shown.svg(&look(), 400));
        shown.title = title;
        prop_assert_eq!(elements(&shown.svg(&look(), 400)), plain);
    }
}
