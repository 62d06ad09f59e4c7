//! The list of records: its filter, order and columns.

pub mod columns;
pub mod find;
pub mod listing;
pub mod look_up;
pub mod moving;
pub mod picking;

use leptos::prelude::*;

use crate::app::documents::Documents;
use crate::app::editing::Editing;
use crate::app::list::find::Refused;
use crate::app::notices::Notices;
use crate::app::records::Records;
use crate::app::sweep::{Sweep, Sweeps};
use crate::document::workspace::{DocumentId, OpenDocument};
use crate::logic::listing::{Found, Listed};
use crate::view::Column;

/// The list of records.
#[derive(Debug, Clone, Copy)]
pub struct List {
    /// The query as the user types it.
    pub query: RwSignal<String>,
    /// The number of picked records of the active file that are still there.
    pub picks_len: Memo<usize>,
    /// The query that was run last, and the file.
    asked: StoredValue<(Option<DocumentId>, String)>,
    /// The queries of the files that have one.
    queries: StoredValue<Vec<(DocumentId, String)>>,
    /// The result of the query; `None` while all records are listed.
    pub found: RwSignal<Option<Found>>,
    /// Why the query is invalid.
    pub refused: RwSignal<Option<Refused>>,
    /// The column by which the list is sorted, and whether the greatest come first.
    pub sorted: RwSignal<Option<(Column, bool)>>,
    /// The work on the list in progress, as a key of the language files, and the number of records done.
    pub arranging: RwSignal<Option<(&'static str, usize)>>,
    /// The columns of the list.
    pub columns: RwSignal<Vec<Column>>,
    /// Whether the choice of columns is open.
    pub options: RwSignal<bool>,
    pub(crate) sweep: StoredValue<Sweep, LocalStorage>,
    documents: &'static Documents,
    editing: &'static Editing,
    records: &'static Records,
    sweeps: &'static Sweeps,
    notices: Notices,
}

impl List {
    /// Starts with all records of the active file.
    pub fn new(
        documents: &'static Documents,
        editing: &'static Editing,
        records: &'static Records,
        sweeps: &'static Sweeps,
        notices: Notices,
    ) -> Self {
        Self {
            query: RwSignal::new(String::new()),
            picks_len: Memo::new(move |_| {
                let count = |open: &OpenDocument| Listed::of(open, None).picked().len();
                documents.workspace.with(|workspace| workspace.active().map_or(0, count))
            }),
            asked: StoredValue::new((None, String::new())),
            queries: StoredValue::new(Vec::new()),
            found: RwSignal::new(None),
            refused: RwSignal::new(None),
            sorted: RwSignal::new(None),
            arranging: RwSignal::new(None),
            columns: RwSignal::new(columns::remembered()),
            options: RwSignal::new(false),
            sweep: StoredValue::new_local(Sweep::default()),
            documents,
            editing,
            records,
            sweeps,
            notices,
        }
    }
}
