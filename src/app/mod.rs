//! The application over signals: state, commands, analysis. Views only read the state and call
//! commands; only commands change a document.

pub mod analysis;
pub mod board;
pub mod dialect;
pub mod edit;
pub mod files;
pub mod jobs;
pub mod keymap;
pub mod language;
mod rewrite;
mod runs;
mod search_records;
pub mod share;
pub mod state;
pub mod toasts;

pub use state::AppState;
