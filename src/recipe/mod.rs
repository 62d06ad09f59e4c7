//! Recipes: steps with a name, done one after another to the same records.
//!
//! A recipe is JSON (`docs/recipes.md`). The page keeps recipes, shares them by link and saves them as
//! files, and the command line runs them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::language::{Text, args, say};
use crate::verb::{SettingError, Step, json_reason};

/// Version of the JSON of recipes.
pub const VERSION: u32 = 1;

/// The beginning of the fragment in a link to a recipe.
pub const LINK: &str = "#/r/";

/// The value of `format` in the JSON.
pub const FORMAT: &str = "epidote-recipe";

/// Steps with a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Always [`FORMAT`], so that readers can refuse other JSON.
    pub format: String,
    /// The version of the format, [`VERSION`] when it is written here.
    pub version: u32,
    /// The name that the user gave it.
    #[serde(default)]
    pub name: String,
    /// The steps, done one after another, each to all records.
    pub steps: Vec<Step>,
    /// The numbers of steps that are switched off, from 1, in ascending order: they are kept and not done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<u32>,
}

impl Recipe {
    /// A recipe with these steps.
    pub fn new(name: String, steps: Vec<Step>) -> Self {
        Self { format: FORMAT.to_owned(), version: VERSION, name, steps, off: Vec::new() }
    }

    /// The steps that are not switched off.
    pub fn to_do(&self) -> Vec<Step> {
        let is_on = |(_, number): &(&Step, u32)| !self.off.contains(number);
        self.steps.iter().zip(1..).filter(is_on).map(|(step, _)| step.clone()).collect()
    }

    /// The index of the first step that is not switched off.
    pub fn due(&self) -> Option<usize> {
        (1..).zip(&self.steps).position(|(number, _)| !self.off.contains(&number))
    }

    /// Switches off the first step that is on.
    pub fn switch_off_next(&mut self) {
        if let Some(number) = self.due().and_then(|at| u32::try_from(at + 1).ok()) {
            let place = self.off.partition_point(|&off| off < number);
            self.off.insert(place, number);
        }
    }

    /// The recipe as JSON, on several lines.
    pub fn to_json(&self) -> String {
        // Serialisation of a recipe cannot fail; an error message in its place is at least not a recipe.
        serde_json::to_string_pretty(self).unwrap_or_else(|error| format!("\"{error}\"")) + "\n"
    }

    /// The recipe as JSON, on one line.
    pub fn to_json_line(&self) -> String {
        // As above.
        serde_json::to_string(self).unwrap_or_else(|error| format!("\"{error}\""))
    }

    /// Reads a recipe and checks the settings of its steps.
    ///
    /// ```
    /// use epidote::recipe::Recipe;
    /// use epidote::verb::{Purge, Step};
    /// let text = r#"{"format": "epidote-recipe", "version": 1, "name": "tidy",
    ///     "steps": ["normalize", {"purge": {"opcodes": ["ac*"]}}]}"#;
    /// let recipe = Recipe::from_json(text).unwrap();
    /// assert_eq!(recipe.steps[1], Step::Purge(Purge { opcodes: vec!["ac*".to_owned()] }));
    /// assert_eq!(Recipe::from_json(&recipe.to_json()), Ok(recipe));
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text, or which step is wrong and why.
    pub fn from_json(text: &str) -> Result<Self, RecipeError> {
        let recipe: Self =
            serde_json::from_str(text).map_err(|error| RecipeError::Unreadable(json_reason(text, &error)))?;
        if recipe.format != FORMAT {
            return Err(RecipeError::Format(recipe.format));
        }
        if recipe.version != VERSION {
            return Err(RecipeError::Version(recipe.version));
        }
        for (step, number) in recipe.steps.iter().zip(1..) {
            step.check().map_err(|error| RecipeError::Step(number, error))?;
        }
        let mut before = 0;
        for &number in &recipe.off {
            if number <= before || number as usize > recipe.steps.len() {
                return Err(RecipeError::Off(number));
            }
            before = number;
        }
        Ok(recipe)
    }
}

/// Why a text is not a recipe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecipeError {
    /// It is not the JSON of a recipe; holds the reason, with the place.
    Unreadable(Text),
    /// It is of another format.
    Format(String),
    /// It is of another version.
    Version(u32),
    /// A step, counted from 1, has a setting that makes no sense.
    Step(u32, SettingError),
    /// This number of a step to switch off is that of none, or not greater than the one before.
    Off(u32),
}

impl RecipeError {
    /// What is wrong, for the user.
    pub fn text(&self) -> Text {
        match self {
            Self::Unreadable(reason) => say("why.no-recipe", [reason.clone()]),
            Self::Format(format) => say("why.recipe-format", [format]),
            Self::Version(version) => say("why.recipe-version", [*version, VERSION]),
            Self::Off(number) => say("why.recipe-off", [*number]),
            Self::Step(number, error) => say("why.recipe-step", args![*number, error.text()]),
        }
    }
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english())
    }
}

