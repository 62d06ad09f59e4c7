//! The command palette: all commands, tools and opcodes, found by typing; and the records with what is typed.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::{focus, page};
use crate::commands::Command;
use crate::epd::opcode::lookup;
use crate::language::say;
use crate::logic::palette::{Entry, Group, found, grouped, recent, with_chosen};
use crate::logic::tools::{tool_at, tools};
use crate::ui::choices::stepped;
use crate::ui::dialog::dialog;

/// The setting that holds what was chosen last.
const RECENT: &str = "recent-commands";

/// The name of an entry and its description.
fn texts(state: AppState, entry: Entry, typed: &str) -> (String, String) {
    match entry {
        Entry::Command(command) => {
            (state.language.say(&state.name_of(command)), state.language.tell(command.row().about))
        }
        Entry::Tool(at) => {
            let tool = tool_at(at);
            (state.language.tell(tool.name()), state.language.tell(tool.help()))
        }
        Entry::Opcode(name) => {
            let spec = lookup(name.as_bytes());
            let about =
                spec.map(|spec| state.language.say(&say("palette.opcode", [spec.title(), spec.help()])));
            (name.to_owned(), about.unwrap_or_default())
        }
        Entry::Records => {
            let name = state.language.say(&say("palette.records", [typed]));
            (name, state.language.tell("palette.records.about"))
        }
    }
}

/// Why an entry cannot be chosen now, as the key of a text.
fn obstacle(state: AppState, entry: Entry) -> Option<&'static str> {
    match entry {
        Entry::Command(command) => state.obstacle(command),
        Entry::Tool(_) => state.obstacle(Command::ManyRecords),
        Entry::Opcode(_) | Entry::Records => None,
    }
}

fn choose(state: AppState, entry: Entry, typed: &str) {
    state.palette.set(false);
    let setting = page::setting(RECENT).unwrap_or_default();
    page::keep_setting(RECENT, &with_chosen(&setting, entry, |at| tool_at(at).name()));
    match entry {
        Entry::Command(command) => state.run_command(command),
        Entry::Tool(at) => {
            state.tools.choose_tool(at);
            state.tools.open_tools();
        }
        Entry::Opcode(name) => {
            state.opcode.set(name.to_owned());
            state.run_command(Command::OpcodeHelp);
        }
        Entry::Records => state.list.find(typed),
    }
}

/// The entries for what is typed, those that were chosen last and all others by groups if nothing is.
fn entries(state: AppState, typed: &str) -> Vec<(Option<Group>, Entry)> {
    let all = tools().count();
    if typed.trim().is_empty() {
        let place = |name: &str| tools().position(|tool| tool.name() == name);
        let recent = recent(&page::setting(RECENT).unwrap_or_default(), place);
        return grouped(&recent, all).into_iter().map(|(group, entry)| (Some(group), entry)).collect();
    }
    let lower = |entry| {
        let (name, about) = texts(state, entry, typed);
        (page::lowercase(&name), page::lowercase(&about))
    };
    let found = found(&page::lowercase(typed), all, state.documents.has_file(), lower);
    found.into_iter().map(|entry| (None, entry)).collect()
}

/// The palette.
#[component]
pub(super) fn Palette() -> impl IntoView {
    dialog(AppState::expect().palette, "command.palette", "dialog dialog--palette", body)
}

/// The options of a group.
fn group_view(state: AppState, group: Group, options: Vec<AnyView>) -> AnyView {
    let name = match group {
        Group::Recent => "palette.recent",
        Group::Menu(name) => name,
        Group::Tools => "palette.tools",
    };
    view! {
        <div role="group" aria-label=state.language.tell(name)>
            <div class="cards__aim" aria-hidden="true">{state.language.tell(name)}</div>
            {options}
        </div>
    }
    .into_any()
}

fn body() -> AnyView {
    let state = AppState::expect();
    let typed = RwSignal::new(String::new());
    let at = RwSignal::new(0_usize);
    let entries = Memo::new(move |_| entries(state, &typed.get()));
    let option_id = |at: usize| format!("palette-{at}");
    let press = move |event: KeyboardEvent| {
        let last = entries.with_untracked(Vec::len).saturating_sub(1);
        let now = at.get_untracked().min(last);
        if event.key() == "Enter" {
            event.prevent_default();
            let chosen = entries.with_untracked(|entries| entries.get(now).map(|&(_, entry)| entry));
            if let Some(entry) = chosen.filter(|&entry| untrack(|| obstacle(state, entry)).is_none()) {
                choose(state, entry, &typed.get_untracked());
            }
        } else if let Some(next) = stepped(&event.key(), now, last) {
            event.prevent_default();
            at.set(next);
            page::show_nearest(&option_id(next));
        }
    };
    let row = move |(place, entry): (usize, Entry)| {
        let (name, about) = texts(state, entry, "");
        // One entry repeats what is typed.
        let name = move || match entry {
            Entry::Records => texts(state, entry, &typed.get()).0,
            _ => name.clone(),
        };
        let keys = match entry {
            Entry::Command(command) => state.keys.of(command.row()),
            _ => Vec::new(),
        };
        let key = |keys: String| view! { <kbd>{keys}</kbd> }.into_any();
        view! {
            <div
                id=option_id(place)
                class="palette-option"
                role="option"
                aria-selected=move || (at.get() == place).to_string()
                aria-disabled=move || obstacle(state, entry).is_some().to_string()
                on:click=move |_| {
                    if untrack(|| obstacle(state, entry)).is_none() {
                        choose(state, entry, &typed.get_untracked());
                    }
                }
            >
                <span class="palette-option__name">{name}</span>
                <span class="palette-option__about">
                    {move || obstacle(state, entry).map_or_else(|| about.clone(), |why| state.language.tell(why))}
                </span>
                <span>{keys.into_iter().map(key).collect_view()}</span>
            </div>
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
        <div id="palette-list" class="palette-list" role="listbox" aria-label=state.language.words("palette.list")>
            {move || {
                let entries = entries.get();
                let places: Vec<usize> = (0..entries.len()).collect();
                let together = places.chunk_by(|&one, &next| entries[one].0 == entries[next].0);
                let view = |places: &[usize]| {
                    let options: Vec<AnyView> = places.iter().map(|&place| row((place, entries[place].1))).collect();
                    match places.first().and_then(|&first| entries[first].0) {
                        Some(group) => group_view(state, group, options),
                        None => options.into_any(),
                    }
                };
                together.map(view).collect_view()
            }}
        </div>
        <p role="status" class="note">
            {move || entries.with(Vec::is_empty).then(|| state.language.tell("palette.none"))}
        </p>
    }
    .into_any()
}
