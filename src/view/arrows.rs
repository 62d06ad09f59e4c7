//! The arrows of a record on its board: `bm`, `am`, and the beginning of `pv`.

use crate::chess::Move;
use crate::view::RecordView;

/// The number of moves of `pv` that get an arrow; more would cover the board.
const MOST_OF_LINE: usize = 6;

/// The meaning of an arrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrowKind {
    /// A move of `pv`.
    Line,
    /// A move of `am`.
    Avoid,
    /// A move of `bm`.
    Best,
}

impl ArrowKind {
    /// Its opcode, as in the names of classes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Line => "pv",
            Self::Avoid => "am",
            Self::Best => "bm",
        }
    }
}

impl RecordView {
    /// The arrows, the lowest first: the kind of each, its move, and its number in a line, from 1.
    pub fn arrows(&self) -> Vec<(ArrowKind, Move, Option<u32>)> {
        let line = self.predicted.iter().take(MOST_OF_LINE).zip(1..);
        let line = line.map(|(&m, number)| (ArrowKind::Line, m, Some(number)));
        let single = |kind| move |&m: &Move| (kind, m, None);
        let avoid = self.avoid.iter().map(single(ArrowKind::Avoid));
        let best = self.best.iter().map(single(ArrowKind::Best));
        line.chain(avoid).chain(best).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::dialect::Dialect;
    use crate::text::encoding::CodePage;

    #[test]
    fn best_moves_lie_on_top_and_lines_are_cut() {
        let line = b"4k3/8/8/8/8/8/8/4K3 w - - am Kd1; bm Kd2 Ke2; pv Kd2 Kd7 Kd3 Kd6 Kd4 Kc6 Kc4;";
        let view = RecordView::of(line[..].into(), Dialect::Edwards, CodePage::default());
        let kinds: Vec<_> =
            view.arrows().into_iter().map(|(kind, _, number)| (kind.name(), number)).collect();
        let mut expect: Vec<_> = (1..=6).map(|number| ("pv", Some(number))).collect();
        expect.extend([("am", None), ("bm", None), ("bm", None)]);
        assert_eq!(kinds, expect);
    }
}
