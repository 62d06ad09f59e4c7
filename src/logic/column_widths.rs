//! How wide the columns of the list are.

use crate::logic::columns::Fits;
use crate::view::Column;

/// The fewest and the most characters of a column beside the names.
const LEAST_CHARACTERS: usize = 3;
const MOST_CHARACTERS: usize = 14;

/// The characters of a score, as `−12.34`.
const SCORE_CHARACTERS: usize = 6;

/// The fewest characters of a column of moves, where the names need the room.
const LEAST_OF_MOVES: usize = 7;

/// The pixels between two columns, as in the style sheet.
const GAP: usize = 6;

/// The width of line numbers. That of the selected line is bold, and so are those of changed ones, which
/// need more room.
const NUMBER: &str = "calc(max(3.5, var(--digits) * 1.16, var(--digits) * 1.6 - 3) * 1ch)";

/// How wide a column is.
enum Track {
    /// As line numbers are.
    Number,
    /// Always as many pixels.
    Pixels(usize),
    /// What is left.
    Label,
    /// The fewest and the most characters.
    Characters(usize, usize),
}

/// The minimum width in rem.
fn width(column: &Column) -> f64 {
    match column {
        Column::State => 1.0,
        Column::Diagram => 6.0,
        Column::SmallDiagram => 4.0,
        Column::Label => 5.0,
        Column::Number | Column::Side | Column::Solution | Column::Opcode(_) => 2.0,
    }
}

/// The columns as a template for the CSS grid: each as wide as what is in it, and the names get the rest. Where there is
/// little room, names give way to what cannot be cut, and then moves do.
pub fn template(columns: &[Column], fits: &mut Fits) -> String {
    let has_label = columns.contains(&Column::Label);
    let mut range = |(at, column): (usize, &Column)| {
        let most = if has_label { MOST_CHARACTERS } else { usize::MAX };
        let is_score = matches!(column, Column::Opcode(opcode) if opcode == "ce");
        let least = if is_score { SCORE_CHARACTERS } else { LEAST_CHARACTERS };
        let most = fits.of(at).clamp(least, most);
        match column {
            Column::Number => Track::Number,
            Column::State => Track::Pixels(24),
            Column::Diagram => Track::Pixels(96),
            Column::SmallDiagram => Track::Pixels(64),
            Column::Label => Track::Label,
            // Moves can be cut, where a number that is cut is another one.
            Column::Solution if has_label => Track::Characters(most.min(LEAST_OF_MOVES), most),
            _ => Track::Characters(most, most),
        }
    };
    let tracks: Vec<Track> = columns.iter().enumerate().map(&mut range).collect();
    let (mut pixels, mut characters) = (GAP * (tracks.len().max(1) - 1), 0);
    for track in &tracks {
        match track {
            Track::Pixels(width) => pixels += width,
            Track::Characters(least, _) => characters += least,
            Track::Number | Track::Label => {}
        }
    }
    let number = if columns.contains(&Column::Number) { NUMBER } else { "0px" };
    let width = |track: &Track| match track {
        Track::Number => NUMBER.to_owned(),
        Track::Pixels(width) => format!("{width}px"),
        Track::Label => {
            format!("minmax(clamp(4rem, 100% - {pixels}px - {characters}ch - {number}, 6.5rem), 1fr)")
        }
        Track::Characters(least, _) if !has_label => format!("minmax({least}ch, 1fr)"),
        Track::Characters(least, most) => format!("minmax({least}ch, {most}ch)"),
    };
    tracks.iter().map(width).collect::<Vec<_>>().join(" ")
}

/// The width in rem below which the list scrolls sideways.
pub fn least_width(columns: &[Column]) -> f64 {
    columns.iter().map(|column| width(column) + 0.4).sum::<f64>() + 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    /// Checks the template of columns in which texts of these lengths were seen.
    #[track_caller]
    fn check(columns: &str, seen: &[usize], expect: &str) {
        let columns = Column::list(columns);
        let mut fits = Fits::default();
        fits.begin(None, &columns);
        let id = Document::from_bytes("a", b"1\n".to_vec()).all_ids()[0];
        let texts: Vec<String> = seen.iter().map(|&length| "x".repeat(length)).collect();
        fits.see(id, &texts);
        assert_eq!(template(&columns, &mut fits), expect, "{columns:?}");
    }

    #[test]
    fn columns_are_as_wide_as_what_is_in_them() {
        check("number ce", &[1, 9], &format!("{NUMBER} minmax(9ch, 1fr)"));
        check("number acd", &[1, 1], &format!("{NUMBER} minmax(3ch, 1fr)"));
        check("number ce", &[1, 1], &format!("{NUMBER} minmax(6ch, 1fr)"));
        check("state diagram c0", &[0, 0, 40], "24px 96px minmax(40ch, 1fr)");
    }

    #[test]
    fn names_get_what_is_left() {
        let label = |pixels: u32, characters: u32, number: &str| {
            format!("minmax(clamp(4rem, 100% - {pixels}px - {characters}ch - {number}, 6.5rem), 1fr)")
        };
        check("label", &[30], &label(0, 0, "0px"));
        check(
            "number label solution ce",
            &[1, 30, 12, 5],
            &format!("{NUMBER} {} minmax(7ch, 12ch) minmax(6ch, 6ch)", label(18, 13, NUMBER)),
        );
        // A long comment does not take the room of the names, and moves that are short are not cut.
        check(
            "label solution c0",
            &[30, 4, 200],
            &format!("{} minmax(4ch, 4ch) minmax(14ch, 14ch)", label(12, 18, "0px")),
        );
    }

    #[test]
    fn many_columns_scroll() {
        let least = |columns: &str| least_width(&Column::list(columns));
        assert!(least("number label") < least("number label ce"));
        assert!(least("number label ce") < least("number label diagram"));
    }
}
