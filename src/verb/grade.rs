//! The verb `grade`: writes whether each record is solved into a comment register.

use serde::{Deserialize, Serialize};

use crate::epd::conventions::Conventions;
use crate::language::{Text, say};
use crate::report::grade::write_grade;
use crate::verb::setting::is_register;
use crate::verb::{Aim, Field, SettingError, Values, Verb};

/// Writes whether the record is solved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grade {
    /// The comment register, `c0` to `c9`.
    pub register: String,
}

impl Verb for Grade {
    const NAME: &'static str = "grade";
    const TITLE: &'static str = "tool.grade";
    const HELP: &'static str = "tool.grade.help";
    const SETTINGS: &'static str = "`register`: the comment register for the grade";
    const AIM: Aim = Aim::Grade;
    const FIELDS: &'static [Field] = &[Field::text("register", "tool.field.register", "c9")];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        Ok(Self { register: values.text("register").to_owned() })
    }

    fn check(&self) -> Result<(), SettingError> {
        is_register(&self.register)
    }

    fn words(&self) -> Vec<Text> {
        vec![say("words.grade", [&self.register])]
    }

    fn rewrite(&self, line: &[u8], _: u32, conventions: &Conventions) -> Option<Vec<u8>> {
        write_grade(conventions, line, &self.register)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::testing::{fills, rewrites};

    #[test]
    fn the_grade_goes_into_its_register() {
        fills("grade", &["c9"], r#"{"grade":{"register":"c9"}}"#);
        let step = || Grade { register: "c9".to_owned() };
        let graded = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c9 \"solved: Kd2\"; pm Kd2;";
        rewrites(step(), "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; pm Kd2;", Some(graded));
        for line in [graded, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;", "# bm Kd2; pm Kd2;", ""] {
            rewrites(step(), line, None);
        }
    }

    #[test]
    fn moves_of_another_game_are_not_judged() {
        let step = crate::verb::Step::from(Grade { register: "c5".to_owned() });
        let line = b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; pm Kd2;";
        let check = |variant, expect| {
            let conventions = Conventions::default().with_variant(variant);
            assert_eq!(step.rewrite(line, 1, &conventions).is_some(), expect, "{variant:?}");
        };
        check(None, true);
        check(Some(crate::epd::lint::Variant::Suicide), false);
    }

    #[test]
    fn only_registers_take_a_grade() {
        for register in ["", "c10", "id", "v0"] {
            assert!(Grade { register: register.to_owned() }.check().is_err(), "{register}");
        }
    }
}
