//! A recipe in progress: the steps that are left, over the same records of a file.

use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::recipe::Recipe;
use crate::run::{Errand, Tally};

/// The rest of a running recipe.
#[derive(Debug)]
pub struct Series {
    /// The file.
    pub document: DocumentId,
    /// The records that each step goes over.
    pub ids: Vec<RecordId>,
    /// The recipe as it was when it was begun. Steps that have begun are switched off in it.
    recipe: Recipe,
    /// Whether the step in progress is a search; `None` before the first one.
    is_search: Option<bool>,
    /// What the last search has found.
    found: Option<Tally>,
    /// How often a step failed with a record.
    failed: usize,
}

/// What comes next.
#[derive(Debug, PartialEq)]
pub enum Next {
    /// This step.
    Step(Errand),
    /// Nothing: all steps are done.
    Done {
        /// The name of the recipe.
        name: String,
        /// How often a step failed with a record.
        failed: usize,
    },
    /// Nothing: no step was done, or no other may be.
    Nothing,
}

impl Series {
    /// A recipe that begins.
    pub fn new(document: DocumentId, ids: Vec<RecordId>, recipe: Recipe) -> Self {
        Self { document, ids, recipe, is_search: None, found: None, failed: 0 }
    }

    /// What comes after a search that is resumed; `None` if it is not the step of a recipe.
    pub fn behind(document: DocumentId, ids: Vec<RecordId>, errand: &Errand) -> Option<Self> {
        Some(Self { is_search: Some(true), ..Self::new(document, ids, errand.rest()?) })
    }

    /// The step in progress has ended with these results. Returns what is to be shown in their place: what a search
    /// found is still to be read when the steps after it have ended.
    pub fn step_ended(&mut self, tally: &Tally) -> Option<Tally> {
        self.failed += self.is_search.map_or(0, |_| tally.failed);
        match self.is_search {
            Some(true) => {
                self.found = Some(tally.clone());
                None
            }
            Some(false) => self.found.clone(),
            None => None,
        }
    }

    /// Takes the next step. There is none after a stop, nor if the active file is another one or none: a step must not
    /// change the wrong file.
    pub fn take_next(&mut self, is_stopped: bool, active: Option<DocumentId>) -> Next {
        if is_stopped || active != Some(self.document) {
            return Next::Nothing;
        }
        match (Errand::next_of(self.recipe.clone()), self.is_search) {
            (Some(errand), _) => {
                self.recipe.switch_off_next();
                self.is_search = Some(errand.step.is_searched());
                Next::Step(errand)
            }
            (None, Some(_)) => Next::Done { name: self.recipe.name.clone(), failed: self.failed },
            (None, None) => Next::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::document::workspace::Workspace;
    use crate::verb::Step;

    fn recipe(steps: &[&str]) -> Recipe {
        let steps = steps.iter().map(|step| Step::from_json(step).expect("a step")).collect();
        Recipe::new("nightly".to_owned(), steps)
    }

    fn file() -> (DocumentId, Vec<RecordId>) {
        let document = Document::from_bytes("a", b"1\n2\n".to_vec());
        let ids = document.all_ids();
        (Workspace::default().open(document), ids)
    }

    fn series(steps: &[&str]) -> Series {
        let (document, ids) = file();
        Series::new(document, ids, recipe(steps))
    }

    /// Takes the next step while the file is the active one.
    fn next(series: &mut Series) -> Next {
        series.take_next(false, Some(series.document))
    }

    fn failed(failed: usize) -> Tally {
        Tally { failed, ..Tally::default() }
    }

    /// The name of the step that comes next.
    fn name(next: &Next) -> &'static str {
        match next {
            Next::Step(errand) => errand.step.name(),
            Next::Done { .. } => "done",
            Next::Nothing => "nothing",
        }
    }

    const MATE: &str = r#"{"mate":{"moves":2}}"#;

    #[test]
    fn steps_come_one_after_another() {
        let mut series = series(&["\"normalize\"", MATE, "\"tenths\"", "\"reverse\""]);
        // Before the first step there are no results, whatever is still shown of an earlier run.
        assert_eq!(series.step_ended(&failed(9)), None);
        assert_eq!(name(&next(&mut series)), "normalize");
        assert_eq!(series.step_ended(&failed(1)), None);
        assert_eq!(name(&next(&mut series)), "mate");
        assert_eq!(series.step_ended(&failed(2)), None);
        assert_eq!(name(&next(&mut series)), "tenths");
        // What the search found is shown again after each later step.
        assert_eq!(series.step_ended(&failed(0)), Some(failed(2)));
        assert_eq!(name(&next(&mut series)), "reverse");
        assert_eq!(series.step_ended(&failed(4)), Some(failed(2)));
        assert_eq!(next(&mut series), Next::Done { name: "nightly".to_owned(), failed: 7 });
    }

    #[test]
    fn a_recipe_without_steps_does_nothing() {
        let mut empty = series(&[]);
        assert_eq!(empty.step_ended(&Tally::default()), None);
        assert_eq!(next(&mut empty), Next::Nothing);
        let mut off = recipe(&[MATE]);
        off.off = vec![1];
        let mut series = Series::new(file().0, Vec::new(), off);
        assert_eq!(next(&mut series), Next::Nothing);
    }

    #[test]
    fn a_search_that_is_resumed_is_followed_by_the_rest() {
        let Next::Step(errand) = next(&mut series(&[MATE, "\"tenths\""])) else { panic!() };
        let mut rest = Series::behind(file().0, Vec::new(), &errand).expect("a recipe");
        assert_eq!(rest.step_ended(&failed(3)), None);
        assert_eq!(name(&next(&mut rest)), "tenths");
        assert_eq!(rest.step_ended(&failed(0)), Some(failed(3)));
        assert_eq!(next(&mut rest), Next::Done { name: "nightly".to_owned(), failed: 3 });
        let alone = Errand::from(Step::from_json(MATE).expect("a step"));
        assert!(Series::behind(file().0, Vec::new(), &alone).is_none());
    }

    #[test]
    fn no_step_follows_a_stop_or_in_another_file() {
        let (document, ids) = file();
        let mut workspace = Workspace::default();
        workspace.open(Document::from_bytes("b", Vec::new()));
        let other = workspace.open(Document::from_bytes("c", Vec::new()));
        let mut series = Series::new(document, ids, recipe(&[MATE, "\"tenths\""]));
        for (is_stopped, active) in [(true, Some(document)), (false, Some(other)), (false, None)] {
            assert_eq!(series.take_next(is_stopped, active), Next::Nothing);
        }
        assert_eq!(name(&next(&mut series)), "mate");
        // Nor is a recipe told as done whose file is gone.
        assert_eq!(name(&next(&mut series)), "tenths");
        assert_eq!(series.take_next(false, None), Next::Nothing);
        assert_eq!(name(&next(&mut series)), "done");
    }
}
