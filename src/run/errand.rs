//! What a run does: a step, alone or as the next one of a recipe. The journal of a document keeps it, so that a
//! run that is resumed after a crash is followed by the rest of its recipe. Steps without a search take seconds, and
//! the journal does not know them: a recipe that is left in one of those ends there.

use crate::language::{Text, args, say, word};
use crate::recipe::Recipe;
use crate::verb::Step;

/// What a run does.
#[derive(Debug, Clone, PartialEq)]
pub struct Errand {
    /// The step.
    pub step: Step,
    /// The recipe that it is the next step of. Only the steps before it are switched off in it.
    recipe: Option<Recipe>,
}

impl From<Step> for Errand {
    fn from(step: Step) -> Self {
        Self { step, recipe: None }
    }
}

impl Errand {
    /// The next step of a recipe; `None` if all steps are switched off.
    pub fn next_of(recipe: Recipe) -> Option<Self> {
        let step = recipe.steps.get(recipe.due()?)?.clone();
        Some(Self { step, recipe: Some(recipe) })
    }

    /// Reads what [`Errand::to_bytes`] wrote; `None` if the step is one of a version that had other steps.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        match Recipe::from_json(text) {
            Ok(recipe) => Self::next_of(recipe),
            Err(_) => Step::from_json(text).ok().map(Self::from),
        }
    }

    /// What the journal keeps: the JSON of the recipe, or of a step without one.
    pub fn to_bytes(&self) -> Vec<u8> {
        match &self.recipe {
            Some(recipe) => {
                let mut recipe = recipe.clone();
                // The step has begun since it was taken.
                if let Some(at) = recipe.due() {
                    recipe.steps[at] = self.step.clone();
                }
                recipe.to_json_line().into_bytes()
            }
            None => self.step.to_json().into_bytes(),
        }
    }

    /// What it is called: the title of the step, and in a recipe its place there.
    pub fn title(&self) -> Text {
        let title = self.step.title();
        match &self.recipe {
            Some(recipe) => {
                let number = recipe.due().map_or(0, |at| at + 1);
                say("recipe.doing", args![recipe.name.clone(), number, recipe.steps.len(), word(title)])
            }
            None => title.into(),
        }
    }

    /// The recipe when this step is done; `None` for a step without one.
    pub fn rest(&self) -> Option<Recipe> {
        let mut recipe = self.recipe.clone()?;
        recipe.switch_off_next();
        Some(recipe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(json: &str) -> Step {
        Step::from_json(json).expect("a step")
    }

    #[test]
    fn the_steps_of_a_recipe_come_one_after_another() {
        let steps =
            [r#"{"mate":{"moves":2}}"#, r#""normalize""#, r#"{"purge":{"opcodes":["id"]}}"#].map(step);
        let mut recipe = Recipe::new("nightly".to_owned(), steps.to_vec());
        for (at, step) in steps.iter().enumerate() {
            let errand = Errand::next_of(recipe).expect("a step that is due");
            assert_eq!(&errand.step, step);
            assert_eq!(Errand::from_bytes(&errand.to_bytes()).as_ref(), Some(&errand));
            let place = args!["nightly".to_owned(), at + 1, 3_usize, word(step.title())];
            assert_eq!(errand.title(), say("recipe.doing", place));
            recipe = errand.rest().expect("a recipe");
        }
        assert_eq!(Errand::next_of(recipe), None);
    }

    #[test]
    fn a_step_that_has_begun_is_kept_as_it_is_done() {
        let stamp = step(r#"{"stamp":{}}"#);
        let recipe = Recipe::new("times".to_owned(), vec![stamp.clone(), stamp.clone()]);
        let mut errand = Errand::next_of(recipe).expect("a step");
        errand.step = stamp.clone().begun(1_000.into());
        assert_ne!(errand.step, stamp);
        let read = Errand::from_bytes(&errand.to_bytes()).expect("an errand");
        assert_eq!(read.step, errand.step);
        // The step after it begins later.
        let next = read.rest().and_then(Errand::next_of).expect("a step");
        assert_eq!(next.step, stamp);
    }

    #[test]
    fn a_step_alone_has_nothing_behind_it() {
        let mate = step(r#"{"mate":{"moves":2}}"#);
        let errand = Errand::from(mate.clone());
        assert_eq!((errand.title(), errand.rest()), ("tool.mate".into(), None));
        assert_eq!(errand.to_bytes(), mate.to_json().into_bytes());
        assert_eq!(Errand::from_bytes(&errand.to_bytes()), Some(errand));
        for unknown in [&b"{\"dance\":{}}"[..], b"\xff", b""] {
            assert_eq!(Errand::from_bytes(unknown), None);
        }
    }
}
