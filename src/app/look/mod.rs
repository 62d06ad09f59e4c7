//! How the page looks and is used: colours, pieces, moves, and keys.

pub mod keys;
pub mod looks;
