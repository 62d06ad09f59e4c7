//! Sets up a position by hand.

use leptos::prelude::*;

use crate::app::board::Board;
use crate::chess::{Piece, Square};
use crate::document::LinePart;
use crate::epd::parse;
use crate::epd::position::move_counters;
use crate::epd::setup::{Change, set_up};
use crate::epd::write::set_operation;
use crate::headless::board::Hand;
use crate::logic::setup::{Chosen, Stamp, chosen};

/// The signals of the set-up.
#[derive(Debug, Clone, Copy)]
pub struct SetupState {
    /// Whether the position is being set up.
    pub is_on: RwSignal<bool>,
    /// The effect of a press on a square.
    pub stamp: RwSignal<Stamp>,
    /// The piece, or none, that the current stroke puts on each square.
    stroke: RwSignal<Option<Piece>>,
}

impl Default for SetupState {
    fn default() -> Self {
        Self {
            is_on: RwSignal::new(false),
            stamp: RwSignal::new(Stamp::Pointer),
            stroke: RwSignal::new(None),
        }
    }
}

impl Board {
    /// Starts or ends setting up the position of the selected record.
    pub fn toggle_setup(&'static self) {
        self.leave_line();
        self.shapes.set(Vec::new());
        self.setup.stamp.set(Stamp::Pointer);
        self.setup.is_on.update(|on| *on = !*on);
    }

    /// Changes the position of the selected record as a separate step of undo.
    pub fn set_up(&'static self, change: &Change) {
        self.seal_history();
        self.continue_set_up(change);
    }

    /// Sets the four fields and the counters of a FEN, as one step of undo. Returns whether the text is a FEN
    /// that the record now has.
    pub fn set_up_fen(&'static self, fen: &str) -> bool {
        let parsed = parse(fen.as_bytes());
        let change = Change::Fields(fen.into());
        if set_up(b"", &change).is_none() {
            return false;
        }
        let counters = parsed.counters.is_some().then(|| move_counters(&parsed));
        self.seal_history();
        self.hand.set(Hand::default());
        self.editing.change_selected("step.set-up", None, |line| {
            let mut text = set_up(line.text(), &change)?;
            for (opcode, number) in
                counters.into_iter().flat_map(|(half, full)| [("hmvc", half), ("fmvn", full)])
            {
                let edit = set_operation(&parse(&text), opcode, number.to_string().as_bytes()).ok()?;
                text = edit.apply(&text);
            }
            Some(text)
        })
    }

    /// Sets the position from a pasted FEN or record, if a position is being set up and the text is valid.
    /// Returns whether it was.
    pub fn set_up_pasted(&'static self, text: &str) -> bool {
        let fen = text.trim();
        let is_taken = self.setup.is_on.get_untracked() && !fen.contains('\n') && self.set_up_fen(fen);
        if is_taken {
            self.notices.note("toast.position-pasted");
        }
        is_taken
    }

    fn continue_set_up(&'static self, change: &Change) {
        self.hand.set(Hand::default());
        // The changes of one stroke are one step of undo.
        self.editing.change_selected("step.set-up", Some(LinePart::Fields), |parsed| {
            set_up(parsed.text(), change).filter(|text| text != parsed.text())
        });
    }

    fn seal_history(&'static self) {
        self.documents.update_active(|open| open.document.seal_history());
    }

    /// Starts to paint with the stamp, in the other colour if `is_other` is set. The stroke erases if the
    /// first square has the same piece already.
    pub fn begin_stroke(&'static self, square: Square, is_other: bool) {
        let there = self.piece_on(square);
        let Some(piece) = self.setup.stamp.get_untracked().stroke(there, is_other) else { return };
        self.setup.stroke.set(piece);
        self.set_up(&Change::Put(square, piece));
    }

    /// Puts the piece of the stroke on another square that the pointer has reached.
    pub fn continue_stroke(&'static self, square: Square) {
        self.continue_set_up(&Change::Put(square, self.setup.stroke.get_untracked()));
    }

    /// The user chose a square by a click or a key, or dropped a piece on it.
    pub fn choose_setup_square(&'static self, square: Square) {
        if self.setup.stamp.get_untracked() != Stamp::Pointer {
            self.begin_stroke(square, false);
            return;
        }
        match chosen(square, self.piece_on(square).is_some(), self.hand.get_untracked().from) {
            Chosen::MoveFrom(from) => self.set_up(&Change::Move(from, square)),
            Chosen::PutBack => self.hand.set(Hand::default()),
            Chosen::PickUp => self.hand.set(Hand { from: Some(square) }),
            Chosen::Nothing => {}
        }
    }

    /// The piece on a square of the record's own position.
    pub fn piece_on(&'static self, square: Square) -> Option<Piece> {
        self.documents.record.with_untracked(|record| record.as_ref()?.board.piece_at(square))
    }
}
