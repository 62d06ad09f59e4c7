//! The board: the line that the user steps through, and the effect of a move.

pub mod setup;
mod spoken;

use leptos::prelude::*;

use crate::app::announcements::Announcements;
use crate::app::board::setup::SetupState;
use crate::app::documents::Documents;
use crate::app::editing::Editing;
use crate::app::notices::Notices;
use crate::chess::{Chess, Color, Move, Position as _, Role, Square};
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::epd::game::{by_rook_files, with_own_rights};
use crate::epd::verbs::play::{PlayInto, play};
use crate::epd::write::WriteError;
use crate::headless::board::{Hand, Picked};
use crate::headless::shapes::Shape;
use crate::language::say;
use crate::logic::stepping::{Effect as PlayEffect, Line, Place, PlayMode, Shown};
use crate::view::RecordView;

/// The place of the user in a line of a record. It is valid only while that record is selected and its
/// position has not changed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Cursor {
    document: DocumentId,
    record: RecordId,
    start: Chess,
    place: Place,
}

/// The board of the selected record.
#[derive(Debug, Clone, Copy)]
pub struct Board {
    /// The colour at the bottom.
    pub bottom: RwSignal<Color>,
    /// The effect of a move.
    pub mode: RwSignal<PlayMode>,
    /// The piece that is picked up.
    pub hand: RwSignal<Hand>,
    /// The promotions to choose from.
    pub promotion: RwSignal<Vec<Move>>,
    /// The square with the keyboard focus.
    pub focus: RwSignal<Square>,
    /// The position on the board; without a file the one at the start of a game.
    pub shown: Memo<Shown>,
    /// A move that was made while no file is open, to begin one.
    pub begun: RwSignal<Option<Move>>,
    /// The set-up of a position.
    pub setup: SetupState,
    /// The arrows and marks that the user drew on the board.
    pub shapes: RwSignal<Vec<Shape>>,
    documents: &'static Documents,
    editing: &'static Editing,
    announcements: Announcements,
    notices: Notices,
    cursor: RwSignal<Option<Cursor>>,
    /// The cursor, while it is valid.
    here: Memo<Option<Cursor>>,
}

impl Board {
    /// Makes the signals for the board of these files.
    pub fn new(
        documents: &'static Documents,
        editing: &'static Editing,
        announcements: Announcements,
        notices: Notices,
    ) -> Self {
        let Documents { workspace, record, .. } = *documents;
        let cursor = RwSignal::new(None::<Cursor>);
        let selected = Memo::new(move |_| {
            workspace.with(|w| w.active().and_then(|open| Some((open.id, open.selected?))))
        });
        let here = Memo::new(move |_| {
            let cursor = cursor.get()?;
            let start = record.with(|record| record.as_ref().and_then(|record| record.chess.clone()));
            let same = Some((cursor.document, cursor.record)) == selected.get()
                && start.as_ref() == Some(&cursor.start);
            same.then_some(cursor)
        });
        let has_file = Memo::new(move |_| workspace.with(|w| w.active().is_some()));
        let shown = Memo::new(move |_| {
            if !has_file.get() {
                return Shown { chess: Some(Chess::default()), last: None, line: None, ply: 0 };
            }
            record.with(|record| {
                here.with(|cursor| Shown::of(record.as_ref(), cursor.as_ref().map(|cursor| &cursor.place)))
            })
        });
        Self {
            bottom: RwSignal::new(Color::White),
            mode: RwSignal::new(PlayMode::Try),
            hand: RwSignal::new(Hand::default()),
            promotion: RwSignal::new(Vec::new()),
            focus: RwSignal::new(Square::E4),
            shown,
            begun: RwSignal::new(None),
            setup: SetupState::default(),
            shapes: RwSignal::new(Vec::new()),
            documents,
            editing,
            announcements,
            notices,
            cursor,
            here,
        }
    }

    /// The moves of a line of the record.
    pub fn moves_of(&'static self, record: &RecordView, line: Line) -> Vec<Move> {
        match line {
            Line::Predicted => record.predicted.clone(),
            Line::Supplied => record.supplied.clone(),
            Line::Tried => {
                self.here.with(|cursor| cursor.as_ref().map(|c| c.place.tried.clone()).unwrap_or_default())
            }
        }
    }
}

impl Board {
    /// Turns the board so that the other side is at the bottom.
    pub fn flip_board(&'static self) {
        self.bottom.update(|bottom| *bottom = bottom.other());
    }

    /// Sets the effect of a move on the board, and shows the position to which it applies: the end of the
    /// line that grows, or the record's own position.
    pub fn set_play_mode(&'static self, mode: PlayMode) {
        self.mode.set(mode);
        match mode.line() {
            Some(line) => self.go_to_ply(line, usize::MAX),
            None if mode != PlayMode::Try => self.leave_line(),
            None => {}
        }
    }

    /// Shows the record's own position.
    pub fn leave_line(&'static self) {
        self.drop_piece();
        self.cursor.set(None);
    }

    /// Shows the record's own position, from which the line that is shown can be stepped through again.
    pub fn go_to_start(&'static self) {
        match self.line_at_hand(&self.shown.get_untracked()) {
            Some(line) => self.go_to_ply(line, 0),
            None => self.leave_line(),
        }
    }

