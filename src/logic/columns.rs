//! The columns of the list: how the user chooses them, and how they are stored.

use crate::document::workspace::DocumentId;
use crate::document::{LineSet, RecordId};
use crate::view::Column;

/// The names of columns as stored in the settings.
pub fn words_of(columns: &[Column]) -> String {
    columns.iter().map(Column::name).collect::<Vec<_>>().join(" ")
}

/// The columns in the settings; the usual ones if there are none.
pub fn read(setting: &str) -> Vec<Column> {
    let columns = Column::list(setting);
    if columns.is_empty() { Column::usual() } else { columns }
}

/// The columns with this one added at its usual place, or without it if it was there.
pub fn toggled(columns: &[Column], column: &Column) -> Vec<Column> {
    let mut columns = columns.to_vec();
    if columns.contains(column) {
        columns.retain(|known| known != column);
    } else {
        let rank =
            |column: &Column| Column::FIXED.iter().position(|fixed| fixed == column).unwrap_or(usize::MAX);
        let place =
            columns.iter().rposition(|known| rank(known) <= rank(column)).map_or(0, |before| before + 1);
        columns.insert(place, column.clone());
    }
    columns
}

/// The columns with these opcodes, separated by blanks or commas, in the places of the earlier ones.
pub fn with_opcodes(columns: &[Column], opcodes: &str) -> Vec<Column> {
    let is_opcode = |column: &Column| matches!(column, Column::Opcode(_));
    let (opcodes, others): (Vec<Column>, Vec<Column>) =
        Column::list(&opcodes.replace(',', " ")).into_iter().partition(is_opcode);
    let mut wanted = opcodes.into_iter();
    let place = |column: &Column| if is_opcode(column) { wanted.next() } else { Some(column.clone()) };
    let mut new: Vec<Column> = columns.iter().filter_map(place).collect();
    new.extend(wanted);
    // The name of another column adds that column.
    for column in others {
        if !new.contains(&column) {
            new = toggled(&new, &column);
        }
    }
    new
}

/// The columns with the one at a place moved to another place, both from 0.
pub fn moved(columns: &[Column], from: usize, to: usize) -> Vec<Column> {
    let mut columns = columns.to_vec();
    if from < columns.len() {
        let column = columns.remove(from);
        columns.insert(to.min(columns.len()), column);
    }
    columns
}

/// A name in two parts, of which the first one is cut where there is no room: names of one group begin alike, and
/// differ in the number at the end.
pub fn halves(name: &str) -> (&str, &str) {
    if !name.ends_with(|c: char| c.is_ascii_digit()) {
        return (name, "");
    }
    let end = name.char_indices().rev().nth(TAIL - 1).map_or(0, |(at, _)| at);
    if name[..end].chars().nth(TAIL).is_some() { name.split_at(end) } else { (name, "") }
}

/// How much of the screen a record takes in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Density {
    /// A line of text.
    Text,
    /// A small diagram beside the text.
    Small,
    /// A large diagram beside the text.
    Large,
}

impl Density {
    /// All of them, the densest first.
    pub const ALL: [Self; 3] = [Self::Text, Self::Small, Self::Large];

    /// The one of a list with these columns.
    pub fn of(columns: &[Column]) -> Self {
        Self::ALL
            .into_iter()
            .find(|density| density.column().is_some_and(|column| columns.contains(&column)))
            .unwrap_or(Self::Text)
    }

    /// The one after it; the first after the last.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Text => Self::Small,
            Self::Small => Self::Large,
            Self::Large => Self::Text,
        }
    }

    /// The columns with the diagram of this density in place of another one.
    pub fn set(self, columns: &[Column]) -> Vec<Column> {
        let place = columns.iter().position(Column::is_diagram);
        let mut new: Vec<Column> = columns.iter().filter(|column| !column.is_diagram()).cloned().collect();
        match (self.column(), place) {
            (Some(column), Some(place)) => new.insert(place, column),
            (Some(column), None) => new = toggled(&new, &column),
            (None, _) => {}
        }
        new
    }

    /// The height of a row in CSS pixels: `records.css` has the same.
    pub fn row_height(self) -> f64 {
        match self {
            Self::Text => 27.0,
            Self::Small => 68.0,
            Self::Large => 100.0,
        }
    }

    /// The key of its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "density.text",
            Self::Small => "density.small",
            Self::Large => "density.large",
        }
    }

    fn column(self) -> Option<Column> {
        match self {
            Self::Text => None,
            Self::Small => Some(Column::SmallDiagram),
            Self::Large => Some(Column::Diagram),
        }
    }
}

