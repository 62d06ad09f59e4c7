//! The rules, one file each, in four groups.

pub(super) mod moves;
pub(super) mod opcodes;
pub(super) mod position;
pub(super) mod syntax;
