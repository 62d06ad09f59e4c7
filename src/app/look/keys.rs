//! Keys: which command a key asks for, and how the user changes that.

use leptos::prelude::*;

use crate::app::state::AppState;
use crate::browser::page;
use crate::commands::{COMMANDS, Command, Row, is_single};

/// The names of the settings.
pub(crate) const CHANGED: &str = "keys";
pub(crate) const LETTERS: &str = "single-keys";

/// The signals of the keys.
#[derive(Debug, Clone, Copy)]
pub struct KeysState {
    /// Commands whose keys the user changed.
    pub changed: RwSignal<Vec<(Command, String)>>,
    /// Whether single characters are keys.
    pub has_letters: RwSignal<bool>,
    /// The command that is to get the next key that is pressed.
    pub waiting: RwSignal<Option<Command>>,
    /// The command that has the key which was pressed for another.
    pub taken_by: RwSignal<Option<Command>>,
}

/// The keys that the user changed, and whether single characters are keys, as the settings have them.
fn remembered() -> (Vec<(Command, String)>, bool) {
    let line = |line: &str| {
        let (id, keys) = line.split_once('=')?;
        Some((Command::by_id(id)?, keys.to_owned()))
    };
    let changed =
        page::setting(CHANGED).unwrap_or_default().lines().filter_map(line).take(COMMANDS.len()).collect();
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
    /// The keys of a command; a view that asks follows them.
    pub fn of(self, row: &Row) -> Vec<String> {
        let own = self.changed.with(|changed| {
            changed.iter().find(|(command, _)| *command == row.command).map(|(_, keys)| vec![keys.clone()])
        });
        let has_letters = self.has_letters.get();
        let mut keys = own.unwrap_or_else(|| row.keys.iter().map(|&keys| keys.to_owned()).collect());
        keys.retain(|keys| has_letters || !is_single(keys));
        keys
    }

    /// Takes the keys that the settings have.
    pub(crate) fn recall(self) {
        let (changed, has_letters) = remembered();
        self.changed.set(changed);
        self.has_letters.set(has_letters);
    }

    fn command_of(self, written: &str) -> Option<&'static Row> {
        untrack(|| COMMANDS.iter().find(|row| self.of(row).iter().any(|keys| keys == written)))
    }

    fn keep(self) {
        let lines = self.changed.with_untracked(|changed| {
            changed.iter().map(|(command, keys)| format!("{}={keys}", command.row().id)).collect::<Vec<_>>()
        });
        page::keep_setting(CHANGED, &lines.join("\n"));
    }

    /// Gives a command the keys of the table again.
    pub fn reset(self, command: Command) {
        self.changed.update(|changed| changed.retain(|(known, _)| *known != command));
        self.keep();
    }

    /// Switches single characters on or off.
    pub fn use_letters(self, has_letters: bool) {
        self.has_letters.set(has_letters);
        page::keep_setting(LETTERS, if has_letters { "yes" } else { "no" });
    }

    /// The next key that is pressed is for this command.
    pub fn wait_for(self, command: Command) {
        self.taken_by.set(None);
        self.waiting.set(Some(command));
    }

    /// A key was pressed for a command. One that another command has is not given away.
    fn take(self, command: Command, written: String) {
        if written == "Escape" {
            self.waiting.set(None);
            return;
        }
        let other = self.command_of(&written).map(|row| row.command).filter(|&other| other != command);
        self.taken_by.set(other);
        if other.is_none() {
            self.waiting.set(None);
            self.changed.update(|changed| {
                changed.retain(|(known, _)| *known != command);
                changed.push((command, written));
            });
            self.keep();
        }
    }
}

/// A key with its modifiers as the table writes it; nothing for a modifier alone.
fn written(event: &leptos::ev::KeyboardEvent) -> Option<String> {
    let key = event.key();
    if matches!(key.as_str(), "Control" | "Shift" | "Alt" | "Meta" | "AltGraph" | "Dead" | "Unidentified") {
        return None;
    }
    let mut out = String::new();
    if event.ctrl_key() || event.meta_key() {
        out.push_str("Ctrl+");
    }
    if event.alt_key() {
        out.push_str("Alt+");
    }
    let letter = key.chars().count() == 1;
    // A sign that needs Shift on some keyboards is written by itself.
    let sign = letter && key.chars().all(|c| c.is_ascii() && !c.is_ascii_alphanumeric());
    if event.shift_key() && !sign {
        out.push_str("Shift+");
    }
    let chord = out.contains("Ctrl+");
    out.push_str(&if letter && chord { key.to_ascii_uppercase() } else { key });
    Some(out)
}

impl AppState {
    /// Does what a key asks for, if it is one of these commands: where only they have a meaning.
    pub fn press_one_of(self, event: &leptos::ev::KeyboardEvent, commands: &[Command]) {
        let row = written(event).and_then(|written| self.keys.command_of(&written));
        if let Some(row) = row.filter(|row| commands.contains(&row.command)) {
            event.prevent_default();
            self.run_command(row.command);
        }
    }

    /// Does what a key asks for, if it is one of the table.
    pub fn press(self, event: &leptos::ev::KeyboardEvent) {
        if event.default_prevented() || event.is_composing() || page::is_in_select(event) {
            return;
        }
        let Some(written) = written(event) else { return };
        if let Some(command) = self.keys.waiting.get_untracked() {
            // Who goes on by keyboard is not held, and what presses buttons presses no command.
            if matches!(event.key().as_str(), "Tab" | "Enter" | " ") {
                self.keys.waiting.set(None);
                return;
            }
            event.prevent_default();
            self.keys.take(command, written);
            return;
        }
        // A dialog has the keyboard while it is open.
        if page::has_dialog() {
            return;
        }
        let Some(row) = self.keys.command_of(&written) else { return };
        if is_single(&written) && page::is_in_text_field(event) {
            return;
        }
        event.prevent_default();
        // The browser's own undo goes over all fields of a page, the record's text included: in
        // a field that is no part of the document the key does nothing.
        if !(row.is_of_document && page::is_outside_document(event)) {
            self.run_command(row.command);
        }
    }
}
