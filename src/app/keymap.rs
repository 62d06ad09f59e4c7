//! Keys: one table for what they do and for the help.

use crate::app::state::AppState;
use crate::browser::page;

/// Where a key works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Everywhere.
    Anywhere,
    /// Not in fields that are no part of the document, such as the limit of the search.
    Document,
    /// Not while text is typed.
    OutsideText,
}

/// One key and what it does.
#[derive(Debug, Clone, Copy)]
pub struct Shortcut {
    /// The key as the user reads it; `Ctrl` is the command key on a Mac.
    pub keys: &'static str,
    /// What it does.
    pub label: &'static str,
    /// Where it works.
    pub scope: Scope,
    run: fn(AppState),
}

const fn key(keys: &'static str, label: &'static str, scope: Scope, run: fn(AppState)) -> Shortcut {
    Shortcut { keys, label, scope, run }
}

/// All keys of the page. Keys of the board and the list are their own.
pub static SHORTCUTS: &[Shortcut] = &[
    key("Ctrl+O", "Open files", Scope::Anywhere, |_| page::focus_and_click("open-button")),
    key("Ctrl+S", "Save", Scope::Anywhere, AppState::save),
    key("Ctrl+Shift+S", "Save as", Scope::Anywhere, AppState::save_as),
    key("Ctrl+Z", "Undo", Scope::Document, AppState::undo),
    key("Ctrl+Shift+Z", "Redo", Scope::Document, AppState::redo),
    key("Ctrl+Y", "Redo", Scope::Document, AppState::redo),
    key("F8", "Next problem", Scope::Anywhere, |state| state.next_problem(false)),
    key("Shift+F8", "Problem before", Scope::Anywhere, |state| state.next_problem(true)),
    key("Ctrl+.", "Fix the problem", Scope::Anywhere, AppState::fix_problem),
    key("Alt+ArrowDown", "Next record", Scope::Anywhere, |state| state.select_by(1)),
    key("Alt+ArrowUp", "Record before", Scope::Anywhere, |state| state.select_by(-1)),
    key("F1", "Help on opcodes", Scope::Anywhere, |state| state.opcode_help.set(true)),
    key("/", "Find records", Scope::OutsideText, |_| page::focus("find")),
    key("Ctrl+F", "Find records", Scope::Anywhere, |_| page::focus("find")),
    key("l", "Columns and groups of the list", Scope::OutsideText, |state| state.list_options.set(true)),
    key("e", "Work on many records", Scope::OutsideText, AppState::open_tools),
    key("b", "Set up the position", Scope::OutsideText, AppState::toggle_setup),
    key("f", "Flip the board", Scope::OutsideText, AppState::flip_board),
    key("j", "Step back in the line", Scope::OutsideText, |state| state.step_line(-1)),
    key("k", "Step forward in the line", Scope::OutsideText, |state| state.step_line(1)),
    key("n", "Normalise the record", Scope::OutsideText, AppState::normalize_record),
    key("a", "Analyse the record", Scope::OutsideText, AppState::analyze_record),
    key("p", "Pause the run, or go on with it", Scope::OutsideText, AppState::pause_or_resume),
    key("s", "Stop", Scope::OutsideText, |state| state.analysis.stop()),
    key("c", "Copy a link to the record", Scope::OutsideText, AppState::copy_record_link),
    key("?", "These keys", Scope::OutsideText, |state| state.help.update(|open| *open = !*open)),
];

/// A key with its modifiers as the table writes it.
fn written(event: &leptos::ev::KeyboardEvent) -> String {
    let key = event.key();
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
    out
}

impl AppState {
    /// Does what a key asks for, if it is one of the table.
    pub fn press(self, event: &leptos::ev::KeyboardEvent) {
        if event.default_prevented() || event.is_composing() || page::is_in_select(event) {
            return;
        }
        // A dialog has the keyboard while it is open.
        let dialogs = [
            self.help,
            self.opcode_help,
            self.tools.is_open,
            self.list_options,
            self.games.is_open,
            self.report.is_open,
        ];
        if dialogs.iter().any(|dialog| dialog.get_untracked()) {
            return;
        }
        let in_text = page::is_in_text_field(event);
        let written = written(event);
        let known = SHORTCUTS.iter().find(|shortcut| shortcut.keys == written);
        if let Some(shortcut) = known.filter(|s| s.scope != Scope::OutsideText || !in_text) {
            // The browser's own undo goes over all fields of a page, the record's text included: in
            // a field that is no part of the document the key does nothing.
            let foreign = shortcut.scope == Scope::Document && page::is_outside_document(event);
            if foreign {
                event.prevent_default();
                return;
            }
            event.prevent_default();
            (shortcut.run)(self);
        }
    }
}
