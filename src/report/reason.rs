//! Why records do not count.

use serde::{Deserialize, Serialize};

/// Why a record does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It has no legal position.
    NoPosition,
    /// It has neither `bm` nor `am`, nor `dm` and `ce`.
    NoTarget,
    /// Its `bm` or `am` cannot be read.
    BadTarget,
    /// It has none of `pv`, `pm`, `sv` and `sm`, or no move in them.
    NoResult,
    /// The move played cannot be read, or is not legal.
    BadResult,
}

impl Reason {
    /// The key of the reason in words.
    pub fn key(self) -> &'static str {
        match self {
            Self::NoPosition => "report.no-position",
            Self::NoTarget => "report.no-target",
            Self::BadTarget => "report.bad-target",
            Self::NoResult => "report.no-result",
            Self::BadResult => "report.bad-result",
        }
    }
}
