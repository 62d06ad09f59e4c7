//! The open files: reading lines of large ones, and how lines are read.

pub mod dialect;
pub mod lines;
