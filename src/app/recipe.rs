//! Recipes: a named list of steps that run one after the other over the same records. Recipes are kept in the
//! browser, in links, and in files that the command line can run too.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::AnalysisState;
use crate::app::documents::Documents;
use crate::app::files::giving::give_text;
use crate::app::list::List;
use crate::app::notices::Notices;
use crate::app::share::link::Links;
use crate::app::tools::Tools;
use crate::browser::page;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::language::{Text, args, say, word};
use crate::logic::cards::{Card, move_card};
use crate::logic::kept_recipes::{Kept, add_kept, kept_of, name_of, setting_of};
use crate::recipe::{LINK, Recipe};
use crate::run::{Errand, Next, Series};

/// The setting that holds the recipes, one on a line, each after its name.
pub(super) const SETTING: &str = "recipes";

/// The current recipe, and those that are kept.
#[derive(Debug, Clone, Copy)]
pub struct Recipes {
    /// The name of the current recipe.
    pub name: RwSignal<String>,
    /// The steps of the current recipe.
    pub cards: RwSignal<Vec<Card>>,
    /// The recipes kept in the browser.
    pub kept: RwSignal<Vec<Kept>>,
    left: StoredValue<Option<Series>, LocalStorage>,
    documents: &'static Documents,
    list: &'static List,
    tools: &'static Tools,
    analysis: &'static AnalysisState,
    links: &'static Links,
    notices: Notices,
}

/// The parts that recipes need.
#[derive(Debug, Clone, Copy)]
pub(super) struct RecipesParts {
    pub(super) documents: &'static Documents,
    pub(super) list: &'static List,
    pub(super) tools: &'static Tools,
    pub(super) analysis: &'static AnalysisState,
    pub(super) links: &'static Links,
    pub(super) notices: Notices,
}

impl Recipes {
    /// Starts with an empty recipe and those that the browser keeps.
    pub(super) fn new(parts: RecipesParts) -> Self {
        let RecipesParts { documents, list, tools, analysis, links, notices } = parts;
        let kept = page::setting(SETTING).unwrap_or_default();
        Self {
            name: RwSignal::new("recipe".to_owned()),
            cards: RwSignal::default(),
            kept: RwSignal::new(kept_of(&kept).collect()),
            left: StoredValue::new_local(None),
            documents,
            list,
            tools,
            analysis,
            links,
            notices,
        }
    }
}

impl Recipes {
    fn recipe_at_hand(&'static self) -> Recipe {
        Card::recipe(self.name.get_untracked(), &self.cards.get_untracked())
    }

    /// Adds the step of the current tool at the end.
    pub fn add_step(&'static self) {
        match self.tools.step() {
            Ok(step) => self.cards.update(|cards| cards.push(Card { step, is_on: true })),
            Err(reason) => self.tools.refuse(reason.text()),
        }
    }

    /// Removes all steps.
    pub fn clear_recipe(&'static self) {
        self.cards.set(Vec::new());
    }

    /// Removes a step.
    pub fn remove_step(&'static self, at: usize) {
        self.cards.update(|cards| {
            if at < cards.len() {
                cards.remove(at);
            }
        });
    }

    /// Moves a step to another place.
    pub fn move_step(&'static self, from: usize, to: usize) {
        self.cards.update(|cards| move_card(cards, from, to));
    }

    /// Switches a step on or off.
    pub fn switch_step(&'static self, at: usize, is_on: bool) {
        self.cards.update(|cards| {
            if let Some(card) = cards.get_mut(at) {
                card.is_on = is_on;
            }
        });
    }

    /// Runs the steps over the listed records. Each step is one step of undo, which has its number and its name.
    pub fn run_recipe(&'static self) {
        let Some(document) = self.documents.with_active(|open| open.id) else { return };
        if self.analysis.run.with_untracked(Option::is_some) {
            return self.tools.refuse("why.other-run".into());
        }
        let Some(ids) = self.list.whole_choice() else { return };
        let recipe = Recipe::new(self.name.get_untracked(), self.recipe_at_hand().to_do());
        self.left.set_value(Some(Series::new(document, ids, recipe)));
        self.tools.is_open.set(false);
        self.run_next_step(false);
    }

    /// Notes that a run is resumed which an earlier page left. If it is a step of a recipe, the steps after it follow it.
    pub(super) fn follow_resumed(&'static self, document: DocumentId, ids: Vec<RecordId>, errand: &Errand) {
        self.left.set_value(Series::behind(document, ids, errand));
    }

