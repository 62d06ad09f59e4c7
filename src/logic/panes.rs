//! How the panes of a wide window are arranged: their widths, which are closed, and on which side the board is.

use serde::{Deserialize, Serialize};

/// The edge of the board that is moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// Between the list and the panes beside it.
    List,
    /// Between the board and the record.
    Record,
}

/// How far a key moves an edge, in pixels.
pub const STEP: i32 = 16;

/// The arrangement, as the user left it. Widths are in CSS pixels; without one, the style sheet decides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Arrangement {
    /// The width of the list.
    pub list: Option<i32>,
    /// The least width of the record; it gets what the board leaves.
    pub record: Option<i32>,
    /// Whether the list is closed.
    pub hides_list: bool,
    /// Whether the record is closed.
    pub hides_record: bool,
    /// Whether the board comes after the record.
    pub is_board_last: bool,
}

impl Arrangement {
    /// Reads a setting; one that cannot be read is the usual arrangement.
    pub fn read(setting: &str) -> Self {
        let read: Self = serde_json::from_str(setting).unwrap_or_default();
        Self {
            list: read.list.map(|width| within(Edge::List, width)),
            record: read.record.map(|width| within(Edge::Record, width)),
            ..read
        }
    }

    /// The setting.
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Gives the pane at an edge a width, or the usual one. A pane that was closed is open then.
    pub fn set_width(&mut self, edge: Edge, width: Option<i32>) {
        let width = width.map(|width| within(edge, width));
        match edge {
            Edge::List => (self.list, self.hides_list) = (width, false),
            Edge::Record => (self.record, self.hides_record) = (width, false),
        }
    }

    /// Whether the pane at an edge is closed.
    pub fn hides(&self, edge: Edge) -> bool {
        match edge {
            Edge::List => self.hides_list,
            Edge::Record => self.hides_record,
        }
    }

    /// Closes the pane at an edge, or opens it.
    pub fn toggle(&mut self, edge: Edge) {
        match edge {
            Edge::List => self.hides_list = !self.hides_list,
            Edge::Record => self.hides_record = !self.hides_record,
        }
    }

    /// The width of the pane at an edge.
    pub fn width(&self, edge: Edge) -> i32 {
        match edge {
            Edge::List => self.list.unwrap_or(300),
            Edge::Record => self.record.unwrap_or(420),
        }
    }

    /// Whether the pane at an edge becomes wider when the edge moves to the right.
    pub fn grows_to_the_right(&self, edge: Edge) -> bool {
        edge == Edge::List || self.is_board_last
    }

    /// What a key on an edge does to the pane, which is `width` wide on the screen; `None` if it means nothing
    /// there.
    pub fn width_by_key(&self, edge: Edge, width: i32, key: &str) -> Option<i32> {
        let (least, most) = bounds(edge);
        let by = if self.grows_to_the_right(edge) { STEP } else { -STEP };
        let width = match key {
            "ArrowRight" => width.saturating_add(by),
            "ArrowLeft" => width.saturating_sub(by),
            "Home" => least,
            "End" => most,
            _ => return None,
        };
        Some(within(edge, width))
    }
}

/// The least and the most width of the pane at an edge.
pub fn bounds(edge: Edge) -> (i32, i32) {
    match edge {
        Edge::List => (180, 640),
        Edge::Record => (280, 1000),
    }
}

fn within(edge: Edge, width: i32) -> i32 {
    let (least, most) = bounds(edge);
    width.clamp(least, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keys_move_the_edge_the_way_they_point() {
        let usual = Arrangement::default();
        let swapped = Arrangement { is_board_last: true, ..usual };
        let narrow = Arrangement { list: Some(180), ..usual };
        for (arrangement, edge, key, expected) in [
            (usual, Edge::List, "ArrowRight", Some(316)),
            (usual, Edge::List, "ArrowLeft", Some(284)),
            (usual, Edge::Record, "ArrowLeft", Some(436)),
            (usual, Edge::Record, "ArrowRight", Some(404)),
            (swapped, Edge::Record, "ArrowRight", Some(436)),
            (narrow, Edge::List, "ArrowLeft", Some(180)),
            (usual, Edge::List, "Home", Some(180)),
            (usual, Edge::Record, "End", Some(1000)),
            (usual, Edge::Record, "x", None),
        ] {
            assert_eq!(
                arrangement.width_by_key(edge, arrangement.width(edge), key),
                expected,
                "{arrangement:?} {edge:?} {key}"
            );
        }
    }

    #[test]
    fn what_is_no_arrangement_is_the_usual_one() {
        for setting in ["", "300", "{\"list\":\"wide\"}", "[]"] {
            assert_eq!(Arrangement::read(setting), Arrangement::default(), "{setting}");
        }
        let odd = Arrangement::read("{\"list\":-7,\"record\":99999,\"other\":1}");
        assert_eq!((odd.list, odd.record), (Some(180), Some(1000)));
    }

    proptest! {
        #[test]
        fn an_arrangement_is_read_as_it_was_written(
            list in proptest::option::of(any::<i32>()),
            record in proptest::option::of(any::<i32>()),
            [hides_list, hides_record, is_board_last] in any::<[bool; 3]>(),
        ) {
            let mut arrangement = Arrangement { hides_list, hides_record, is_board_last, ..Default::default() };
            arrangement.set_width(Edge::List, list);
            arrangement.set_width(Edge::Record, record);
            prop_assert!(!arrangement.hides(Edge::List) && !arrangement.hides(Edge::Record));
            (arrangement.hides_list, arrangement.hides_record) = (hides_list, hides_record);
            prop_assert_eq!(Arrangement::read(&arrangement.written()), arrangement);
        }
    }
}
