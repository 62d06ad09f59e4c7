//! Tables of endgames that the user gave to the page: files, which the workers that search read.

use std::cell::RefCell;
use std::collections::BTreeMap;

use js_sys::Array;
use web_sys::File;

/// The files by name, and how often they have changed.
#[derive(Debug, Default)]
struct Given {
    files: BTreeMap<String, File>,
    changes: u32,
}

thread_local! {
    static GIVEN: RefCell<Given> = RefCell::default();
}

/// Adds files, and returns how often they have changed. One of a name that is known takes the place of the other.
pub fn add(files: impl Iterator<Item = File>) -> u32 {
    changed(|known| known.extend(files.map(|file| (file.name(), file))))
}

/// Forgets all of them, and returns how often they have changed.
pub fn clear() -> u32 {
    changed(BTreeMap::clear)
}

fn changed(change: impl FnOnce(&mut BTreeMap<String, File>)) -> u32 {
    GIVEN.with_borrow_mut(|given| {
        change(&mut given.files);
        given.changes += 1;
        given.changes
    })
}

/// The names.
pub fn names() -> Vec<String> {
    GIVEN.with_borrow(|given| given.files.keys().cloned().collect())
}

/// The files, for a worker that has been sent those of an earlier number of changes; `None` if nothing has changed.
pub(super) fn since(changes: u32) -> Option<(u32, Array)> {
    GIVEN.with_borrow(|given| {
        (given.changes != changes).then(|| (given.changes, given.files.values().collect()))
    })
}
