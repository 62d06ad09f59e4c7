//! How the page looks and is used: colours, pieces, keys, and the file of settings.

pub mod keys;
pub mod looks;
pub mod settings;
