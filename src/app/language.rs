//! The language of the page: that of the browser, or the one chosen by the user, which is remembered. Its
//! texts are read when they are asked for.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::notices::Notices;
use crate::browser::page;
use crate::language::{BRACKETED, Catalog, LANGUAGES, Text, say};

/// The setting that keeps the choice.
pub(super) const SETTING: &str = "language";

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

/// The language of the page.
#[derive(Debug, Clone, Copy)]
pub struct Language {
    /// What is spoken.
    pub spoken: RwSignal<Spoken>,
    notices: Notices,
}

impl Language {
    /// Speaks a language from the beginning.
    pub fn new(spoken: Spoken, notices: Notices) -> Self {
        Self { spoken: RwSignal::new(spoken), notices }
    }

    /// A text in the language of the user; a view that calls it follows the language.
    pub fn say(self, text: &Text) -> String {
        self.spoken.with(|spoken| spoken.catalog.render(text))
    }

    /// As [`Self::say`], for commands.
    pub fn say_now(self, text: &Text) -> String {
        self.spoken.with_untracked(|spoken| spoken.catalog.render(text))
    }

    /// The entry with a key in the language of the user; a view that calls it follows the language.
    pub fn tell(self, key: &str) -> String {
        self.spoken.with(|spoken| spoken.catalog.words(key))
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

    /// Changes to the language of the settings.
    pub(super) fn recall_language(self) {
        if let Some(code) = page::setting(SETTING) {
            self.speak(&code);
        }
    }

    /// Changes to a language. One that cannot be read leaves the page as it is.
    pub(super) fn speak(self, code: &str) {
        let code = code.to_owned();
        spawn_local(async move {
            match read(&code).await {
                Ok(spoken) => self.spoken.set(spoken),
                Err(refused) => {
                    // The choice shows what is spoken again.
                    self.spoken.notify();
                    self.notices.problem(refused);
                }
            }
        });
    }

    /// Tells the browser what is spoken, and the user what could not be. Call once, in the root component.
    pub fn keep_language(self, refused: Option<Text>) {
        if let Some(refused) = refused {
            self.notices.problem(refused);
        }
        Effect::new(move || page::set_root_attribute("lang", Some(self.lang())));
    }
}

/// The language that the page starts in.
#[derive(Debug, Clone)]
pub struct First {
    /// The language.
    pub spoken: Spoken,
    /// Why it is not the one that was wanted.
    pub refused: Option<Text>,
}

impl First {
    /// The language that was chosen last time, or else the one of the browser. Its file is on the way since
    /// before the program was (`static/looks.js`).
    pub async fn read() -> Self {
        let code = page::setting(SETTING).or_else(page::language).unwrap_or_default();
        match read(&code).await {
            Ok(spoken) => Self { spoken, refused: None },
            Err(refused) => Self { spoken: Spoken::default(), refused: Some(refused) },
        }
    }
}

/// A language with its texts; English instead of one that the page does not know.
async fn read(code: &str) -> Result<Spoken, Text> {
    if code == BRACKETED {
        return Ok(Spoken { code: BRACKETED, catalog: Arc::new(Catalog::bracketed()) });
    }
    let known = LANGUAGES.iter().position(|(known, _)| *known == code).unwrap_or_default();
    let (code, name) = LANGUAGES[known];
    if known == 0 {
        return Ok(Spoken::default());
    }
    match page::fetch_text(&format!("{code}.txt")).await {
        Ok(file) => Ok(Spoken { code, catalog: Arc::new(Catalog::read(code, &file)) }),
        Err(error) => Err(say("toast.language-failed", [name.to_owned(), error.to_string()])),
    }
}
