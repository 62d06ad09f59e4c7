//! The columns of the list: how the user chooses them, and how they are stored.

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
