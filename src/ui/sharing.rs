//! The dialog that shares records.

use std::sync::Arc;

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::share::dialog::{Drawing, SIDES};
use crate::app::share::picture::BoardLook;
use crate::browser::caret;
use crate::browser::picture::PictureUrl;
use crate::commands::Command;
use crate::language::say;
use crate::share::LONG_LINK;
use crate::share::qr::{MOST_CODED, qr_svg};
use crate::ui::board::piece_id;
use crate::ui::button::{Button, Weight, buttons, command};
use crate::ui::dialog::dialog;

/// The present pieces and colours of the page.
pub(super) fn look() -> Option<BoardLook> {
    BoardLook::of_page(piece_id)
}

fn drawing(state: AppState) -> Option<Drawing> {
    untrack(|| state.sharing.shared_drawing(&look()?))
}

fn link(state: AppState) -> Option<String> {
    untrack(|| state.sharing.share_link())
}

fn no_link(state: AppState) -> Option<&'static str> {
    state.sharing.share_link().is_none().then_some("obstacle.no-link")
}

fn no_code(state: AppState) -> Option<&'static str> {
    let is_long = || state.sharing.share_link().is_none_or(|link| link.len() > MOST_CODED);
    no_link(state).or_else(|| is_long().then_some("obstacle.long-link"))
}

const LINK: &[Button] = &[
    Button::new("sharing.copy-link", "sharing.copy-link.title", |state| {
        state.sharing.copy_text(link(state), "sharing.link-copied");
    })
    .class("button button--primary")
    .unless(no_link),
    Button::new("sharing.save-code", "sharing.save-code.title", |state| {
        state.sharing.download_svg(link(state).and_then(|link| qr_svg(&link)), "qr.");
    })
    .unless(no_code),
];

const PICTURE: &[Button] = &[
    Button::new("sharing.copy-png", "sharing.copy-png.title", |state| {
        state.sharing.copy_picture(drawing(state));
    }),
    Button::new("sharing.save-png", "sharing.save-png.title", |state| {
        state.sharing.download_png(drawing(state));
    }),
    Button::new("sharing.copy-svg", "sharing.copy-svg.title", |state| {
        state.sharing.copy_text(drawing(state).map(|drawing| drawing.svg), "sharing.svg-copied");
    }),
    Button::new("sharing.save-svg", "sharing.save-svg.title", |state| {
        state.sharing.download_svg(drawing(state).map(|drawing| drawing.svg), "");
    }),
];

const FRAME: &[Button] = &[Button::new("sharing.copy-frame", "sharing.copy-frame.title", |state| {
    state.sharing.copy_text(untrack(|| state.sharing.embed_code()), "sharing.frame-copied");
})
.unless(no_link)];

/// The dialog.
#[component]
pub(super) fn Sharing() -> impl IntoView {
    dialog(AppState::expect().sharing.is_open, "sharing.title", "dialog dialog--sharing", body)
}

fn body() -> AnyView {
    let state = AppState::expect();
    state.sharing.keep_share_link();
    view! {
        <p class="note" role="status" aria-label=state.language.tell("sharing.done")>{move || state.sharing.message.get().map(|message| state.language.say(&message))}</p>
        {move || (state.sharing.count() > 1).then(|| view! {
            <p class="note">{state.language.say(&say("sharing.several", [state.sharing.count()]))}</p>
        }.into_any())}
        {link_section(state)}
        {picture_section(state)}
        <section class="sharing" aria-label=state.language.tell("sharing.embed")>
            <h3>{state.language.tell("sharing.embed")}</h3>
            <p class="note">{state.language.tell("sharing.embed.about")}</p>
            <textarea
                class="input sharing__code"
                readonly=true
                rows="4"
                spellcheck="false"
                data-own-undo="true"
                aria-label=state.language.tell("sharing.frame-code")
                prop:value=move || state.sharing.embed_code().unwrap_or_default()
                on:focus=move |event| caret::select_all(&event)
            ></textarea>
            <div class="button-row">{buttons(state, FRAME)}</div>
        </section>
    }
    .into_any()
}

