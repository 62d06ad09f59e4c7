//! The list of records: which are found, in which order, in which columns.

pub mod columns;
pub mod find;
pub mod listing;

use leptos::prelude::*;

use crate::app::documents::Documents;
use crate::app::editing::Editing;
use crate::app::list::find::Refused;
use crate::app::notices::Notices;
use crate::app::records::Records;
use crate::app::sweep::{Sweep, Sweeps};
use crate::logic::listing::Found;
use crate::view::Column;

/// The list of records.
#[derive(Debug, Clone, Copy)]
pub struct List {
    /// The query as it is typed.
    pub query: RwSignal<String>,
    /// What was found; `None` while all records are listed.
    pub found: RwSignal<Option<Found>>,
    /// Why the query is none.
    pub refused: RwSignal<Option<Refused>>,
    /// The column by which the list is sorted, and whether the greatest is first.
    pub sorted: RwSignal<Option<(Column, bool)>>,
    /// What is done to the list, an entry of the language files, and how many records were looked at for it.
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
    /// All records of the file in front.
    pub fn new(
        documents: &'static Documents,
        editing: &'static Editing,
        records: &'static Records,
        sweeps: &'static Sweeps,
        notices: Notices,
    ) -> Self {
        Self {
            query: RwSignal::new(String::new()),
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
