//! The command palette: all commands, tools and opcodes, found by typing; and the records with what is typed.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::app::AppState;
use crate::app::list::look_up::LookedUp;
use crate::app::sweep::Sweep;
use crate::browser::{focus, page};
use crate::commands::Command;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::epd::LineKind;
use crate::epd::opcode::lookup;
use crate::language::say;
use crate::logic::palette::{Entry, Group, found, grouped, recent, with_chosen, without_commands};
use crate::logic::tools::{tool_at, tools};
use crate::ui::choices::stepped;
use crate::ui::dialog::dialog;
use crate::ui::record_name::named;

/// The setting that holds what was chosen last.
const RECENT: &str = "recent-commands";

/// Milliseconds without typing after which records are looked for.
const PAUSE_MS: u64 = 150;

/// What is typed, and the records that were found last, with the words they were found by.
#[derive(Debug, Clone, Copy)]
struct Typed {
    words: RwSignal<String>,
    records: RwSignal<(String, Vec<LookedUp>)>,
}

impl Typed {
    /// The number of records that were found by what is typed now.
    fn found(self) -> usize {
        self.records
            .with(|(by, records)| if self.words.with(|words| words == by) { records.len() } else { 0 })
    }

    /// One of them.
    fn record(self, at: usize) -> Option<LookedUp> {
        self.records.with(|(_, records)| records.get(at).cloned())
    }
}

/// The name of an entry and its description.
fn texts(state: AppState, entry: Entry, typed: Typed) -> (String, String) {
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
        Entry::Record(at) => {
            let told = |record: LookedUp| {
                let line = state.language.say(&say("run.line", [record.line]));
                (named(state, &record.name, record.turn, LineKind::Record), line)
            };
            typed.record(at).map(told).unwrap_or_default()
        }
        Entry::Records => {
            let name = state.language.say(&say("palette.records", [typed.words.get()]));
            (name, state.language.tell("palette.records.about"))
        }
    }
}

/// Why an entry cannot be chosen now, as the key of a text.
fn obstacle(state: AppState, entry: Entry) -> Option<&'static str> {
    match entry {
        Entry::Command(command) => state.obstacle(command),
        Entry::Tool(_) => state.obstacle(Command::ManyRecords),
        Entry::Opcode(_) | Entry::Record(_) | Entry::Records => None,
    }
}

fn choose(state: AppState, entry: Entry, typed: Typed) {
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
        Entry::Record(at) => {
            // It may have been removed since.
            let is_there =
                |&(document, id): &(DocumentId, RecordId)| state.documents.line_number(document, id) > 0;
            if let Some((document, id)) =
                untrack(|| typed.record(at)).map(|record| record.at).filter(is_there)
            {
                state.records.go_to(document, id);
            }
        }
        Entry::Records => state.list.find(&typed.words.get_untracked()),
    }
}

/// The entries for what is typed, or all of them if nothing is, by groups.
fn entries(state: AppState, typed: Typed) -> Vec<(Group, Entry)> {
    let place = |name: &str| tools().position(|tool| tool.name() == name);
    let recent = recent(&page::setting(RECENT).unwrap_or_default(), place);
    let tools = without_commands();
    let words = typed.words.get();
    if words.trim().is_empty() {
        return grouped(&recent, &tools);
    }
    let lower = |entry| {
        let (name, about) = texts(state, entry, typed);
        (folded(&name), folded(&about))
    };
    let records = state.documents.has_file().then(|| typed.found());
    found(&folded(&words), &recent, &tools, records, lower)
}

/// A text as it is compared: in small letters, and with `е` for `ё`, which many do not write.
fn folded(text: &str) -> String {
    page::lowercase(text).replace('ё', "е")
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
        Group::Commands => "palette.list",
        Group::Tools => "palette.tools",
        Group::Opcodes => "opcodes.title",
        Group::Records => "list.records",
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
    let typed =
        Typed { words: RwSignal::new(String::new()), records: RwSignal::new((String::new(), Vec::new())) };
    let entries = Memo::new(move |_| entries(state, typed));
    // The entry itself and not its place: others come before it when records are found.
    let chosen = RwSignal::new(None::<(Group, Entry)>);
    let at = Memo::new(move |_| {
        let chosen = chosen.get();
        let place = entries.with(|entries| entries.iter().position(|entry| Some(*entry) == chosen));
        place.unwrap_or(0)
    });
    let looking = StoredValue::new_local((None::<TimeoutHandle>, Sweep::default()));
    let stop_looking = move || {
        // The dialog may be closed.
        let _ = looking.try_update_value(|(pause, sweep)| {
            if let Some(pause) = pause.take() {
                pause.clear();
            }
            sweep.stop();
        });
    };
    on_cleanup(stop_looking);
    let look_up = move || {
        stop_looking();
        let look = move || {
            let sweep = state.list.look_up(&typed.words.get_untracked(), typed.records);
            let _ = looking.try_update_value(|looking| looking.1 = sweep);
        };
        let pause = set_timeout_with_handle(look, std::time::Duration::from_millis(PAUSE_MS));
        let _ = looking.try_update_value(|looking| looking.0 = pause.ok());
    };
    let option_id = |at: usize| format!("palette-{at}");
    let press = move |event: KeyboardEvent| {
        let last = entries.with_untracked(Vec::len).saturating_sub(1);
        let now = at.get_untracked();
        if event.key() == "Enter" {
            event.prevent_default();
            let entry = entries.with_untracked(|entries| entries.get(now).map(|&(_, entry)| entry));
            if let Some(entry) = entry.filter(|&entry| untrack(|| obstacle(state, entry)).is_none()) {
                choose(state, entry, typed);
            }
        } else if let Some(next) = stepped(&event.key(), now, last) {
            event.prevent_default();
            chosen.set(entries.with_untracked(|entries| entries.get(next).copied()));
            page::show_nearest(&option_id(next));
        }
    };
    let row = move |(place, entry): (usize, Entry)| {
        let fixed = untrack(|| texts(state, entry, typed));
        // These follow what is typed.
        let told = Memo::new(move |_| match entry {
            Entry::Records | Entry::Record(_) => texts(state, entry, typed),
            _ => fixed.clone(),
        });
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
                        choose(state, entry, typed);
                    }
                }
            >
                <span class="palette-option__name">{move || told.get().0}</span>
                <span class="palette-option__about">
                    {move || obstacle(state, entry).map_or_else(|| told.get().1, |why| state.language.tell(why))}
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
                chosen.set(None);
                typed.words.set(event.target().value());
                look_up();
            }
            on:keydown=press
        />
        <div id="palette-list" class="palette-list" role="listbox" aria-label=state.language.words("palette.results")>
            {move || {
                let entries = entries.get();
                let places: Vec<usize> = (0..entries.len()).collect();
                let together = places.chunk_by(|&one, &next| entries[one].0 == entries[next].0);
                let view = |places: &[usize]| {
                    let options: Vec<AnyView> = places.iter().map(|&place| row((place, entries[place].1))).collect();
                    places.first().map(|&first| group_view(state, entries[first].0, options))
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
