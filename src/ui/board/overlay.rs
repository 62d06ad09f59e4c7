//! What the parts of the board share while the pointer is down.

use leptos::html;
use leptos::prelude::*;

use crate::chess::{Piece, Square};
use crate::headless::shapes::Shape;

/// A dragged piece and the place of the pointer, in units of the drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Drag {
    pub(super) piece: Piece,
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The state that the parts of the board share while the pointer is down.
#[derive(Debug, Clone, Copy)]
pub(super) struct Overlay {
    /// The grid of squares.
    pub(super) grid: NodeRef<html::Div>,
    /// The piece that is dragged.
    pub(super) drag: RwSignal<Option<Drag>>,
    /// The square under the pointer, while a piece is picked up.
    pub(super) over: RwSignal<Option<Square>>,
    /// The arrow that is being drawn.
    pub(super) draft: RwSignal<Option<Shape>>,
    /// Whether the user has ever dragged a piece.
    pub(super) has_dragged: StoredValue<bool>,
    /// Whether the focus came by the pointer, and no arrow has moved it since.
    pub(super) is_pointed: StoredValue<bool>,
    /// Whether a dragged piece is being put down.
    pub(super) dropped: StoredValue<bool>,
}

impl Overlay {
    pub(super) fn new() -> Self {
        Self {
            grid: NodeRef::new(),
            drag: RwSignal::new(None),
            over: RwSignal::new(None),
            draft: RwSignal::new(None),
            has_dragged: StoredValue::new(false),
            is_pointed: StoredValue::new(false),
            dropped: StoredValue::new(false),
        }
    }
}
