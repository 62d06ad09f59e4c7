//! The verb `normalize`: the normal form of a record (pfdn, §7.1).

use crate::epd::conventions::Conventions;
use crate::epd::normalize::normalize;
use crate::epd::parse;
use crate::language::Text;
use crate::verb::{Aim, SettingError, Values, Verb};

/// Writes each record in normal form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Normalize;

impl Verb for Normalize {
    const NAME: &'static str = "normalize";
    const TITLE: &'static str = "tool.normalize";
    const HELP: &'static str = "tool.normalize.help";
    const AIM: Aim = Aim::Check;

    fn from_form(_: &Values<'_>) -> Result<Self, SettingError> {
        Ok(Self)
    }

    fn words(&self) -> Vec<Text> {
        vec!["words.normalize".into()]
    }

    fn rewrite(&self, line: &[u8], _: u32, _: &Conventions) -> Option<Vec<u8>> {
        normalize(&parse(line))
    }
}
