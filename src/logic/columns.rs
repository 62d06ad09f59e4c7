//! The columns of the list: how the user chooses them, and how they are stored.

use crate::document::workspace::DocumentId;
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

/// The columns with this one added, or without it if it was there.
pub fn toggled(columns: &[Column], column: &Column) -> Vec<Column> {
    if columns.contains(column) {
        columns.iter().filter(|known| *known != column).cloned().collect()
    } else {
        Column::list(&format!("{} {}", words_of(columns), column.name()))
    }
}

/// The columns with these opcodes, separated by blanks or commas, in place of the earlier ones.
pub fn with_opcodes(columns: &[Column], opcodes: &str) -> Vec<Column> {
    let fixed: Vec<Column> =
        columns.iter().filter(|column| !matches!(column, Column::Opcode(_))).cloned().collect();
    Column::list(&format!("{} {}", words_of(&fixed), opcodes.replace(',', " ")))
}

/// The most characters seen in each column of the list of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fits {
    file: Option<DocumentId>,
    columns: Vec<Column>,
    characters: Vec<usize>,
}

impl Fits {
    /// Begins with nothing seen, unless it is about this file and these columns already.
    pub fn begin(&mut self, file: Option<DocumentId>, columns: &[Column]) {
        if self.file != file || self.columns != columns {
            *self = Self { file, columns: columns.to_vec(), characters: vec![0; columns.len()] };
        }
    }

    /// Takes the texts of a row into account, one a column.
    pub fn see(&mut self, cells: &[String]) {
        for (characters, cell) in self.characters.iter_mut().zip(cells) {
            *characters = (*characters).max(cell.chars().count());
        }
    }

    /// The most characters seen in the column at this place.
    pub fn of(&self, at: usize) -> usize {
        self.characters.get(at).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
    }

    #[test]
    fn opcodes_take_the_place_of_opcodes() {
        let check = |columns: &str, opcodes: &str, expected: &str| {
            assert_eq!(words_of(&with_opcodes(&Column::list(columns), opcodes)), expected, "{opcodes}");
        };
        check("number label pv", "ce, acd", "number label ce acd");
        check("number label pv", "", "number label");
        check("number label pv", "ce ce 1x", "number label ce");
        // The name of another column adds that column.
        check("number pv", "state", "number state");
    }

    #[test]
    fn a_column_fits_the_longest_text_seen() {
        let columns = Column::list("label ce");
        let mut fits = Fits::default();
        fits.begin(None, &columns);
        for row in [["a", "+0.35"], ["abc", ""], ["é", "#3"]] {
            fits.see(&row.map(str::to_owned));
        }
        assert_eq!((fits.of(0), fits.of(1), fits.of(2)), (3, 5, 0));
        fits.begin(None, &columns);
        assert_eq!(fits.of(1), 5);
        fits.begin(None, &columns[..1]);
        assert_eq!(fits.of(0), 0);
    }

    #[test]
    fn settings_without_columns_are_the_usual_ones() {
        assert_eq!((read(""), read(" ü ")), (Column::usual(), Column::usual()));
        assert_eq!(words_of(&read("pv number")), "number pv");
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
