//! Which rows of a long list are on the screen.
//!
//! A browser caps the height of an element (33.5 million pixels divided by the device pixel ratio, less in
//! Firefox), so a million rows cannot simply be laid out. The spacer is at most [`MOST_HEIGHT`] pixels high.
//! Beyond that, scroll offsets are scaled, and rows are placed relative to the scroll offset instead of at a
//! fixed place.

use std::ops::Range;

/// Greatest height of the spacer in pixels: below every browser's cap at a device pixel ratio of 3.
pub const MOST_HEIGHT: f64 = 5_000_000.0;

/// A list of equally high rows behind a viewport. All lengths are CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    /// Number of rows.
    pub rows: usize,
    /// Height of a row; above 0.
    pub row_height: f64,
    /// Height of the viewport.
    pub viewport: f64,
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "row numbers are far below 2^52, and offsets are clamped to 0 before they are cut to rows"
)]
impl Window {
    fn content(&self) -> f64 {
        self.rows as f64 * self.row_height
    }

    /// Height of the element that gives the scroll bar its range.
    pub fn spacer(&self) -> f64 {
        self.content().min(MOST_HEIGHT)
    }

    /// Content pixels for one pixel of scrolling; 1 unless the list is scaled.
    fn scale(&self) -> f64 {
        let range = self.spacer() - self.viewport;
        if self.content() <= MOST_HEIGHT || range <= 0.0 {
            1.0
        } else {
            (self.content() - self.viewport) / range
        }
    }

    fn content_top(&self, scroll_top: f64) -> f64 {
        (scroll_top * self.scale()).clamp(0.0, (self.content() - self.viewport).max(0.0))
    }

    /// The scroll offset at which a row is the first on the screen.
    pub fn offset_of(&self, row: usize) -> f64 {
        row as f64 * self.row_height / self.scale()
    }

    /// The rows on the screen, plus `overscan` at each end.
    pub fn visible(&self, scroll_top: f64, overscan: usize) -> Range<usize> {
        let top = self.content_top(scroll_top);
        let first = (top / self.row_height).floor() as usize;
        let last = ((top + self.viewport) / self.row_height).ceil() as usize;
        first.saturating_sub(overscan).min(self.rows)..last.saturating_add(overscan).min(self.rows)
    }

    /// The most rows on the screen at a time, including `overscan` at each end.
    pub fn most_visible(&self, overscan: usize) -> usize {
        (self.viewport / self.row_height).ceil() as usize + 1 + 2 * overscan
    }

    /// Where a row is placed inside the spacer.
    pub fn row_top(&self, row: usize, scroll_top: f64) -> f64 {
        row as f64 * self.row_height - self.content_top(scroll_top) + scroll_top
    }

    /// The scroll offset that brings a row wholly onto the screen; `None` if it is there already.
    pub fn scroll_to(&self, row: usize, scroll_top: f64) -> Option<f64> {
        let top = self.content_top(scroll_top);
        let row_top = row as f64 * self.row_height;
        let target = if row_top < top {
            row_top
        } else if row_top + self.row_height > top + self.viewport {
            row_top + self.row_height - self.viewport
        } else {
            return None;
        };
        Some((target / self.scale()).max(0.0))
    }

    /// The gap between rows that is nearest to a height in the viewport: the number of rows above it.
    pub fn gap_at(&self, y: f64, scroll_top: f64) -> usize {
        let gap = (self.content_top(scroll_top) + y) / self.row_height;
        (gap.round().max(0.0) as usize).min(self.rows)
    }

    /// The row at a height in the viewport; `None` below the last one.
    pub fn row_at(&self, y: f64, scroll_top: f64) -> Option<usize> {
        let row = ((self.content_top(scroll_top) + y) / self.row_height).floor().max(0.0) as usize;
        (row < self.rows).then_some(row)
    }

    /// Whole rows that fit the viewport, at least one.
    pub fn page(&self) -> usize {
        ((self.viewport / self.row_height).floor() as usize).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn window(rows: usize) -> Window {
        Window { rows, row_height: 28.0, viewport: 600.0 }
    }

    #[test]
    fn shows_the_rows_at_the_offset() {
        assert_eq!(window(1000).visible(0.0, 0), 0..22);
        assert_eq!(window(1000).visible(280.0, 2), 8..34);
        assert_eq!(window(3).visible(0.0, 5), 0..3);
        assert_eq!(window(0).visible(0.0, 5), 0..0);
    }

    #[test]
    fn a_height_is_in_a_row_and_near_a_gap() {
        let at = |y, scroll| (window(30).row_at(y, scroll), window(30).gap_at(y, scroll));
        assert_eq!(at(0.0, 0.0), (Some(0), 0));
        assert_eq!(at(13.0, 0.0), (Some(0), 0));
        assert_eq!(at(15.0, 0.0), (Some(0), 1));
        assert_eq!(at(15.0, 56.0), (Some(2), 3));
        assert_eq!(at(-50.0, 0.0), (Some(0), 0));
        assert_eq!(at(599.0, 240.0), (Some(29), 30));
        assert_eq!(window(3).row_at(100.0, 0.0), None);
        assert_eq!(window(3).gap_at(100.0, 0.0), 3);
    }

    #[test]
    fn the_last_row_of_twenty_million_is_reached() {
        let window = window(20_000_000);
        let bottom = window.spacer() - window.viewport;
        assert_eq!(window.visible(bottom, 0).end, 20_000_000);
        let offset = window.scroll_to(19_999_999, 0.0).unwrap();
        assert!(window.visible(offset, 0).contains(&19_999_999));
        assert_eq!(window.visible(window.offset_of(7_654_321), 0).start, 7_654_321);
    }

    proptest! {
        #[test]
        fn the_window_covers_the_viewport(rows in 0..30_000_000_usize, part in 0.0..1.0_f64) {
            let window = window(rows);
            let scroll = (window.spacer() - window.viewport).max(0.0) * part;
            let visible = window.visible(scroll, 0);
            prop_assert!(window.visible(scroll, 3).len() <= window.most_visible(3));
            prop_assert!(visible.end <= rows && visible.start <= visible.end);
            if !visible.is_empty() {
                prop_assert!(window.row_top(visible.start, scroll) <= scroll + 0.01);
                let bottom = window.row_top(visible.end - 1, scroll) + window.row_height;
                prop_assert!(bottom + 0.01 >= (scroll + window.viewport).min(window.spacer()));
            }
        }

        #[test]
        fn scrolling_to_a_row_shows_it(rows in 1..30_000_000_usize, part in 0.0..1.0_f64) {
            let window = window(rows);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a part of rows")]
            let row = ((rows - 1) as f64 * part) as usize;
            let scroll = window.scroll_to(row, 0.0).unwrap_or(0.0);
            prop_assert!(window.visible(scroll, 0).contains(&row));
        }
    }
}
