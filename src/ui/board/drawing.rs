//! The drawing of the board: squares, marks, pieces, arrows. It is hidden from screen readers, which use the
//! grid of squares.

use leptos::prelude::*;

use crate::app::AppState;
use crate::chess::{Board, Chess, Position as _, Square};
use crate::headless::board::{SQUARE, center_of, corner_of, legal_moves, square_of, target_of, targets};
use crate::headless::decimal::tenths;
use crate::headless::pieces::{self, Drawn};
use crate::ui::board::arrows::{Arrows, Shapes, StudyArrow};
use crate::ui::board::overlay::{Drag, Overlay};
use crate::ui::board::pieces::piece_id;

/// The pieces to draw: those of a position that the user looks at in a line of the study, or else those on
/// the board.
fn drawn_board(state: AppState) -> Board {
    board_of(state, state.study.drawn().chess)
}

/// The pieces on the board: those of the position in the line, or else those that could be read.
pub(super) fn shown_board(state: AppState) -> Board {
    board_of(state, state.board.shown.with(|shown| shown.chess.clone()))
}

fn board_of(state: AppState, chess: Option<Chess>) -> Board {
    let of_record = || {
        state
            .documents
            .record
            .with(|record| record.as_ref().map_or_else(Board::empty, |record| record.board.clone()))
    };
    chess.map_or_else(of_record, |chess| chess.board().clone())
}

/// The drawing.
#[component]
pub(super) fn Drawing(overlay: Overlay) -> impl IntoView {
    view! {
        <svg class="board__drawing" viewBox="0 0 800 800" aria-hidden="true">
            <Ground />
            <Marks />
            <Pieces overlay />
            <Arrows />
            <StudyArrow />
            <Shapes draft=overlay.draft />
            <Targets over=overlay.over />
            <DraggedPiece drag=overlay.drag />
        </svg>
    }
    .into_any()
}

/// The squares and the coordinates.
#[component]
fn Ground() -> impl IntoView {
    let bottom = AppState::expect().board.bottom;
    let squares = (0..64_u32).map(|at| {
        let (column, row) = (at % 8, at / 8);
        let shade = if (column + row).is_multiple_of(2) { "light" } else { "dark" };
        let (x, y) = (column * SQUARE, row * SQUARE);
        view! {
            <rect class=format!("square square--{shade}") x=x.to_string() y=y.to_string() width="100" height="100"></rect>
        }.into_any()
    });
    let files = (0..8_u32).map(move |column| {
        let text = move || square_of(column, 7, bottom.get()).file().char().to_string();
        let shade = if column % 2 == 0 { "light" } else { "dark" };
        view! {
            <text class=format!("coordinate coordinate--file coordinate--on-{shade}") x=(column * SQUARE + 92).to_string() y="794" text-anchor="end">
                {text}
            </text>
        }.into_any()
    });
    let ranks = (0..8_u32).map(move |row| {
        let text = move || square_of(0, row, bottom.get()).rank().char().to_string();
        let shade = if row % 2 == 0 { "dark" } else { "light" };
        view! {
            <text class=format!("coordinate coordinate--rank coordinate--on-{shade}") x="5" y=(row * SQUARE + 24).to_string()>
                {text}
            </text>
        }
        .into_any()
    });
    view! {
        <g>{squares.collect_view()}</g>
        <g>{files.collect_view()} {ranks.collect_view()}</g>
    }
    .into_any()
}

