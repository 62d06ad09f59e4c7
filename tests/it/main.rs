//! Integration tests: rules of the architecture, judged cases, and real files if present.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "test helpers may panic and print"
)]

mod advisories;
mod cases;
mod conformance;
mod corpus;
mod docs;
mod event_records;
mod examples;
mod grades;
mod handbook;
mod icons;
mod inside;
mod kit;
mod layering;
mod licences;
mod perft;
mod proofs;
mod quirks;
mod styles;
mod texts;
