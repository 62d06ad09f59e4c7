//! The command line program as users run it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test helpers may panic")]

mod chess960;
mod cluster;
mod convert;
mod datasets;
mod docs;
mod every_verb;
mod find;
mod folder;
mod grade;
#[cfg(unix)]
#[path = "../support/hangup.rs"]
mod hangup;
mod journal;
mod lint;
mod losses;
mod options;
mod outputs;
mod parquet;
#[cfg(unix)]
#[path = "../support/pty.rs"]
mod pty;
mod rewrite;
mod search;
mod settings;
mod support;
mod tablebases;
#[cfg(unix)]
mod terminal;
mod uci;
mod variants;
