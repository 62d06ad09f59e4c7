//! Stepping through the lines of a record on the board, and the effect of a move made there.

use crate::chess::{Chess, Move};
use crate::epd::moves::play_line;
use crate::epd::verbs::play::PlayInto;
use crate::view::RecordView;

/// A line that can be stepped through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Line {
    /// `pv`.
    Predicted,
    /// `sv`.
    Supplied,
    /// Moves that are tried out on the board.
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

/// What a move on the board is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlayMode {
    /// Nothing is written: the move is tried out.
    Try,
    /// Adds it to `bm`, or removes it.
    Best,
    /// Adds it to `am`, or removes it.
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

    /// The label on the switch: an opcode, or the key of a text.
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

    /// What a move does in this mode, as the key of a text.
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

    /// The line that a move extends.
    pub fn line(self) -> Option<Line> {
        match self {
            Self::PredictedLine => Some(Line::Predicted),
            Self::SuppliedLine => Some(Line::Supplied),
            Self::Try | Self::Best | Self::Avoid | Self::Predicted | Self::Supplied => None,
        }
    }

    /// The effect of a move in this mode while this is shown.
    pub fn effect(self, shown: &Shown) -> Effect {
        let is_own = shown.ply == 0;
        let on = |line| is_own || shown.line == Some(line);
        let (is_possible, into) = match self {
            Self::Try => return Effect::Try,
            Self::Best => (is_own, PlayInto::BestMoves),
            Self::Avoid => (is_own, PlayInto::AvoidMoves),
            Self::Predicted => (is_own, PlayInto::PredictedMove),
            Self::Supplied => (is_own, PlayInto::SuppliedMove),
            Self::PredictedLine => (on(Line::Predicted), PlayInto::PredictedVariation { ply: shown.ply }),
            Self::SuppliedLine => (on(Line::Supplied), PlayInto::SuppliedVariation { ply: shown.ply }),
        };
        if is_possible { Effect::Write(into) } else { Effect::OtherPosition }
    }
}

/// The effect of a move on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It is tried out.
    Try,
    /// It is written into the record.
    Write(PlayInto),
    /// It has no effect, since it would be written into something about another position.
    OtherPosition,
}

/// A place in a line of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The line that is stepped through.
    pub line: Line,
    /// Number of moves stepped over.
    pub ply: usize,
    /// The moves that were tried out.
    pub tried: Vec<Move>,
}

impl Place {
    /// The moves of a line of a record.
    pub fn moves_of<'a>(&'a self, record: &'a RecordView, line: Line) -> &'a [Move] {
        match line {
            Line::Predicted => &record.predicted,
            Line::Supplied => &record.supplied,
            Line::Tried => &self.tried,
        }
    }
}

/// What the board shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// The position; `None` when the record has no legal one.
    pub chess: Option<Chess>,
    /// The last move stepped over.
    pub last: Option<Move>,
    /// The line being stepped through.
    pub line: Option<Line>,
    /// Number of moves stepped over.
    pub ply: usize,
}

impl Shown {
    /// What is shown of a record at a place in one of its lines; without a place, the position of the record.
    /// A place beyond the end of a line counts as its end.
    pub fn of(record: Option<&RecordView>, at: Option<&Place>) -> Self {
        let start = record.and_then(|record| record.chess.clone());
        let (Some(record), Some(at), Some(chess)) = (record, at, &start) else {
            return Self { chess: start, last: None, line: None, ply: 0 };
        };
        let moves = at.moves_of(record, at.line);
        let mut positions = play_line(chess, &moves[..at.ply.min(moves.len())]);
        let ply = positions.len() - 1;
        let last = ply.checked_sub(1).and_then(|at| moves.get(at).copied());
        Self { chess: positions.pop(), last, line: Some(at.line), ply }
    }

    /// The line to step through: the current one, or else `pv`, or else `sv`.
    pub fn line_at_hand(&self, record: Option<&RecordView>) -> Option<Line> {
        let has = |moves: &[Move], line| (!moves.is_empty()).then_some(line);
        self.line.or_else(|| {
            let record = record?;
            has(&record.predicted, Line::Predicted).or_else(|| has(&record.supplied, Line::Supplied))
        })
    }

