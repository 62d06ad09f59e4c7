//! Buttons as data: those of commands are made from the table of commands, and the others differ only in their
//! texts.
//!
//! One function draws them all. A separate view for each would cost the page half a kilobyte a button.

use std::sync::Arc;

use leptos::prelude::*;

use crate::app::AppState;
use crate::commands::Command;
use crate::language::{Text, args, say};
use crate::ui::icon::icon;

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
    key: Option<Command>,
    run: fn(AppState),
    class: &'static str,
    icon: &'static str,
    obstacle: fn(AppState) -> Option<&'static str>,
}

impl Button {
    /// A button that is always enabled. `label` and `title` are keys of the language files.
    pub(super) const fn new(label: &'static str, title: &'static str, run: fn(AppState)) -> Self {
        Self {
            label: Words::Fixed(label),
            title: Words::Fixed(title),
            key: None,
            run,
            class: "button",
            icon: "",
            obstacle: |_| None,
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

    /// Draws it as an icon; its label is for screen readers.
    pub(super) const fn icon(mut self, icon: &'static str) -> Self {
        self.icon = icon;
        self.class("button button--icon")
    }

    /// Gives it a title that changes.
    pub(super) const fn title(mut self, title: fn(AppState) -> String) -> Self {
        self.title = Words::Shown(title);
        self
    }

    /// Adds the key of a command, which does the same, to its title.
    pub(super) const fn key(mut self, command: Command) -> Self {
        self.key = Some(command);
        self
    }

    /// Gives it a label that changes.
    pub(super) const fn label(mut self, label: fn(AppState) -> String) -> Self {
        self.label = Words::Shown(label);
        self
    }

    /// Disables the button while `obstacle` returns a reason. The reason, as the key of a text, is its tooltip then.
    pub(super) const fn unless(mut self, obstacle: fn(AppState) -> Option<&'static str>) -> Self {
        self.obstacle = obstacle;
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
    let is_icon = !button.icon.is_empty();
    view! {
        <button
            class=button.class
            title=move || match ((button.obstacle)(state), button.key) {
                (Some(why), _) => state.language.tell(why),
                (None, Some(command)) => with_key(state, command, words(state, button.title).into()),
                (None, None) => words(state, button.title),
            }
            aria-label=move || is_icon.then(|| words(state, button.label))
            disabled=move || (button.obstacle)(state).is_some()
            on:click=move |_| (button.run)(state)
        >
            {is_icon.then(|| icon(button.icon))}
            {move || (!is_icon).then(|| words(state, button.label))}
        </button>
    }
    .into_any()
}

/// A button with an icon alone, about something that only its place knows: an operation, a step.
pub(super) struct IconButton {
    /// Its icon.
    pub(super) icon: &'static str,
    /// What it does, for its tooltip and for screen readers. A view that asks follows the text.
    pub(super) words: Arc<dyn Fn() -> String + Send + Sync>,
    /// Whether it is on, for a button that switches something.
    pub(super) is_on: Option<Box<dyn Fn() -> bool + Send + Sync>>,
    /// Why it can do nothing now, as the key of a text, for a button that not always can.
    pub(super) obstacle: Option<Box<dyn Fn() -> Option<&'static str> + Send + Sync>>,
    /// What it does.
    pub(super) press: Box<dyn Fn() + Send + Sync>,
}

/// Draws a button with an icon alone.
pub(super) fn icon_button(button: IconButton) -> AnyView {
    let IconButton { icon: name, words, is_on, obstacle, press } = button;
    let label = Arc::clone(&words);
    let obstacle = Arc::new(move || obstacle.as_ref().and_then(|obstacle| obstacle()));
    let why = Arc::clone(&obstacle);
    let state = AppState::expect();
    view! {
        <button
            class="button button--icon"
            aria-label=move || label()
            title=move || why().map_or_else(|| words(), |why| state.language.tell(why))
            aria-pressed=move || is_on.as_ref().map(|is_on| is_on().to_string())
            disabled=move || obstacle().is_some()
            on:click=move |_| press()
        >
            {icon(name)}
        </button>
    }
    .into_any()
}

/// How the button of a command looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// Filled, with icon and name: at most one in view.
    Primary,
    /// Bordered, with its name.
    Plain,
    /// An icon without a border; the name is its tooltip.
    Icon,
    /// The same for the thumb, with the name under the icon.
    Thumb,
}

impl Weight {
    fn class(self) -> &'static str {
        match self {
            Self::Primary => "button button--primary",
            Self::Plain => "button",
            Self::Icon => "button button--icon",
            Self::Thumb => "button button--thumb",
        }
    }
}

/// A button for a command of the table. Its title includes the key, or says why the command is not available.
pub(super) fn command(state: AppState, command: Command, weight: Weight) -> AnyView {
    let row = command.row();
    let obstacle = move || state.obstacle(command);
    let name = move || state.language.say(&state.name_of(command));
    let title = move || match obstacle() {
        Some(why) => state.language.tell(why),
        None if weight == Weight::Icon => with_key(state, command, state.name_of(command)),
        None => with_key(state, command, row.about.into()),
    };
    let is_icon = weight == Weight::Icon;
    let is_short = weight == Weight::Thumb && command == Command::AnalyzeRecord;
    let shown = move || match (weight, is_short) {
        (_, true) => state.language.tell("thumb.analyze"),
        (Weight::Thumb, _) => name().trim_end_matches('…').to_owned(),
        _ => name(),
    };
    view! {
        <button
            class=weight.class()
            data-command=row.id
            title=title
            aria-label=move || (is_icon || is_short).then(name)
            aria-haspopup=command.opens_dialog().then_some("dialog")
            aria-pressed=move || state.is_on(command).map(|is_on| is_on.to_string())
            disabled=move || obstacle().is_some()
            on:click=move |_| state.run_command(command)
        >
            {(weight != Weight::Plain).then(|| icon(row.icon))}
            {move || (!is_icon).then(shown)}
        </button>
    }
    .into_any()
}

/// The first key of a command.
pub(super) fn key_of(state: AppState, command: Command) -> Option<String> {
    state.keys.of(command.row()).into_iter().next()
}

/// A text followed by the first key of a command.
pub(super) fn with_key(state: AppState, command: Command, text: Text) -> String {
    state.language.say(&match key_of(state, command) {
        Some(key) => say("ui.with-key", args![text, key]),
        None => text,
    })
}
