//! The position on the board as a picture, with the pieces and colours of the page.

use leptos::prelude::*;

use crate::app::board::Board;
use crate::app::documents::Documents;
use crate::app::language::Language;
use crate::browser::picture;
use crate::chess::{Board as Pieces, Color, Position as _, Role, Square};
use crate::diagram::{Arrow, Colors, Coordinates, Diagram, Look, Mark, PieceSet, Shape};
use crate::headless::board::target_of;
use crate::headless::shapes::Hue;
use crate::language::{args, say, word};
use crate::view::ArrowKind;

/// The pieces and all colours of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardLook {
    /// Pieces and squares.
    pub look: Look,
    best: String,
    avoid: String,
    line: String,
    last: String,
    check: String,
    /// In the order of [`HUES`].
    hues: [String; 4],
}

const HUES: [Hue; 4] = [Hue::Green, Hue::Red, Hue::Blue, Hue::Yellow];

impl BoardLook {
    /// Reads the look from the page, so that pictures follow its style sheet. `id_of` names the symbols of
    /// the pieces. `None` if any part is missing.
    pub fn of_page(id_of: fn(Color, Role) -> String) -> Option<Self> {
        let pieces = PieceSet::of(|piece| {
            let (view_box, markup) = picture::symbol(&id_of(piece.color, piece.role))?;
            Some(Shape { view_box, markup })
        })?;
        // The class of a coordinate names its own shade, not that of its square.
        let [light, dark, on_dark, on_light] =
            picture::fills(["square--light", "square--dark", "coordinate--on-light", "coordinate--on-dark"])?;
        let [best, avoid, line, last, check] =
            picture::fills(["arrow--bm", "arrow--am", "arrow--pv", "mark--last", "mark--check"])?;
        let hues = picture::fills(["arrow--green", "arrow--red", "arrow--blue", "arrow--yellow"])?;
        let look = Look { pieces, colors: Colors { light, dark, on_light, on_dark } };
        Some(Self { look, best, avoid, line, last, check, hues })
    }

    fn color_of(&self, hue: Hue) -> String {
        let at = HUES.iter().position(|&known| known == hue).unwrap_or_default();
        self.hues[at].clone()
    }
}

/// Pictures of the board.
#[derive(Debug, Clone, Copy)]
pub struct Pictures {
    documents: &'static Documents,
    board: &'static Board,
    language: Language,
}

impl Pictures {
    /// Draws this board, with texts in this language.
    pub fn new(documents: &'static Documents, board: &'static Board, language: Language) -> Self {
        Self { documents, board, language }
    }

    /// The position on the board without marks and arrows. A view that asks follows it.
    pub fn plain_diagram(self) -> Option<Diagram> {
        let chess = self.board.shown.with(|shown| shown.chess.clone());
        let (board, turn) = match chess {
            Some(chess) => (chess.board().clone(), chess.turn()),
            None => {
                self.documents.record.with(|record| record.as_ref().map(|r| (r.board.clone(), r.turn)))?
            }
        };
        Some(Diagram {
            title: self.title_of(&board, turn),
            board,
            turn,
            bottom: self.board.bottom.get(),
            coordinates: Coordinates::Inside,
            has_turn: true,
            marks: Vec::new(),
            arrows: Vec::new(),
        })
    }

    /// A position in words: the side to move, and the piece placement as in the first field.
    pub(crate) fn title_of(self, board: &Pieces, turn: Color) -> String {
        self.language
            .say(&say("board.position", args![word(turn_words(turn)), board.board_fen().to_string()]))
    }

    /// The marks and arrows on the board. A view that asks follows them.
    pub fn shown_marks(self, look: &BoardLook) -> (Vec<Mark>, Vec<Arrow>) {
        let mut marks = Vec::new();
        let mut mark = |square: Square, color: &str| marks.push(Mark { square, color: color.to_owned() });
        let is_start = self.board.shown.with(|shown| {
            if let Some(last) = shown.last {
                for square in last.from().into_iter().chain([target_of(last)]) {
                    mark(square, &look.last);
                }
            }
            let checked = shown.chess.as_ref().filter(|chess| chess.is_check());
            if let Some(king) = checked.and_then(|chess| chess.board().king_of(chess.turn())) {
                mark(king, &look.check);
            }
            shown.ply == 0
        });
        // The record's moves belong to its own position.
        let of_record = self.documents.record.with(|record| {
            let record = record.as_ref().filter(|_| is_start);
            record.map(crate::view::RecordView::arrows).unwrap_or_default()
        });
        let of_move = of_record.into_iter().filter_map(|(kind, m, number)| {
            let color = match kind {
                ArrowKind::Best => &look.best,
                ArrowKind::Avoid => &look.avoid,
                ArrowKind::Line => &look.line,
            };
            Some(Arrow { from: m.from()?, to: target_of(m), color: color.clone(), number })
        });
        let drawn = self.board.shapes.get().into_iter();
        let drawn = drawn.map(|shape| Arrow {
            from: shape.from,
            to: shape.to,
            color: look.color_of(shape.hue),
            number: None,
        });
        (marks, of_move.chain(drawn).collect())
    }
}

/// The key for the side to move.
pub(crate) fn turn_words(turn: Color) -> &'static str {
    if turn.is_white() { "turn.white" } else { "turn.black" }
}
