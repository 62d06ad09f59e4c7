//! Finding records by a query, and the list of those that were found.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::state::AppState;
use crate::app::sweep::{Batch, Sweep};
use crate::document::workspace::{DocumentId, OpenDocument};
use crate::document::{LineSet, RecordId};
use crate::language::Text;
use crate::protocol::{Lines, Outcome, Same, Task};

/// What a query found so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The file.
    pub document: DocumentId,
    /// The records, in the order of the file when they were found.
    pub ids: Vec<RecordId>,
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
    sweep: StoredValue<Sweep, LocalStorage>,
}

impl Default for FindState {
    fn default() -> Self {
        Self {
            query: RwSignal::new(String::new()),
            found: RwSignal::new(None),
            refused: RwSignal::new(None),
            sweep: StoredValue::new_local(Sweep::default()),
        }
    }
}

impl AppState {
    /// Asks a query of all records of the file in front; a blank one lists them all.
    pub fn find(self, query: &str) {
        self.find.sweep.with_value(Sweep::stop);
        self.find.query.set(query.to_owned());
        self.find.refused.set(None);
        let document = self.with_active(|open| open.id).filter(|_| !query.trim().is_empty());
        let Some(document) = document else {
            self.find.found.set(None);
            return;
        };
        let sweep = Sweep::default();
        self.find.sweep.set_value(sweep.clone());
        let query = query.to_owned();
        let ids = self.all_ids();
        let total = ids.len();
        spawn_local(async move {
            let repeated = if asks_for_repeats(&query) {
                self.repeated(&sweep, document, &ids).await
            } else {
                Vec::new()
            };
            if sweep.is_stopped() {
                return;
            }
            self.find.found.set(Some(Found { document, ids: Vec::new(), done: 0, total }));
            let asked = sweep.clone();
            let dialect = self.dialect_of_messages();
            let text = query.clone();
            let make = move |first: usize, lines: Lines| Task::Find {
                query: text.clone(),
                dialect,
                first: place(first + 1),
                repeated: part(&repeated, first, lines.len()),
                lines,
            };
            let take = move |batch: Batch<'_>, outcome: Result<Outcome, String>| match outcome {
                Ok(Outcome::Find(Ok(places))) => self.find.found.update(|found| {
                    if let Some(found) = found {
                        found.ids.extend(places.iter().filter_map(|&at| batch.ids.get(at as usize)));
                        found.done += batch.ids.len();
                    }
                }),
                Ok(Outcome::Find(Err(bad))) => {
                    asked.stop();
                    let part = query.get(bad.start as usize..bad.end as usize).unwrap_or_default().to_owned();
                    let reason = Text { key: bad.key.into(), args: bad.args };
                    self.find.refused.set(Some(Refused { part, reason }));
                    self.find.found.set(None);
                }
                Ok(_) => {}
                Err(reason) => {
                    asked.stop();
                    self.toasts.problem(format!("Not all records could be asked: {reason}."));
                }
            };
            sweep.run(self, document, ids, Box::new(make), Box::new(take)).await;
        });
    }

    /// The places of the lines whose position stands in an earlier line.
    async fn repeated(self, sweep: &Sweep, document: DocumentId, ids: &[RecordId]) -> Vec<u32> {
        let groups = self.same_positions(sweep, document, ids, Same::Fields, false).await;
        groups.ok().flatten().map_or_else(Vec::new, |(_, others)| others)
    }

    /// Lists all records again.
    pub fn clear_find(self) {
        self.find("");
    }

    /// Number of records in the list.
    pub fn listed_len(self, open: &OpenDocument) -> usize {
        self.find.found.with(|found| match found {
            Some(found) if found.document == open.id => found.ids.len(),
            _ => open.document.len(),
        })
    }

    /// The records that are listed and stand in the file, in its order: what tools work on.
    pub fn listed_ids(self) -> Vec<RecordId> {
        let listed = self.with_active(|open| {
            self.find.found.with_untracked(|found| match found {
                Some(found) if found.document == open.id => {
                    let found = LineSet::of(&found.ids);
                    open.document.ids().filter(|&id| found.has(id)).collect()
                }
                _ => open.document.ids().collect(),
            })
        });
        listed.unwrap_or_default()
    }

    /// The record in a row of the list, and its line in the file, both 0 first. A record that was
    /// removed has no line and stays in the list until the query is asked again.
    pub fn listed_at(self, open: &OpenDocument, row: usize) -> Option<(RecordId, Option<usize>)> {
        self.find.found.with(|found| match found {
            Some(found) if found.document == open.id => {
                let id = *found.ids.get(row)?;
                Some((id, open.document.position_of(id)))
            }
            _ => Some((open.document.id_at(row)?, Some(row))),
        })
    }

    /// The row of the selected record; `None` if it is not in the list.
    pub fn selected_row(self, open: &OpenDocument) -> Option<usize> {
        let position = open.position()?;
        self.find.found.with(|found| match found {
            Some(found) if found.document == open.id => {
                found.ids.iter().position(|&id| Some(id) == open.selected)
            }
            _ => Some(position),
        })
    }

    /// Selects the record in a row of the list, or the last one.
    pub fn select_row(self, row: usize) {
        let id = self.with_active(|open| {
            let last = untrack(|| self.listed_len(open)).checked_sub(1)?;
            untrack(|| self.listed_at(open, row.min(last))).map(|(id, _)| id)
        });
        if let Some(id) = id.flatten() {
            self.select(id);
        }
    }

    /// Selects a record `by` rows away; from a record that is not listed, the first one listed.
    pub fn select_by(self, by: isize) {
        let row = self.with_active(|open| untrack(|| self.selected_row(open))).flatten();
        self.select_row(row.map_or(0, |row| row.saturating_add_signed(by)));
    }
}

/// Whether a query asks for positions that stand in an earlier line.
fn asks_for_repeats(query: &str) -> bool {
    query.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == "dup")
}

fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Those of the places that lie in a batch, counted from its first line.
fn part(places: &[u32], first: usize, count: usize) -> Vec<u32> {
    let (first, end) = (place(first), place(first + count));
    let from = places.partition_point(|&at| at < first);
    let to = places.partition_point(|&at| at < end);
    places.get(from..to).unwrap_or_default().iter().map(|at| at - first).collect()
}
