//! Verbs on one record: each takes a parsed line and gives the changed line.

pub mod analyze;
pub mod play;
pub mod rewrite;
pub mod tenths;
