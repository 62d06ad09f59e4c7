//! Finds records by a query and lists them.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::list::List;
use crate::app::sweep::{Batch, Sweep};
use crate::document::RecordId;
use crate::language::Text;
use crate::logic::listing::{CHANGES, Found, LABELS, POSITIONS, asks};
use crate::protocol::{Lines, Outcome, Repeats, Task, places_of_part};

/// An invalid query: the reason, and the wrong part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The wrong part of the query.
    pub part: String,
    /// What is wrong there.
    pub reason: Text,
}

impl List {
    /// Runs a query over all records of the active file. A blank query lists all of them.
    pub fn find(&'static self, query: &str) {
        self.sweep.with_value(Sweep::stop);
        // What is picked must be in sight. The same query is run again when records have changed, and another file
        // keeps its own picks.
        let asked = (self.documents.with_active(|open| open.id), query.to_owned());
        if self.asked.with_value(|before| before.0 == asked.0 && before.1 != asked.1) {
            self.clear_picks();
        }
        if let Some(document) = asked.0 {
            self.queries.update_value(|queries| {
                queries.retain(|&(of, _)| of != document);
                if !query.is_empty() {
                    queries.push((document, query.to_owned()));
                }
            });
        }
        self.asked.set_value(asked);
        self.query.set(query.to_owned());
        self.refused.set(None);
        self.sorted.set(None);
        self.arranging.set(None);
        let document = self
            .documents
            .with_active(|open| open.id)
            .filter(|_| !query.trim().is_empty() && !self.documents.is_reading());
        let Some(document) = document else {
            self.found.set(None);
            return;
        };
        let sweep = Sweep::default();
        self.sweep.set_value(sweep.clone());
        let query = query.to_owned();
        let ids = self.documents.all_ids();
        let total = ids.len();
        let changed = if asks(&query, CHANGES) { self.changed(&ids) } else { Vec::new() };
        self.found.set(Some(Found { total, done: 0, ..Found::whole(document, Vec::new()) }));
        spawn_local(async move {
            // The user may look at another file meanwhile.
            let conventions = self.documents.conventions_of(document);
            let labels = asks(&query, LABELS);
            let repeats = if labels || asks(&query, POSITIONS) {
                self.sweeps.repeats(&sweep, document, &ids, labels).await
            } else {
                Ok(Repeats::default())
            };
            let repeats = match repeats {
                Ok(_) if sweep.is_stopped() => return,
                Ok(repeats) => repeats,
                Err(reason) => {
                    self.found.set(None);
                    self.notices.failed("toast.find-failed", &reason);
                    return;
                }
            };
            let asked = sweep.clone();
            let text = query.clone();
            let make = move |first: usize, lines: Lines| Task::Find {
                query: text.clone(),
                conventions: conventions.clone(),
                first: u32::try_from(first + 1).unwrap_or(u32::MAX),
                repeats: repeats.part(first, lines.len()),
                changed: places_of_part(&changed, first, lines.len()),
                lines,
            };
            let take = move |batch: Batch<'_>, outcome: Result<Outcome, Text>| match outcome {
                Ok(Outcome::Find(Ok(places))) => self.found.update(|found| {
                    if let Some(found) = found {
                        found.ids.extend(places.iter().filter_map(|&at| batch.ids.get(at as usize)));
                        found.done += batch.ids.len();
                    }
                }),
                Ok(Outcome::Find(Err(bad))) => {
                    asked.stop();
                    let part = query.get(bad.start as usize..bad.end as usize).unwrap_or_default().to_owned();
                    self.refused.set(Some(Refused { part, reason: bad.reason }));
                    self.found.set(None);
                }
                Ok(_) => {}
                Err(reason) => {
                    asked.stop();
                    self.found.set(None);
                    self.notices.failed("toast.find-failed", &reason);
                }
            };
            sweep.run(self.sweeps, document, ids, Box::new(make), Box::new(take)).await;
        });
    }

    /// The places of the records of the active file that differ from what was opened.
    fn changed(&'static self, ids: &[RecordId]) -> Vec<u32> {
        let changed = self.documents.with_active(|open| {
            let is_changed = |&(id, _): &(&RecordId, u32)| open.document.is_touched(*id);
            ids.iter().zip(0..).filter(is_changed).map(|(_, at)| at).collect()
        });
        changed.unwrap_or_default()
    }

    /// Lists what was listed of the active file when it was in front before.
    pub fn find_again(&'static self) {
        let front = self.documents.with_active(|open| open.id);
        let query = self.queries.with_value(|queries| {
            let of_front = queries.iter().find(|&&(of, _)| Some(of) == front);
            of_front.map(|(_, query)| query.clone()).unwrap_or_default()
        });
        self.find(&query);
    }

    /// Lists all records again.
    pub fn clear_find(&'static self) {
        self.find("");
    }
}
