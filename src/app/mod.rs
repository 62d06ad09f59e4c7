//! The application on top of signals: its state, commands and analysis. Views only read the state and call
//! commands. Only commands change a document.

pub mod analysis;
mod announcements;
pub mod arrangement;
pub mod autosave;
pub mod board;
pub mod bridge;
pub mod chart;
pub mod commands;
pub mod copying;
pub mod documents;
mod driven_run;
mod duplicates;
pub mod editing;
pub mod event;
pub mod files;
pub mod findings;
pub mod jobs;
pub mod language;
pub mod list;
pub mod look;
pub mod notices;
mod panel;
pub mod parts;
pub mod reading;
pub mod recent;
pub mod recipe;
pub mod records;
pub mod registers;
mod reorder;
pub mod report;
mod runs;
mod settings;
mod several;
pub mod share;
pub mod state;
pub mod study;
pub mod sweep;
mod tab_sync;
pub mod tablebases;
pub mod tools;
pub mod tour;
pub mod workers;

pub use state::AppState;
