//! The command palette: all commands and tools, found by typing. On small screens it is also the menu.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::tools::{tool_at, tools};
use crate::browser::{focus, page};
use crate::commands::{COMMANDS, Command};
use crate::ui::choices::stepped;
use crate::ui::dialog::dialog;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Entry {
    Command(Command),
    /// A tool of the dialog of tools, by its index.
    Tool(usize),
}

impl Entry {
    /// Its name and its description.
    fn texts(self, state: AppState) -> (String, String) {
        match self {
            Self::Command(command) => {
                (state.language.say(&state.name_of(command)), state.language.tell(command.row().about))
            }
            Self::Tool(at) => {
                let tool = tool_at(at);
                (state.language.tell(tool.name()), state.language.tell(tool.help()))
            }
        }
    }

    fn can(self, state: AppState) -> bool {
        match self {
            Self::Command(command) => state.can(command),
            Self::Tool(_) => state.can(Command::ManyRecords),
        }
    }

    fn run(self, state: AppState) {
        state.palette.set(false);
        match self {
            Self::Command(command) => state.run_command(command),
            Self::Tool(at) => {
                state.tools.choose_tool(at);
                state.tools.open_tools();
            }
        }
    }
}

/// The palette.
#[component]
pub(super) fn Palette() -> impl IntoView {
    dialog(AppState::expect().palette, "command.palette", "dialog dialog--palette", body)
}

/// The entries that contain all typed words: first those with the words in their names, then those with some
/// of them only in their descriptions.
fn found(state: AppState, typed: &str) -> Vec<Entry> {
    let typed = page::lowercase(typed);
    let commands = COMMANDS.iter().map(|row| Entry::Command(row.command));
    let tools = (0..tools().count()).map(Entry::Tool);
    let has_all = |text: &str| {
        let text = page::lowercase(text);
        typed.split_whitespace().all(|word| text.contains(word))
    };
    let (mut named, mut described) = (Vec::new(), Vec::new());
    for entry in commands.filter(|entry| *entry != Entry::Command(Command::Palette)).chain(tools) {
        let (name, about) = entry.texts(state);
        if has_all(&name) {
            named.push(entry);
        } else if has_all(&format!("{name} {about}")) {
            described.push(entry);
        }
    }
    named.append(&mut described);
    named
}

fn body() -> AnyView {
    let state = AppState::expect();
    let typed = RwSignal::new(String::new());
    let at = RwSignal::new(0_usize);
    let entries = Memo::new(move |_| found(state, &typed.get()));
    let option_id = |at: usize| format!("palette-{at}");
    let press = move |event: KeyboardEvent| {
        let last = entries.with_untracked(Vec::len).saturating_sub(1);
        let now = at.get_untracked().min(last);
        if event.key() == "Enter" {
            event.prevent_default();
            let chosen = entries.with_untracked(|entries| entries.get(now).copied());
            if let Some(entry) = chosen.filter(|entry| untrack(|| entry.can(state))) {
                entry.run(state);
            }
        } else if let Some(next) = stepped(&event.key(), now, last) {
            event.prevent_default();
            at.set(next);
            page::show_nearest(&option_id(next));
        }
    };
    let row = move |(place, entry): (usize, Entry)| {
        let (name, about) = entry.texts(state);
        let keys = match entry {
            Entry::Command(command) => state.keys.of(command.row()),
            Entry::Tool(_) => Vec::new(),
        };
        let key = |keys: String| view! { <kbd>{keys}</kbd> }.into_any();
        view! {
            <li
                id=option_id(place)
                class="palette-option"
                role="option"
                aria-selected=move || (at.get() == place).to_string()
                aria-disabled=move || (!entry.can(state)).to_string()
                on:click=move |_| {
                    if untrack(|| entry.can(state)) {
                        entry.run(state);
                    }
                }
            >
                <span class="palette-option__name">{name}</span>
                <span class="palette-option__about">{about}</span>
                <span>{keys.into_iter().map(key).collect_view()}</span>
            </li>
        }
        .into_any()
    };
    focus::move_to_once_drawn("palette-input");
    view! {
        <input
            id="palette-input"
            class="input"
            role="combobox"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-autocomplete="list"
            aria-activedescendant=move || option_id(at.get())
            aria-label=state.language.words("palette.typed")
            placeholder=state.language.words("palette.typed")
            autocomplete="off"
            spellcheck="false"
            data-own-undo="true"
            on:input:target=move |event| {
                at.set(0);
                typed.set(event.target().value());
            }
            on:keydown=press
        />
        <ul id="palette-list" class="palette-list" role="listbox" aria-label=state.language.words("palette.list")>
            {move || entries.get().into_iter().enumerate().map(row).collect_view()}
        </ul>
        <p role="status" class="note">
            {move || entries.with(Vec::is_empty).then(|| state.language.tell("palette.none"))}
        </p>
    }
    .into_any()
}
