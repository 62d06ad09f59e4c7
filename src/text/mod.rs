//! Vocabulary for text that must not change by accident: byte spans and edits; and sorting.

pub mod edit;
pub mod encoding;
pub mod sort;
pub mod span;
