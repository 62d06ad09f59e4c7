//! The browser's side of the application: files, workers, and other interfaces of the page.
//!
//! Only this module, `js` and `worker` name `web_sys`. They return their own types or plain ones.

pub mod apart;
pub mod bridge;
pub mod caret;
pub mod context;
pub mod download;
pub mod files;
pub mod focus;
pub mod folders;
pub mod history;
pub mod packed;
pub mod page;
pub mod panes;
pub mod picture;
pub mod recent;
pub mod shared;
pub mod size;
pub mod sound;
pub mod store;
pub mod tablebases;
pub mod tabs;
pub mod team;
pub mod worker_link;
