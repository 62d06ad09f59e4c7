//! Vocabulary for text that must not change by accident: byte spans and edits.

pub mod edit;
pub mod encoding;
pub mod span;
