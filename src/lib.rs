//! Epidote, the workbench for EPD files. This page is the map of the crate, bottom layer first;
//! `tests/it/layering.rs` holds the layers to it.

// Vocabulary.
pub mod commands;
pub mod language;
pub mod random;
pub mod text;

// The engine is a crate of its own, in `engine/`: the game, the search, and the proof of mates.
pub use epidote_engine::{chess, mate, search};

// Libraries: text in, data out.
pub mod archive;
pub mod dataset;
pub mod epd;
pub mod event;
pub mod export;
pub mod pgn;
pub mod query;
pub mod recipe;
pub mod referee;
pub mod report;
pub mod room;
pub mod seat;
pub mod time_control;
pub mod uci;
pub mod verb;

// The application, without a page.
pub mod diagram;
pub mod document;
pub mod headless;
pub mod jobs;
pub mod library;
pub mod logic;
pub mod pool;
pub mod protocol;
pub mod run;
pub mod share;
pub mod view;

// What must hold for any input: tests call it, and fuzz targets.
#[cfg(any(test, feature = "laws"))]
pub mod laws;

// The browser.
#[cfg(feature = "web")]
pub mod js;
#[cfg(feature = "web")]
pub mod worker;

// Files.
#[cfg(feature = "source")]
pub mod source;

// Tables of endgames.
#[cfg(feature = "tablebases")]
pub mod tablebases;

// Data frames.
#[cfg(feature = "columns")]
pub mod columns;

// The command line.
#[cfg(feature = "cli")]
pub mod cli;

#[cfg(feature = "ui")]
pub mod app;
#[cfg(feature = "ui")]
pub mod browser;
#[cfg(feature = "ui")]
pub mod ui;
