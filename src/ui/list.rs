//! Lists whose rows stay as they are while others come and go.
//!
//! The framework makes its list anew for each type of row, three kilobytes of code each time. Here
//! rows are made behind a pointer, so that there is one list for all types.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use leptos::prelude::*;

/// The hash function of Fowler, Noll and Vo: the one of the standard library withstands attacks,
/// which rows do not make, with two kilobytes of code for each type of key.
struct Fnv(u64);

impl Hasher for Fnv {
    #[inline(never)]
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

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
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
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
