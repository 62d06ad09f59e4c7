//! The verb `purge`: removes operations by their opcodes (pfop, §7.4).

use serde::{Deserialize, Serialize};

use crate::epd::conventions::Conventions;
use crate::epd::verbs::bulk;
use crate::language::{Text, say};
use crate::verb::{Aim, Field, SettingError, Values, Verb};

/// Removes operations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Purge {
    /// Opcodes, in which `*` matches any letters.
    pub opcodes: Vec<String>,
}

impl Verb for Purge {
    const NAME: &'static str = "purge";
    const TITLE: &'static str = "tool.remove";
    const HELP: &'static str = "tool.remove.help";
    const SETTINGS: &'static str = "`opcodes`; `*` matches any characters (pfop, §7.4)";
    const AIM: Aim = Aim::Change;
    const FIELDS: &'static [Field] = &[Field::text("opcodes", "tool.field.opcodes", "acd acn acs")];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        Ok(Self { opcodes: values.text("opcodes").split_whitespace().map(str::to_owned).collect() })
    }

    fn check(&self) -> Result<(), SettingError> {
        if self.opcodes.is_empty() || self.opcodes.iter().any(String::is_empty) {
            return Err(SettingError::MissingOpcode);
        }
        match self.opcodes.iter().find(|pattern| !bulk::is_pattern(pattern)) {
            Some(pattern) => Err(SettingError::NoOpcode(pattern.clone())),
            None => Ok(()),
        }
    }

    fn words(&self) -> Vec<Text> {
        vec![say("words.purge", [self.opcodes.join(", ")])]
    }

    fn rewrite(&self, line: &[u8], _: u32, _: &Conventions) -> Option<Vec<u8>> {
        bulk::remove(line, &self.opcodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::testing::{fills, rewrites};

    #[test]
    fn operations_are_removed_by_pattern() {
        fills("purge", &[" acd  ac* "], r#"{"purge":{"opcodes":["acd","ac*"]}}"#);
        let step = || Purge { opcodes: vec!["ac*".to_owned(), "id".to_owned()] };
        let rest = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;";
        rewrites(step(), "4k3/8/8/8/8/8/8/4K3 w - - acd 9; acn 5; bm Kd2; id \"a\";", Some(rest));
        for line in [rest, "# acd 9;", ""] {
            rewrites(step(), line, None);
        }
    }
}
