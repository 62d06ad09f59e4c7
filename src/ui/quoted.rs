//! Messages in which what stands in the record is between backticks.

use leptos::prelude::*;

/// The text with its quoted parts as code. A text whose backticks do not come in pairs quotes some itself, and
/// stays as it is.
pub(super) fn quoted(text: &str) -> AnyView {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return text.to_owned().into_any();
    }
    let part = |(at, part): (usize, &str)| {
        let part = part.to_owned();
        if at.is_multiple_of(2) {
            part.into_any()
        } else {
            view! { <code class="quoted">{part}</code> }.into_any()
        }
    };
    parts.into_iter().enumerate().map(part).collect_view().into_any()
}
