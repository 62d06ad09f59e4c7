//! The moves of a line as they are listed under the board.

use crate::chess::notation::san;
use crate::chess::{Chess, Color, Move, Position as _};
use crate::epd::moves::NoMove;
use crate::epd::write::split_operands;
use crate::logic::stepping::Line;
use crate::view::RecordView;

/// Most moves listed of a line.
const MOST_SHOWN: usize = 200;

/// The moves with their numbers where these are written: "1. e4", "e5", or "1… e5" at the start.
pub fn numbered(position: &Chess, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut number = 1;
    let mut out = Vec::new();
    for (ply, &m) in moves.iter().take(MOST_SHOWN).enumerate() {
        if !position.is_legal(m) {
            break;
        }
        let text = san(&position, m);
        out.push(match position.turn() {
            Color::White => format!("{number}. {text}"),
            Color::Black if ply == 0 => format!("{number}… {text}"),
            Color::Black => text,
        });
        if position.turn() == Color::Black {
            number += 1;
        }
        position.play_unchecked(m);
    }
    out
}

/// The words of a line after its legal moves, without move numbers and signs.
pub fn lost(record: &RecordView, line: Line, played: usize) -> Vec<String> {
    if line == Line::Tried || played >= MOST_SHOWN {
        return Vec::new();
    }
    let words = split_operands(record.operands_of(line.label()));
    let moves = words.into_iter().filter(|word| NoMove::of(word.as_bytes()).is_none());
    moves.skip(played).take(MOST_SHOWN - played).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::dialect::Dialect;
    use crate::text::encoding::CodePage;

    fn record(operations: &str) -> RecordView {
        let line = format!("4k3/8/8/8/8/8/8/4K3 {operations}");
        RecordView::of(line.as_bytes().into(), Dialect::default(), CodePage::default())
    }

    #[track_caller]
    fn check(operations: &str, numbers: &[&str], rest: &[&str]) {
        let record = record(operations);
        let got = numbered(record.chess.as_ref().expect("a position"), &record.predicted);
        assert_eq!(got, numbers, "{operations}");
        assert_eq!(lost(&record, Line::Predicted, got.len()), rest, "{operations}");
        assert!(lost(&record, Line::Tried, 0).is_empty());
    }

    #[test]
    fn moves_have_their_numbers() {
        check("w - - pv Kd2 Kd7 Kd3;", &["1. Kd2", "Kd7", "2. Kd3"], &[]);
        check("b - - pv Kd7 Kd2;", &["1… Kd7", "2. Kd2"], &[]);
        check("w - -", &[], &[]);
    }

    #[test]
    fn what_cannot_be_played_is_shown_behind() {
        check("w - - pv 1. Kd2 Kd9 Kd3;", &["1. Kd2"], &["Kd9", "Kd3"]);
    }

    #[test]
    fn no_more_than_fit_are_listed() {
        let record = record(&format!("w - - pv {};", "Kd2 Kd7 Ke1 Ke8 ".repeat(60)));
        let chess = record.chess.as_ref().expect("a position");
        assert_eq!((record.predicted.len(), numbered(chess, &record.predicted).len()), (240, MOST_SHOWN));
        assert!(lost(&record, Line::Predicted, MOST_SHOWN).is_empty());
    }
}
