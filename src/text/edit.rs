//! Edits of a line: which bytes are deleted and inserted, collected and then applied at once.

use serde::{Deserialize, Serialize};

use crate::text::span::Span;

/// One replacement: `insert` takes the place of the bytes of `delete`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Indel {
    /// The deleted bytes; empty for a pure insertion.
    pub delete: Span,
    /// The inserted bytes; empty for a pure deletion.
    #[serde(with = "serde_bytes")]
    pub insert: Vec<u8>,
}

/// A set of replacements that are applied together. Outside of the program it is the list of them.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Indel>", into = "Vec<Indel>")]
pub struct TextEdit {
    /// Invariant: sorted by `delete`, and disjoint.
    indels: Indels,
}

/// Almost all edits are one replacement, which needs no allocation.
#[derive(Debug, Clone)]
enum Indels {
    One([Indel; 1]),
    Many(Vec<Indel>),
}

impl Default for Indels {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl PartialEq for TextEdit {
    fn eq(&self, other: &Self) -> bool {
        self.indels() == other.indels()
    }
}

impl Eq for TextEdit {}

impl From<Vec<Indel>> for TextEdit {
    fn from(indels: Vec<Indel>) -> Self {
        Self::from_indels(indels)
    }
}

impl From<TextEdit> for Vec<Indel> {
    fn from(edit: TextEdit) -> Self {
        match edit.indels {
            Indels::One(one) => one.into(),
            Indels::Many(many) => many,
        }
    }
}

impl TextEdit {
    /// One replacement.
    pub fn replace(delete: Span, insert: impl Into<Vec<u8>>) -> Self {
        Self { indels: Indels::One([Indel { delete, insert: insert.into() }]) }
    }

    /// One insertion at byte `at`.
    pub fn insert(at: usize, insert: impl Into<Vec<u8>>) -> Self {
        Self::replace(Span::empty(at), insert)
    }

    /// One deletion.
    pub fn delete(delete: Span) -> Self {
        Self::replace(delete, Vec::new())
    }

    /// Several replacements; one that overlaps an earlier one (in text order) is left out.
    pub fn from_indels(mut indels: Vec<Indel>) -> Self {
        indels.sort_by_key(|indel| indel.delete);
        let mut end = 0;
        let mut first = true;
        indels.retain(|indel| {
            let keep = first || indel.delete.start >= end;
            if keep {
                end = indel.delete.end;
                first = false;
            }
            keep
        });
        Self { indels: Indels::Many(indels) }
    }

    /// The replacements in text order.
    pub fn indels(&self) -> &[Indel] {
        match &self.indels {
            Indels::One(one) => one,
            Indels::Many(many) => many,
        }
    }

    /// Returns whether nothing is replaced.
    pub fn is_empty(&self) -> bool {
        self.indels().is_empty()
    }

    /// Both sets of replacements, or `None` if they touch the same bytes.
    pub fn union(&self, other: &Self) -> Option<Self> {
        let indels = [self.indels(), other.indels()].concat();
        let count = indels.len();
        let merged = Self::from_indels(indels);
        let clash = merged.indels().windows(2).any(|pair| {
            pair[0].delete.end > pair[1].delete.start
                || (pair[0].delete.end == pair[1].delete.start
                    && (pair[0].delete.is_empty() || pair[1].delete.is_empty()))
        });
        (merged.indels().len() == count && !clash).then_some(merged)
    }

    /// `text` with all replacements made. Spans past the end of `text` are cut to it.
    pub fn apply(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + 32);
        let mut at = 0;
        for indel in self.indels() {
            let start = indel.delete.start.min(text.len()).max(at);
            out.extend_from_slice(&text[at..start]);
            out.extend_from_slice(&indel.insert);
            at = indel.delete.end.min(text.len()).max(start);
        }
        out.extend_from_slice(&text[at..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, edits: &[(usize, usize, &str)], expect: &str) {
        let indels = edits
            .iter()
            .map(|&(start, end, insert)| Indel { delete: Span::new(start, end), insert: insert.into() })
            .collect();
        let out = TextEdit::from_indels(indels).apply(text.as_bytes());
        assert_eq!(String::from_utf8_lossy(&out), expect);
    }

    #[test]
    fn applies_in_text_order() {
        check("abcdef", &[(4, 5, "X"), (1, 2, "")], "acdXf");
        check("abc", &[(3, 3, ";")], "abc;");
        check("abc", &[(0, 2, "x"), (1, 3, "y")], "xc");
        check("abc", &[(9, 12, "!")], "abc!");
    }

    #[test]
    fn union_refuses_a_clash() {
        let a = TextEdit::delete(Span::new(0, 2));
        assert!(a.union(&TextEdit::delete(Span::new(1, 3))).is_none());
        assert!(a.union(&TextEdit::delete(Span::new(2, 3))).is_some());
    }
}
