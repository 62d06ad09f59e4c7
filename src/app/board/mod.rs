//! The board: which line is stepped through, and what a move on it does.

pub mod setup;
mod spoken;

use leptos::prelude::*;

use crate::app::board::setup::SetupState;
use crate::app::state::AppState;
use crate::chess::{Chess, Color, Move, Position as _, Role, Square};
use crate::document::RecordId;
use crate::document::workspace::{DocumentId, Workspace};
use crate::epd::moves::play_line;
use crate::epd::verbs::play::{PlayInto, play};
use crate::headless::board::{Hand, Picked};
use crate::headless::shapes::Shape;
use crate::language::say;
use crate::view::RecordView;

/// What a move on the board does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlayMode {
    /// Nothing is written: the move is tried out.
    Try,
    /// Puts it into `bm`, or takes it out.
    Best,
    /// Puts it into `am`, or takes it out.
    Avoid,
    /// Sets `pm`.
    Predicted,
    /// Sets `sm`.
    Supplied,
    /// Extends `pv`.
    PredictedLine,
    /// Extends `sv`.
    SuppliedLine,
}

impl PlayMode {
    /// All, in the order of the switch.
    pub const ALL: [Self; 7] = [
        Self::Try,
        Self::Best,
        Self::Avoid,
        Self::Predicted,
        Self::Supplied,
        Self::PredictedLine,
        Self::SuppliedLine,
    ];

    /// The word on the switch: an opcode, or the key of a text.
    pub fn label(self) -> &'static str {
        match self {
            Self::Try => "play.try",
            Self::Best => "bm",
            Self::Avoid => "am",
            Self::Predicted => "pm",
            Self::Supplied => "sm",
            Self::PredictedLine => "pv",
            Self::SuppliedLine => "sv",
        }
    }

    /// What a move does, as the key of a text.
    pub fn help(self) -> &'static str {
        match self {
            Self::Try => "play.try.help",
            Self::Best => "play.bm",
            Self::Avoid => "play.am",
            Self::Predicted => "play.pm",
            Self::Supplied => "play.sm",
            Self::PredictedLine => "play.pv",
            Self::SuppliedLine => "play.sv",
        }
    }

    fn line(self) -> Option<Line> {
        match self {
            Self::PredictedLine => Some(Line::Predicted),
            Self::SuppliedLine => Some(Line::Supplied),
            Self::Try | Self::Best | Self::Avoid | Self::Predicted | Self::Supplied => None,
        }
    }
}

/// A line that can be stepped through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Line {
    /// `pv`.
    Predicted,
    /// `sv`.
    Supplied,
    /// Moves tried out on the board.
    Tried,
}

impl Line {
    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Predicted => "pv",
            Self::Supplied => "sv",
            Self::Tried => "tried",
        }
    }
}

/// Where the user stands in a line of a record. It counts only while that record is selected and
/// has the position it had.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Cursor {
    document: DocumentId,
    record: RecordId,
    start: Chess,
    line: Line,
    ply: usize,
    tried: Vec<Move>,
}

/// What the board shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// The position; `None` when the record has no legal one.
    pub chess: Option<Chess>,
    /// The last move that was stepped over.
    pub last: Option<Move>,
    /// The line that is stepped through.
    pub line: Option<Line>,
    /// Moves stepped over.
    pub ply: usize,
}

/// A position that is looked at without going there.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// The position.
    pub chess: Chess,
    /// The move that led to it.
    pub last: Move,
}

/// The signals of the board.
#[derive(Debug, Clone, Copy)]
pub struct BoardState {
    /// The color at the bottom.
    pub bottom: RwSignal<Color>,
    /// What a move does.
    pub mode: RwSignal<PlayMode>,
    /// The piece that is picked up.
    pub hand: RwSignal<Hand>,
    /// Promotions to choose from.
    pub promotion: RwSignal<Vec<Move>>,
    /// The square with the keyboard focus.
    pub focus: RwSignal<Square>,
    /// What is on the board.
    pub shown: Memo<Shown>,
    /// Setting up the position.
    pub setup: SetupState,
    /// What the user has drawn on the board.
    pub shapes: RwSignal<Vec<Shape>>,
    cursor: RwSignal<Option<Cursor>>,
    /// The cursor, while it counts.
    here: Memo<Option<Cursor>>,
}

