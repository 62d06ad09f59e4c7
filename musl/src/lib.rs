//! What the static program has in place of slow parts of musl, the C library that it is linked with.
//!
//! musl is small and needs nothing of a system, which is why the published program is made with it. Two of its parts
//! cost more than half of the time of a long import (`docs/benchmarks.md`): the allocator, which one thread at a time
//! may use, and copies of a few bytes, which begin slowly on x86-64. `mimalloc` stands for the first, [`copy`] for the
//! second. Other targets keep what they have.
//!
//! A program takes all of it by naming the package: `use epidote_musl as _;`

#[cfg(target_arch = "x86_64")]
pub mod copy;

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
