//! Fixes on offer, and how far each can be trusted.

use serde::{Deserialize, Serialize};

use crate::language::Text;
use crate::text::edit::TextEdit;

/// How far a fix can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Applicability {
    /// Keeps the meaning of the record; may be applied to a whole file.
    Safe,
    /// Probably what was meant; the user decides.
    Unsafe,
}

/// One repair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// What it does, in the imperative.
    pub title: Text,
    /// The change.
    pub edit: TextEdit,
    /// How far it can be trusted.
    pub applicability: Applicability,
}

impl Fix {
    /// A fix that keeps the meaning of the record.
    pub fn safe(title: impl Into<Text>, edit: TextEdit) -> Self {
        Self { title: title.into(), edit, applicability: Applicability::Safe }
    }

    /// A fix that may change the meaning of the record.
    pub fn unsafe_(title: impl Into<Text>, edit: TextEdit) -> Self {
        Self { title: title.into(), edit, applicability: Applicability::Unsafe }
    }
}
