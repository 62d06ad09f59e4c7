//! For tests: a clock that never advances, and lines: two records in order, a comment, and one with findings of
//! every severity.

use crate::protocol::Lines;
use crate::search::Clock;

/// A clock that shows the same time for ever.
pub(super) struct Stopped;

impl Clock for Stopped {
    fn now_ms(&self) -> f64 {
        0.0
    }
}

/// The lines.
pub(super) fn lines() -> Lines {
    let lines = [
        "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";",
        "# 4k3",
        "4k3/8/8/8/8/8/8/4K3 w - -  bm Kd2; bm Kd9;",
        "4k3/8/8/8/8/8/8/4K3 b - -  id \"b\";",
    ];
    lines.iter().collect()
}
