//! The verb `repair`: applies fixes that keep the meaning of a record.

use serde::{Deserialize, Serialize};

use crate::epd::conventions::Conventions;
use crate::epd::dialect::Dialect;
use crate::epd::lint::{self, Levels, RULES, Rule, RuleCode, RuleSet, Variant};
use crate::language::{Text, say};
use crate::verb::form::choice;
use crate::verb::{Aim, Field, SettingError, Values, Verb};

/// Applies all safe fixes, or those of one rule.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repair {
    /// How lines are read.
    #[serde(default)]
    pub dialect: Dialect,
    /// The code of the rule whose fixes are applied; `None` for all rules.
    #[serde(default)]
    pub only: Option<String>,
    /// The levels of the rules in the file. The fixes of rules that are off are not applied.
    #[serde(default)]
    pub levels: Levels,
    /// Another game that the file belongs to: its moves are not judged by the rules of chess.
    #[serde(default)]
    pub variant: Option<Variant>,
}

impl Verb for Repair {
    const NAME: &'static str = "repair";
    const TITLE: &'static str = "tool.repair";
    const HELP: &'static str = "tool.repair.help";
    const AIM: Aim = Aim::Check;
    const FIELDS: &'static [Field] = &[Field::choice(
        "dialect",
        "tool.field.dialect",
        &[choice("edwards", "Edwards, 1995"), choice("kvetka", "Kvetka")],
    )];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        let dialect = if values.is("dialect", "kvetka") { Dialect::Kvetka } else { Dialect::Edwards };
        Ok(Self { dialect, ..Self::default() })
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

    fn enter(&mut self, conventions: &Conventions) {
        self.levels.clone_from(&conventions.levels);
        self.variant = conventions.variant;
    }

    fn words(&self) -> Vec<Text> {
        vec![match &self.only {
            None => "words.repair".into(),
            Some(code) => say("words.repair-rule", [code]),
        }]
    }

    fn rewrite(&self, line: &[u8], _: u32) -> Option<Vec<u8>> {
        let only = match &self.only {
            None => self.levels.rules(),
            Some(code) => RuleSet::of([rule(code)?]),
        };
        lint::Repair { dialect: self.dialect, only, variant: self.variant, ..lint::Repair::default() }
            .line(line)
    }
}

fn rule(code: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.code == code).copied()
}
