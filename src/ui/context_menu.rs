//! The menu of a thing under the pointer, or of the thing that has the focus: the commands of the table that concern
//! it. Fields keep the menu of the browser, which pastes.

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::{context, focus, page};
use crate::commands::{Command, Row};
use crate::logic::menus::{Move, in_menu};
use crate::logic::picking::Way;
use crate::ui::menu_bar::{menu_item, name_of};
use crate::ui::record_row::row_of;

/// Where a kind of thing is, the key of its name, and its commands.
type Thing = (&'static str, &'static str, &'static [Command]);

/// The things that have a menu.
const THINGS: [Thing; 6] = [
    (".records__heads", "list.columns", &[Command::ListOptions, Command::Density]),
    (
        "#records",
        "part.record",
        &[
            Command::AnalyzeRecord,
            Command::NormalizeRecord,
            Command::RepairRecord,
            Command::CopyLink,
            Command::Share,
            Command::PickRecord,
            Command::CopyRecords,
            Command::MoveUp,
            Command::MoveDown,
            Command::AddRecord,
            Command::RemoveRecord,
            Command::ManyRecords,
        ],
    ),
    (
        ".file-problems",
        "check.title",
        &[Command::CheckFile, Command::RepairFile, Command::NextProblem, Command::ProblemBefore],
    ),
    (
        ".part--problems",
        "part.problems",
        &[
            Command::FixProblem,
            Command::RepairRecord,
            Command::NextProblem,
            Command::ProblemBefore,
            Command::CheckFile,
            Command::RepairFile,
        ],
    ),
    (
        ".operations",
        "operations.title",
        &[
            Command::RemoveOperation,
            Command::OpcodeHelp,
            Command::WriteFound,
            Command::NormalizeRecord,
            Command::CopyLink,
        ],
    ),
    (
        ".board-head, .board",
        "part.board",
        &[
            Command::SetUp,
            Command::FlipBoard,
            Command::Study,
            Command::Threat,
            Command::AnalyzeRecord,
            Command::PlayBest,
            Command::StepBack,
            Command::StepForward,
            Command::Share,
            Command::BoardColors,
            Command::Pieces,
        ],
    ),
];

/// A menu that is open: its thing, and where it is in the window.
#[derive(Debug, Clone, Copy)]
struct Open {
    thing: &'static Thing,
    x: i32,
    y: i32,
}

fn item_id(place: usize) -> String {
    format!("context-{place}")
}

/// The menu, and what opens it.
#[component]
pub(super) fn ContextMenu() -> impl IntoView {
    let state = AppState::expect();
    let open = RwSignal::new(None::<Open>);
    let by_key = StoredValue::new(false);
    let pressed = window_event_listener(leptos::ev::keydown, move |event| {
        by_key.set_value(event.key() == "ContextMenu" || (event.shift_key() && event.key() == "F10"));
    });
    let pointed = window_event_listener(leptos::ev::pointerdown, move |_| by_key.set_value(false));
    on_cleanup(move || {
        pressed.remove();
        pointed.remove();
    });
    let opened = move |event: MouseEvent| {
        let Some(thing) = THINGS.iter().find(|(place, ..)| context::is_in(&event, place)) else { return };
        // The right button draws on the board, and a finger that rests there drags: only keys open the menu.
        let draws = !by_key.get_value() && context::is_in(&event, ".board");
        if draws || page::is_in_text_field(&event) {
            return;
        }
        event.prevent_default();
        // The record under the pointer becomes the selected one, and what is picked stays so; a problem sees to that
        // itself.
        if let Some(row) = row_of(&event) {
            state.list.go(row, if state.list.has_picks() { Way::Past } else { Way::Alone });
        }
        focus::keep();
        open.set(Some(Open { thing, x: event.client_x(), y: event.client_y() }));
        focus::move_to_once_drawn(item_id(0));
    };
    let handle = window_event_listener(leptos::ev::contextmenu, opened);
    on_cleanup(move || handle.remove());
    move || open.get().map(|at| shown(state, open, at))
}

/// Shown by few visits: its code can come late.
#[inline(never)]
fn shown(state: AppState, open: RwSignal<Option<Open>>, at: Open) -> AnyView {
    let (_, name, commands) = *at.thing;
    let items: Vec<AnyView> = commands
        .iter()
        .enumerate()
        .map(|(place, command)| item(state, open, (place, commands), command.row()))
        .collect();
    // The menu stays in the window: an item has the height of a control and a little more.
    let height = format!("{} * (var(--control) + 4px) + 1rem", commands.len());
    view! {
        <div
            class="menu menu--context"
            role="menu"
            aria-label=state.language.words(name)
            style:left=format!("min({}px, 100vw - 20rem)", at.x)
            style:top=format!("max(0px, min({}px, 100dvh - ({height})))", at.y)
            on:focusout=move |event| {
                if !focus::stays_inside(&event) {
                    open.set(None);
                }
            }
            on:contextmenu=move |event| {
                event.prevent_default();
                event.stop_propagation();
            }
        >
            {items}
        </div>
    }
    .into_any()
}

fn item(
    state: AppState,
    open: RwSignal<Option<Open>>,
    (place, commands): (usize, &'static [Command]),
    row: &'static Row,
) -> AnyView {
    let close = move || {
        // The focus goes first: an element that is removed with the focus loses it.
        focus::give_back();
        open.set(None);
    };
    let run = move |row: &'static Row| {
        if untrack(|| state.can(row.command)) {
            close();
            state.run_command(row.command);
        }
    };
    let press = move |event: KeyboardEvent| {
        if event.key() == "Tab" {
            close();
            return;
        }
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            // A key of a command closes the menu, and then does what it does everywhere.
            if !matches!(event.key().as_str(), "Control" | "Alt" | "Meta") {
                close();
            }
            return;
        }
        // A letter chooses a command here, and must not run one.
        event.stop_propagation();
        let names = || untrack(|| commands.iter().map(|&command| name_of(state, command)).collect());
        let Some(to) = in_menu(&event.key(), (0, place), &[commands.len()], names) else { return };
        event.prevent_default();
        match to {
            Move::Item(_, at) => focus::move_to(&item_id(at)),
            Move::Run(_, at) => run(commands[at].row()),
            Move::Close => close(),
            Move::Name(_) => {}
        }
    };
    menu_item(state, item_id(place), row, press, move || run(row))
}
