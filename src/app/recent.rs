//! The files that were opened lately.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::notices::Notices;
use crate::browser::files::{Given, Handle};
use crate::browser::page;
use crate::browser::recent::{NotGiven, Recent};
use crate::browser::store::Store;
use crate::js::JsError;
use crate::logic::opening::MOST_RECENT;

/// The mark that there are any, kept where settings are: a first visit does not look for them.
const MARK: &str = "recent";

/// The files that were opened lately, where the browser keeps them.
#[derive(Debug, Clone, Copy)]
pub struct RecentFiles {
    /// The files, the last one first.
    pub all: RwSignal<Vec<Recent>, LocalStorage>,
    /// Whether the dialog with the files is open.
    pub is_open: RwSignal<bool>,
    /// The database, once it is open.
    store: StoredValue<Option<Store>, LocalStorage>,
    /// Files that were opened before the database was.
    waiting: StoredValue<Vec<Handle>, LocalStorage>,
    notices: Notices,
}

impl RecentFiles {
    /// Starts with none.
    pub fn new(notices: Notices) -> Self {
        Self {
            all: RwSignal::new_local(Vec::new()),
            is_open: RwSignal::new(false),
            store: StoredValue::new_local(None),
            waiting: StoredValue::new_local(Vec::new()),
            notices,
        }
    }

    /// Takes the open database, and looks for files of earlier visits, if there are any. A browser that keeps nothing
    /// has none.
    pub(in crate::app) fn use_store(self, store: Store) {
        self.store.set_value(Some(store));
        if page::setting(MARK).is_some() {
            self.change(Change::Keep(self.waiting.try_update_value(std::mem::take).unwrap_or_default()));
        }
    }

    /// Keeps the places of files that were opened or saved.
    pub(super) fn keep(self, handles: Vec<Handle>) {
        if !handles.is_empty() {
            page::keep_setting(MARK, "yes");
            if self.store.with_value(Option::is_some) {
                self.change(Change::Keep(handles));
            } else {
                self.waiting.update_value(|waiting| waiting.extend(handles));
            }
        }
    }

    /// Forgets all of them; the files stay where they are.
    pub fn forget_all(self) {
        self.is_open.set(false);
        self.change(Change::ForgetAll);
    }

    /// The file, after the browser has asked the user. If it is gone, it is forgotten, and the user is told.
    pub(super) async fn take(self, recent: Recent) -> Option<Given> {
        match recent.given().await {
            Ok(given) => given,
            Err(NotGiven { error, is_gone }) => {
                self.notices.failed_of("toast.not-opened", &recent.name, error);
                if is_gone {
                    self.change(Change::Forget(recent.key));
                }
                None
            }
        }
    }

    fn change(self, change: Change) {
        // Without a database there are no recent files, and the work itself is not concerned.
        let Some(store) = self.store.get_value() else { return };
        spawn_local(async move {
            if let Ok(all) = changed(&store, change).await {
                self.all.set(all);
            }
        });
    }
}

/// A change of what is kept.
enum Change {
    Keep(Vec<Handle>),
    /// By its name in the database.
    Forget(String),
    ForgetAll,
}

async fn changed(store: &Store, change: Change) -> Result<Vec<Recent>, JsError> {
    match change {
        Change::Keep(handles) => {
            for handle in &handles {
                store.keep_recent(handle, page::now_date(), MOST_RECENT).await?;
            }
        }
        Change::Forget(key) => store.forget_recent(Some(&key)).await?,
        Change::ForgetAll => store.forget_recent(None).await?,
    }
    store.recent().await
}
