//! Values of columns as the cells of a table.

use std::borrow::Cow;
use std::fmt::Write as _;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

/// Whether the values of a column can be cells: texts, numbers, and lists of them.
pub(super) fn is_readable(data_type: &DataType) -> bool {
    match data_type {
        DataType::List(item) => is_plain(item.data_type()),
        other => is_plain(other),
    }
}

fn is_plain(data_type: &DataType) -> bool {
    data_type.is_integer()
        || matches!(
            data_type,
            DataType::Utf8
                | DataType::Binary
                | DataType::Float32
                | DataType::Float64
                | DataType::Decimal128(..)
                | DataType::Boolean
        )
}

/// Appends a value; nothing if there is none. The items of a list are separated by blanks, and so are the lines
/// of a text, which no operand can have.
pub(super) fn push_cell(column: &ArrayRef, row: usize, cell: &mut String) {
    if column.is_null(row) {
        return;
    }
    // Nothing fails when a string is written.
    let mut push = |value: &dyn std::fmt::Display| {
        let _ = write!(cell, "{value}");
    };
    match column.data_type() {
        DataType::List(_) => {
            let items = column.as_list::<i32>().value(row);
            for at in (0..items.len()).filter(|&at| !items.is_null(at)) {
                if !cell.is_empty() {
                    cell.push(' ');
                }
                push_cell(&items, at, cell);
            }
        }
        DataType::Utf8 => cell.push_str(&one_line(column.as_string::<i32>().value(row))),
        DataType::Binary => {
            cell.push_str(&one_line(&String::from_utf8_lossy(column.as_binary::<i32>().value(row))));
        }
        DataType::Boolean => push(&column.as_boolean().value(row)),
        DataType::Int8 => push(&column.as_primitive::<Int8Type>().value(row)),
        DataType::Int16 => push(&column.as_primitive::<Int16Type>().value(row)),
        DataType::Int32 => push(&column.as_primitive::<Int32Type>().value(row)),
        DataType::Int64 => push(&column.as_primitive::<Int64Type>().value(row)),
        DataType::UInt8 => push(&column.as_primitive::<UInt8Type>().value(row)),
        DataType::UInt16 => push(&column.as_primitive::<UInt16Type>().value(row)),
        DataType::UInt32 => push(&column.as_primitive::<UInt32Type>().value(row)),
        DataType::UInt64 => push(&column.as_primitive::<UInt64Type>().value(row)),
        DataType::Float32 => push_float(&column.as_primitive::<Float32Type>().value(row).to_string(), cell),
        DataType::Float64 => push_float(&column.as_primitive::<Float64Type>().value(row).to_string(), cell),
        DataType::Decimal128(..) => {
            cell.push_str(&column.as_primitive::<Decimal128Type>().value_as_string(row));
        }
        _ => {}
    }
}

/// A text on one line.
pub(super) fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains(['\n', '\r']) {
        Cow::Owned(text.replace(['\n', '\r'], " "))
    } else {
        Cow::Borrowed(text)
    }
}

/// Data frames have whole numbers as floating ones, and NaN for none. A fraction has at least three digits, so that
/// nothing takes it for a score in pawns: in the same column, 1 would be a hundredth of a pawn.
fn push_float(value: &str, cell: &mut String) {
    if value == "NaN" {
        return;
    }
    cell.push_str(value);
    if let Some((_, fraction)) = value.split_once('.') {
        cell.extend(std::iter::repeat_n('0', 3_usize.saturating_sub(fraction.len())));
    }
}
