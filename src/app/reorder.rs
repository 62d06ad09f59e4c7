//! Reorders and removes records: sorts and shuffles them, and keeps one record of each position.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use crate::app::sweep::{Batch, Sweep, Sweeps};
use crate::browser::page;
use crate::document::workspace::DocumentId;
use crate::document::{RecordId, permuted};
use crate::language::Text;
use crate::logic::reordering::{Reorder, Reordered};
use crate::protocol::{Lines, Merged, Outcome, Same, Task};

/// The approximate number of lines that one task merges; it may be a few more.
const MERGED_AT_ONCE: usize = 2_000;

/// The places of each group of equal records, beginning with the one that stays; and the places of all
/// records that do not stay, in ascending order.
pub(super) type Alike = (Vec<Vec<u32>>, Vec<u32>);

impl Sweeps {
    /// Works out a new order of records; `None` if it was stopped.
    ///
    /// # Errors
    /// A line cannot be read, or a worker failed.
    pub(super) async fn reorder(
        &'static self,
        sweep: &Sweep,
        document: DocumentId,
        ids: Vec<RecordId>,
        what: &Reorder,
    ) -> Result<Option<Reordered>, Text> {
        match what {
            Reorder::Sort { by, descending } => {
                let by = by.clone();
                let conventions = self.documents.conventions_of(document);
                let make = Box::new(move |_, lines| Task::SortKeys {
                    by: by.clone(),
                    conventions: conventions.clone(),
                    lines,
                });
                let Some(answers) = self.collect(sweep, document, ids.clone(), make).await? else {
                    return Ok(None);
                };
                let mut keys = Lines::default();
                for (at, answer) in answers.into_iter().enumerate() {
                    if let Outcome::SortKeys(batch) = answer {
                        batch.iter().for_each(|key| keys.push(key));
                    }
                    // A quarter of a million keys take some milliseconds.
                    if at % 64 == 63 {
                        page::breathe().await;
                    }
                }
                let order = self.order(Task::Sort { keys, descending: *descending }).await?;
                page::breathe().await;
                Ok(Some(Reordered { ids: permuted(&ids, &order), ..Reordered::default() }))
            }
            Reorder::Shuffle { seed } => {
                let count = u32::try_from(ids.len()).unwrap_or(u32::MAX);
                let order = self.order(Task::Shuffle { count, seed: *seed }).await?;
                Ok(Some(Reordered { ids: permuted(&ids, &order), ..Reordered::default() }))
            }
            Reorder::Deduplicate { same, keep_last, merge } => {
                let groups = self.same_positions(sweep, document, &ids, *same, *keep_last).await?;
                let Some((groups, others)) = groups else { return Ok(None) };
                let groups: Vec<Vec<RecordId>> = groups.iter().map(|group| permuted(&ids, group)).collect();
                let (edits, left) =
                    if *merge { self.merge(sweep, document, &groups).await? } else { Default::default() };
                let mut removed = permuted(&ids, &others);
                if !left.is_empty() {
                    removed.retain(|id| !left.contains(id));
                }
                let new = Reordered { ids: Vec::new(), removed, edits, left: left.len() };
                Ok((!sweep.is_stopped()).then_some(new))
            }
        }
    }

    /// The places of records with the same position; `None` if it was stopped.
    pub(super) async fn same_positions(
        &'static self,
        sweep: &Sweep,
        document: DocumentId,
        ids: &[RecordId],
        same: Same,
        keep_last: bool,
    ) -> Result<Option<Alike>, Text> {
        Ok(self.alike(sweep, document, ids, vec![same], keep_last).await?.and_then(|mut alike| alike.pop()))
    }

    /// The places of records that are equal in each of these senses; `None` if it was stopped.
    pub(super) async fn alike(
        &'static self,
        sweep: &Sweep,
        document: DocumentId,
        ids: &[RecordId],
        same: Vec<Same>,
        keep_last: bool,
    ) -> Result<Option<Vec<Alike>>, Text> {
        let mut keys = vec![Vec::with_capacity(ids.len()); same.len()];
        let make = Box::new(move |_, lines| Task::Keys { same: same.clone(), lines });
        let Some(answers) = self.collect(sweep, document, ids.to_vec(), make).await? else { return Ok(None) };
        for answer in answers {
            if let Outcome::Keys(batch) = answer {
                keys.iter_mut().zip(batch).for_each(|(keys, batch)| keys.extend(batch));
            }
        }
        let mut alike = Vec::new();
        for keys in keys {
            // A million keys take a while to collect and to send.
            page::breathe().await;
            if let Outcome::Groups { groups, others } =
                self.analysis.jobs().ask(Task::Group { keys, keep_last }).await?
            {
                alike.push((groups, others));
            }
        }
        Ok(Some(alike))
    }

    async fn order(&'static self, task: Task) -> Result<Vec<u32>, Text> {
        match self.analysis.jobs().ask(task).await? {
            Outcome::Order(order) => Ok(order),
            _ => Ok(Vec::new()),
        }
    }

    /// The answers of workers about records, batch by batch; `None` if it was stopped.
    pub(super) async fn collect(
        &'static self,
        sweep: &Sweep,
        document: DocumentId,
        ids: Vec<RecordId>,
        make: Box<dyn Fn(usize, Lines) -> Task>,
    ) -> Result<Option<Vec<Outcome>>, Text> {
        let all = Rc::new(RefCell::new((Vec::new(), None)));
        let (known, end) = (Rc::clone(&all), sweep.clone());
        let take = move |batch: Batch<'_>, outcome: Result<Outcome, Text>| match outcome {
            Ok(outcome) => {
                end.count(self, batch.ids.len());
                known.borrow_mut().0.push(outcome);
            }
            Err(reason) => {
                end.stop();
                known.borrow_mut().1 = Some(reason);
            }
        };
        sweep.run(self, document, ids, make, Box::new(take)).await;
        let (all, failed) = all.take();
        match failed {
            Some(reason) => Err(reason),
            None => Ok((!sweep.is_stopped()).then_some(all)),
        }
    }

    /// Merges the operations of each group into its first record. The others that it names have something that cannot be
    /// added.
    async fn merge(
        &'static self,
        sweep: &Sweep,
        document: DocumentId,
        groups: &[Vec<RecordId>],
    ) -> Result<(Vec<(RecordId, Vec<u8>)>, HashSet<RecordId>), Text> {
        let (mut edits, mut all_left) = (Vec::new(), HashSet::new());
        let conventions = self.documents.conventions_of(document);
        let mut rest = groups;
        while !rest.is_empty() && !sweep.is_stopped() {
            let mut count = 0;
            let fits = |group: &&Vec<RecordId>| {
                let fits = count < MERGED_AT_ONCE;
                count += group.len();
                fits
            };
            let (now, later) = rest.split_at(rest.iter().take_while(fits).count().max(1));
            rest = later;
            let ids: Vec<RecordId> = now.iter().flatten().copied().collect();
            let lines = self.documents.texts(document, &ids).await?;
            let groups = now.iter().map(|group| u32::try_from(group.len()).unwrap_or(0)).collect();
            let task = Task::Merge { groups, lines, conventions: conventions.clone() };
            if let Outcome::Merged(Merged { edits: changed, left }) = self.analysis.jobs().ask(task).await? {
                let of_record = |(at, text): (u32, Vec<u8>)| Some((*ids.get(at as usize)?, text));
                edits.extend(changed.into_iter().filter_map(of_record));
                all_left.extend(left.into_iter().filter_map(|at| ids.get(at as usize)));
            }
            page::breathe().await;
        }
        Ok((edits, all_left))
    }
}