/// Characters at the end of a long name that are always shown.
const TAIL: usize = 5;

/// Longer texts are counted as of this many characters.
const MOST_COUNTED: usize = 40;

/// Of ten texts in a column, nine are to fit.
const SHARE: (u32, u32) = (9, 10);

/// How many characters the texts seen in each column of the list of a file have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fits {
    file: Option<DocumentId>,
    columns: Vec<Column>,
    /// The records that were counted.
    counted: LineSet,
    seen: Vec<Lengths>,
}

/// How often each length of a text was seen in a column, and the width that fits them, which only grows.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Lengths {
    counts: [u32; MOST_COUNTED + 1],
    width: usize,
}

impl Fits {
    /// Begins with nothing seen, unless it is about this file and these columns already.
    pub fn begin(&mut self, file: Option<DocumentId>, columns: &[Column]) {
        if self.file != file || self.columns != columns {
            let nothing = Lengths { counts: [0; MOST_COUNTED + 1], width: 0 };
            let seen = vec![nothing; columns.len()];
            *self = Self { file, columns: columns.to_vec(), counted: LineSet::default(), seen };
        }
    }

    /// Whether the texts of a record were taken into account.
    pub fn has_seen(&self, id: RecordId) -> bool {
        self.counted.has(id)
    }

    /// Takes the texts of a record into account, one a column, the first time that it is seen. Empty ones do not
    /// count.
    pub fn see(&mut self, id: RecordId, cells: &[String]) {
        if !self.counted.add(id) {
            return;
        }
        for (lengths, cell) in self.seen.iter_mut().zip(cells) {
            let length = cell.chars().take(MOST_COUNTED).count();
            if length > 0 {
                lengths.counts[length] = lengths.counts[length].saturating_add(1);
            }
        }
    }

    /// Takes the texts of a record that was edited into account: what the user wrote is to be seen.
    pub fn see_edited(&mut self, cells: &[String]) {
        for (lengths, cell) in self.seen.iter_mut().zip(cells) {
            lengths.width = lengths.width.max(cell.chars().take(MOST_COUNTED).count());
        }
    }

