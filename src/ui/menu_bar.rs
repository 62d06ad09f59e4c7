//! The menus of the page, made from the table of commands: a menu bar as described by the ARIA authoring practices.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::{focus, page};
use crate::commands::{Command, Menu, Row};
use crate::logic::menus::{Move, in_bar, in_menu};
use crate::ui::icon::icon;

fn bar_id(menu: usize) -> String {
    format!("menu-{menu}")
}

fn item_id(menu: usize, item: usize) -> String {
    format!("menu-{menu}-{item}")
}

/// What the menus share: the open one, and the one that Tab reaches.
#[derive(Debug, Clone, Copy)]
struct Bar {
    open: RwSignal<Option<usize>>,
    at: RwSignal<usize>,
}

impl Bar {
    /// Opens a menu and moves the focus to one of its commands.
    fn open(self, menu: usize, item: usize) {
        self.at.set(menu);
        // A command that goes with its menu must not take the focus with it: the bar would close.
        focus::move_to(&bar_id(menu));
        self.open.set(Some(menu));
        focus::move_to_once_drawn(item_id(menu, item));
    }

    /// Closes the menu and moves the focus to its name; from a name back to where it was before the bar.
    fn close(self) {
        match self.open.get_untracked() {
            Some(menu) => {
                self.open.set(None);
                focus::move_to(&bar_id(menu));
            }
            None => focus::give_back(),
        }
    }

    /// Does what a key means in the bar or in a menu.
    fn go(self, state: AppState, to: Move) {
        match to {
            Move::Name(menu) if self.open.get_untracked().is_some() => self.open(menu, 0),
            Move::Name(menu) => {
                self.at.set(menu);
                focus::move_to(&bar_id(menu));
            }
            Move::Item(menu, item) if self.open.get_untracked() == Some(menu) => {
                focus::move_to(&item_id(menu, item));
            }
            Move::Item(menu, item) => self.open(menu, item),
            Move::Close => self.close(),
            Move::Run(menu, item) => {
                if let Some(row) = Menu::ALL[menu].rows().nth(item) {
                    self.run(state, row);
                }
            }
        }
    }

    /// Runs a command. The focus goes back first, so that a dialog returns it to where it was.
    fn run(self, state: AppState, row: &'static Row) {
        if untrack(|| state.can(row.command)) {
            self.open.set(None);
            focus::give_back();
            state.run_command(row.command);
        }
    }
}

/// The menus.
#[component]
pub(super) fn MenuBar() -> impl IntoView {
    let state = AppState::expect();
    let bar = Bar { open: RwSignal::new(None), at: RwSignal::new(0) };
    view! {
        <div
            class="menus"
            role="menubar"
            aria-label=state.language.words("menu.bar")
            on:focusin=move |event| focus::keep_if_entered(&event)
            on:focusout=move |event| {
                if !focus::stays_inside(&event) {
                    bar.open.set(None);
                }
            }
        >
            {Menu::ALL.into_iter().enumerate().map(|(at, menu)| one(state, bar, at, menu)).collect_view()}
        </div>
    }
    .into_any()
}

/// The name of a command that a typed letter chooses.
pub(super) fn name_of(state: AppState, command: Command) -> String {
    page::lowercase(&state.language.say(&state.name_of(command)))
}

/// The names that a typed letter chooses among.
fn names(state: AppState, menu: Option<Menu>) -> Vec<String> {
    match menu {
        None => {
            Menu::ALL.into_iter().map(|menu| page::lowercase(&state.language.tell(menu.name()))).collect()
        }
        Some(menu) => menu.rows().map(|row| name_of(state, row.command)).collect(),
    }
}

