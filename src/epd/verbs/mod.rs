//! Verbs on one record: each takes a parsed line and gives the changed line.

pub mod analyze;
pub mod bulk;
pub mod mate_search;
pub mod play;
pub mod reverse;
pub mod rewrite;
pub mod sort_key;
pub mod tenths;
