//! A report as JSON, for other programs and for grading again (`docs/report.md`).

use crate::report::{FORMAT, Report, VERSION};

/// Why a text is not a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoReport {
    /// It is not JSON, or its parts are not those of a report.
    Malformed(String),
    /// It is JSON of another format, which it names.
    Other(String),
    /// Another version than [`VERSION`].
    Version(u32),
}

impl std::fmt::Display for NoReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Malformed(reason) => write!(f, "not a report: {reason}"),
            Self::Other(format) => write!(f, "not a report: its format is “{format}”"),
            Self::Version(version) => {
                write!(f, "version {version} of reports is unknown; use {VERSION}")
            }
        }
    }
}

impl std::error::Error for NoReport {}

impl Report {
    /// The report as JSON, on one line.
    pub fn to_json(&self) -> String {
        // No type of a report can fail to be written; an error message is at least not a valid report.
        serde_json::to_string(self).unwrap_or_else(|error| format!("\"{error}\"")) + "\n"
    }

    /// Reads a report.
    ///
    /// # Errors
    /// A text that is not a report, or a report of another version.
    pub fn from_json(text: &[u8]) -> Result<Self, NoReport> {
        let report: Self =
            serde_json::from_slice(text).map_err(|error| NoReport::Malformed(error.to_string()))?;
        if report.format != FORMAT {
            return Err(NoReport::Other(report.format));
        }
        if report.version != VERSION {
            return Err(NoReport::Version(report.version));
        }
        Ok(report)
    }
}