fn link_section(state: AppState) -> AnyView {
    let about = move || {
        let length = state.sharing.share_link()?.len();
        let numbers = |most: usize| [length, most].map(|number| number.to_string());
        if length > MOST_CODED {
            Some(state.language.say(&say("sharing.no-code", numbers(MOST_CODED))))
        } else {
            (length > LONG_LINK).then(|| state.language.say(&say("sharing.long", numbers(LONG_LINK))))
        }
    };
    let code = Memo::new(move |_| {
        let svg = qr_svg(&state.sharing.share_link()?)?;
        PictureUrl::of(&svg).ok().map(Arc::new)
    });
    let image = move |url: Arc<PictureUrl>| {
        // The address is valid as long as the picture is on the page.
        let src = url.as_str().to_owned();
        view! { <img class="sharing__qr" src=src alt=state.language.tell("sharing.code") /> }.into_any()
    };
    view! {
        <section class="sharing sharing--link" aria-label=state.language.tell("sharing.link")>
            <div>
                <h3>{state.language.tell("sharing.link")}</h3>
                <input
                    class="input"
                    readonly=true
                    data-own-undo="true"
                    aria-label=state.language.tell("sharing.link")
                    prop:value=move || state.sharing.share_link().unwrap_or_default()
                    on:focus=move |event| caret::select_all(&event)
                />
                <div class="button-row">{buttons(state, LINK)}</div>
                <p class="note" role="status">{move || about().or_else(|| state.sharing.share_refusal())}</p>
                <p class="note">{state.language.tell("sharing.link.about")}</p>
            </div>
            {move || code.get().map(image)}
        </section>
    }
    .into_any()
}

fn picture_section(state: AppState) -> AnyView {
    let sharing = state.sharing;
    let shown = Memo::new(move |_| {
        // The colours depend on the looks of the page.
        state.looks.follow();
        let drawing = state.sharing.shared_drawing(&look()?)?;
        let url = PictureUrl::of(&drawing.svg).ok()?;
        Some((drawing.title, Arc::new(url)))
    });
    let image = move || match shown.get() {
        Some((title, url)) => {
            let src = url.as_str().to_owned();
            view! { <img class="sharing__picture" src=src alt=title /> }.into_any()
        }
        None => view! { <p class="find__result--refused">{state.language.tell("sharing.no-picture")}</p> }
            .into_any(),
    };
    let side = |side: u32| {
        let words = state.language.say(&say("sharing.pixels", [side.to_string()]));
        view! { <option value=side.to_string()>{words}</option> }.into_any()
    };
    view! {
        <section class="sharing sharing--picture" aria-label=state.language.tell("sharing.picture")>
            {image}
            <div>
                <h3>{state.language.tell("sharing.picture")}</h3>
                <fieldset class="choices">
                    <legend class="visually-hidden">{state.language.tell("sharing.picture")}</legend>
                    {check(state, "sharing.coordinates", sharing.has_coordinates)}
                    {check(state, "sharing.turn", sharing.has_turn)}
                    {check(state, "sharing.arrows", sharing.has_arrows)}
                </fieldset>
                <label class="field field--inline">
                    <span class="field__label">{state.language.tell("sharing.side")}</span>
                    <select
                        class="input"
                        aria-label=state.language.tell("sharing.side")
                        prop:value=move || sharing.side.get().to_string()
                        on:change:target=move |event| {
                            if let Ok(side) = event.target().value().parse() {
                                sharing.side.set(side);
                            }
                        }
                    >
                        {SIDES.map(side).into_iter().collect_view()}
                    </select>
                </label>
                <p class="note">{state.language.tell("sharing.picture.about")}</p>
                <div class="button-row">
                    {buttons(state, PICTURE)}
                    {command(state, Command::Sheet, Weight::Plain)}
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// A checkbox. Its label is a key of the language files.
fn check(state: AppState, label: &'static str, value: RwSignal<bool>) -> AnyView {
    view! {
        <label class="field field--inline">
            <input
                type="checkbox"
                prop:checked=move || value.get()
                on:change:target=move |event| value.set(event.target().checked())
            />
            <span>{state.language.tell(label)}</span>
        </label>
    }
    .into_any()
}
