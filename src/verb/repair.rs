//! The verb `repair`: applies fixes that keep the meaning of a record.

use serde::{Deserialize, Serialize};

use crate::epd::conventions::Conventions;
use crate::epd::dialect::Dialect;
use crate::epd::lint::{self, RULES, Rule, RuleCode, RuleSet};
use crate::language::{Text, say};
use crate::verb::{Aim, Field, SettingError, Values, Verb};

/// Applies all safe fixes, or those of one rule.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repair {
    /// How lines are read, where that is not as their file says.
    #[serde(default)]
    pub dialect: Option<Dialect>,
    /// The code of the rule whose fixes are applied; `None` for all rules.
    #[serde(default)]
    pub only: Option<String>,
}

impl Verb for Repair {
    const NAME: &'static str = "repair";
    const TITLE: &'static str = "tool.repair";
    const HELP: &'static str = "tool.repair.help";
    const SETTINGS: &'static str = "`dialect`: `\"edwards\"` or `\"kvetka\"`, if it is not that of the file; `only`: the code of \
        a rule";
    const AIM: Aim = Aim::Check;
    const IS_OF_CHESS: bool = true;
    const FIELDS: &'static [Field] = &[Field::text("rule", "tool.field.rule", "")];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        let code = values.text("rule");
        Ok(Self { only: (!code.is_empty()).then(|| code.to_uppercase()), ..Self::default() })
    }

    fn check(&self) -> Result<(), SettingError> {
        match &self.only {
            Some(code) if RuleCode::new(code).is_none() => Err(SettingError::NoRule(code.clone())),
            Some(_) | None => Ok(()),
        }
    }

    fn check_work(&self) -> Result<(), SettingError> {
        match &self.only {
            Some(code) if rule(code).is_none() => Err(SettingError::NoRule(code.clone())),
            Some(_) | None => Ok(()),
        }
    }

    fn words(&self) -> Vec<Text> {
        vec![match &self.only {
            None => "words.repair".into(),
            Some(code) => say("words.repair-rule", [code]),
        }]
    }

    fn rewrite(&self, line: &[u8], _: u32, conventions: &Conventions) -> Option<Vec<u8>> {
        let only = match &self.only {
            // The fixes of rules that are off are not applied, unless one is asked for.
            None => conventions.levels.rules(),
            Some(code) => RuleSet::of([rule(code)?]),
        };
        let dialect = self.dialect.unwrap_or(conventions.dialect);
        let variant = conventions.variant;
        lint::Repair { dialect, variant, only, ..lint::Repair::default() }.line(line)
    }
}

fn rule(code: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.code == code).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::{SettingError, Step};

    #[test]
    fn an_unknown_rule_is_refused() {
        let repair = |code: &str| Step::from(Repair { only: Some(code.to_owned()), ..Repair::default() });
        let refused = |code: &str| Err(SettingError::NoRule(code.to_owned()));
        assert_eq!(repair("E101").check_work(), Ok(()));
        assert_eq!(repair("E9").check(), refused("E9"));
        assert_eq!((repair("E999").check(), repair("E999").check_work()), (Ok(()), refused("E999")));
    }
}