impl BoardState {
    /// Makes the signals.
    pub fn new(workspace: RwSignal<Workspace>, record: Memo<Option<RecordView>>) -> Self {
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
        let shown = Memo::new(move |_| {
            record.with(|record| here.with(|cursor| shown(record.as_ref(), cursor.as_ref())))
        });
        Self {
            bottom: RwSignal::new(Color::White),
            mode: RwSignal::new(PlayMode::Try),
            hand: RwSignal::new(Hand::default()),
            promotion: RwSignal::new(Vec::new()),
            focus: RwSignal::new(Square::E4),
            shown,
            setup: SetupState::default(),
            shapes: RwSignal::new(Vec::new()),
            cursor,
            here,
        }
    }

    /// The moves of a line of the record.
    pub fn moves_of(self, record: &RecordView, line: Line) -> Vec<Move> {
        match line {
            Line::Predicted => record.predicted.clone(),
            Line::Supplied => record.supplied.clone(),
            Line::Tried => {
                self.here.with(|cursor| cursor.as_ref().map(|c| c.tried.clone()).unwrap_or_default())
            }
        }
    }
}

fn shown(record: Option<&RecordView>, cursor: Option<&Cursor>) -> Shown {
    let start = record.and_then(|record| record.chess.clone());
    let (Some(record), Some(cursor), Some(chess)) = (record, cursor, &start) else {
        return Shown { chess: start, last: None, line: None, ply: 0 };
    };
    let moves = match cursor.line {
        Line::Predicted => &record.predicted,
        Line::Supplied => &record.supplied,
        Line::Tried => &cursor.tried,
    };
    let ply = cursor.ply.min(moves.len());
    let mut positions = play_line(chess, &moves[..ply]);
    let ply = positions.len() - 1;
    let last = ply.checked_sub(1).and_then(|at| moves.get(at).copied());
    Shown { chess: positions.pop(), last, line: Some(cursor.line), ply }
}

impl AppState {
    /// Turns the board round.
    pub fn flip_board(self) {
        self.board.bottom.update(|bottom| *bottom = bottom.other());
    }

    /// Sets what a move on the board does, and goes where that can be done: to the end of the
    /// line that grows, or back to the record's own position.
    pub fn set_play_mode(self, mode: PlayMode) {
        self.board.mode.set(mode);
        match mode.line() {
            Some(line) => self.go_to_ply(line, usize::MAX),
            None if mode != PlayMode::Try => self.leave_line(),
            None => {}
        }
    }

    /// Shows the record's own position.
    pub fn leave_line(self) {
        self.drop_piece();
        self.board.cursor.set(None);
    }

    /// Shows the position after `ply` moves of a line.
    pub fn go_to_ply(self, line: Line, ply: usize) {
        self.drop_piece();
        let tried = self.board.here.get_untracked().map(|cursor| cursor.tried).unwrap_or_default();
        let length = self.documents.record.with_untracked(|view| {
            view.as_ref().map_or(0, |view| untrack(|| self.board.moves_of(view, line)).len())
        });
        self.set_cursor(line, ply.min(length), tried);
    }

    /// Shows the position after moves that are tried out.
    pub(crate) fn show_tried(self, tried: Vec<Move>) {
        self.drop_piece();
        self.set_cursor(Line::Tried, tried.len(), tried);
    }

    /// What is drawn: a position that is looked at, or else the one on the board.
    pub fn drawn(self) -> Shown {
        match self.study.preview().filter(|_| self.is_study_of_board()) {
            Some(Preview { chess, last }) => {
                Shown { chess: Some(chess), last: Some(last), line: None, ply: 0 }
            }
            None => self.board.shown.get(),
        }
    }

    fn set_cursor(self, line: Line, ply: usize, tried: Vec<Move>) {
        let start =
            self.documents.record.with_untracked(|view| view.as_ref().and_then(|view| view.chess.clone()));
        if let (Some((document, record)), Some(start)) = (self.documents.selection(), start) {
            self.board.cursor.set(Some(Cursor { document, record, start, line, ply, tried }));
        }
    }

    /// Whether there is a line to step through.
    pub fn has_line(self) -> bool {
        untrack(|| self.line_at_hand(&self.board.shown.get())).is_some()
    }

