//! Vocabulary for text that must not change by accident: byte spans, edits, line ends, text in markup, and numbers; and
//! what a clock shows.

pub mod clock;
pub mod edit;
pub mod encoding;
pub mod line_ends;
pub mod markup;
pub mod number;
pub mod settings;
pub mod span;
