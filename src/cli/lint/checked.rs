//! A line that was checked, as all formats print it.

use crate::cli::settings::Profile;
use crate::epd::Parse;
use crate::epd::lint::{Applicability, Diagnostic, Fix, Severity};
use crate::epd::registers::Registers;

/// One line of input and what was found in it.
pub(super) struct Checked<'a> {
    /// The name of its file.
    pub(super) file: &'a str,
    /// Its number in the file, from 1.
    pub(super) number: usize,
    /// The line.
    pub(super) parse: &'a Parse<'a>,
    /// What was found.
    pub(super) diagnostics: &'a [Diagnostic],
    /// The settings of the file.
    pub(super) profile: &'a Profile,
    /// The contents of the registers at this line, if they are wanted.
    pub(super) registers: Option<&'a Registers>,
}

impl Checked<'_> {
    /// The severity of a finding by the settings of the file.
    pub(super) fn severity(&self, found: &Diagnostic) -> Severity {
        self.profile.severity(found.rule).unwrap_or(found.rule.severity)
    }
}

/// Whether a fix keeps the meaning.
pub(super) fn is_safe(fix: &Fix) -> bool {
    fix.applicability == Applicability::Safe
}
