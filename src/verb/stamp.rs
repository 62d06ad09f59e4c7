//! The verb `stamp`: when the record was changed last (§6.31).

use serde::Deserialize;
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::epd::conventions::Conventions;
use crate::epd::parse;
use crate::language::Text;
use crate::verb::{Aim, Choice, Draft, Field, Moment, SettingError, Values, Verb};

/// Writes the moment at which the run began as `ts`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stamp {
    /// Whether records without `ts` get one; otherwise only those that have one change.
    #[serde(default)]
    pub everywhere: bool,
    /// When the run began. `None` in a recipe.
    #[serde(default)]
    pub at: Option<Moment>,
}

impl Serialize for Stamp {
    /// A recipe says nothing of a moment that it does not have. A message to a worker must: its bytes are
    /// read by their places.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_left_out = serializer.is_human_readable() && self.at.is_none();
        let mut fields = serializer.serialize_struct("Stamp", if is_left_out { 1 } else { 2 })?;
        fields.serialize_field("everywhere", &self.everywhere)?;
        if is_left_out {
            fields.skip_field("at")?;
        } else {
            fields.serialize_field("at", &self.at)?;
        }
        fields.end()
    }
}

impl Verb for Stamp {
    const NAME: &'static str = "stamp";
    const TITLE: &'static str = "tool.stamp";
    const HELP: &'static str = "tool.stamp.help";
    const SETTINGS: &'static str = "`everywhere`: also add `ts` to records without one; `at`: the moment, in seconds since 1970 \
        (that of the run, if it is left out)";
    const AIM: Aim = Aim::Change;
    const FIELDS: &'static [Field] = &[Field::choice(
        "ts",
        "tool.field.ts",
        &[Choice::new("everywhere", "tool.option.everywhere"), Choice::new("present", "tool.option.present")],
    )];

    fn from_form(values: &Values<'_>) -> Result<Self, SettingError> {
        Ok(Self { everywhere: values.is("ts", "everywhere"), at: None })
    }

    fn begin(&mut self, at: Moment) {
        self.at.get_or_insert(at);
    }

    fn words(&self) -> Vec<Text> {
        vec![(if self.everywhere { "words.stamp-everywhere" } else { "words.stamp-present" }).into()]
    }

    fn rewrite(&self, line: &[u8], _: u32, _: &Conventions) -> Option<Vec<u8>> {
        let parsed = parse(line);
        let mut draft = Draft::new(&parsed);
        if self.everywhere {
            draft.set("ts", self.at?.operands());
        } else {
            draft.update("ts", self.at?.operands());
        }
        draft.apply().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::Step;

    const BARE: &str = "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";";
    const OLD: &str = "4k3/8/8/8/8/8/8/4K3 w - - id \"a\"; ts 1997.01.02 03:04:05; v0 1;";
    const NEW: &str = "4k3/8/8/8/8/8/8/4K3 w - - id \"a\"; ts 1998.09.15 12:30:15; v0 1;";

    fn check(everywhere: bool, line: &str, expected: Option<&str>) {
        let step = Step::from(Stamp { everywhere, at: None });
        assert_eq!(step.rewrite(line.as_bytes(), 1, &Conventions::default()), None, "a run has not begun");
        let step = step.begun(905_862_615.into());
        let new = step
            .rewrite(line.as_bytes(), 1, &Conventions::default())
            .map(|new| String::from_utf8(new).unwrap());
        assert_eq!(new.as_deref(), expected, "{line}");
        // Another run that goes on with this one keeps its moment.
        assert_eq!(Step::from_json(&step.to_json()).unwrap().begun(0.into()), step);
    }

    #[test]
    fn records_are_stamped_once() {
        check(true, BARE, Some("4k3/8/8/8/8/8/8/4K3 w - - id \"a\"; ts 1998.09.15 12:30:15;"));
        check(true, OLD, Some(NEW));
        check(true, NEW, None);
        check(false, OLD, Some(NEW));
        check(false, BARE, None);
        for line in ["", "# ts 1997.01.02 03:04:05;", "prose"] {
            check(true, line, None);
        }
    }

    #[test]
    fn a_recipe_has_no_moment() {
        let step = Step::from_json(r#"{"stamp":{"everywhere":true}}"#).unwrap();
        assert_eq!(step.to_json(), r#"{"stamp":{"everywhere":true}}"#);
        assert!(Step::from_json(r#"{"stamp":{"when":1}}"#).is_err());
    }
}
