//! Buttons as data: most buttons of the page do one thing to the state, and differ only in their texts.
//!
//! One function draws them all. A separate view for each would cost the page half a kilobyte a button.

use leptos::prelude::*;

use crate::app::AppState;
use crate::commands::Command;

/// The text of a button.
#[derive(Debug, Clone, Copy)]
pub(super) enum Words {
    /// Always the same: a key of the language files.
    Fixed(&'static str),
    /// Computed from the state.
    Shown(fn(AppState) -> String),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Button {
    label: Words,
    title: Words,
    run: fn(AppState),
    class: &'static str,
    is_disabled: fn(AppState) -> bool,
}

impl Button {
    /// A button that is always enabled. `label` and `title` are keys of the language files.
    pub(super) const fn new(label: &'static str, title: &'static str, run: fn(AppState)) -> Self {
        Self {
            label: Words::Fixed(label),
            title: Words::Fixed(title),
            run,
            class: "button",
            is_disabled: |_| false,
        }
    }

    /// Sets its class.
    pub(super) const fn class(mut self, class: &'static str) -> Self {
        self.class = class;
        self
    }

    /// Makes it small, for a place beside its subject.
    pub(super) const fn small(self) -> Self {
        self.class("button button--small")
    }

    /// Gives it a label that changes.
    pub(super) const fn label(mut self, label: fn(AppState) -> String) -> Self {
        self.label = Words::Shown(label);
        self
    }

    /// Gives it a title that changes.
    pub(super) const fn title(mut self, title: fn(AppState) -> String) -> Self {
        self.title = Words::Shown(title);
        self
    }

    /// Disables it while the condition holds.
    pub(super) const fn disabled(mut self, is_disabled: fn(AppState) -> bool) -> Self {
        self.is_disabled = is_disabled;
        self
    }
}

fn words(state: AppState, words: Words) -> String {
    match words {
        Words::Fixed(key) => state.language.tell(key),
        Words::Shown(text) => text(state),
    }
}

/// Draws buttons in a row.
pub(super) fn buttons(state: AppState, buttons: &'static [Button]) -> AnyView {
    buttons.iter().map(|button| draw(state, button)).collect_view().into_any()
}

fn draw(state: AppState, button: &'static Button) -> AnyView {
    view! {
        <button
            class=button.class
            title=move || words(state, button.title)
            disabled=move || (button.is_disabled)(state)
            on:click=move |_| (button.run)(state)
        >
            {move || words(state, button.label)}
        </button>
    }
    .into_any()
}

/// Draws buttons of commands in a row.
pub(super) fn commands(state: AppState, commands: &'static [Command]) -> AnyView {
    commands.iter().map(|&one| command(state, one, "button")).collect_view().into_any()
}

/// A button for a command of the table. Its title includes the key.
pub(super) fn command(state: AppState, command: Command, class: &'static str) -> AnyView {
    let row = command.row();
    view! {
        <button
            class=class
            data-command=row.id
            title=move || with_key(state, command, state.language.tell(row.about))
            aria-haspopup=command.opens_dialog().then_some("dialog")
            disabled=move || !state.can(command)
            on:click=move |_| state.run_command(command)
        >
            {state.language.words(row.name)}
        </button>
    }
    .into_any()
}

/// The first key of a command.
pub(super) fn key_of(state: AppState, command: Command) -> Option<String> {
    state.keys.of(command.row()).into_iter().next()
}

/// A text followed by the first key of a command.
pub(super) fn with_key(state: AppState, command: Command, text: String) -> String {
    match key_of(state, command) {
        Some(key) => format!("{text} ({key})"),
        None => text,
    }
}