    /// The characters that nine of ten texts of the column at this place have at most, and all that were edited. It
    /// never becomes less, so that columns do not move to and fro while the user scrolls.
    pub fn of(&mut self, at: usize) -> usize {
        let Some(lengths) = self.seen.get_mut(at) else { return 0 };
        let all: u32 = lengths.counts.iter().sum();
        let mut fitting = 0;
        let fits = lengths.counts.iter().position(|count| {
            fitting += count;
            u64::from(fitting) * u64::from(SHARE.1) >= u64::from(all) * u64::from(SHARE.0)
        });
        lengths.width = lengths.width.max(fits.unwrap_or(0));
        lengths.width
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use proptest::prelude::*;

    #[test]
    fn a_column_comes_to_its_place_and_goes() {
        let check = |columns: &str, column: &str, expected: &str| {
            let column = Column::named(column).expect("a column");
            assert_eq!(words_of(&toggled(&Column::list(columns), &column)), expected, "{columns} {column:?}");
        };
        check("number label pv", "state", "number state label pv");
        check("number label pv", "ce", "number label pv ce");
        check("number label pv", "label", "number pv");
        check("number label pv", "pv", "number label");
        check("ce label", "number", "number ce label");
        check("ce label number", "solution", "ce label number solution");
    }

    #[test]
    fn a_column_moves_to_another_place() {
        let check = |from, to, expected: &str| {
            assert_eq!(words_of(&moved(&Column::list("number label pv"), from, to)), expected, "{from} {to}");
        };
        check(0, 2, "label pv number");
        check(2, 0, "pv number label");
        check(1, 1, "number label pv");
        check(0, 99, "label pv number");
        check(3, 0, "number label pv");
    }

    #[test]
    fn a_long_name_is_cut_before_its_end() {
        let check = |name, expected| assert_eq!(halves(name), expected, "{name}");
        check("STS(v1.0) Undermine.010", ("STS(v1.0) Undermin", "e.010"));
        check("WAC.001", ("WAC.001", ""));
        check("12345678901", ("123456", "78901"));
        check("1234567890", ("1234567890", ""));
        check("", ("", ""));
        check("àààààààààà1", ("àààààà", "àààà1"));
        check("the knights go home", ("the knights go home", ""));
    }

    #[test]
    fn a_density_is_a_diagram_of_its_size_or_none() {
        let check = |columns: &str, density: Density, expected: &str| {
            let new = density.set(&Column::list(columns));
            assert_eq!(words_of(&new), expected, "{columns} {density:?}");
            assert_eq!(Density::of(&new), density);
        };
        check("number label", Density::Small, "number small-diagram label");
        check("number small-diagram label", Density::Large, "number diagram label");
        check("label diagram", Density::Small, "label small-diagram");
        check("label diagram", Density::Text, "label");
        check("diagram small-diagram", Density::Large, "diagram");
        let round = Density::ALL.map(Density::next);
        assert_eq!(round, [Density::Small, Density::Large, Density::Text]);
    }

    #[test]
    fn opcodes_take_the_place_of_opcodes() {
        let check = |columns: &str, opcodes: &str, expected: &str| {
            assert_eq!(words_of(&with_opcodes(&Column::list(columns), opcodes)), expected, "{opcodes}");
        };
        check("number label pv", "ce, acd", "number label ce acd");
        check("number label pv", "", "number label");
        check("number label pv", "ce ce 1x", "number label ce");
        check("number pv", "state", "number state");
        check("pv number ce label", "acd ce", "acd number ce label");
        check("pv number ce label", "acd", "acd number label");
        check("pv number label", "acd ce dm", "acd number label ce dm");
    }

    #[test]
    fn a_column_fits_nine_of_ten_texts() {
        let columns = Column::list("label ce");
        let mut ids = Document::from_bytes("a.epd", b"x\n".repeat(2_000)).all_ids().into_iter();
        let mut fits = Fits::default();
        fits.begin(None, &columns);
        let mut see = |fits: &mut Fits, label: &str, ce: &str, times: usize| {
            let cells = [label, ce].map(str::to_owned);
            ids.by_ref().take(times).for_each(|id| fits.see(id, &cells));
        };
        see(&mut fits, "a", "+0.35", 1);
        see(&mut fits, "abc", "", 1);
        see(&mut fits, "é", "#3", 1);
        assert_eq!((fits.of(0), fits.of(1), fits.of(2)), (3, 5, 0));
        // What is much longer than the others is cut.
        see(&mut fits, "abcd", "", 30);
        see(&mut fits, "a long one", "", 1);
        fits.begin(None, &columns);
        assert_eq!((fits.of(0), fits.of(1)), (4, 5));
        // It does not become narrower again.
        see(&mut fits, "a", &"a".repeat(99), 1_000);
        assert_eq!((fits.of(0), fits.of(1)), (4, MOST_COUNTED));
        fits.begin(None, &columns[..1]);
        assert_eq!(fits.of(0), 0);
    }

    #[test]
    fn a_record_counts_once_however_often_it_is_drawn() {
        let columns = Column::list("label");
        let ids = Document::from_bytes("a.epd", b"x\n".repeat(10)).all_ids();
        let mut fits = Fits::default();
        fits.begin(None, &columns);
        (0..1_000).for_each(|_| fits.see(ids[0], &["a".to_owned()]));
        assert_eq!((fits.has_seen(ids[0]), fits.has_seen(ids[1])), (true, false));
        fits.see(ids[1], &["abc".to_owned()]);
        assert_eq!(fits.of(0), 3);
    }

    #[test]
    fn what_was_edited_is_seen_whole() {
        let columns = Column::list("label ce");
        let ids = Document::from_bytes("a.epd", b"x\n".repeat(10)).all_ids();
        let mut fits = Fits::default();
        fits.begin(None, &columns);
        fits.see(ids[0], &["a".to_owned(), String::new()]);
        fits.see_edited(&["a".to_owned(), "+123.45".to_owned()]);
        assert_eq!((fits.of(0), fits.of(1)), (1, 7));
    }

    #[test]
    fn settings_without_columns_are_the_usual_ones() {
        assert_eq!((read(""), read(" ü ")), (Column::usual(), Column::usual()));
        assert_eq!(words_of(&read("pv number")), "pv number");
    }

    proptest! {
        #[test]
        fn what_is_kept_is_read_again(words in "[a-z ]{0,40}") {
            let columns = read(&words);
            prop_assert_eq!(&read(&words_of(&columns)), &columns);
            // Twice changes nothing, except with the last column, without which the usual ones come back.
            for column in &columns {
                prop_assert_eq!(toggled(&toggled(&columns, column), column).len(), columns.len());
            }
        }
    }
}
