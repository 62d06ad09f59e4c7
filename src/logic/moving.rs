//! Moving records of the list to another place.

use crate::document::{LineSet, RecordId};
use crate::logic::listing::Listed;

/// How far the pointer goes before a press on a row becomes a drag, in pixels.
const THRESHOLD: f64 = 6.0;

/// How near to an end of the list the pointer makes it scroll, in pixels.
const EDGE: f64 = 24.0;

impl Listed<'_> {
    /// The record in front of which others come when they are dropped above a row, or, with the number of rows, below
    /// the last one; the inner `None` is the end of the file. `None` if the list is not in the order of the file.
    pub fn before_gap(self, row: usize) -> Option<Option<RecordId>> {
        if !self.is_in_order() {
            return None;
        }
        // Records that were removed may still be listed.
        if let Some((id, _)) =
            (row..self.rows()).filter_map(|row| self.at(row)).find(|(_, line)| line.is_some())
        {
            return Some(Some(id));
        }
        let last = (0..self.rows()).rev().find_map(|row| self.at(row)?.1)?;
        Some(self.open.document.id_at(last + 1))
    }

    /// The gap to which records go, together, when they are moved by one row up or down: as for
    /// [`Self::before_gap`]. `None` if none of them is listed or if they are at that end already.
    pub fn gap_by(self, ids: &[RecordId], down: bool) -> Option<usize> {
        let (first, last) = if let Some(found) = self.found {
            let meant = LineSet::of(ids);
            let is_meant = |&id: &RecordId| meant.has(id);
            (found.iter().position(is_meant)?, found.iter().rposition(is_meant)?)
        } else {
            let places = self.open.document.positions_of(ids);
            let places = places.iter().flatten();
            (*places.clone().min()?, *places.max()?)
        };
        if down { (last + 1 < self.rows()).then_some(last + 2) } else { first.checked_sub(1) }
    }

    /// Whether the records are in the order of the file.
    pub fn is_in_order(self) -> bool {
        let lines = |ids: &[RecordId]| self.open.document.positions_of(ids).into_iter().flatten().is_sorted();
        self.found.is_none_or(lines)
    }
}

/// A drag of rows with the mouse. Heights are pixels below the column heads, on the screen.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Drag {
    /// No button is held down.
    #[default]
    None,
    /// A button was pressed on this row, at this height.
    Pressed {
        /// The row.
        row: usize,
        /// The height.
        y: f64,
    },
    /// Rows are dragged, and the pointer is at this height.
    Dragging(f64),
}

/// What follows from a movement of the pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moved {
    /// Nothing.
    Nothing,
    /// A drag of this row begins.
    Begins(usize),
    /// The drag goes on.
    GoesOn,
}

impl Drag {
    /// The pointer moves to a height.
    pub fn moved(&mut self, y: f64) -> Moved {
        let was = *self;
        match was {
            Self::None => return Moved::Nothing,
            Self::Pressed { y: from, .. } if (y - from).abs() < THRESHOLD => return Moved::Nothing,
            Self::Pressed { .. } | Self::Dragging(_) => *self = Self::Dragging(y),
        }
        match was {
            Self::Pressed { row, .. } => Moved::Begins(row),
            _ => Moved::GoesOn,
        }
    }

    /// The button is released, or the drag is given up. Returns the height if rows were dragged.
    pub fn end(&mut self) -> Option<f64> {
        match std::mem::take(self) {
            Self::Dragging(y) => Some(y),
            _ => None,
        }
    }

    /// The height of the pointer while rows are dragged.
    pub fn at(self) -> Option<f64> {
        match self {
            Self::Dragging(y) => Some(y),
            _ => None,
        }
    }

