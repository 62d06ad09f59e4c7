//! Lines for tests: two records in order, a comment, and one with findings of every severity.

use crate::protocol::Lines;

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
