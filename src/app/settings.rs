//! All remembered choices of the user as a file, as a backup or for another browser.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::documents::dialect;
use crate::app::files::giving::give_text;
use crate::app::list::columns;
use crate::app::look::keys;
use crate::app::look::looks;
use crate::app::state::AppState;
use crate::app::{arrangement, bridge, language, panel, recipe};
use crate::browser::files::{self, FileInput};
use crate::browser::page;
use crate::language::{Text, args, say};
use crate::text::settings::{read, write};

const FILE: &str = "epidote-settings.txt";

/// Most bytes that are read from such a file.
const MOST: u64 = 1 << 20;

/// The names of all settings.
fn names() -> impl Iterator<Item = &'static str> {
    let others = [
        language::SETTING,
        columns::SETTING,
        dialect::SETTING,
        dialect::CODE_PAGE,
        dialect::FILES,
        panel::SETTING,
        bridge::SETTING,
        arrangement::SETTING,
        recipe::SETTING,
        keys::CHANGED,
        keys::LETTERS,
    ];
    looks::settings().into_iter().chain(others)
}

impl AppState {
    /// Saves the settings as a file, without those that were never changed.
    pub fn download_settings(self) {
        let settings: Vec<_> = names().filter_map(|name| Some((name, page::setting(name)?))).collect();
        give_text(self.notices, FILE, &write(&settings));
    }

    /// Applies the settings in a file. Settings that the file does not contain do not change, and neither do
    /// recipes and settings of files that it does not contain.
    pub fn open_settings(self, input: &FileInput) {
        let given = files::of_input(input);
        input.set_value("");
        let Some(given) = given.into_iter().next() else { return };
        spawn_local(async move {
            let name = given.name();
            let settings = match given.read(0..given.size().min(MOST + 1)).await {
                Ok(bytes) if bytes.len() as u64 <= MOST => {
                    read(&String::from_utf8_lossy(&bytes)).ok_or_else(|| Text::from("why.no-settings"))
                }
                Ok(_) => Err("why.no-settings".into()),
                Err(error) => Err(error.0),
            };
            // The message is in the dialog, because nothing behind the dialog can be reached.
            self.looks.message.set(Some(match settings {
                Ok(settings) => {
                    let count = self.take_settings(&settings);
                    say("looks.settings.taken", args![count, name])
                }
                Err(error) => say("looks.settings.refused", args![name, error]),
            }));
        });
    }

    /// Applies settings and returns the number of known ones. A look that there is not is none.
    fn take_settings(self, settings: &[(String, String)]) -> usize {
        let is_known = |(name, value): &&(String, String)| {
            names().any(|known| known == name) && looks::may_be(name, value)
        };
        let known: Vec<_> = settings.iter().filter(is_known).collect();
        for (name, value) in &known {
            match name.as_str() {
                recipe::SETTING => self.recipe.take_recipes(value),
                dialect::FILES => dialect::take_files(value),
                _ => page::keep_setting(name, value),
            }
        }
        self.recall_settings();
        known.len()
    }

    /// Brings the page in line with the settings.
    fn recall_settings(self) {
        for look in self.looks.all() {
            look.recall();
        }
        self.keys.recall();
        self.panes.recall();
        self.list.columns.set(columns::remembered());
        self.panel.recall_panel();
        self.language.recall_language();
    }
}
