//! The appearance and the keys of the page.

pub mod keys;
pub mod looks;