fn one(state: AppState, bar: Bar, at: usize, menu: Menu) -> AnyView {
    let is_open = Memo::new(move |_| bar.open.get() == Some(at));
    let press = move |event: KeyboardEvent| {
        let key = event.key();
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let lengths = Menu::ALL.map(|menu| menu.rows().count());
        if let Some(to) = in_bar(&key, at, &lengths, || untrack(|| names(state, None))) {
            event.prevent_default();
            bar.go(state, to);
        }
    };
    view! {
        <div class="menus__menu" role="none">
            <button
                id=bar_id(at)
                class="menus__name"
                role="menuitem"
                aria-haspopup="menu"
                aria-expanded=move || is_open.get().to_string()
                tabindex=move || if bar.at.get() == at { "0" } else { "-1" }
                on:click=move |_| if is_open.get_untracked() { bar.close() } else { bar.open(at, 0) }
                on:pointerenter=move |event| {
                    // A tap enters and then clicks, which would close again what was just opened.
                    if event.pointer_type() == "mouse" && bar.open.get_untracked().is_some_and(|open| open != at) {
                        bar.open(at, 0);
                    }
                }
                on:keydown=press
            >
                {state.language.words(menu.name())}
            </button>
            {move || is_open.get().then(|| items(state, bar, at, menu))}
        </div>
    }
    .into_any()
}

/// The commands of an open menu.
fn items(state: AppState, bar: Bar, at: usize, menu: Menu) -> AnyView {
    let rows: Vec<&'static Row> = menu.rows().collect();
    let mut group = rows.first().map_or(0, |row| row.group);
    let mut shown = Vec::new();
    for (place, &row) in rows.iter().enumerate() {
        if std::mem::replace(&mut group, row.group) != row.group {
            shown.push(view! { <div class="menu__line" role="separator"></div> }.into_any());
        }
        shown.push(item(state, bar, (at, place), menu, row));
    }
    view! {
        <div class="menu" role="menu" aria-label=state.language.words(menu.name())>
            {shown}
        </div>
    }
    .into_any()
}

fn item(state: AppState, bar: Bar, (at, place): (usize, usize), menu: Menu, row: &'static Row) -> AnyView {
    let press = move |event: KeyboardEvent| {
        let key = event.key();
        if key == "Tab" {
            bar.close();
            return;
        }
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        // A letter chooses a command here, and must not run one.
        event.stop_propagation();
        let lengths = Menu::ALL.map(|menu| menu.rows().count());
        if let Some(to) = in_menu(&key, (at, place), &lengths, || untrack(|| names(state, Some(menu)))) {
            event.prevent_default();
            bar.go(state, to);
        }
    };
    let id = item_id(at, place);
    menu_item(state, id, row, press, move || bar.run(state, row))
}

/// A command in a menu, with its key, or with the reason why it is not available.
pub(super) fn menu_item(
    state: AppState,
    id: String,
    row: &'static Row,
    press: impl Fn(KeyboardEvent) + 'static,
    run: impl Fn() + 'static,
) -> AnyView {
    let is_on = move || state.is_on(row.command);
    let role = if untrack(is_on).is_some() { "menuitemcheckbox" } else { "menuitem" };
    let why = move || state.obstacle(row.command).map(|why| state.language.tell(why));
    let title = move || why().unwrap_or_else(|| state.language.tell(row.about));
    let key = move || state.keys.of(row).into_iter().next();
    view! {
        <button
            id=id.clone()
            class="menu__item"
            role=role
            data-command=row.id
            tabindex="-1"
            title=title
            aria-checked=move || is_on().map(|is_on| is_on.to_string())
            aria-disabled=move || why().is_some().to_string()
            aria-keyshortcuts=key
            on:click=move |_| run()
            on:pointerenter=move |_| focus::move_to(&id)
            on:keydown=press
        >
            {icon(row.icon)}
            <span class="menu__name">{move || state.language.say(&state.name_of(row.command))}</span>
            <kbd aria-hidden="true">{key}</kbd>
            // Assistive technologies have it as the description.
            <small class="menu__why" aria-hidden="true">{why}</small>
        </button>
    }
    .into_any()
}
