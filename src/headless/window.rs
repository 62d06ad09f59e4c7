//! Which rows of a long list are on the screen.
//!
//! A browser caps the height of an element (33.5 million pixels divided by the device pixel ratio, less in
//! Firefox), so a million rows cannot simply be laid out. The spacer is at most [`MOST_HEIGHT`] pixels high.
//! Beyond that a pixel of the scroll bar is more than a pixel of content. Only jumps of the scroll bar are
//! scaled: a wheel, a finger, and the ends of the bar move the content pixel by pixel, so that they pass no row
//! over. The bar then lags behind the content, by less than can be seen, and is put right near the ends.

use std::ops::Range;

/// Greatest height of the spacer in pixels: below every browser's cap at a device pixel ratio of 3.
pub const MOST_HEIGHT: f64 = 5_000_000.0;

/// The pixels at each end of a scaled list in which the bar is not scaled, so that both reach the end together.
const END: f64 = 50_000.0;

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

/// Where a list is scrolled to. All lengths are CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Scroll {
    /// The scroll offset of the element: what the scroll bar shows.
    pub bar: f64,
    /// The height of the content above the viewport.
    top: f64,
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

    /// Whether the bar has a shorter range than the content.
    fn is_scaled(&self) -> bool {
        self.content() > MOST_HEIGHT
    }

    /// The greatest offset of the bar.
    fn last_bar(&self) -> f64 {
        (self.spacer() - self.viewport).max(0.0)
    }

    /// The greatest height of content above the viewport.
    fn last_top(&self) -> f64 {
        (self.content() - self.viewport).max(0.0)
    }

    /// Content pixels for one pixel of the bar, between the ends of a scaled list.
    fn scale(&self) -> f64 {
        (self.last_top() - 2.0 * END) / (self.last_bar() - 2.0 * END)
    }

    /// The content that belongs to an offset of the bar.
    fn top_of(&self, bar: f64) -> f64 {
        let (last, bar) = (self.last_bar(), bar.clamp(0.0, self.last_bar()));
        if bar <= END || !self.is_scaled() {
            bar
        } else if bar >= last - END {
            self.last_top() - (last - bar)
        } else {
            // Rows at whole pixels are drawn sharp.
            (END + (bar - END) * self.scale()).round()
        }
    }

    /// A drag of the thumb moves the bar by more than this, on screens with half pixels too. Less is a wheel, a finger,
    /// or a click beside the thumb.
    fn jump(&self) -> f64 {
        MOST_HEIGHT / (3.0 * self.viewport.max(1.0))
    }

    /// The scroll at a height of content above the viewport, with the bar where it belongs. Elements scroll to
    /// whole pixels, of which this takes the next one.
    fn at_top(&self, top: f64) -> Scroll {
        let (last, top) = (self.last_top(), top.clamp(0.0, self.last_top()));
        let bar = if top <= END || !self.is_scaled() {
            top
        } else if top >= last - END {
            self.last_bar() - (last - top)
        } else {
            END + (top - END) / self.scale()
        };
        let bar = bar.ceil();
        Scroll { bar, top: if self.is_scaled() { top } else { bar } }
    }

    /// The scroll at which a row is the first on the screen.
    pub fn at_row(&self, row: usize) -> Scroll {
        self.at_top(row as f64 * self.row_height)
    }

    /// Where the list is after its element was scrolled from where it was to this offset. The bar is to be set to
    /// that of the result, which is another one if it would reach an end before or after the content does.
    pub fn scrolled(&self, from: Scroll, bar: f64) -> Scroll {
        let by = bar - from.bar;
        if !self.is_scaled() || by.abs() > self.jump() {
            return Scroll { bar, top: self.top_of(bar) };
        }
        let now = Scroll { bar, top: (self.content_top(from) + by).clamp(0.0, self.last_top()) };
        let is_near = |at: f64, last: f64| at < END || at > last - END;
        let put_right = self.at_top(now.top);
        let is_off = (put_right.bar - bar).abs() > 1.0;
        if is_off && (is_near(bar, self.last_bar()) || is_near(now.top, self.last_top())) {
            put_right
        } else {
            now
        }
    }

    fn content_top(&self, at: Scroll) -> f64 {
        if self.is_scaled() { at.top.min(self.last_top()) } else { at.bar.clamp(0.0, self.last_top()) }
    }

    /// The rows on the screen, plus `overscan` at each end.
    pub fn visible(&self, at: Scroll, overscan: usize) -> Range<usize> {
        let top = self.content_top(at);
        let first = (top / self.row_height).floor() as usize;
        let last = ((top + self.viewport) / self.row_height).ceil() as usize;
        first.saturating_sub(overscan).min(self.rows)..last.saturating_add(overscan).min(self.rows)
    }

    /// The most rows on the screen at a time, including `overscan` at each end.
    pub fn most_visible(&self, overscan: usize) -> usize {
        (self.viewport / self.row_height).ceil() as usize + 1 + 2 * overscan
    }

    /// Where a row is placed inside the spacer.
    pub fn row_top(&self, row: usize, at: Scroll) -> f64 {
        row as f64 * self.row_height - self.content_top(at) + at.bar
    }

    /// The scroll that brings a row wholly onto the screen; `None` if it is there already.
    pub fn scroll_to(&self, row: usize, at: Scroll) -> Option<Scroll> {
        let top = self.content_top(at);
        let row_top = row as f64 * self.row_height;
        if row_top < top {
            Some(self.at_top(row_top))
        } else if row_top + self.row_height > top + self.viewport {
            Some(self.at_top(row_top + self.row_height - self.viewport))
        } else {
            None
        }
    }

    /// The gap between rows that is nearest to a height in the viewport: the number of rows above it.
    pub fn gap_at(&self, y: f64, at: Scroll) -> usize {
        let gap = (self.content_top(at) + y) / self.row_height;
        (gap.round().max(0.0) as usize).min(self.rows)
    }

    /// The row at a height in the viewport; `None` below the last one.
    pub fn row_at(&self, y: f64, at: Scroll) -> Option<usize> {
        let row = ((self.content_top(at) + y) / self.row_height).floor().max(0.0) as usize;
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

    /// A list that is scrolled by its bar alone.
    fn bar(window: Window, bar: f64) -> Scroll {
        window.scrolled(Scroll { bar: f64::MAX, top: 0.0 }, bar)
    }

    #[test]
    fn shows_the_rows_at_the_offset() {
        let shown = |rows, offset, overscan| window(rows).visible(bar(window(rows), offset), overscan);
        assert_eq!(shown(1000, 0.0, 0), 0..22);
        assert_eq!(shown(1000, 280.0, 2), 8..34);
        assert_eq!(shown(3, 0.0, 5), 0..3);
        assert_eq!(shown(0, 0.0, 5), 0..0);
    }

    #[test]
    fn a_height_is_in_a_row_and_near_a_gap() {
        let at = |y, offset| {
            let (window, scroll) = (window(30), bar(window(30), offset));
            (window.row_at(y, scroll), window.gap_at(y, scroll))
        };
        assert_eq!(at(0.0, 0.0), (Some(0), 0));
        assert_eq!(at(13.0, 0.0), (Some(0), 0));
        assert_eq!(at(15.0, 0.0), (Some(0), 1));
        assert_eq!(at(15.0, 56.0), (Some(2), 3));
        assert_eq!(at(-50.0, 0.0), (Some(0), 0));
        assert_eq!(at(599.0, 240.0), (Some(29), 30));
        assert_eq!(window(3).row_at(100.0, Scroll::default()), None);
        assert_eq!(window(3).gap_at(100.0, Scroll::default()), 3);
    }

    #[test]
    fn the_last_row_of_twenty_million_is_reached() {
        let window = window(20_000_000);
        assert_eq!(window.visible(bar(window, window.last_bar()), 0).end, 20_000_000);
        let at = window.scroll_to(19_999_999, Scroll::default()).unwrap();
        assert!(window.visible(at, 0).contains(&19_999_999));
        assert_eq!(window.visible(window.at_row(7_654_321), 0).start, 7_654_321);
    }

    /// A turn of the wheel shows the next rows, however many there are.
    #[test]
    fn a_wheel_passes_no_row_over() {
        for rows in [1_000, 1_000_000, 20_000_000] {
            let window = window(rows);
            let mut at = window.at_row(rows / 2);
            let mut first = window.visible(at, 0).start;
            for _ in 0..100 {
                at = window.scrolled(at, at.bar + 112.0);
                assert_eq!(window.visible(at, 0).start, first + 4, "{rows} rows");
                first = window.visible(at, 0).start;
            }
        }
    }

    /// Turning the wheel long enough reaches either end, and the scroll bar gets there together with the rows.
    #[test]
    fn a_wheel_comes_to_both_ends() {
        let window = window(1_000_000);
        for (from, by, row) in [(990_000, 400.0, 999_999), (10_000, -400.0, 0)] {
            let mut at = window.at_row(from);
            for _ in 0..2_000 {
                at = window.scrolled(at, (at.bar + by).clamp(0.0, window.last_bar()));
            }
            assert!(window.visible(at, 0).contains(&row), "{row}");
            let end = if row == 0 { 0.0 } else { window.last_bar() };
            assert!((at.bar - end).abs() < 1.0, "{at:?}");
        }
    }

    #[test]
    fn another_file_is_shown_where_the_bar_is() {
        let (long, short) = (window(1_000_000), window(1_000));
        let at = long.at_row(50_000);
        assert_eq!(short.visible(at, 0).start, short.visible(bar(short, at.bar), 0).start);
        assert_eq!(window(1).visible(at, 0), 0..1);
        // A file that is too long as well, but shorter: it can be left at its end by the first turn of the wheel.
        let other = window(200_000);
        let end = long.at_row(900_000);
        assert_eq!(other.visible(end, 0).end, 200_000);
        assert_eq!(other.visible(other.scrolled(end, end.bar - 280.0), 0).end, 199_990);
    }

    proptest! {
        #[test]
        fn the_window_covers_the_viewport(rows in 0..30_000_000_usize, part in 0.0..1.0_f64) {
            let window = window(rows);
            let at = bar(window, window.last_bar() * part);
            let visible = window.visible(at, 0);
            prop_assert!(window.visible(at, 3).len() <= window.most_visible(3));
            prop_assert!(visible.end <= rows && visible.start <= visible.end);
            if !visible.is_empty() {
                prop_assert!(window.row_top(visible.start, at) <= at.bar + 0.01);
                let bottom = window.row_top(visible.end - 1, at) + window.row_height;
                prop_assert!(bottom + 0.01 >= (at.bar + window.viewport).min(window.spacer()));
            }
        }

        #[test]
        fn scrolling_to_a_row_shows_it(rows in 1..30_000_000_usize, part in 0.0..1.0_f64) {
            let window = window(rows);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a part of rows")]
            let row = ((rows - 1) as f64 * part) as usize;
            let at = window.scroll_to(row, Scroll::default()).unwrap_or_default();
            prop_assert!(window.visible(at, 0).contains(&row));
        }

        /// However a list is scrolled: the bar is where the content is, off by no more than was moved by hand since it
        /// was put right; it is at an end only if the content is; and rows keep their place in the spacer while a
        /// hand moves them, unless the bar is set.
        #[test]
        fn the_bar_and_the_content_stay_together(
            rows in 0..20_000_000_usize,
            start in 0.0..1.0_f64,
            steps in prop::collection::vec(prop_oneof![-600.0..600.0_f64, -5e6..5e6_f64], 0..50),
        ) {
            let window = window(rows);
            let mut at = bar(window, window.last_bar() * start);
            let mut moved = 0.0;
            for by in steps {
                let asked = (at.bar + by).round().clamp(0.0, window.last_bar());
                let next = window.scrolled(at, asked);
                let top = window.content_top(next);
                let is_small = (asked - at.bar).abs() <= 600.0 && (next.bar - asked).abs() < 1.0;
                if is_small && top > 0.0 && top < window.last_top() {
                    prop_assert!((window.row_top(0, next) - window.row_top(0, at)).abs() < 1.01);
                }
                moved = if by.abs() <= window.jump() { moved + by.abs() } else { 0.0 };
                prop_assert!(next.bar >= 0.0 && next.bar <= window.last_bar().ceil());
                prop_assert!(top >= 0.0 && top <= window.last_top());
                prop_assert!(next.bar > 1.0 || top <= 1.0, "{next:?}");
                prop_assert!(next.bar < window.last_bar() - 1.0 || top >= window.last_top() - 1.0, "{next:?}");
                prop_assert!((window.at_top(top).bar - next.bar).abs() <= 2.0 + moved, "{next:?}");
                at = next;
            }
        }
    }
}
