//! Verbs on one record: each takes a parsed line and gives the changed line.

pub mod bulk;
pub mod play;
pub mod reverse;
pub mod sort_key;
pub mod tenths;
