//! The language of findings and opcodes: chosen by the user, remembered, read when asked for.

use std::sync::Arc;

use wasm_bindgen_futures::spawn_local;

use crate::app::state::AppState;
use crate::browser::page;
use crate::language::{Catalog, Text};

/// A language the user can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English, which is part of the program.
    #[default]
    English,
    /// Russian, a file beside the page.
    Russian,
}

impl Language {
    /// The word in the settings and in `lang` attributes.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Russian => "ru",
        }
    }

    /// Its own name for itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Russian => "Русский",
        }
    }

    /// The one to change to.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::English => Self::Russian,
            Self::Russian => Self::English,
        }
    }
}

/// A language with its texts. The default is English: a catalog without entries speaks it.
#[derive(Debug, Clone, Default)]
pub struct Spoken {
    /// Which it is.
    pub language: Language,
    /// Its texts.
    pub catalog: Arc<Catalog>,
}

impl AppState {
    /// A text in the language of the user; a view that calls it follows the language.
    pub fn say(self, text: &Text) -> String {
        self.spoken.with(|spoken| spoken.catalog.render(text))
    }

    /// The code of the language, for `lang` attributes.
    pub fn lang(self) -> &'static str {
        self.spoken.with(|spoken| spoken.language.code())
    }

    /// As [`Self::say`], for commands.
    pub fn say_now(self, text: &Text) -> String {
        self.spoken.with_untracked(|spoken| spoken.catalog.render(text))
    }

    /// Changes to a language and remembers it. One that cannot be read leaves the page as it is.
    pub fn speak(self, language: Language) {
        if language == Language::English {
            self.speak_with(Spoken::default());
            return;
        }
        spawn_local(async move {
            match page::fetch_text(&format!("{}.txt", language.code())).await {
                Ok(file) => self.speak_with(Spoken { language, catalog: Arc::new(Catalog::read(&file)) }),
                Err(error) => self
                    .toasts
                    .problem(format!("The texts in {} could not be loaded ({error}).", language.name())),
            }
        });
    }

    fn speak_with(self, spoken: Spoken) {
        page::keep_setting("language", spoken.language.code());
        self.spoken.set(spoken);
    }

    /// Changes to the language that was chosen last time.
    pub fn recall_language(self) {
        if page::setting("language").as_deref() == Some(Language::Russian.code()) {
            self.speak(Language::Russian);
        }
    }
}
