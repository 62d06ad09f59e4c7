//! The list of records: which are found, in which order, in which columns.

pub mod columns;
pub mod find;
pub mod listing;
