//! Icons: drawings in `index.html`, in the colour of the text beside them.

use leptos::prelude::*;

use crate::epd::lint::Severity;

/// The icon with this name. It says nothing to screen readers: what has an icon also has a name.
pub(super) fn icon(name: &'static str) -> AnyView {
    view! { <svg class="icon" aria-hidden="true"><use href=format!("#i-{name}")></use></svg> }.into_any()
}

/// The icon of a severity.
pub(super) fn icon_of(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}
