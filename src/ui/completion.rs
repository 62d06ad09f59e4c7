//! Completion at the caret of the record's text: a list below the text while the user types.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::app::AppState;
use crate::browser::{caret, page};
use crate::language::{args, say};
use crate::logic::completion::{Does, does};
use crate::view::{Completion, Offer, complete};

/// Milliseconds for which a new list ignores Enter, because the key was meant for the text before.
const QUIET_MS: f64 = 75.0;

/// The id of the list, for screen readers.
const LIST: &str = "completion";

fn option_id(at: usize) -> String {
    format!("completion-{at}")
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Completing {
    found: RwSignal<Option<Completion>>,
    chosen: RwSignal<usize>,
    since_ms: StoredValue<f64>,
}

impl Completing {
    pub(super) fn new() -> Self {
        Self { found: RwSignal::new(None), chosen: RwSignal::new(0), since_ms: StoredValue::new(0.0) }
    }

    pub(super) fn is_open(self) -> bool {
        self.found.with(Option::is_some)
    }

    /// The id of the chosen entry, for screen readers.
    pub(super) fn active(self) -> Option<String> {
        self.is_open().then(|| option_id(self.chosen.get()))
    }

    /// The id of the list while it is open.
    pub(super) fn controls(self) -> Option<&'static str> {
        self.is_open().then_some(LIST)
    }

    pub(super) fn close(self) {
        if self.found.with_untracked(Option::is_some) {
            self.found.set(None);
        }
    }

    /// Offers completions at the caret after the user typed something or asked for the list. Typing opens the
    /// list only after the first letter.
    pub(super) fn offer(self, state: AppState, event: &leptos::ev::Event, is_asked: bool) {
        let before = caret::text_before_caret(event);
        let found = before.and_then(|before| {
            state.documents.record.with_untracked(|record| {
                let record = record.as_ref().filter(|record| record.is_painted())?;
                complete(&before, &record.text)
            })
        });
        let found = found.filter(|found| is_asked || !found.typed.is_empty());
        // A list that was open before is not a new one.
        if self.found.with_untracked(Option::is_none) && found.is_some() {
            self.since_ms.set_value(page::now_ms());
        }
        self.chosen.set(0);
        self.found.set(found);
    }

    /// Handles a key in the text and returns whether it was for the list.
    pub(super) fn press(
        self,
        state: AppState,
        field: NodeRef<html::Textarea>,
        event: &KeyboardEvent,
    ) -> bool {
        let count = self.found.with_untracked(|found| found.as_ref().map_or(0, |found| found.offers.len()));
        if event.key() == " " && event.ctrl_key() {
            self.offer(state, event, true);
            return true;
        }
        let at = self.chosen.get_untracked();
        let chosen = match does(&event.key(), at, count) {
            Does::Choose(chosen) => chosen,
            Does::Accept => {
                if page::now_ms() - self.since_ms.get_value() >= QUIET_MS {
                    self.accept(state, field, at);
                }
                return true;
            }
            Does::Close => {
                self.close();
                return true;
            }
            Does::Leave => {
                self.close();
                return false;
            }
            Does::Type => return false,
        };
        self.chosen.set(chosen);
        page::show_nearest(&option_id(chosen));
        true
    }

    /// Inserts a completion into the record.
    fn accept(self, state: AppState, field: NodeRef<html::Textarea>, at: usize) {
        let offer = self.found.with_untracked(|found| {
            let found = found.as_ref()?;
            Some((found.typed.clone(), found.offers.get(at)?.insert.clone()))
        });
        self.close();
        let Some(((typed, insert), field)) = offer.zip(field.get_untracked()) else { return };
        if let Some(text) = caret::replace_before_caret(&field, &typed, &insert) {
            state.editing.edit_line(&text);
        }
    }
}

/// The list.
#[component]
pub(super) fn CompletionList(completing: Completing, field: NodeRef<html::Textarea>) -> impl IntoView {
    let state = AppState::expect();
    let count =
        Memo::new(move |_| completing.found.with(|found| found.as_ref().map_or(0, |f| f.offers.len())));
    let row = move |at: usize| {
        let part = move |f: fn(&Offer) -> String| {
            completing.found.with(|found| {
                found.as_ref().and_then(|found| found.offers.get(at)).map(f).unwrap_or_default()
            })
        };
        let spec = move || {
            completing
                .found
                .with(|found| found.as_ref().and_then(|found| found.offers.get(at)).and_then(|o| o.spec))
        };
        let about = move || {
            spec().map(|spec| {
                state.language.say(&say("opcode.with-source", args![spec.title(), spec.paragraph]))
            })
        };
        view! {
            <li
                id=option_id(at)
                class="completion__offer"
                role="option"
                aria-selected=move || (completing.chosen.get() == at).to_string()
                // The text keeps the focus.
                on:pointerdown=move |event| event.prevent_default()
                on:click=move |_| completing.accept(state, field, at)
            >
                <code>{move || part(|offer| offer.label.clone())}</code>
                " "
                <span>{about}</span>
            </li>
        }
        .into_any()
    };
    move || {
        completing.is_open().then(|| {
            view! {
                <ul class="completion" id=LIST role="listbox" aria-label=state.language.words("completion.title")>
                    <For each=move || 0..count.get() key=|at| *at children=row />
                </ul>
            }
            .into_any()
        })
    }
}