    /// How far a list of this height scrolls in the next frame, in pixels: up if it is less than 0. The farther the
    /// pointer is beyond its edge, the faster.
    pub fn scrolls(self, height: f64) -> f64 {
        match self {
            Self::Dragging(y) if y < EDGE => (y - EDGE).max(-4.0 * EDGE) / 2.0,
            Self::Dragging(y) if y > height - EDGE => (y - height + EDGE).min(4.0 * EDGE) / 2.0,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::document::workspace::{OpenDocument, Workspace};
    use crate::headless::decimal::tenths;
    use crate::logic::listing::Found;

    /// A file of the lines a to f, of which those in `found` are listed.
    fn with_list(
        found: Option<&str>,
        removed: &str,
        test: impl FnOnce(Listed<'_>, &dyn Fn(&str) -> Vec<RecordId>),
    ) {
        let mut workspace = Workspace::default();
        let document = Document::from_bytes("a.epd", b"a\nb\nc\nd\ne\nf\n".to_vec());
        let all = document.all_ids();
        let file = workspace.open(document);
        let ids =
            |letters: &str| letters.bytes().map(|letter| all[usize::from(letter - b'a')]).collect::<Vec<_>>();
        let found = found.map(|found| Found::whole(file, ids(found)));
        workspace.get_mut(file).expect("it is open").document.drop_lines(&ids(removed), Vec::new(), "Remove");
        let open: &OpenDocument = workspace.get(file).expect("it is open");
        test(Listed::of(open, found.as_ref()), &ids);
    }

    #[track_caller]
    fn check_gap(found: Option<&str>, removed: &str, row: usize, expected: Option<&str>) {
        with_list(found, removed, |list, ids| {
            let expected = expected.map(|letter| ids(letter).first().copied());
            assert_eq!(list.before_gap(row), expected, "{found:?} without {removed}, row {row}");
        });
    }

    #[test]
    fn a_gap_is_before_the_record_below_it() {
        check_gap(None, "", 0, Some("a"));
        check_gap(None, "", 3, Some("d"));
        check_gap(None, "", 6, Some(""));
        check_gap(Some("bd"), "", 1, Some("d"));
        // Behind the last listed one, not at the end of the file.
        check_gap(Some("bd"), "", 2, Some("e"));
        check_gap(Some("bf"), "", 2, Some(""));
        // A list in another order has no place in the file.
        check_gap(Some("db"), "", 1, None);
        check_gap(Some("bd"), "d", 1, Some("c"));
        check_gap(Some("bd"), "b", 0, Some("d"));
        check_gap(Some("b"), "b", 0, None);
        check_gap(Some(""), "", 0, None);
    }

    #[test]
    fn records_move_by_a_row_until_the_end() {
        let check = |found, moved: &str, down, expected| {
            with_list(found, "", |list, ids| {
                assert_eq!(list.gap_by(&ids(moved), down), expected, "{found:?} {moved}");
            });
        };
        check(None, "c", false, Some(1));
        check(None, "c", true, Some(4));
        check(None, "a", false, None);
        check(None, "f", true, None);
        check(None, "bd", false, Some(0));
        check(None, "bd", true, Some(5));
        check(Some("bdf"), "d", false, Some(0));
        check(Some("bdf"), "d", true, Some(3));
        check(Some("bdf"), "a", true, None);
    }

    #[test]
    fn a_press_becomes_a_drag_when_the_pointer_has_moved() {
        let mut drag = Drag::Pressed { row: 3, y: 100.0 };
        assert_eq!((drag.moved(103.0), drag.at()), (Moved::Nothing, None));
        assert_eq!((drag.moved(90.0), drag.at()), (Moved::Begins(3), Some(90.0)));
        assert_eq!((drag.moved(100.0), drag.at()), (Moved::GoesOn, Some(100.0)));
        assert_eq!((drag.end(), drag), (Some(100.0), Drag::None));
        assert_eq!((drag.moved(50.0), drag.end()), (Moved::Nothing, None));
        let mut click = Drag::Pressed { row: 3, y: 100.0 };
        assert_eq!((click.end(), click), (None, Drag::None));
    }

    #[test]
    fn the_list_scrolls_at_its_ends_and_faster_beyond() {
        let at = |y| tenths(Drag::Dragging(y).scrolls(500.0));
        assert_eq!([100.0, 24.0, 476.0].map(at), ["0.0", "0.0", "0.0"]);
        assert_eq!([10.0, -50.0, 490.0, 550.0].map(at), ["-7.0", "-37.0", "7.0", "37.0"]);
        assert_eq!([-1e9, 1e9].map(at), ["-48.0", "48.0"]);
        assert_eq!(tenths(Drag::Pressed { row: 0, y: 0.0 }.scrolls(500.0)), "0.0");
    }
}
