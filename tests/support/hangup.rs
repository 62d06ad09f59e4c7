//! The loss of a terminal.

/// Whether programs that a test starts hear of it. Under `nohup` they do not, and that is how it should be.
#[expect(clippy::print_stdout, reason = "a test that is not run says so")]
pub(crate) fn is_heard() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").expect("what the system knows of the test");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("a mask of signals");
    let is_heard = u64::from_str_radix(mask.trim(), 16).expect("a number") & 1 == 0;
    if !is_heard {
        println!("NOT RUN: what happens at the loss of the terminal, since it is ignored here, as by nohup");
    }
    is_heard
}
