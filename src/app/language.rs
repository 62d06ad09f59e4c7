//! The language of the page: that of the browser, or the one chosen by the user, which is remembered. Its
//! texts are read when they are asked for.

use std::sync::Arc;

use leptos::prelude::Effect;
use wasm_bindgen_futures::spawn_local;

use crate::app::state::AppState;
use crate::browser::page;
use crate::language::{BRACKETED, Catalog, LANGUAGES, Text, say};

/// The setting that keeps the choice.
const SETTING: &str = "language";

/// A language with its texts. The default is English: a catalog without entries speaks it.
#[derive(Debug, Clone)]
pub struct Spoken {
    /// Its code, as in `lang` attributes.
    pub code: &'static str,
    /// Its texts.
    pub catalog: Arc<Catalog>,
}

impl Default for Spoken {
    fn default() -> Self {
        Self { code: LANGUAGES[0].0, catalog: Arc::default() }
    }
}

impl AppState {
    /// A text in the language of the user; a view that calls it follows the language.
    pub fn say(self, text: &Text) -> String {
        self.spoken.with(|spoken| spoken.catalog.render(text))
    }

    /// As [`Self::say`], for commands.
    pub fn say_now(self, text: &Text) -> String {
        self.spoken.with_untracked(|spoken| spoken.catalog.render(text))
    }

    /// A written text in the language of the user; a view that calls it follows the language.
    pub fn tell(self, written: &str) -> String {
        self.spoken.with(|spoken| spoken.catalog.tell(written))
    }

    /// A text for a part of a view, which follows the language.
    pub fn words(self, key: &'static str) -> impl Fn() -> String + Copy + Send + Sync + 'static {
        move || self.tell(key)
    }

    /// The code of the language, for `lang` attributes.
    pub fn lang(self) -> &'static str {
        self.spoken.with(|spoken| spoken.code)
    }

    /// Changes to a language, by its code, and remembers it.
    pub fn choose_language(self, code: &str) {
        page::keep_setting(SETTING, code);
        self.speak(code);
    }

    /// Changes to a language. One that cannot be read leaves the page as it is.
    pub(super) fn speak(self, code: &str) {
        if code == BRACKETED {
            let catalog = Arc::new(Catalog::bracketed());
            return self.spoken.set(Spoken { code: BRACKETED, catalog });
        }
        let known = LANGUAGES.iter().position(|(known, _)| *known == code).unwrap_or_default();
        let (code, name) = LANGUAGES[known];
        if known == 0 {
            return self.spoken.set(Spoken::default());
        }
        spawn_local(async move {
            match page::fetch_text(&format!("{code}.txt")).await {
                Ok(file) => self.spoken.set(Spoken { code, catalog: Arc::new(Catalog::read(&file)) }),
                Err(error) => {
                    // The choice shows what is spoken again.
                    self.spoken.notify();
                    self.toasts.problem(say("toast.language-failed", [name.to_owned(), error.to_string()]));
                }
            }
        });
    }

    /// Changes to the language that was chosen last time, or else to the one of the browser, and tells the
    /// browser what is spoken. Call once, in the root component.
    pub fn keep_language(self) {
        if let Some(code) = page::setting(SETTING).or_else(page::language) {
            self.speak(&code);
        }
        Effect::new(move || page::set_root_attribute("lang", Some(self.lang())));
    }
}
