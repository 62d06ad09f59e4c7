//! What can be wrong with the settings of a verb, and the checks that verbs share.

use std::fmt;

use crate::epd::opcode;
use crate::epd::write::WriteError;
use crate::language::{Text, args, say};

/// Plies that no search reaches.
pub(super) const MOST_DEPTH: u32 = 127;

/// Moves of the longest mate that is looked for.
pub(super) const MOST_MOVES: u32 = 120;

/// A setting that makes no sense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingError {
    /// The text of a field is no whole number.
    NoNumber(String),
    /// A number that must be at least 1 is 0: the name of the setting.
    Zero(&'static str),
    /// A number is not from 1 to this: the name of the setting, and the greatest value.
    OutOfRange(&'static str, u32),
    /// A search has no limit.
    NoLimit,
    /// A search for `bm` and `am` is limited by depth alone (§7.5).
    DepthOnly,
    /// The text is no opcode.
    NoOpcode(String),
    /// An opcode is missing.
    MissingOpcode,
    /// The text is no comment register.
    NoRegister(String),
    /// There is no rule with this code.
    NoRule(String),
    /// The text cannot stand as operands.
    Operands(WriteError),
}

impl SettingError {
    /// What is wrong.
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

/// Why a text is no step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepError {
    /// It is not the JSON of a step: what the parser says.
    Unreadable(String),
    /// A setting makes no sense.
    Setting(SettingError),
}

impl StepError {
    /// What is wrong.
    pub fn text(&self) -> Text {
        match self {
            Self::Unreadable(reason) => say("why.bad-step", [reason]),
            Self::Setting(error) => error.text(),
        }
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
