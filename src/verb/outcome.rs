//! What becomes of a record.

use serde::{Deserialize, Serialize};

use crate::epd::write::WriteError;
use crate::language::{Text, args, say};
use crate::report::Solution;

/// How the work on a record ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// It is no record.
    NoRecord,
    /// The result is in the record, also if it was there before.
    Written,
    /// As `Written`, with a remark that follows a count: "3 with an sm that is not the first move of pv".
    Noted(Text),
    /// It was not changed, for a reason that follows a count: "3 with a mate as short already".
    Unchanged(Text),
    /// It was not changed because this went wrong.
    Failed(Text),
}

/// A record after a verb.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// How it ended.
    pub ended: Ended,
    /// The new text, if it changed.
    #[serde(with = "serde_bytes")]
    pub text: Option<Vec<u8>>,
    /// Records to be inserted after it.
    pub more: Vec<Vec<u8>>,
    /// Whether it is solved, where that can be said.
    pub is_solved: Option<bool>,
    /// Since when the search held the solution to its end.
    pub solution: Option<Solution>,
    /// What it claims about counts of positions.
    pub claims: Claims,
}

/// Depths in plies, and whether the count of positions claimed for each is right.
pub type Claims = Vec<(u32, bool)>;

impl From<Ended> for Written {
    /// A record that does not change.
    fn from(ended: Ended) -> Self {
        Self { ended, text: None, more: Vec::new(), is_solved: None, solution: None, claims: Vec::new() }
    }
}

impl Written {
    /// The record with this text.
    pub fn text(text: Vec<u8>) -> Self {
        Self { text: Some(text), ..Ended::Written.into() }
    }

    /// The engine answered another question than the one that was asked.
    pub(super) fn unexpected() -> Self {
        Ended::Failed("why.answered-otherwise".into()).into()
    }

    /// The result of a fallible edit.
    pub(super) fn of(text: Result<Vec<u8>, WriteFailure>) -> Self {
        text.map_or_else(|failure| Ended::Failed(failure.text()).into(), Self::text)
    }
}

/// Why a result cannot be written into a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WriteFailure {
    /// The record has no legal position.
    NoPosition,
    /// The line that was found cannot be played from the position: it belongs to another one.
    OtherPosition,
    /// Other comments stand in the registers that a remark or the other lines would go into.
    RegistersFull,
    /// The record cannot be edited.
    Write(WriteError),
}

impl WriteFailure {
    /// What is wrong.
    pub(super) fn text(self) -> Text {
        match self {
            Self::NoPosition => "why.no-position-to-analyze".into(),
            Self::OtherPosition => "why.changed-in-analysis".into(),
            Self::RegistersFull => "why.registers-full".into(),
            Self::Write(error) => error.text(),
        }
    }
}

impl From<WriteError> for WriteFailure {
    fn from(error: WriteError) -> Self {
        Self::Write(error)
    }
}

/// Why records were not changed, each reason with the number of records, in the order of their first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reasons(Vec<(Text, usize)>);

impl Reasons {
    /// Counts a record.
    pub fn add(&mut self, reason: Text) {
        match self.0.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => self.0.push((reason, 1)),
        }
    }

    /// The reasons, each with its number: "3 with a mate as short already".
    pub fn texts(&self) -> impl Iterator<Item = Text> {
        self.0.iter().map(|(reason, count)| say("run.reason", args![*count, reason]))
    }

    /// The first reason.
    pub fn first(&self) -> Option<&Text> {
        self.0.first().map(|(reason, _)| reason)
    }
}
