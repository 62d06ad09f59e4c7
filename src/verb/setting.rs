//! What can be wrong with the settings of a verb, and checks that several verbs share.

use std::fmt;

use serde::de::IgnoredAny;

use crate::epd::opcode;
use crate::epd::write::WriteError;
use crate::language::{Text, args, say};

/// Greatest depth of a search, in plies.
pub(super) const MOST_DEPTH: u32 = 127;

/// Moves of the longest mate that can be looked for.
pub(super) const MOST_MOVES: u32 = 120;

/// A setting that makes no sense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingError {
    /// The text of a field is not a whole number.
    NoNumber(String),
    /// The setting with this name is 0 but must be at least 1.
    Zero(&'static str),
    /// The setting with this name must lie between 1 and this value.
    OutOfRange(&'static str, u32),
    /// A search without a limit.
    NoLimit,
    /// A search for `bm` and `am` that is limited by depth alone (§7.5).
    DepthOnly,
    /// The text is not an opcode.
    NoOpcode(String),
    /// An opcode is missing.
    MissingOpcode,
    /// The text is not a comment register.
    NoRegister(String),
    /// There is no rule with this code.
    NoRule(String),
    /// The text cannot be the operands of an operation.
    Operands(WriteError),
}

impl SettingError {
    /// What is wrong, for the user.
    pub fn text(&self) -> Text {
        match self {
            Self::NoNumber(text) => say("why.no-number", [text]),
            Self::Zero(name) => say("why.above-zero", [*name]),
            Self::OutOfRange(name, most) => say("why.within", args![*name, *most]),
            Self::NoLimit => "why.no-limit".into(),
            Self::DepthOnly => "why.target-limits".into(),
            Self::NoOpcode(text) => say("why.bad-opcode", [text]),
            Self::MissingOpcode => "why.no-opcode".into(),
            Self::NoRegister(text) => say("why.no-register", [text]),
            Self::NoRule(code) => say("why.no-rule", [code]),
            Self::Operands(error) => error.text(),
        }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english())
    }
}

impl std::error::Error for SettingError {}

/// Why a text is not a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepError {
    /// It is not the JSON of a step; holds the reason, with the place.
    Unreadable(Text),
    /// A setting makes no sense.
    Setting(SettingError),
}

impl StepError {
    /// What is wrong, for the user.
    pub fn text(&self) -> Text {
        match self {
            Self::Unreadable(reason) => say("why.bad-step", [reason.clone()]),
            Self::Setting(error) => error.text(),
        }
    }
}

/// Why JSON of a step or a recipe cannot be read, in words of the user: the parser has only English ones.
pub(crate) fn json_reason(text: &str, error: &serde_json::Error) -> Text {
    let (line, column, words) = (error.line(), error.column(), error.to_string());
    // A value of another kind in place of a step is a mistake of syntax for the parser.
    let is_json = error.is_data() || serde_json::from_str::<IgnoredAny>(text).is_ok();
    if !is_json {
        return say("why.no-json", args![line, column]);
    }
    // What it names is between backticks: first what is wrong, then what would be right.
    let mut quoted = words.split('`').skip(1).step_by(2);
    let wrong = quoted.next().unwrap_or_default();
    let known: Vec<&str> = quoted.collect();
    if words.starts_with("unknown ") {
        say("why.recipe-unknown", args![line, column, wrong, known.join(", ")])
    } else if words.starts_with("missing field ") {
        say("why.recipe-missing", args![line, column, wrong])
    } else if words.starts_with("duplicate field ") {
        say("why.recipe-twice", args![line, column, wrong])
    } else if words.starts_with("invalid value") {
        say("why.recipe-range", args![line, column])
    } else {
        say("why.recipe-kind", args![line, column])
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english())
    }
}

impl std::error::Error for StepError {}

pub(super) fn is_opcode(text: &str) -> Result<(), SettingError> {
    let is_opcode = opcode::is_opcode(text.as_bytes());
    if is_opcode { Ok(()) } else { Err(SettingError::NoOpcode(text.to_owned())) }
}

pub(super) fn is_register(text: &str) -> Result<(), SettingError> {
    let is_register = opcode::is_register(text.as_bytes());
    if is_register { Ok(()) } else { Err(SettingError::NoRegister(text.to_owned())) }
}

pub(super) fn within(name: &'static str, value: u32, most: u32) -> Result<(), SettingError> {
    if (1..=most).contains(&value) { Ok(()) } else { Err(SettingError::OutOfRange(name, most)) }
}

pub(super) fn above_zero(name: &'static str, value: Option<u64>) -> Result<(), SettingError> {
    if value == Some(0) { Err(SettingError::Zero(name)) } else { Ok(()) }
}
