//! Finding records by a query, and the list of those that were found.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::state::AppState;
use crate::app::sweep::{Batch, Sweep};
use crate::document::workspace::DocumentId;
use crate::document::{LineSet, RecordId};
use crate::language::Text;
use crate::protocol::{Lines, Outcome, Repeats, Same, Task};
use crate::view::Column;

/// What a query found so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The file.
    pub document: DocumentId,
    /// The records, in the order of the list: that of the file when they were found, or another one
    /// that was asked for.
    pub ids: Vec<RecordId>,
    /// The number of groups of the same position, if the list is one of them, and the first record of
    /// each.
    pub groups: Option<(usize, Arc<LineSet>)>,
    /// Lines asked.
    pub done: usize,
    /// Lines in all.
    pub total: usize,
}

/// Why a query is none, and the part of it that is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The part of the query.
    pub part: String,
    /// Why.
    pub reason: Text,
}

/// The query and what it found.
#[derive(Debug, Clone, Copy)]
pub struct FindState {
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
    pub(crate) sweep: StoredValue<Sweep, LocalStorage>,
}

impl Default for FindState {
    fn default() -> Self {
        Self {
            query: RwSignal::new(String::new()),
            found: RwSignal::new(None),
            refused: RwSignal::new(None),
            sorted: RwSignal::new(None),
            arranging: RwSignal::new(None),
            sweep: StoredValue::new_local(Sweep::default()),
        }
    }
}

impl Found {
    /// A list that is whole.
    pub(crate) fn whole(document: DocumentId, ids: Vec<RecordId>) -> Self {
        let total = ids.len();
        Self { document, ids, groups: None, done: total, total }
    }
}

impl AppState {
    /// Asks a query of all records of the file in front; a blank one lists them all.
    pub fn find(self, query: &str) {
        self.find.sweep.with_value(Sweep::stop);
        self.find.query.set(query.to_owned());
        self.find.refused.set(None);
        self.find.sorted.set(None);
        self.find.arranging.set(None);
        let document = self
            .documents
            .with_active(|open| open.id)
            .filter(|_| !query.trim().is_empty() && !self.documents.is_reading());
        let Some(document) = document else {
            self.find.found.set(None);
            return;
        };
        let sweep = Sweep::default();
        self.find.sweep.set_value(sweep.clone());
        let query = query.to_owned();
        let ids = self.documents.all_ids();
        let total = ids.len();
        spawn_local(async move {
            let labels = asks(&query, &["I439", "repeated-id"]);
            let repeats = if labels || asks(&query, &["dup", "I216", "repeated-position"]) {
                self.repeats(&sweep, document, &ids, labels).await
            } else {
                Ok(Repeats::default())
            };
            let repeats = match repeats {
                Ok(_) if sweep.is_stopped() => return,
                Ok(repeats) => repeats,
                Err(reason) => {
                    self.notices.failed("toast.find-failed", &reason);
                    return;
                }
            };
            self.find.found.set(Some(Found { total, done: 0, ..Found::whole(document, Vec::new()) }));
            let asked = sweep.clone();
            let dialect = self.documents.dialect.get_untracked();
            let text = query.clone();
            let make = move |first: usize, lines: Lines| Task::Find {
                query: text.clone(),
                dialect,
                first: u32::try_from(first + 1).unwrap_or(u32::MAX),
                repeats: repeats.part(first, lines.len()),
                lines,
            };
            let take = move |batch: Batch<'_>, outcome: Result<Outcome, Text>| match outcome {
                Ok(Outcome::Find(Ok(places))) => self.find.found.update(|found| {
                    if let Some(found) = found {
                        found.ids.extend(places.iter().filter_map(|&at| batch.ids.get(at as usize)));
                        found.done += batch.ids.len();
                    }
                }),
                Ok(Outcome::Find(Err(bad))) => {
                    asked.stop();
                    let part = query.get(bad.start as usize..bad.end as usize).unwrap_or_default().to_owned();
                    self.find.refused.set(Some(Refused { part, reason: bad.reason }));
                    self.find.found.set(None);
                }
                Ok(_) => {}
                Err(reason) => {
                    asked.stop();
                    self.notices.failed("toast.find-failed", &reason);
                }
            };
            sweep.run(self, document, ids, Box::new(make), Box::new(take)).await;
        });
    }

    /// What stands in earlier lines of a file; the labels if they are asked for.
    ///
    /// # Errors
    /// Lines that cannot be read, or a worker that failed.
    pub(crate) async fn repeats(
        self,
        sweep: &Sweep,
        document: DocumentId,
        ids: &[RecordId],
        with_labels: bool,
    ) -> Result<Repeats, Text> {
        let senses = if with_labels { vec![Same::Fields, Same::Label] } else { vec![Same::Fields] };
        let alike = self.alike(sweep, document, ids, senses, false).await?.unwrap_or_default();
        let mut others = alike.into_iter().map(|(_, others)| others);
        let positions = others.next().unwrap_or_default();
        Ok(Repeats { positions, labels: others.next().unwrap_or_default() })
    }

    /// Lists all records again.
    pub fn clear_find(self) {
        self.find("");
    }
}

/// Whether a query has one of these words.
fn asks(query: &str, words: &[&str]) -> bool {
    query.split(|c: char| c != '-' && !c.is_ascii_alphanumeric()).any(|word| {
        let word = word.trim_start_matches('-');
        words.iter().any(|known| known.eq_ignore_ascii_case(word))
    })
}