    /// Shows the position after `ply` moves of a line.
    pub fn go_to_ply(&'static self, line: Line, ply: usize) {
        self.drop_piece();
        let tried = self.here.get_untracked().map(|cursor| cursor.place.tried).unwrap_or_default();
        let length = self.documents.record.with_untracked(|view| {
            view.as_ref().map_or(0, |view| untrack(|| self.moves_of(view, line)).len())
        });
        self.set_place(Place { line, ply: ply.min(length), tried });
    }

    /// Shows the position after moves that the user tries out.
    pub(crate) fn show_tried(&'static self, tried: Vec<Move>) {
        self.drop_piece();
        self.set_place(Place { line: Line::Tried, ply: tried.len(), tried });
    }

    fn set_place(&'static self, place: Place) {
        let start =
            self.documents.record.with_untracked(|view| view.as_ref().and_then(|view| view.chess.clone()));
        if let (Some((document, record)), Some(start)) = (self.documents.selection(), start) {
            self.cursor.set(Some(Cursor { document, record, start, place }));
        }
    }

    /// Whether there is a line to step through. A view that asks follows the answer.
    pub fn has_line(&'static self) -> bool {
        self.shown
            .with(|shown| self.documents.record.with(|record| shown.line_at_hand(record.as_ref()).is_some()))
    }

    fn line_at_hand(&'static self, shown: &Shown) -> Option<Line> {
        self.documents.record.with_untracked(|record| shown.line_at_hand(record.as_ref()))
    }

    /// Steps `by` moves along the line that is shown, or along `pv`, else `sv`.
    pub fn step_line(&'static self, by: isize) {
        let shown = self.shown.get_untracked();
        if let Some(line) = self.line_at_hand(&shown) {
            self.go_to_ply(line, shown.ply.saturating_add_signed(by));
        }
    }

    /// Puts the picked-up piece back and closes the choice of a promotion.
    pub(crate) fn drop_piece(&'static self) {
        self.hand.set(Hand::default());
        self.promotion.set(Vec::new());
    }

    /// The user clicked a square or dropped a piece on it. A promoting pawn asks for the piece, unless the
    /// user holds the key for a queen.
    pub fn choose_square(&'static self, square: Square, makes_queen: bool) {
        if self.setup.is_on.get_untracked() {
            self.choose_setup_square(square);
            return;
        }
        let shown = self.shown.get_untracked();
        let legal = crate::headless::board::legal_moves(shown.chess.as_ref());
        let mut hand = self.hand.get_untracked();
        let picked = hand.choose(square, &legal);
        self.promotion.set(Vec::new());
        self.hand.set(hand);
        match picked {
            Picked::Nothing => {}
            Picked::Move(m) => self.play_on_board(m),
            Picked::Promotion(moves) => {
                let queen = moves.iter().find(|m| m.promotion() == Some(Role::Queen)).filter(|_| makes_queen);
                match queen {
                    Some(&m) => self.play_on_board(m),
                    None => self.promotion.set(moves),
                }
            }
        }
    }

    /// The user made a move on the board.
    pub fn play_on_board(&'static self, m: Move) {
        self.drop_piece();
        let shown = self.shown.get_untracked();
        // The position may have changed since the move was offered.
        if !shown.chess.as_ref().is_some_and(|chess| chess.is_legal(m)) {
            return;
        }
        if self.documents.with_active(|_| ()).is_none() {
            self.begun.set(Some(m));
            return;
        }
        let mode = self.mode.get_untracked();
        match mode.effect(&shown) {
            PlayEffect::Write(into) => self.write_move(into, m, mode, shown.ply),
            PlayEffect::Try => self.try_move(m, &shown),
            PlayEffect::OtherPosition => self.notices.problem("toast.other-position"),
        }
    }

    /// Adds a move of the record's own position to `bm`, or removes it.
    pub(crate) fn toggle_best(&'static self, m: Move) {
        self.write_move(PlayInto::BestMoves, m, PlayMode::Best, 0);
    }

    fn write_move(&'static self, into: PlayInto, m: Move, mode: PlayMode, ply: usize) {
        let Some((document, id)) = self.documents.selection() else { return };
        let game = self.documents.game_of(document);
        let played = |text: std::borrow::Cow<'_, [u8]>| {
            let spelled = by_rook_files(game, &text);
            let new = play(spelled.as_deref().unwrap_or(&text), into, m)?;
            Ok::<_, WriteError>(match &spelled {
                Some(spelled) => with_own_rights(&new, spelled, &text),
                None => new,
            })
        };
        let text = self.documents.with_active(|open| open.document.text(id).map(played)).flatten();
        match text {
            Some(Ok(text)) => {
                let label = say("step.play", [into.opcode()]);
                self.documents.update_document(document, |document| document.set_line(id, text, label, None));
                match mode.line() {
                    Some(line) => self.go_to_ply(line, ply + 1),
                    None => self.announcements.announce_operations(&[into.opcode()]),
                }
            }
            Some(Err(error)) => self.notices.failed("toast.move-not-written", error.text()),
            None => {}
        }
    }

    fn try_move(&'static self, m: Move, shown: &Shown) {
        let known = self.documents.record.with_untracked(|view| {
            let of = |(line, view)| untrack(|| self.moves_of(view, line));
            shown.line.zip(view.as_ref()).map(of).unwrap_or_default()
        });
        let tried = self.here.get_untracked().map(|cursor| cursor.place.tried).unwrap_or_default();
        self.set_place(shown.after(m, &known, tried));
    }
}
