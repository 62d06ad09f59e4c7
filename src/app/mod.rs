//! The application over signals: state, commands, analysis. Views only read the state and call
//! commands; only commands change a document.

pub mod analysis;
pub mod board;
pub mod chart;
pub mod check_file;
pub mod columns;
pub mod commands;
mod course;
mod dialect;
pub mod edit;
pub mod embed;
pub mod files;
pub mod find;
pub mod findings;
pub mod fix_menu;
mod follow;
pub mod games;
mod gather;
pub mod jobs;
pub mod keep;
pub mod keys;

pub mod language;
mod lines;
pub mod listing;
pub mod looks;
mod panel;
pub mod picture;
pub mod preview;
mod problems;
pub mod recipe;
pub mod recover;
pub mod registers;
mod reorder;
pub mod report;
mod rewrite;
mod runs;
mod said;
mod save;
pub mod settings;
pub mod setup;
pub mod share;
pub mod sharing;
pub mod sheet;
pub mod state;
mod step_text;
mod steps;
pub mod study;
mod study_found;
pub mod sweep;
pub mod toasts;
pub mod tool_table;
pub mod tools;
pub mod tour;
mod unpack;

pub use state::AppState;
