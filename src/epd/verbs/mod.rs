//! Verbs on one record: each takes a parsed line and gives the changed line.

pub mod alternatives;
pub mod analyze;
pub mod bulk;
pub mod cooks;
pub mod mate_search;
pub mod perft;
pub mod play;
pub mod reverse;
pub mod rewrite;
pub mod searchable;
pub mod sort_key;
pub mod target;
pub mod tenths;
