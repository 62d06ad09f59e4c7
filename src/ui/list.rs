//! Lists whose rows stay as they are while others come and go.
//!
//! The framework makes its list anew for each type of row, three kilobytes of code each time. Here
//! rows are made behind a pointer, so that there is one list for all types.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::Arc;

use leptos::prelude::*;

/// Makes a row.
type Make = Arc<dyn Fn() -> AnyView + Send + Sync>;

/// A row for each item. A row is kept as long as an item with the same key is there.
pub(super) fn list<T, K>(
    items: impl Fn() -> Vec<T> + Send + Sync + 'static,
    key: fn(&T) -> K,
    row: impl Fn(T) -> AnyView + Clone + Send + Sync + 'static,
) -> AnyView
where
    T: Clone + Send + Sync + 'static,
    K: Hash + 'static,
{
    let keyed = move |item: T| {
        let mut hasher = DefaultHasher::new();
        key(&item).hash(&mut hasher);
        let row = row.clone();
        let make: Make = Arc::new(move || row(item.clone()));
        (hasher.finish(), make)
    };
    list_of(Box::new(move || items().into_iter().map(&keyed).collect()))
}

fn list_of(rows: Box<dyn Fn() -> Vec<(u64, Make)> + Send + Sync>) -> AnyView {
    view! {
        <For each=rows key=|row| row.0 let:row>
            {row.1()}
        </For>
    }
    .into_any()
}
