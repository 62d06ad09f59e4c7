//! The browser's side of the application: files, workers, and the odds and ends of a page.
//!
//! Only this module, `js` and `worker` name `web_sys`; what they give out is theirs, or plain.

pub mod files;
pub mod folders;
pub mod packed;
pub mod page;
pub mod panes;
pub mod picture;
pub mod shared;
pub mod size;
pub mod store;
pub mod tabs;
pub mod worker_link;
