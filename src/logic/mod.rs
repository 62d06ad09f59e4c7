//! The decisions of the page, without a browser: what a command does next, what is shown, what is stored.

pub mod autosave;
pub mod batches;
pub mod bridge;
pub mod columns;
pub mod completion;
pub mod file_check;
pub mod file_settings;
pub mod findings;
pub mod fix_menu;
pub mod keys;
pub mod listing;
pub mod menus;
pub mod notices;
pub mod opening;
pub mod operands;
pub mod panes;
pub mod problems;
pub mod registers;
pub mod search_settings;
pub mod setup;
pub mod sheet;
pub mod stepping;
pub mod study;
pub mod tab_sync;
pub mod watched;