impl std::error::Error for RecipeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(steps: &str, expect: &str) {
        let text = format!("{{\"format\":\"epidote-recipe\",\"version\":1,\"steps\":[{steps}]}}");
        let got = Recipe::from_json(&text).map_or_else(|error| error.to_string(), |_| "fine".to_owned());
        assert!(got.starts_with(expect), "{steps}: {got}");
    }

    #[test]
    fn steps_that_cannot_be_done_are_refused() {
        check("\"normalize\",{\"repair\":{}},\"tenths\",\"reverse\"", "fine");
        check("{\"analyze\":{\"limits\":{\"nodes\":5}}}", "fine");
        check("{\"analyze\":{\"limits\":{}}}", "step 1: a limit is missing");
        check("\"tenths\",{\"analyze\":{\"limits\":{\"nodes\":0}}}", "step 2: nodes must be at least 1");
        check("{\"analyze\":{\"limits\":{\"depth\":128}}}", "step 1: depth is a number from 1 to 127");
        check(
            "{\"analyze\":{\"limits\":{\"nodes\":5},\"lines\":11}}",
            "step 1: lines is a number from 1 to 10",
        );
        check(
            "{\"analyze\":{\"limits\":{\"node\":5}}}",
            "not a recipe: line 1, column 76: “node” is unknown; known here: nodes, depth, time_ms",
        );
        check("{\"mate\":{\"moves\":0}}", "step 1: moves is a number from 1 to 120");
        check("{\"mate\":{\"moves\":4,\"nodes\":0}}", "step 1: nodes");
        check(
            "{\"target\":{\"limits\":{\"depth\":5}}}",
            "step 1: a target search is limited by nodes or by time",
        );
        check("{\"target\":{\"limits\":{\"time_ms\":5},\"stop\":{\"fritz\":{\"plies\":2}}}}", "fine");
        check("{\"purge\":{\"opcodes\":[]}}", "step 1: an opcode is missing");
        check("{\"purge\":{\"opcodes\":[\"ac*\",\"b m\"]}}", "step 1: “b m” is not an opcode");
        for stop in
            ["\"arena\":{\"plies\":1,\"depth\":0}", "\"fritz\":{\"plies\":0}", "\"polyglot\":{\"plies\":128}"]
        {
            let step = format!("{{\"target\":{{\"limits\":{{\"nodes\":5}},\"stop\":{{{stop}}}}}}}");
            let name = if stop.contains("arena") { "depth" } else { "plies" };
            check(&step, &format!("step 1: {name} is a number from 1 to 127"));
        }
        check("{\"stamp\":{\"at\":253402300799}}", "fine");
        check("{\"stamp\":{\"at\":253402300800}}", "not a recipe: line 1, column ");
        check("{\"set\":{\"opcode\":\"2x\",\"operands\":\"1\"}}", "step 1: “2x” is not an opcode");
        check("{\"set\":{\"opcode\":\"id\",\"operands\":\"a; b\"}}", "step 1: ");
        check("\"tenths\",\"reverse\"],\"off\":[1,2", "fine");
        check("\"tenths\"],\"off\":[2", "off: there is no step 2");
        check("\"tenths\"],\"off\":[0", "off: there is no step 0");
        check("\"tenths\",\"reverse\"],\"off\":[2,2", "off: ");
        check("{\"repair\":{\"only\":\"E104\"}}", "fine");
        check("{\"repair\":{\"only\":\"no rule\"}}", "step 1: there is no rule no rule");
        check("{\"grade\":{\"register\":\"d5\"}}", "step 1: “d5” is not a comment register");
        check("{\"perft\":{\"depth\":99}}", "step 1: depth is a number from 1 to 12");
        check("\"dance\"", "not a recipe: line 1, column 55: “dance” is unknown; known here: ");
        check("{\"perft\":{}}", "not a recipe: line 1, column 59: “depth” is missing");
        check("{\"perft\":{\"depth\":\"x\"}}", "not a recipe: line 1, column 69: a value of another kind");
        check("\"reverse\" \"reverse\"", "not a recipe: line 1, column 59: this is not JSON");
        check("5", "not a recipe: line 1, column 49: a value of another kind");
        check(
            "{\"perft\":{\"depth\":1},\"mate\":{\"moves\":1}}",
            "not a recipe: line 1, column 68: a value of another kind",
        );
        check(
            "{\"perft\":{\"depth\":1,\"depth\":2}}",
            "not a recipe: line 1, column 75: “depth” is there twice",
        );
        check(
            "{\"perft\":{\"depth\":-1}}",
            "not a recipe: line 1, column 68: a value that is not possible here",
        );
    }

    #[test]
    fn what_is_no_recipe_is_refused() {
        let read = |text: &str| Recipe::from_json(text).unwrap_err().to_string();
        assert!(read("{\"format\":\"x\",\"version\":1,\"steps\":[]}").contains("its format is “x”"));
        assert!(read("{\"format\":\"epidote-recipe\",\"version\":2,\"steps\":[]}").contains("version 2"));
        assert!(read("no").contains("not a recipe"));
    }
}