/// The marks for the last move, the check and the picked-up piece.
#[component]
fn Marks() -> impl IntoView {
    let state = AppState::expect();
    let marks = Memo::new(move |_| {
        let shown = state.study.drawn();
        let mut marks: Vec<(&'static str, Square)> = Vec::new();
        if let Some(last) = shown.last {
            marks.extend(last.from().map(|square| ("last", square)));
            marks.push(("last", target_of(last)));
        }
        if let Some(chess) = &shown.chess
            && chess.is_check()
        {
            marks.extend(chess.board().king_of(chess.turn()).map(|square| ("check", square)));
        }
        marks.extend(state.board.hand.get().from.map(|square| ("picked", square)));
        if state.board.setup.is_on.get() {
            let squares =
                state.documents.record.with(|record| record.as_ref().map(|record| record.impossible));
            marks.extend(squares.into_iter().flatten().map(|square| ("check", square)));
        }
        marks
    });
    let mark = move |(kind, square): (&'static str, Square)| {
        let (x, y) = corner_of(square, state.board.bottom.get());
        view! { <rect class=format!("mark mark--{kind}") x=x.to_string() y=y.to_string() width="100" height="100"></rect> }.into_any()
    };
    view! { <g>{move || marks.get().into_iter().map(mark).collect_view()}</g> }.into_any()
}

/// The pieces. A dragged piece is faint on its square. A piece keeps its element while it is on the board, so
/// that the style sheet can let it glide to its next square.
#[component]
fn Pieces(overlay: Overlay) -> impl IntoView {
    let state = AppState::expect();
    let before = StoredValue::new(pieces::Pieces::default());
    let drawn = Memo::new(move |_| {
        let mut now = before.with_value(|before| before.follow(&drawn_board(state)));
        // A dragged piece is at its square already, so that it must not glide.
        now.is_still |= overlay.dropped.get_value();
        overlay.dropped.set_value(false);
        before.set_value(now.clone());
        now
    });
    let bottom = state.board.bottom;
    let row = move |piece: Drawn| {
        let number = piece.number;
        // The square stays the same while the element is being removed.
        let square = Memo::new(move |_| {
            drawn.with(|drawn| {
                drawn.drawn.iter().find(|drawn| drawn.number == number).map(|drawn| drawn.square)
            })
        });
        let place = move || {
            let (x, y) = corner_of(square.get().unwrap_or(piece.square), bottom.get());
            format!("translate({x}px, {y}px)")
        };
        let is_dragged =
            move || overlay.drag.with(Option::is_some) && state.board.hand.get().from == square.get();
        view! {
            <use
                class="piece"
                class:piece--faint=is_dragged
                href=format!("#{}", piece_id(piece.piece.color, piece.piece.role))
                style:transform=place
                width="100"
                height="100"
            ></use>
        }
        .into_any()
    };
    view! {
        <g class="pieces" class:pieces--still=move || drawn.with(|drawn| drawn.is_still)>
            <For each=move || drawn.with(|drawn| drawn.drawn.clone()) key=|piece| piece.number children=row />
        </g>
    }
    .into_any()
}

/// The squares to which the picked-up piece can move; the one under the pointer is filled.
#[component]
fn Targets(over: RwSignal<Option<Square>>) -> impl IntoView {
    let state = AppState::expect();
    let squares = Memo::new(move |_| {
        // While a position is set up, every square is possible.
        let from = state.board.hand.get().from.filter(|_| !state.board.setup.is_on.get());
        let Some(from) = from else { return Vec::new() };
        state.board.shown.with(|shown| targets(from, &legal_moves(shown.chess.as_ref())))
    });
    let dot = move |square: Square| {
        let (x, y) = center_of(square, state.board.bottom.get());
        view! { <circle class="target" cx=x.to_string() cy=y.to_string() r="15"></circle> }.into_any()
    };
    let aimed = Memo::new(move |_| over.get().filter(|over| squares.with(|squares| squares.contains(over))));
    let fill = move |square: Square| {
        let (x, y) = corner_of(square, state.board.bottom.get());
        view! { <rect class="target" x=x.to_string() y=y.to_string() width="100" height="100"></rect> }
            .into_any()
    };
    view! {
        <g>{move || squares.get().into_iter().map(dot).collect_view()}</g>
        <g>{move || aimed.get().map(fill)}</g>
    }
    .into_any()
}

/// The dragged piece under the pointer.
#[component]
fn DraggedPiece(drag: RwSignal<Option<Drag>>) -> impl IntoView {
    let piece = Memo::new(move |_| drag.get().map(|drag| drag.piece));
    let place = move || {
        let corner = |at: f64| tenths(at - f64::from(SQUARE / 2));
        drag.get().map(|drag| format!("translate({}px, {}px)", corner(drag.x), corner(drag.y)))
    };
    view! {
        {move || {
            piece
                .get()
                .map(|piece| {
                    view! {
                        <use
                            class="piece--dragged"
                            href=format!("#{}", piece_id(piece.color, piece.role))
                            style:transform=move || place().unwrap_or_default()
                            width="100"
                            height="100"
                        ></use>
                    }.into_any()
                })
        }}
    }
    .into_any()
}
