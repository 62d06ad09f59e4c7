//! Arrows: the moves of `bm` in green, those of `am` in red, and `pv` with numbers.

use std::fmt::Write as _;

use leptos::prelude::*;

use crate::app::AppState;
use crate::chess::{Color, Move, Square};
use crate::headless::board::{arrow, center_of, target_of};
use crate::headless::decimal::tenths;
use crate::headless::shapes::Shape;
use crate::logic::study::Studied;
use crate::view::ArrowKind;

#[derive(Clone, PartialEq)]
struct Arrow {
    kind: &'static str,
    points: String,
    label: Option<(String, u32, u32)>,
}

/// The outline of an arrow, as the points of a polygon.
fn outline(from: Square, to: Square, bottom: Color, width: f64) -> String {
    let mut points = String::new();
    for (x, y) in arrow(from, to, bottom, width) {
        // Writing to a string cannot fail.
        let _ = write!(points, "{},{} ", tenths(x), tenths(y));
    }
    points
}

fn draw(kind: ArrowKind, m: Move, number: Option<u32>, bottom: Color) -> Option<Arrow> {
    let (from, to) = (m.from()?, target_of(m));
    let points = outline(from, to, bottom, if kind == ArrowKind::Line { 11.0 } else { 17.0 });
    let label = number.map(|number| {
        let ((x1, y1), (x2, y2)) = (center_of(from, bottom), center_of(to, bottom));
        (number.to_string(), u32::midpoint(x1, x2), u32::midpoint(y1, y2))
    });
    Some(Arrow { kind: kind.name(), points, label })
}

/// Whether the record's own arrows would belong to another position than the one that is drawn.
fn is_quiet(state: AppState) -> bool {
    state.board.setup.is_on.get() || state.study.looked_at.with(Option::is_some)
}

/// The first move of the best line found while thinking along, or the threat.
#[component]
pub(super) fn StudyArrow() -> impl IntoView {
    let state = AppState::expect();
    let found = Memo::new(move |_| {
        let is_shown = state.study.is_on.get() && !is_quiet(state) && state.study.is_study_of_board();
        let (m, is_threat) = state.study.found.with(Studied::arrow).filter(|_| is_shown)?;
        let points = outline(m.from()?, target_of(m), state.board.bottom.get(), 12.0);
        Some((if is_threat { "threat" } else { "study" }, points))
    });
    view! {
        <g>
            {move || found.get().map(|(kind, points)| view! { <polygon class=format!("arrow arrow--{kind}") points=points></polygon> }.into_any())}
        </g>
    }
    .into_any()
}

/// The arrows of the record, shown only on its own position.
#[component]
pub(super) fn Arrows() -> impl IntoView {
    let state = AppState::expect();
    let arrows = Memo::new(move |_| {
        let bottom = state.board.bottom.get();
        let at_start = state.board.shown.with(|shown| shown.ply == 0);
        state.documents.record.with(|record| {
            let is_quiet = !at_start || is_quiet(state);
            let Some(record) = record.as_ref().filter(|_| !is_quiet) else { return Vec::new() };
            let arrows = record.arrows().into_iter();
            arrows.filter_map(|(kind, m, number)| draw(kind, m, number, bottom)).collect()
        })
    });
    let label = |(text, x, y): (String, u32, u32)| {
        view! {
            <circle class="arrow__disc" cx=x.to_string() cy=y.to_string() r="17"></circle>
            <text class="arrow__number" x=x.to_string() y=y.to_string()>{text}</text>
        }
        .into_any()
    };
    view! {
        <g class="arrows">
            {move || {
                let drawn = arrows.get();
                let shafts = drawn.iter().map(|arrow| {
                    view! { <polygon class=format!("arrow arrow--{}", arrow.kind) points=arrow.points.clone()></polygon> }.into_any()
                });
                let labels = drawn.iter().filter_map(|arrow| arrow.label.clone()).map(label);
                (shafts.collect_view(), labels.collect_view())
            }}
        </g>
    }.into_any()
}

/// The shapes that the user has drawn, and the one being drawn.
#[component]
pub(super) fn Shapes(draft: RwSignal<Option<Shape>>) -> impl IntoView {
    let state = AppState::expect();
    let view_of = move |shape: Shape| {
        let bottom = state.board.bottom.get();
        let name = shape.hue.name();
        if shape.from == shape.to {
            let (x, y) = center_of(shape.from, bottom);
            view! { <circle class=format!("ring ring--{name}") cx=x.to_string() cy=y.to_string() r="46"></circle> }
                .into_any()
        } else {
            let points = outline(shape.from, shape.to, bottom, 15.0);
            view! { <polygon class=format!("arrow arrow--{name}") points=points></polygon> }.into_any()
        }
    };
    view! {
        <g>
            {move || {
                let drawn = state.board.shapes.get();
                drawn.into_iter().chain(draft.get()).map(view_of).collect_view()
            }}
        </g>
    }
    .into_any()
}
