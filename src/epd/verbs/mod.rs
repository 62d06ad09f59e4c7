//! Verbs on one record: each takes a line and returns the changed line.

pub mod bulk;
pub mod merge;
pub mod play;
pub mod reverse;
pub mod sort_key;
pub mod tenths;
