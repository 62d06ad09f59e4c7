//! Keys: the commands of keys, and how the user changes them.

use leptos::prelude::*;

use crate::browser::page;
use crate::commands::{Command, Row, is_single};
use crate::logic::keys::{Changed, Pressed, latin};

/// The names of the settings.
pub(crate) const CHANGED: &str = "keys";
pub(crate) const LETTERS: &str = "single-keys";

/// The signals of the keys.
#[derive(Debug, Clone, Copy)]
pub struct KeysState {
    /// Commands whose keys the user changed.
    pub changed: RwSignal<Changed>,
    /// Whether single characters are keys.
    pub has_letters: RwSignal<bool>,
    /// The command for which the next key press is recorded.
    pub waiting: RwSignal<Option<Command>>,
    /// The command that already has the key that was pressed for another command.
    pub taken_by: RwSignal<Option<Command>>,
}

/// The keys that the user changed, and whether single characters are keys, from the settings.
fn remembered() -> (Changed, bool) {
    let changed = Changed::read(&page::setting(CHANGED).unwrap_or_default());
    (changed, page::setting(LETTERS).as_deref() != Some("no"))
}

impl Default for KeysState {
    fn default() -> Self {
        let (changed, has_letters) = remembered();
        Self {
            changed: RwSignal::new(changed),
            has_letters: RwSignal::new(has_letters),
            waiting: RwSignal::new(None),
            taken_by: RwSignal::new(None),
        }
    }
}

impl KeysState {
    /// The keys of a command. A view that asks follows them.
    pub fn of(self, row: &Row) -> Vec<String> {
        let has_letters = self.has_letters.get();
        self.changed.with(|changed| changed.keys_of(row, has_letters))
    }

    /// Takes the keys from the settings.
    pub(crate) fn recall(self) {
        let (changed, has_letters) = remembered();
        self.changed.set(changed);
        self.has_letters.set(has_letters);
    }

    fn command_of(self, written: &str) -> Option<&'static Row> {
        let has_letters = self.has_letters.get_untracked();
        self.changed.with_untracked(|changed| changed.command_of(written, has_letters))
    }

    fn keep(self) {
        page::keep_setting(CHANGED, &self.changed.with_untracked(Changed::written));
    }

    /// Resets a command to its keys in the table.
    pub fn reset(self, command: Command) {
        self.changed.update(|changed| changed.reset(command));
        self.keep();
    }

    /// Switches single characters on or off.
    pub fn use_letters(self, has_letters: bool) {
        self.has_letters.set(has_letters);
        page::keep_setting(LETTERS, if has_letters { "yes" } else { "no" });
    }

    /// Records the next key press for this command.
    pub fn wait_for(self, command: Command) {
        self.taken_by.set(None);
        self.waiting.set(Some(command));
    }

    /// Gives a command the pressed key, unless another command has it.
    fn take(self, command: Command, written: String) {
        if written == "Escape" {
            self.waiting.set(None);
            return;
        }
        let mut changed = self.changed.get_untracked();
        let taken = changed.take(command, written, self.has_letters.get_untracked());
        self.taken_by.set(taken.err());
        if taken.is_ok() {
            self.waiting.set(None);
            self.changed.set(changed);
            self.keep();
        }
    }
}

/// The character of a key, in Latin letters where the layout has others.
pub fn latin_key(event: &leptos::ev::KeyboardEvent) -> String {
    latin(&event.key(), &event.code(), event.shift_key(), event.get_modifier_state("AltGraph"))
}

/// A key with its modifiers, as the table writes it; `None` for a modifier alone.
fn written(event: &leptos::ev::KeyboardEvent) -> Option<String> {
    let ctrl = event.ctrl_key() || event.meta_key();
    let key = latin_key(event);
    Pressed { key: &key, ctrl, alt: event.alt_key(), shift: event.shift_key() }.written()
}

impl KeysState {
    /// The command of a key if it is one of these, in a place where only these have a meaning.
    pub fn asks_one_of(self, event: &leptos::ev::KeyboardEvent, commands: &[Command]) -> Option<Command> {
        let command = self.command_of(&written(event)?)?.command;
        commands.contains(&command).then(|| {
            event.prevent_default();
            command
        })
    }

    /// The command of a key, if there is one. While a key is being recorded, the key is recorded instead.
    pub fn asks(self, event: &leptos::ev::KeyboardEvent) -> Option<Command> {
        if event.default_prevented() || event.is_composing() {
            return None;
        }
        // A drop-down list has its own keys, but none with Ctrl: the field of moves is one, and what it adds can be undone.
        if page::is_in_select(event) && !event.ctrl_key() && !event.meta_key() {
            return None;
        }
        let written = written(event)?;
        if let Some(command) = self.waiting.get_untracked() {
            // The user can still move on by keyboard, and keys that press buttons cannot be recorded.
            if matches!(event.key().as_str(), "Tab" | "Enter" | " ") {
                self.waiting.set(None);
                return None;
            }
            event.prevent_default();
            self.take(command, written);
            return None;
        }
        // An open dialog gets all keys.
        if page::has_dialog() {
            return None;
        }
        let row = self.command_of(&written)?;
        if is_single(&written) && page::is_in_text_field(event) {
            return None;
        }
        event.prevent_default();
        // The browser's own undo covers all fields of a page, including the text of the record. In a field
        // that is not part of the document, the key does nothing.
        (!(row.command.is_of_document() && page::is_outside_document(event))).then_some(row.command)
    }
}
