//! The verb `rename`: gives an operation another opcode.

use serde::{Deserialize, Serialize};

use crate::epd::conventions::Conventions;
use crate::epd::verbs::bulk;
use crate::language::{Text, say};
use crate::verb::setting::is_opcode;
use crate::verb::{Aim, Field, SettingError, Values, Verb};

/// Gives an operation another opcode. A record that has both is not changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The present opcode.
    pub from: String,
    /// The new opcode.
    pub to: String,
}

impl Verb for Rename {
    const NAME: &'static str = "rename";
    const TITLE: &'static str = "tool.rename";
    const HELP: &'static str = "tool.rename.help";
    const SETTINGS: &'static str = "`from`, `to`; a record that has both is not changed";
    const AIM: Aim = Aim::Change;
    const FIELDS: &'static [Field] =
        &[Field::text("from", "tool.field.from", "c0"), Field::text("to", "tool.field.to", "c1")];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        Ok(Self { from: values.text("from").to_owned(), to: values.text("to").to_owned() })
    }

    fn check(&self) -> Result<(), SettingError> {
        is_opcode(&self.from)?;
        is_opcode(&self.to)
    }

    fn words(&self) -> Vec<Text> {
        vec![say("words.rename", [&self.from, &self.to])]
    }

    fn rewrite(&self, line: &[u8], _: u32, _: &Conventions) -> Option<Vec<u8>> {
        bulk::rename(line, &self.from, &self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::testing::{fills, rewrites};

    #[test]
    fn an_opcode_is_renamed() {
        fills("rename", &["c0", "c1"], r#"{"rename":{"from":"c0","to":"c1"}}"#);
        let step = || Rename { from: "c0".to_owned(), to: "c1".to_owned() };
        let renamed = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c1 \"a\";";
        rewrites(step(), "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c0 \"a\";", Some(renamed));
        for line in [renamed, "# c0 \"a\";", ""] {
            rewrites(step(), line, None);
        }
    }
}
