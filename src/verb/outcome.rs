//! How the work on a record can end.

use serde::{Deserialize, Serialize};

use crate::epd::write::WriteError;
use crate::language::{Text, args, say};
use crate::report::Solution;
use crate::verb::Searched;

/// How the work on a record ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// It is not a record.
    NoRecord,
    /// The result is in the record, even if it was there before.
    Written,
    /// As `Written`, with a remark that is counted: "sm is not the first move of pv: 3".
    Noted(Text),
    /// It was left unchanged, for a reason that is counted: "a mate as short is already there: 3".
    Unchanged(Text),
    /// It was left unchanged because of this error.
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
    /// Records to insert after it.
    pub more: Vec<Vec<u8>>,
    /// Whether it is solved, if that can be decided.
    pub is_solved: Option<bool>,
    /// Whether the search or the proof found a forced mate, of either side.
    pub is_mate: bool,
    /// From when on the search kept the solution until its end.
    pub solution: Option<Solution>,
    /// How long the engine searched, in milliseconds.
    pub time_ms: Option<u64>,
    /// Its claims about counts of positions.
    pub claims: Claims,
}

/// Depths in plies, and whether the number of positions claimed for each is right.
pub type Claims = Vec<(u32, bool)>;

impl From<Ended> for Written {
    /// A record that is not changed.
    fn from(ended: Ended) -> Self {
        Self {
            ended,
            text: None,
            more: Vec::new(),
            is_solved: None,
            is_mate: false,
            solution: None,
            time_ms: None,
            claims: Vec::new(),
        }
    }
}

impl Written {
    /// The record with this text.
    pub fn text(text: Vec<u8>) -> Self {
        Self { text: Some(text), ..Ended::Written.into() }
    }

    /// The record with this text, in which is what a search found, and whether that solves it.
    pub(super) fn searched(text: Vec<u8>, is_solved: Option<bool>, searched: &Searched) -> Self {
        Self {
            is_solved,
            is_mate: searched.best.score.mate_in_moves().is_some_and(|moves| moves != 0),
            solution: searched.solution,
            time_ms: Some(searched.best.time_ms),
            ..Self::text(text)
        }
    }

    /// The engine answered a different question.
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
    /// The line found cannot be played from the position: it belongs to another position.
    OtherPosition,
    /// The registers for a remark or for the other lines hold other comments.
    RegistersFull,
    /// The record cannot be edited, for this reason.
    Write(WriteError),
}

impl WriteFailure {
    /// What is wrong, for the user.
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

/// The reasons why records were not changed, each with the number of records, in order of first occurrence.
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

    /// The reasons, each with its count: "3 a mate as short is already there".
    pub fn texts(&self) -> impl Iterator<Item = Text> {
        self.0.iter().map(|(reason, count)| say("run.reason", args![*count, reason]))
    }

    /// The first reason.
    pub fn first(&self) -> Option<&Text> {
        self.0.first().map(|(reason, _)| reason)
    }
}
