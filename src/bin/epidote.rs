//! The command line program.

use std::process::ExitCode;

// The published program has its allocator and its copies of memory from there.
#[cfg(target_env = "musl")]
use epidote_musl as _;

fn main() -> ExitCode {
    epidote::cli::main()
}
