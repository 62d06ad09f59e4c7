//! Sheets of diagrams: the user's settings, and what a record contributes.

use crate::chess::Color;
use crate::diagram::sheet::{Entry, Layout, Paper, Solutions};
use crate::diagram::{Coordinates, Diagram};
use crate::view::RecordView;

/// Most diagrams on a sheet; more would take the browser too long to lay out.
pub const MOST_DIAGRAMS: usize = 1_000;

/// Numbers of diagrams across and down.
pub const GRIDS: [(u32, u32); 6] = [(1, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 5)];

/// The side at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bottom {
    /// White at the bottom of each diagram.
    White,
    /// The side to move.
    Mover,
}

/// The user's settings for a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The title at the top.
    pub title: String,
    /// The row of the list to begin with, from 1.
    pub from: usize,
    /// The place in [`GRIDS`].
    pub grid: usize,
    /// The size of the pages.
    pub paper: Paper,
    /// Where solutions are printed.
    pub solutions: Solutions,
    /// The side at the bottom.
    pub bottom: Bottom,
    /// Whether files and ranks are labelled.
    pub has_coordinates: bool,
    /// Whether it has the colours of the board instead of those for paper.
    pub has_color: bool,
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            title: String::new(),
            from: 1,
            grid: 3,
            paper: Paper::A4,
            solutions: Solutions::AtEnd,
            bottom: Bottom::White,
            has_coordinates: true,
            has_color: false,
        }
    }
}

impl Wanted {
    /// The layout of the pages. `solutions_title` is the heading of the solutions.
    pub fn layout(&self, solutions_title: String) -> Layout {
        let (columns, rows) = GRIDS.get(self.grid).copied().unwrap_or(GRIDS[0]);
        let (paper, solutions, title) = (self.paper, self.solutions, self.title.clone());
        Layout { paper, columns, rows, solutions, title, solutions_title }
    }

    /// What a record contributes to the sheet. `number` is the number of its line, from 1, `title` describes
    /// the diagram, and `note` says who is to move.
    pub fn entry(&self, record: &RecordView, number: usize, title: String, note: String) -> Entry {
        let bottom = match self.bottom {
            Bottom::White => Color::White,
            Bottom::Mover => record.turn,
        };
        Entry {
            number,
            name: record.string_of("id").unwrap_or_default(),
            note,
            solution: solution_of(record),
            diagram: Diagram {
                title,
                board: record.board.clone(),
                turn: record.turn,
                bottom,
                coordinates: if self.has_coordinates { Coordinates::Outside } else { Coordinates::Omitted },
                has_turn: true,
                marks: Vec::new(),
                arrows: Vec::new(),
            },
        }
    }
}

/// The name of the file for a sheet, without its extension.
pub fn file_name(title: &str) -> &str {
    match title.trim() {
        "" => "diagrams",
        title => title,
    }
}

/// The solution of a record: the best moves, else the moves to avoid, else what the record says about a mate.
fn solution_of(record: &RecordView) -> String {
    let of = |opcode: &str| Some(record.operands_of(opcode)).filter(|operands| !operands.is_empty());
    if let Some(best) = of("bm") {
        return best.to_owned();
    }
    of("am")
        .map(|avoid| format!("am {avoid}"))
        .or_else(|| of("dm").map(|mate| format!("dm {mate}")))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::dialect::Dialect;
    use crate::text::encoding::CodePage;

    const FIELDS: &str = "4k3/8/8/8/8/8/4P3/4K3 b - -";

    fn entry(operations: &str, wanted: &Wanted) -> Entry {
        let line = format!("{FIELDS} {operations}");
        let record = RecordView::of(line.as_bytes().into(), Dialect::default(), CodePage::default());
        wanted.entry(&record, 3, "title".to_owned(), "note".to_owned())
    }

    #[test]
    fn what_solves_a_record() {
        let check = |operations, solution| {
            assert_eq!(entry(operations, &Wanted::default()).solution, solution, "{operations}");
        };
        check("bm Kd7 Ke7; am Kf7; dm 4;", "Kd7 Ke7");
        check("am Kf7; dm 4;", "am Kf7");
        check("dm 4;", "dm 4");
        check("id \"x\";", "");
    }

    #[test]
    fn an_entry_is_as_it_is_wanted() {
        let usual = entry("id \"mate.12\";", &Wanted::default());
        assert_eq!((usual.number, usual.name.as_str(), usual.note.as_str()), (3, "mate.12", "note"));
        assert_eq!((usual.diagram.bottom, usual.diagram.coordinates), (Color::White, Coordinates::Outside));
        let wanted = Wanted { bottom: Bottom::Mover, has_coordinates: false, ..Wanted::default() };
        let other = entry("", &wanted).diagram;
        assert_eq!((other.bottom, other.coordinates), (Color::Black, Coordinates::Omitted));
    }

    #[test]
    fn a_grid_that_is_none_is_one_diagram() {
        let grid = |grid| {
            let layout = Wanted { grid, ..Wanted::default() }.layout(String::new());
            (layout.columns, layout.rows)
        };
        assert_eq!((grid(4), grid(99)), ((3, 4), (1, 1)));
    }

    #[test]
    fn a_sheet_without_a_title_has_a_name() {
        assert_eq!((file_name("  "), file_name(" Mates ")), ("diagrams", "Mates"));
    }
}