    /// The place after a move that is tried out; `known` are the moves of the current line. If the move is
    /// the next one in that line, it steps forward, and any other move begins a new line.
    pub fn after(&self, m: Move, known: &[Move], tried: Vec<Move>) -> Place {
        if let Some(line) = self.line.filter(|_| known.get(self.ply) == Some(&m)) {
            return Place { line, ply: self.ply + 1, tried };
        }
        let tried: Vec<Move> = known.iter().take(self.ply).copied().chain([m]).collect();
        Place { line: Line::Tried, ply: tried.len(), tried }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position as _;
    use crate::epd::dialect::Dialect;
    use crate::text::encoding::CodePage;
    use proptest::prelude::*;

    const BOTH: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv e4 e5 Nf3; sv d4 d5;";

    fn record(line: &str) -> RecordView {
        RecordView::of(line.as_bytes().into(), Dialect::default(), CodePage::default())
    }

    fn at(line: Line, ply: usize) -> Place {
        Place { line, ply, tried: Vec::new() }
    }

    #[track_caller]
    fn check(line: &str, place: Option<&Place>, ply: usize, fen: &str) {
        let record = record(line);
        let shown = Shown::of(Some(&record), place);
        let board = shown.chess.map(|chess| chess.board().board_fen().to_string());
        assert_eq!((shown.ply, board.as_deref()), (ply, Some(fen)));
    }

    #[test]
    fn a_place_is_played_to() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        check(BOTH, None, 0, start);
        check(BOTH, Some(&at(Line::Predicted, 0)), 0, start);
        check(BOTH, Some(&at(Line::Predicted, 1)), 1, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
        check(BOTH, Some(&at(Line::Supplied, 2)), 2, "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR");
        // A place beyond the end counts as the end.
        check(BOTH, Some(&at(Line::Supplied, 99)), 2, "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR");
        check(BOTH, Some(&at(Line::Tried, 1)), 0, start);
    }

    #[test]
    fn without_a_position_nothing_is_stepped_through() {
        let record = record("8/8/8/8/8/8/8/8 w - - pv e4;");
        let nothing = Shown { chess: None, last: None, line: None, ply: 0 };
        assert_eq!(Shown::of(Some(&record), Some(&at(Line::Predicted, 1))), nothing);
        assert_eq!(Shown::of(None, None), nothing);
    }

    #[test]
    fn the_line_at_hand_is_the_shown_one_or_pv_or_sv() {
        let check = |line: &str, shown: Option<Line>, hand: Option<Line>| {
            let record = record(line);
            let shown = Shown { line: shown, ..Shown::of(Some(&record), None) };
            assert_eq!(shown.line_at_hand(Some(&record)), hand, "{line}");
        };
        check(BOTH, Some(Line::Tried), Some(Line::Tried));
        check(BOTH, None, Some(Line::Predicted));
        check("8/8/8/4k3/8/8/4P3/4K3 w - - sv e4;", None, Some(Line::Supplied));
        check("8/8/8/4k3/8/8/4P3/4K3 w - - bm e4;", None, None);
    }

    #[test]
    fn a_move_steps_on_in_its_line_or_leaves_it() {
        let record = record(BOTH);
        let shown = Shown::of(Some(&record), Some(&at(Line::Predicted, 1)));
        let next = record.predicted[1];
        assert_eq!(shown.after(next, &record.predicted, Vec::new()), at(Line::Predicted, 2));
        let other = record.supplied[1];
        let left = Place { line: Line::Tried, ply: 2, tried: vec![record.predicted[0], other] };
        assert_eq!(shown.after(other, &record.predicted, Vec::new()), left);
        // The same from the position of the record.
        let own = Shown::of(Some(&record), None);
        let first = record.predicted[0];
        assert_eq!(
            own.after(first, &[], Vec::new()),
            Place { line: Line::Tried, ply: 1, tried: vec![first] }
        );
    }

    #[test]
    fn what_a_move_does() {
        let record = record(BOTH);
        let check = |mode: PlayMode, place: Option<Place>, effect: Effect| {
            assert_eq!(mode.effect(&Shown::of(Some(&record), place.as_ref())), effect, "{mode:?} {place:?}");
        };
        for mode in PlayMode::ALL {
            let own = mode.effect(&Shown::of(Some(&record), None));
            assert_eq!(own == Effect::Try, mode == PlayMode::Try, "{mode:?}");
            assert_ne!(own, Effect::OtherPosition, "{mode:?}");
        }
        let pv = |ply| Effect::Write(PlayInto::PredictedVariation { ply });
        check(PlayMode::Try, Some(at(Line::Predicted, 2)), Effect::Try);
        check(PlayMode::Best, None, Effect::Write(PlayInto::BestMoves));
        check(PlayMode::Best, Some(at(Line::Predicted, 0)), Effect::Write(PlayInto::BestMoves));
        check(PlayMode::Best, Some(at(Line::Predicted, 1)), Effect::OtherPosition);
        check(PlayMode::PredictedLine, None, pv(0));
        check(PlayMode::PredictedLine, Some(at(Line::Predicted, 2)), pv(2));
        check(PlayMode::PredictedLine, Some(at(Line::Supplied, 1)), Effect::OtherPosition);
        check(PlayMode::SuppliedLine, Some(at(Line::Predicted, 1)), Effect::OtherPosition);
    }

    proptest! {
        /// A legal move leads to the position after it, whatever was shown before.
        #[test]
        fn a_move_is_always_shown(ply in 0..5_usize, supplied: bool, choice in 0..40_usize) {
            let record = record(BOTH);
            let line = if supplied { Line::Supplied } else { Line::Predicted };
            let place = at(line, ply);
            let shown = Shown::of(Some(&record), Some(&place));
            let chess = shown.chess.clone().expect("a position");
            let moves = chess.legal_moves();
            let m = moves[choice % moves.len()];
            let after = shown.after(m, place.moves_of(&record, line), Vec::new());
            let now = Shown::of(Some(&record), Some(&after));
            let mut expected = chess;
            expected.play_unchecked(m);
            prop_assert_eq!(now.chess, Some(expected));
            prop_assert_eq!((now.ply, now.last), (shown.ply + 1, Some(m)));
        }
    }
}
