//! What must hold for any input: each law is a function that panics when it is broken.
//!
//! `make test` runs every law on random lines and files ([`tests`]) and on the corpus of the fuzz targets.
//! `fuzz/` has one target for each law, which only calls it. The module is compiled for tests and with the
//! feature `laws`, so that no released build contains it.
//!
//! A law takes bytes. Some laws need more than a line or a file. For them the bytes before the first LF are
//! the *plan* (sizes of chunks, steps of editing), and the rest is the line or the file. So all inputs are
//! readable and can be edited by hand.

#![allow(clippy::missing_panics_doc, reason = "a law that is broken panics: that is what it is for")]

#[cfg(feature = "cli")]
mod commands;
mod files;
mod lines;
mod links;
mod moves;
mod queries;
mod records;
#[cfg(test)]
mod tests;
mod trips;

#[cfg(feature = "cli")]
pub use commands::commands;
pub use files::{chunks, undo};
pub use lines::{encoding, lossless, views};
pub use links::{link, messages};
pub use moves::{move_text, san};
pub use queries::query;
pub use records::{fixes, normal_form, operations};
pub use trips::{recipe, round_trip};

/// Takes bytes and panics if they break it.
pub type Law = fn(&[u8]);

/// Every law, with the name of its fuzz target.
pub const LAWS: &[(&str, Law)] = &[
    ("lossless", lossless),
    ("encoding", encoding),
    ("views", views),
    ("normal_form", normal_form),
    ("fixes", fixes),
    ("operations", operations),
    ("san", san),
    ("move_text", move_text),
    ("query", query),
    ("chunks", chunks),
    ("undo", undo),
    ("link", link),
    ("messages", messages),
    ("round_trip", round_trip),
    ("recipe", recipe),
    #[cfg(feature = "cli")]
    ("commands", commands),
];

/// The plan, and the rest of the input. Without an LF there is no plan.
fn plan_and_rest(input: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b'\n', input) {
        Some(at) => (&input[..at], &input[at + 1..]),
        None => (&[], input),
    }
}
