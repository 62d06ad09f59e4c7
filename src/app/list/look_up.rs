//! The first records that a query finds, for the search for commands.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::list::List;
use crate::app::sweep::{Batch, Sweep};
use crate::chess::Color;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::language::Text;
use crate::logic::listing::{CHANGES, LABELS, POSITIONS, asks};
use crate::protocol::{Lines, Outcome, Repeats, Task};
use crate::text::encoding::CodePage;
use crate::view::{Column, RowView};

/// Most records that are looked up.
const MOST: usize = 6;

/// Most lines that are looked at: it is only a glance.
const MOST_LINES: usize = 100_000;

/// What a line alone does not tell.
const OF_FILE: [&[&str]; 3] = [CHANGES, LABELS, POSITIONS];

/// A record that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookedUp {
    /// Its file, and the record.
    pub at: (DocumentId, RecordId),
    /// Its line in the file, from 1.
    pub line: usize,
    /// What it is called.
    pub name: String,
    /// The side to move, if it is named by its material.
    pub turn: Option<Color>,
}

impl List {
    /// Finds the first records of the active file with a query, and puts them into `found` with the query. What is no
    /// query, and what is asked about the file as a whole, finds none, and only the first lines of a large file are looked
    /// at. The list stays as it is. The sweep that is returned can be stopped.
    pub fn look_up(&'static self, query: &str, found: RwSignal<(String, Vec<LookedUp>)>) -> Sweep {
        let sweep = Sweep::default();
        let front = self
            .documents
            .with_active(|open| (open.id, open.document.code_page, open.is_reading))
            .filter(|(.., is_reading)| {
                !is_reading && !query.trim().is_empty() && !OF_FILE.iter().any(|words| asks(query, words))
            });
        let Some((document, page, _)) = front else { return sweep };
        let (conventions, query) = (self.documents.conventions_of(document), query.to_owned());
        let asked_for = query.clone();
        let make = move |first: usize, lines: Lines| Task::Find {
            query: query.clone(),
            conventions: conventions.clone(),
            first: u32::try_from(first + 1).unwrap_or(u32::MAX),
            repeats: Repeats::default().part(first, lines.len()),
            changed: Vec::new(),
            lines,
        };
        let (end, mut records) = (sweep.clone(), Vec::new());
        let take = move |batch: Batch<'_>, outcome: Result<Outcome, Text>| {
            let places = if let Ok(Outcome::Find(Ok(places))) = outcome {
                places
            } else {
                end.stop();
                Vec::new()
            };
            let here = places.iter().filter_map(|&at| of_batch(document, page, batch, at as usize));
            records.extend(here.take(MOST - records.len()));
            if records.len() == MOST {
                end.stop();
            }
            // The dialog may be closed by now.
            let _ = found.try_set((asked_for.clone(), records.clone()));
        };
        let (mut ids, asked) = (self.documents.all_ids(), sweep.clone());
        ids.truncate(MOST_LINES);
        spawn_local(async move {
            asked.run(self.sweeps, document, ids, Box::new(make), Box::new(take)).await;
        });
        sweep
    }
}

/// A record of a batch, by its place there.
fn of_batch(document: DocumentId, page: CodePage, batch: Batch<'_>, at: usize) -> Option<LookedUp> {
    let (&id, line) = (batch.ids.get(at)?, batch.lines.get(at)?);
    let row = RowView::of(line, page, &[Column::Label]);
    let name = row.cells.into_iter().next()?;
    Some(LookedUp { at: (document, id), line: batch.first + at + 1, name, turn: row.named_by_material })
}
