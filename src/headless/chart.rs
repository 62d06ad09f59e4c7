//! A chart of any number of values in a limited number of columns.

use std::fmt::Write as _;

use crate::chess::score::Score;
use crate::headless::bar::share;

/// Columns of the chart.
pub const WIDTH: usize = 600;

/// Its height in thousandths of the chart.
pub const HEIGHT: u32 = 100;

/// White's share for each line of a file, 0 to 1000; `None` for a line without a score.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chart {
    shares: Vec<Option<u16>>,
}

impl Chart {
    /// Adds the next line, by its score for White on the scale of `ce`.
    pub fn push(&mut self, ce: Option<i32>) {
        let share = ce.and_then(Score::from_ce).map(share);
        self.shares.push(share.map(|share| u16::try_from(share).unwrap_or(1000)));
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.shares.len()
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.shares.is_empty()
    }

    /// Number of lines with a score.
    pub fn scores(&self) -> usize {
        self.shares.iter().flatten().count()
    }

    /// The middle of the column for a line.
    pub fn column_of(&self, line: usize) -> usize {
        (line * WIDTH + WIDTH / 2) / self.len().max(1)
    }

    /// White's part as the outline of a drawing. Each bar is a line or, where lines share a column, the mean
    /// of their scores. Where there is no score, there is a gap.
    pub fn outline(&self) -> String {
        let bars = self.len().min(WIDTH);
        let mut out = String::new();
        for bar in 0..bars {
            let lines = bar * self.len() / bars..(bar + 1) * self.len() / bars;
            let known: Vec<u32> =
                self.shares[lines].iter().flatten().map(|&share| u32::from(share)).collect();
            let Ok(count @ 1..) = u32::try_from(known.len()) else { continue };
            let height = known.iter().sum::<u32>() / count * HEIGHT / 1000;
            let (left, right) = (bar * WIDTH / bars, (bar + 1) * WIDTH / bars);
            // Writing to a string cannot fail.
            let _ = write!(out, "M{left} {HEIGHT}V{}H{right}V{HEIGHT}z", HEIGHT - height);
        }
        out
    }
}

/// The index of the line that a chart of `lines` lines has at `part` of its width, from 0 to 1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a part of the number of lines"
)]
pub fn line_at(part: f64, lines: usize) -> usize {
    ((part * lines as f64) as usize).min(lines.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(values: &[Option<i32>]) -> Chart {
        let mut chart = Chart::default();
        for &ce in values {
            chart.push(ce);
        }
        chart
    }

    #[test]
    fn few_lines_have_a_bar_each() {
        let chart = chart(&[Some(0), None, Some(32_766)]);
        assert_eq!(chart.outline(), "M0 100V50H200V100zM400 100V0H600V100z");
        assert_eq!((chart.len(), chart.scores()), (3, 2));
        assert_eq!((chart.column_of(0), chart.column_of(2)), (100, 500));
        assert_eq!(Chart::default().outline(), "");
        assert_eq!([0.0, 0.4, 0.99, 1.0].map(|part| line_at(part, 3)), [0, 1, 2, 2]);
        assert_eq!(line_at(0.5, 0), 0);
    }

    #[test]
    fn many_lines_share_columns() {
        let values: Vec<Option<i32>> =
            (0..100_000).map(|at| Some(if at % 2 == 0 { 32_766 } else { -32_765 })).collect();
        let chart = chart(&values);
        let outline = chart.outline();
        assert_eq!(outline.matches('M').count(), WIDTH);
        assert!(outline.starts_with("M0 100V50H1V100z"), "{}", &outline[..30]);
        assert_eq!(chart.column_of(99_999), 599);
    }
}
