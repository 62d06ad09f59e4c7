//! What is done to the records of a file, as data: the steps that the page, the command line and the
//! workers know, and recipes made of them.
//!
//! A recipe is JSON (`docs/recipes.md`). The same steps travel to workers, so that there is one list of
//! verbs and settings for all.

mod check;
mod search;
mod words;

use serde::{Deserialize, Serialize};

use crate::language::{inside, say};

pub use search::{Analyze, Cooks, EngineName, Limits, Mate, Perft, StopRule, Target};

/// Version of the JSON of recipes.
pub const VERSION: u32 = 1;

/// What `format` says in JSON.
pub const FORMAT: &str = "epidote-recipe";

/// Steps with a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// What it is called.
    #[serde(default)]
    pub name: String,
    /// What is done, one after the other, each over all records.
    pub steps: Vec<Step>,
}

impl Recipe {
    /// The recipe as JSON.
    pub fn to_json(&self) -> String {
        // No type of a recipe can fail to be written; a text that says so is still no recipe.
        serde_json::to_string_pretty(self).unwrap_or_else(|error| format!("\"{error}\"")) + "\n"
    }

    /// Reads a recipe whose steps can all be done.
    ///
    /// ```
    /// use epidote::recipe::{Recipe, Step};
    /// let text = r#"{"format": "epidote-recipe", "version": 1, "name": "tidy",
    ///     "steps": ["normalize", {"purge": {"opcodes": ["ac*"]}}]}"#;
    /// let recipe = Recipe::from_json(text.as_bytes()).unwrap();
    /// assert_eq!(recipe.steps[1], Step::Purge { opcodes: vec!["ac*".to_owned()] });
    /// assert_eq!(Recipe::from_json(recipe.to_json().as_bytes()), Ok(recipe));
    /// ```
    ///
    /// # Errors
    /// Says what is wrong with the text, or with which step, as it is written for a catalog.
    pub fn from_json(text: &[u8]) -> Result<Self, String> {
        // By the same reader as steps: another one would be made for all of their types.
        let no_recipe = |reason: String| String::from(say("why.no-recipe", [reason]));
        let text = std::str::from_utf8(text).map_err(|error| no_recipe(error.to_string()))?;
        let recipe: Self = serde_json::from_str(text).map_err(|error| no_recipe(error.to_string()))?;
        if recipe.format != FORMAT {
            return Err(say("why.recipe-format", [recipe.format]).into());
        }
        if recipe.version != VERSION {
            let versions = [recipe.version, VERSION].map(|version| version.to_string());
            return Err(say("why.recipe-version", versions).into());
        }
        for (step, at) in recipe.steps.iter().zip(1..) {
            let faulty = |reason: String| say("why.recipe-step", [u32::to_string(&at), inside(&reason)]);
            step.check().map_err(faulty)?;
        }
        Ok(recipe)
    }
}

impl Step {
    /// The step as it stands in a recipe.
    pub fn to_text(&self) -> String {
        // No step can fail to be written; a text that says so is still no step.
        serde_json::to_string(self).unwrap_or_else(|error| error.to_string())
    }

    /// Reads a step.
    ///
    /// ```
    /// use epidote::recipe::Step;
    /// let step = Step::Purge { opcodes: vec!["ac*".to_owned()] };
    /// assert_eq!(step.to_text(), r#"{"purge":{"opcodes":["ac*"]}}"#);
    /// assert_eq!(Step::from_text(&step.to_text()), Ok(step));
    /// ```
    ///
    /// # Errors
    /// Says what is wrong with the text, as it is written for a catalog.
    pub fn from_text(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| say("why.bad-step", [error.to_string()]).into())
    }
}

/// What is done to each record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Step {
    /// The normal form (pfdn, §7.1).
    Normalize,
    /// All safe fixes.
    Repair {
        /// How lines are read.
        #[serde(default)]
        dialect: Dialect,
        /// The rule whose fixes are meant, by its code; all without one.
        #[serde(default)]
        only: Option<String>,
    },
    /// `ce` from tenths of a pawn to centipawns.
    Tenths,
    /// Set an operation.
    Set {
        /// The opcode.
        opcode: String,
        /// The operands, with `{n}` for the number of the line.
        operands: String,
    },
    /// Remove operations (pfop, §7.4).
    Purge {
        /// Opcodes, `*` in them for any letters.
        opcodes: Vec<String>,
    },
    /// Give an operation another opcode.
    Rename {
        /// The opcode it has.
        from: String,
        /// The one it is given.
        to: String,
    },
    /// Reverse colours.
    Reverse,
    /// Write whether the record is solved.
    Grade {
        /// The comment register, `c0` to `c9`.
        register: String,
    },
    /// Search and write what was found (pfga, §7.2).
    Analyze(Analyze),
    /// Prove mates (pfms, §7.3).
    Mate(Mate),
    /// Search for the best move, `bm` and `am` in view (pfts, §7.5).
    Target(Target),
    /// Find second solutions of mates.
    Cooks(Cooks),
    /// Count positions and compare with what the record says.
    Perft(Perft),
}

/// Which description of EPD lines follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// The text of 1995.
    #[default]
    Edwards,
    /// Kvetka's description.
    Kvetka,
}
