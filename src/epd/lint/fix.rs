//! Repairs, and how far each can be trusted.

use crate::epd::lint::check;
use crate::epd::parse::parse;
use crate::language::Text;
use crate::text::edit::TextEdit;

/// How far a fix can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Applicability {
    /// The meaning of the record stays what it is; may be applied to a whole file.
    Safe,
    /// Probably what was meant; the user decides.
    Unsafe,
}

/// One repair.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// Most rounds of fixing; each round applies all safe fixes that do not touch each other.
const MOST_ROUNDS: usize = 10;

/// Applies safe fixes until none is left, and gives the repaired line; `None` if nothing is to
/// be done.
pub fn repair(text: &[u8]) -> Option<Vec<u8>> {
    let mut current = text.to_vec();
    for _ in 0..MOST_ROUNDS {
        let next = repair_once(&current);
        if next == current {
            break;
        }
        current = next;
    }
    (current != text).then_some(current)
}

fn repair_once(text: &[u8]) -> Vec<u8> {
    let mut edit = TextEdit::default();
    for diagnostic in check(&parse(text)) {
        let safe = diagnostic.fixes.iter().find(|fix| fix.applicability == Applicability::Safe);
        if let Some(merged) = safe.and_then(|fix| edit.union(&fix.edit)) {
            edit = merged;
        }
    }
    edit.apply(text)
}