    /// The line that is shown, or `pv`, else `sv`.
    fn line_at_hand(self, shown: &Shown) -> Option<Line> {
        shown.line.or_else(|| {
            self.documents.record.with_untracked(|record| {
                let record = record.as_ref()?;
                let has = |moves: &[Move], line| (!moves.is_empty()).then_some(line);
                has(&record.predicted, Line::Predicted).or_else(|| has(&record.supplied, Line::Supplied))
            })
        })
    }

    /// Steps `by` moves along the line that is shown, or along `pv`, else `sv`.
    pub fn step_line(self, by: isize) {
        let shown = self.board.shown.get_untracked();
        let line = self.line_at_hand(&shown);
        if let Some(line) = line {
            self.go_to_ply(line, shown.ply.saturating_add_signed(by));
        }
    }

    /// Puts back the piece that is picked up, and closes the choice of a promotion.
    pub(crate) fn drop_piece(self) {
        self.board.hand.set(Hand::default());
        self.board.promotion.set(Vec::new());
    }

    /// A square was clicked, or a piece dropped on it. A pawn that promotes asks for the piece, unless the
    /// user holds the key that makes it a queen.
    pub fn choose_square(self, square: Square, makes_queen: bool) {
        if self.board.setup.is_on.get_untracked() {
            self.choose_setup_square(square);
            return;
        }
        let shown = self.board.shown.get_untracked();
        let legal = crate::headless::board::legal_moves(shown.chess.as_ref());
        let mut hand = self.board.hand.get_untracked();
        let picked = hand.choose(square, &legal);
        self.board.promotion.set(Vec::new());
        self.board.hand.set(hand);
        match picked {
            Picked::Nothing => {}
            Picked::Move(m) => self.play_on_board(m),
            Picked::Promotion(moves) => {
                let queen = moves.iter().find(|m| m.promotion() == Some(Role::Queen)).filter(|_| makes_queen);
                match queen {
                    Some(&m) => self.play_on_board(m),
                    None => self.board.promotion.set(moves),
                }
            }
        }
    }

    /// A move was made on the board.
    pub fn play_on_board(self, m: Move) {
        self.drop_piece();
        let shown = self.board.shown.get_untracked();
        // The position may have changed since the move was offered.
        if !shown.chess.as_ref().is_some_and(|chess| chess.is_legal(m)) {
            return;
        }
        let mode = self.board.mode.get_untracked();
        let own_position = shown.ply == 0;
        let into = match mode {
            PlayMode::Try => None,
            PlayMode::Best => Some(PlayInto::BestMoves).filter(|_| own_position),
            PlayMode::Avoid => Some(PlayInto::AvoidMoves).filter(|_| own_position),
            PlayMode::Predicted => Some(PlayInto::PredictedMove).filter(|_| own_position),
            PlayMode::Supplied => Some(PlayInto::SuppliedMove).filter(|_| own_position),
            PlayMode::PredictedLine => Some(PlayInto::PredictedVariation { ply: shown.ply })
                .filter(|_| own_position || shown.line == Some(Line::Predicted)),
            PlayMode::SuppliedLine => Some(PlayInto::SuppliedVariation { ply: shown.ply })
                .filter(|_| own_position || shown.line == Some(Line::Supplied)),
        };
        match into {
            Some(into) => self.write_move(into, m, mode, shown.ply),
            None if mode == PlayMode::Try => self.try_move(m, &shown),
            None => self.notices.problem("toast.other-position"),
        }
    }

    fn write_move(self, into: PlayInto, m: Move, mode: PlayMode, ply: usize) {
        let Some((document, id)) = self.documents.selection() else { return };
        let played = |text: std::borrow::Cow<'_, [u8]>| play(&text, into, m);
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

    fn try_move(self, m: Move, shown: &Shown) {
        let known = self.documents.record.with_untracked(|view| {
            let of = |(line, view)| untrack(|| self.board.moves_of(view, line));
            shown.line.zip(view.as_ref()).map(of).unwrap_or_default()
        });
        if let Some(line) = shown.line.filter(|_| known.get(shown.ply) == Some(&m)) {
            self.go_to_ply(line, shown.ply + 1);
            return;
        }
        let mut tried: Vec<Move> = known.into_iter().take(shown.ply).collect();
        tried.push(m);
        self.set_cursor(Line::Tried, tried.len(), tried);
    }
}
