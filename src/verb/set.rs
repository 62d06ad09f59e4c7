//! The verb `set`: gives every record an operation with the same operands.

use serde::{Deserialize, Serialize};

use crate::epd::conventions::Conventions;
use crate::epd::verbs::bulk;
use crate::epd::write::check_operands;
use crate::language::{Text, say};
use crate::verb::setting::is_opcode;
use crate::verb::{Aim, Field, SettingError, Values, Verb};

/// Sets an operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// The opcode to set, at most 15 characters (§5.1).
    pub opcode: String,
    /// The operands. `{n}` becomes the number of the line, `{n:4}` the number with four digits.
    pub operands: String,
}

impl Set {
    /// Whether it writes the number of the line.
    pub fn is_numbered(&self) -> bool {
        bulk::is_numbered(&self.operands)
    }
}

impl Verb for Set {
    const NAME: &'static str = "set";
    const TITLE: &'static str = "tool.set";
    const HELP: &'static str = "tool.set.help";
    const SETTINGS: &'static str = "`opcode`, `operands`; `{n}` in them is the line number, `{n:4}` the same padded with zeros (to at most ten digits)";
    const AIM: Aim = Aim::Change;
    const FIELDS: &'static [Field] = &[
        Field::text("opcode", "tool.field.opcode", "id"),
        Field::text("operands", "tool.field.operands", "\"new.{n:4}\""),
    ];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        Ok(Self { opcode: values.text("opcode").to_owned(), operands: values.text("operands").to_owned() })
    }

    fn check(&self) -> Result<(), SettingError> {
        is_opcode(&self.opcode)?;
        check_operands(self.operands.as_bytes()).map_err(SettingError::Operands)
    }

    fn words(&self) -> Vec<Text> {
        vec![say("words.set", [&self.opcode, &self.operands])]
    }

    fn rewrite(&self, line: &[u8], number: u32, conventions: &Conventions) -> Option<Vec<u8>> {
        bulk::set(line, &self.opcode, &self.operands, number, conventions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::testing::{fills, rewrites};

    #[test]
    fn an_operation_is_set_in_each_record() {
        fills("set", &["id", "\"a.{n:3}\""], r#"{"set":{"opcode":"id","operands":"\"a.{n:3}\""}}"#);
        let step = || Set { opcode: "id".to_owned(), operands: "\"a.{n:3}\"".to_owned() };
        let numbered = "4k3/8/8/8/8/8/8/4K3 w - - id \"a.007\";";
        rewrites(step(), "4k3/8/8/8/8/8/8/4K3 w - -", Some(numbered));
        rewrites(step(), "4k3/8/8/8/8/8/8/4K3 w - - id \"old\";", Some(numbered));
        for line in [numbered, "# comment", ""] {
            rewrites(step(), line, None);
        }
    }

    #[test]
    fn what_would_break_the_record_is_refused() {
        for (opcode, operands) in [("", "1"), ("a b", "1"), ("id", "\"open"), ("id", "1; bm e4")] {
            let step = Set { opcode: opcode.to_owned(), operands: operands.to_owned() };
            assert!(step.check().is_err(), "{opcode} {operands}");
        }
    }
}
