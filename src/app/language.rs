//! The language of the page: the one of the browser, or the one that the user chose, which is remembered. Its
//! texts are loaded when they are needed.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::notices::Notices;
use crate::browser::page;
use crate::language::{BRACKETED, Catalog, LANGUAGES, LATE, Text, say};

/// The name of the setting.
pub(super) const SETTING: &str = "language";

/// A language with its texts. The default is English, which needs no catalogue entries.
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
    /// The current language.
    pub spoken: RwSignal<Spoken>,
    notices: Notices,
}

impl Language {
    /// Starts with a language.
    pub fn new(spoken: Spoken, notices: Notices) -> Self {
        Self { spoken: RwSignal::new(spoken), notices }
    }

    /// A text in the language of the user. A view that calls this follows the language.
    pub fn say(self, text: &Text) -> String {
        self.spoken.with(|spoken| spoken.catalog.render(text))
    }

    /// A measure given in tenths, with one decimal, as the language of the user writes it. Few visits see one: its
    /// code can come late.
    #[inline(never)]
    pub fn tenths(self, tenths: i64) -> String {
        self.spoken.with(|spoken| spoken.catalog.decimal(tenths, 1))
    }

    /// The code of the language of the user, and its texts whose keys begin so, for a worker.
    #[inline(never)]
    pub fn part(self, prefix: &str) -> (String, String) {
        self.spoken.with_untracked(|Spoken { catalog, .. }| (catalog.code().to_owned(), catalog.part(prefix)))
    }

    /// As [`Self::say`], but without following the language, for commands.
    pub fn say_now(self, text: &Text) -> String {
        self.spoken.with_untracked(|spoken| spoken.catalog.render(text))
    }

    /// The text of a key in the language of the user. A view that calls this follows the language.
    pub fn tell(self, key: &str) -> String {
        self.spoken.with(|spoken| spoken.catalog.words(key))
    }

    /// A closure for a view that returns the text of a key and follows the language.
    pub fn words(self, key: &'static str) -> impl Fn() -> String + Copy + Send + Sync + 'static {
        move || self.tell(key)
    }

    /// The code of the language, for `lang` attributes.
    pub fn lang(self) -> &'static str {
        self.spoken.with(|spoken| spoken.code)
    }

    /// Changes to the language with this code, and remembers it.
    pub fn choose_language(self, code: &str) {
        page::keep_setting(SETTING, code);
        self.speak(code);
    }

    /// Loads the English texts that the build has put apart, and shows them. Without a network it is tried again.
    pub fn bring_late(self) {
        let english = Catalog::english();
        if !english.has(LATE) {
            return;
        }
        spawn_local(async move {
            let mut pause_ms = 1_000;
            loop {
                if let Ok(file) = page::fetch_text(english.get(LATE)).await {
                    Catalog::bring_late_english(&file);
                    return self.spoken.update(|spoken| {
                        if spoken.code == BRACKETED {
                            spoken.catalog = Arc::new(Catalog::bracketed());
                        }
                    });
                }
                gloo_timers::future::TimeoutFuture::new(pause_ms).await;
                pause_ms = (pause_ms * 2).min(60_000);
            }
        });
    }

    /// Changes to the language in the settings.
    pub(super) fn recall_language(self) {
        if let Some(code) = page::setting(SETTING) {
            self.speak(&code);
        }
    }

    /// Changes to the language with this code. If it cannot be read, the page stays as it is.
    pub(super) fn speak(self, code: &str) {
        let code = code.to_owned();
        spawn_local(async move {
            match read(&code).await {
                Ok(spoken) => self.spoken.set(spoken),
                Err(refused) => {
                    // The choice is reset to the current language.
                    self.spoken.notify();
                    self.notices.problem(refused);
                }
            }
        });
    }

    /// Keeps the `lang` attribute of the page up to date, and reports a language that was refused. Call once,
    /// in the root component.
    pub fn keep_language(self, refused: Option<Text>) {
        if let Some(refused) = refused {
            self.notices.problem(refused);
        }
        Effect::new(move || page::set_root_attribute("lang", Some(self.lang())));
    }
}

/// The language in which the page starts.
#[derive(Debug, Clone)]
pub struct First {
    /// The language.
    pub spoken: Spoken,
    /// The reason if it is not the one that was wanted.
    pub refused: Option<Text>,
}

impl First {
    /// The language that was chosen last time, or else the one of the browser. `static/looks.js` requested
    /// its file before this program was loaded.
    pub async fn read() -> Self {
        let code = page::setting(SETTING).or_else(page::language).unwrap_or_default();
        match read(&code).await {
            Ok(spoken) => Self { spoken, refused: None },
            Err(refused) => Self { spoken: Spoken::default(), refused: Some(refused) },
        }
    }
}

/// A language with its texts. A language unknown to the page becomes English.
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
