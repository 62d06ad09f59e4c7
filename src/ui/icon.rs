//! Icons: drawings in `index.html`, in the colour of the text beside them.

use leptos::prelude::*;

/// The icon with this name. It says nothing to screen readers: what has an icon also has a name.
pub(super) fn icon(name: &'static str) -> AnyView {
    view! { <svg class="icon" aria-hidden="true"><use href=format!("#i-{name}")></use></svg> }.into_any()
}
