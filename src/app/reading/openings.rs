//! The files that are being opened. The user sees them and may stop them.

use leptos::prelude::*;

use crate::app::language::Language;
use crate::browser::page;
use crate::document::workspace::DocumentId;
use crate::language::say;

/// Most files that are opened together without a question.
pub(crate) const MANY: usize = 30;

/// A file that is being opened.
#[derive(Debug, Clone, Copy)]
pub struct Opening {
    /// Distinguishes files with the same name.
    pub serial: u32,
    /// The bytes read so far.
    pub done: RwSignal<u64>,
    /// The bytes in all.
    pub total: u64,
    /// When it began, by the clock of the page.
    pub since_ms: f64,
    /// Whether the user may stop it.
    pub can_cancel: bool,
    /// The document of its beginning, if that is open while the rest is read.
    pub shown: RwSignal<Option<DocumentId>>,
}

/// The files that are being opened.
#[derive(Debug, Clone, Copy)]
pub struct Openings {
    /// The files, with their names.
    pub list: RwSignal<Vec<(String, Opening)>>,
    serial: StoredValue<u32>,
    /// How much the user has done in the page.
    acts: StoredValue<u32>,
    language: Language,
}

impl Openings {
    /// Starts without files.
    pub fn new(language: Language) -> Self {
        let (serial, acts) = (StoredValue::new(0), StoredValue::new(0));
        Self { list: RwSignal::new(Vec::new()), serial, acts, language }
    }

    /// Counts a key, and whether something has used it by now. Who changes windows has done nothing here, and an Enter
    /// that has run a command is no act after it.
    pub fn note_key(self, key: &str, is_used: bool) {
        let has_run = key == "Enter" && is_used;
        if !has_run && !matches!(key, "Alt" | "AltGraph" | "Control" | "Meta" | "Shift") {
            self.note_act();
        }
    }

    /// Counts a press of the user.
    pub fn note_act(self) {
        self.acts.update_value(|acts| *acts = acts.wrapping_add(1));
    }

    /// How many keys and presses of the user there were.
    pub fn acts(self) -> u32 {
        self.acts.get_value()
    }

    /// Whether the user has done something since their count of acts was `since`. If so, a file that comes late must
    /// not take the place of the one they work on.
    pub(crate) fn has_acted(self, since: u32) -> bool {
        self.acts.get_value() != since
    }

    /// Shows the user that a file is being read.
    pub(crate) fn begin_opening(self, name: &str, total: u64, can_cancel: bool) -> Opening {
        let serial = self.serial.try_update_value(|count| {
            *count += 1;
            *count
        });
        let opening = Opening {
            serial: serial.unwrap_or_default(),
            done: RwSignal::new(0),
            total,
            since_ms: page::now_ms(),
            can_cancel,
            shown: RwSignal::new(None),
        };
        self.list.update(|list| list.push((name.to_owned(), opening)));
        opening
    }

    /// Whether it goes on: the user has not stopped it.
    pub(crate) fn is_wanted(self, opening: Opening) -> bool {
        self.list.with_untracked(|list| list.iter().any(|(_, known)| known.serial == opening.serial))
    }

    /// Stops opening a file.
    pub fn cancel_opening(self, serial: u32) {
        self.list.update(|list| list.retain(|(_, opening)| opening.serial != serial));
    }

    /// Asks the user whether to open this number of files, if there are many.
    pub(crate) fn are_wanted(self, count: usize) -> bool {
        count <= MANY || page::confirm(&self.language.say_now(&say("ask.many", [count])))
    }

    /// Stops reading the rest of a file whose beginning is open.
    pub fn cancel_rest_of(self, document: DocumentId) {
        self.list.update(|list| {
            list.retain(|(_, opening)| opening.shown.get_untracked() != Some(document));
        });
    }
}
