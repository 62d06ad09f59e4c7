//! The command line program.

use std::process::ExitCode;

/// That of musl, which the published program is linked with, is slow where texts are short and threads are several.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    epidote::cli::main()
}
