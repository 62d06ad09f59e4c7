//! Epidote, the workbench for EPD files. This page is the map of the crate, bottom layer first;
//! `tests/it/layering.rs` holds the layers to it.

// Vocabulary.
pub mod chess;
pub mod text;

// Libraries: text in, data out.
pub mod epd;
