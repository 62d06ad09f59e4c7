//! What there is to say about keeping work: work that was lost, a file that another tab changes,
//! and changes that are in memory only.

use leptos::prelude::*;

use crate::app::AppState;
use crate::app::recover::LostWork;
use crate::app::worked::Worked;
use crate::browser::page;
use crate::document::{Difference, Differences};
use crate::ui::button::{Button, buttons};

const FOLLOWING: &[Button] = &[Button::new(
    "Take over",
    "Change the file here; the other tab follows what is done here",
    AppState::take_over,
)];

const IN_MEMORY: &[Button] = &[
    Button::new("Try again", "Try to keep the changes again", AppState::flush),
    Button::new("Save a copy", "Save the file in front under another name", AppState::save_as),
];

/// The banners.
#[component]
pub(super) fn Keeping() -> impl IntoView {
    let state = AppState::expect();
    let following = Worked::new(move || state.is_following());
    let problem = move || {
        state.keep.problem.get().map(|reason| {
            view! {
                <section class="banner banner--problem" role="alert" aria-label="Changes are not kept">
                    <p>
                        {format!(
                            "Changes are in memory only: {reason}. They are lost when this tab closes. Save the file, or make room.",
                        )}
                    </p>
                    {buttons(state, IN_MEMORY)}
                </section>
            }.into_any()
        })
    };
    let other_tab = move || {
        following.get().then(|| {
            view! {
                <section class="banner" role="status" aria-label="Open in another tab">
                    <p>"Another tab has this file open. This one shows what is done there, and changes nothing."</p>
                    {buttons(state, FOLLOWING)}
                </section>
            }.into_any()
        })
    };
    view! {
        {move || state.lost_work().into_iter().map(|lost| lost_work(state, lost)).collect_view()}
        {problem}
        {other_tab}
    }
    .into_any()
}

/// One document whose changes were not saved.
fn lost_work(state: AppState, lost: LostWork) -> AnyView {
    let (restored, discarded) = (lost.id.clone(), lost.id);
    let time = page::local_time(lost.at);
    let (text, shown) = match lost.differences {
        Ok(found) => {
            (format!("{} of {} not saved, the last one on {time}.", words(&found), lost.name), Some(found))
        }
        Err(reason) => (format!("Changes of {} from {time} cannot be restored: {reason}.", lost.name), None),
    };
    let can_restore = shown.is_some();
    view! {
        <section class="banner" role="status" aria-label="Recovered work">
            <p>{text}</p>
            {shown.map(|found| changes(&found.first, found.count()))}
            <button class="button button--primary" hidden=!can_restore on:click=move |_| state.restore(&restored)>
                "Restore"
            </button>
            <button
                class="button"
                on:click=move |_| {
                    if page::confirm("Throw these changes away?") {
                        state.discard(&discarded);
                    }
                }
            >
                "Discard"
            </button>
        </section>
    }
    .into_any()
}

/// What differs, in words.
fn words(found: &Differences) -> String {
    match (found.count(), found.is_reordered) {
        (0, true) => "another order of lines".to_owned(),
        (0, false) => "all lines".to_owned(),
        (1, _) => "1 change".to_owned(),
        (count, _) => format!("{count} changes"),
    }
}

/// Lines before and after.
pub(super) fn changes(first: &[Difference], count: usize) -> AnyView {
    if first.is_empty() {
        return ().into_any();
    }
    let text = |bytes: &Option<Vec<u8>>| {
        bytes.as_ref().map(|bytes| String::from_utf8_lossy(&bytes[..bytes.len().min(400)]).into_owned())
    };
    let row = |line: &Difference| {
        view! {
            <tr>
                <th scope="row">{line.line}</th>
                <td>
                    {text(&line.before).map(|before| view! { <del>{before}</del> }.into_any())}
                    {text(&line.after).map(|after| view! { <ins>{after}</ins> }.into_any())}
                </td>
            </tr>
        }
        .into_any()
    };
    view! {
        <details class="changes">
            <summary>{format!("Show {} of {count}", first.len())}</summary>
            <table class="changes__list">
                <tbody>{first.iter().map(row).collect_view()}</tbody>
            </table>
        </details>
    }
    .into_any()
}
