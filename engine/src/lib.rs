//! The engine: the game of chess, the search, and the proof of mates.
//!
//! A crate of its own, since it is what must run fast wherever it is used: it is optimised in builds in which the
//! rest is not, so that those are ready quickly, and tests that search still end quickly. `epidote` names its modules as its
//! own.

pub mod chess;
pub mod mate;
pub mod search;