    /// Runs the next step of the running recipe, unless it was stopped. By then the messages of the step before have been shown.
    pub(super) fn run_next_step(&'static self, is_stopped: bool) {
        let Some(mut left) = self.left.try_update_value(Option::take).flatten() else { return };
        if let Some(found) = self.analysis.tally.with_untracked(|tally| left.step_ended(tally)) {
            self.analysis.tally.set(found);
        }
        let errand = match left.take_next(is_stopped, self.documents.with_active(|open| open.id)) {
            Next::Step(errand) => errand,
            // Each step has shown its own messages.
            Next::Done { name, failed: 0 } => return self.notices.note(say("toast.recipe-done", [name])),
            Next::Done { name, failed } => {
                return self.notices.problem(say("toast.recipe-failed", args![name, failed]));
            }
            Next::Nothing => return,
        };
        let (document, ids, title) = (left.document, left.ids.clone(), errand.title());
        self.left.set_value(Some(left));
        // If another run is in progress, or the file must not change, the remaining steps must not begin later, unasked.
        if !self.tools.do_step(document, ids, errand, title.clone(), title) {
            self.left.set_value(None);
        }
    }

    /// Keeps the recipe in the browser. It replaces one with the same name.
    pub fn keep_recipe(&'static self) {
        let name = name_of(&self.name.get_untracked());
        let text = self.recipe_at_hand().to_json_line();
        self.kept.update(|kept| {
            kept.retain(|(known, _)| *known != name);
            kept.push((name, text));
        });
        self.keep_recipes();
        self.notices.note("toast.recipe-kept");
    }

    /// Adds the recipes of a setting to those that are kept. A name that is taken gets a number.
    pub(super) fn take_recipes(&'static self, setting: &str) {
        self.kept.update(|kept| add_kept(kept, setting));
        self.keep_recipes();
    }

    fn keep_recipes(&'static self) {
        page::keep_setting(SETTING, &self.kept.with_untracked(|kept| setting_of(kept)));
    }

    /// Makes a kept recipe, given by its index, the current one.
    pub fn choose_recipe(&'static self, place: &str) {
        let place = place.parse().unwrap_or(usize::MAX);
        let text = self.kept.with_untracked(|kept| kept.get(place).map(|(_, text)| text.clone()));
        if let Some(text) = text {
            self.bring_recipe(&text);
        }
    }

    /// Puts a link to the recipe on the clipboard.
    pub fn copy_recipe_link(&'static self) {
        let link =
            format!("{}{LINK}{}", page::address(), page::escaped(&self.recipe_at_hand().to_json_line()));
        spawn_local(self.links.put_link(link));
    }

    /// Saves the recipe as a file, for the command line.
    pub fn download_recipe(&'static self) {
        give_text(
            self.notices,
            &format!("{}.json", self.name.get_untracked()),
            &self.recipe_at_hand().to_json(),
        );
    }

    /// Reads the recipe in a link and returns whether there was one; if it can be read, `on_read` is called. It does
    /// not run until the user starts it.
    pub(super) fn open_recipe_link(&'static self, fragment: &str, on_read: impl FnOnce()) -> bool {
        let Some(text) = fragment.strip_prefix(LINK) else { return false };
        if self.bring_recipe(&page::unescaped(text)) {
            self.notices.note(say("toast.recipe-shared", [word("command.many")]));
            on_read();
        }
        true
    }

    /// Takes over the recipe of a file, and calls `on_read` if it can be read. It does not run until the user starts it.
    pub(super) fn open_recipe_file(&'static self, text: &str, on_read: impl FnOnce()) {
        if self.bring_recipe(text) {
            let has_file = self.documents.with_active(|_| ()).is_some();
            self.notices.note(if has_file {
                Text::from("toast.recipe-opened")
            } else {
                say("toast.recipe-waits", [word("command.many")])
            });
            on_read();
        }
    }

    /// Takes over a recipe; returns whether it can be read.
    fn bring_recipe(&'static self, text: &str) -> bool {
        let read = Recipe::from_json(text)
            .map_err(|error| self.notices.failed("toast.recipe-unreadable", error.text()));
        let Ok(recipe) = read else { return false };
        self.name.set(recipe.name.clone());
        self.cards.set(Card::all_of(recipe));
        true
    }
}
