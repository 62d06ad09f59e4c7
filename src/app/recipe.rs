//! Recipes: steps one after the other over the same records, with a name, kept in the browser, in a link,
//! and in a file that the command line runs too.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::files::giving::give_text;
use crate::app::state::AppState;
use crate::app::tool_table::Plan;
use crate::browser::page;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::language::Text;
use crate::recipe::Recipe;
use crate::verb::Step;

/// The setting that keeps recipes: each on a line of its own, its name before it.
pub(super) const SETTING: &str = "recipes";

/// Most recipes that are taken out of a file of settings.
const MOST_TAKEN: usize = 200;

/// The beginning of the fragment of a link.
const LINK: &str = "#/r/";

/// What is left of a recipe that runs: its file, its records, and its steps.
type Left = (DocumentId, Vec<RecordId>, Vec<Step>);

/// The signals of the recipe at hand.
#[derive(Debug, Clone, Copy)]
pub struct RecipeState {
    /// Its name.
    pub name: RwSignal<String>,
    /// Its steps.
    pub steps: RwSignal<Vec<Step>>,
    /// The recipes that the browser keeps: name and text.
    pub kept: RwSignal<Vec<(String, String)>>,
    left: StoredValue<Option<Left>, LocalStorage>,
}

impl Default for RecipeState {
    fn default() -> Self {
        let kept = page::setting(SETTING).unwrap_or_default();
        Self {
            name: RwSignal::new("recipe".to_owned()),
            steps: RwSignal::default(),
            kept: RwSignal::new(kept_of(&kept).collect()),
            left: StoredValue::new_local(None),
        }
    }
}

/// The recipes of a setting: name and text.
fn kept_of(setting: &str) -> impl Iterator<Item = (String, String)> {
    let of_line = |line: &str| line.split_once('\t').map(|(name, text)| (name.to_owned(), text.to_owned()));
    setting.lines().filter_map(of_line)
}

impl AppState {
    fn recipe_at_hand(self) -> Recipe {
        Recipe::new(self.recipe.name.get_untracked(), self.recipe.steps.get_untracked())
    }

    fn refuse_step(self, reason: Text) {
        self.tools.preview.set(Some(reason.into()));
    }

    /// Adds what the tool is set to as the last step.
    pub fn add_step(self) {
        match self.plan() {
            Ok((_, Plan::Step(step))) => self.recipe.steps.update(|steps| steps.push(step)),
            Ok(_) => self.refuse_step("why.no-step".into()),
            Err(reason) => self.refuse_step(reason),
        }
    }

    /// Takes all steps away.
    pub fn clear_recipe(self) {
        self.recipe.steps.set(Vec::new());
    }

    /// Does the steps with the records that are listed, each as one step of undo.
    pub fn run_recipe(self) {
        let Some(document) = self.documents.with_active(|open| open.id) else { return };
        if self.analysis.run.with_untracked(Option::is_some) {
            return self.refuse_step("why.other-run".into());
        }
        let mut steps = self.recipe.steps.get_untracked();
        steps.reverse();
        self.recipe.left.set_value(Some((document, self.list.listed_ids(), steps)));
        self.tools.is_open.set(false);
        self.run_next_step(false);
    }

    /// Goes on with the recipe that runs, unless it was stopped.
    pub(super) fn run_next_step(self, is_stopped: bool) {
        let next = self.recipe.left.try_update_value(|left| {
            let (document, ids, mut steps) = left.take().filter(|_| !is_stopped)?;
            let step: Step = steps.pop()?;
            *left = Some((document, ids.clone(), steps));
            Some((document, ids, step))
        });
        let Some((document, ids, step)) = next.flatten() else { return };
        // The file was closed, or another one is in front: a step must not go into the wrong one.
        if self.documents.with_active(|open| open.id) != Some(document) {
            self.recipe.left.set_value(None);
            return;
        }
        let title = self.recipe.name.get_untracked();
        let has_begun = self.do_step(document, ids, step, title.clone(), title);
        // Something else goes on, or the file must not change: what is left must not begin later, unasked.
        if !has_begun {
            self.recipe.left.set_value(None);
        }
    }

    /// Keeps the recipe in the browser, in the place of one of the same name.
    pub fn keep_recipe(self) {
        let name = self.recipe.name.get_untracked().replace(['\t', '\n'], " ");
        let text = self.recipe_at_hand().to_json_line();
        self.recipe.kept.update(|kept| {
            kept.retain(|(known, _)| *known != name);
            kept.push((name, text));
        });
        self.keep_recipes();
        self.notices.note("toast.recipe-kept");
    }

    /// Keeps the recipes of a setting too, under other names where there are others of the same.
    pub(super) fn take_recipes(self, setting: &str) {
        self.recipe.kept.update(|kept| {
            for (name, text) in kept_of(setting).take(MOST_TAKEN) {
                if kept.iter().any(|(_, known)| *known == text) {
                    continue;
                }
                let is_free = |name: &String| kept.iter().all(|(known, _)| known != name);
                let other = || (2..1_000).map(|at| format!("{name} ({at})")).find(is_free);
                let name = if is_free(&name) { name } else { other().unwrap_or(name) };
                kept.push((name, text));
            }
        });
        self.keep_recipes();
    }

    fn keep_recipes(self) {
        let lines = self.recipe.kept.with_untracked(|kept| {
            kept.iter().map(|(name, text)| format!("{name}\t{text}\n")).collect::<Vec<_>>().concat()
        });
        page::keep_setting(SETTING, &lines);
    }

    /// Takes out a recipe that is kept, by its place.
    pub fn choose_recipe(self, place: &str) {
        let place = place.parse().unwrap_or(usize::MAX);
        let text = self.recipe.kept.with_untracked(|kept| kept.get(place).map(|(_, text)| text.clone()));
        if let Some(text) = text {
            self.bring_recipe(&text);
        }
    }

    /// Puts a link to the recipe on the clipboard.
    pub fn copy_recipe_link(self) {
        let link =
            format!("{}{LINK}{}", page::address(), page::escaped(&self.recipe_at_hand().to_json_line()));
        spawn_local(self.links.put_link(link));
    }

    /// Saves the recipe as a file, for the command line.
    pub fn download_recipe(self) {
        give_text(
            self.notices,
            &format!("{}.json", self.recipe.name.get_untracked()),
            &self.recipe_at_hand().to_json(),
        );
    }

    /// Reads the recipe of a link; gives whether it was one. Nothing is done with it before the user says
    /// so.
    pub(super) fn open_recipe_link(self, fragment: &str) -> bool {
        let Some(text) = fragment.strip_prefix(LINK) else { return false };
        self.bring_recipe(&page::unescaped(text));
        self.notices.note("toast.recipe-shared");
        true
    }

    fn bring_recipe(self, text: &str) {
        match Recipe::from_json(text) {
            Ok(Recipe { name, steps, .. }) => {
                self.recipe.name.set(name);
                self.recipe.steps.set(steps);
            }
            Err(error) => self.notices.failed("toast.recipe-unreadable", error.text()),
        }
    }
}
