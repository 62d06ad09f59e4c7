//! Vocabulary for text that must not change by accident: byte spans, edits, and text in markup; and what a clock shows.

pub mod clock;
pub mod edit;
pub mod encoding;
pub mod markup;
pub mod settings;
pub mod span;
