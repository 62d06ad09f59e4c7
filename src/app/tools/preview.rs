//! The preview of a tool's effect.

use std::cell::Cell;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::sweep::{Batch, Sweep};
use crate::app::tools::Tools;
use crate::browser::page;
use crate::document::workspace::DocumentId;
use crate::document::{Difference, RecordId};
use crate::export::Format;
use crate::language::{Text, say};
use crate::logic::reordering::Reorder;
use crate::logic::tools::{Copy, Plan};
use crate::protocol::{Counts, Foreseen, Outcome, Task};
use crate::verb::{Ended, Reasons, Step};

/// Most lines shown in a preview.
const MOST_SHOWN: usize = 20;

/// The same in a glance, which is beside the form that is being filled in.
const FEW_SHOWN: usize = 5;

/// Records that a glance looks at: it follows every change of the form.
const GLANCED: usize = 500;

/// The most records for which a glance works out a new order or counts, since it has to see all of them.
const GLANCED_WHOLE: usize = 20_000;

/// Milliseconds without a change of the form after which a glance begins.
const PAUSE_MS: u32 = 250;

/// The preview of a tool's effect.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Preview {
    /// The number of records examined, and of records to examine.
    pub done: (usize, usize),
    /// Whether these are only the first of the listed ones.
    pub is_glance: bool,
    /// The number of lines that would change.
    pub changes: usize,
    /// The first of them.
    pub first: Vec<Difference>,
    /// Whether it is about a report, which changes no lines.
    pub is_report: bool,
    /// How a new file, or a report as a table, would begin.
    pub sample: Option<String>,
    /// The counts of the records' contents.
    pub counts: Option<Counts>,
    /// The effect in sentences.
    pub words: Vec<Text>,
    /// Why records would not change.
    pub reasons: Reasons,
    /// Why the tool cannot be applied.
    pub refused: Option<Text>,
}

impl From<Text> for Preview {
    /// A preview that only says why the tool cannot be applied.
    fn from(refused: Text) -> Self {
        Self { refused: Some(refused), ..Self::default() }
    }
}

impl Preview {
    /// Counts a line that would not change.
    fn add(&mut self, ended: Ended) {
        match ended {
            Ended::Unchanged(reason) => self.reasons.add(reason),
            Ended::Failed(reason) => self.reasons.add(say("why.not-done", [reason])),
            Ended::NoRecord | Ended::Written | Ended::Noted(_) => {}
        }
    }
}

impl Tools {
    /// Works out the effect of the tool without changing anything.
    pub fn preview_tool(&'static self) {
        self.clear_preview();
        match self.plan() {
            Ok((_, plan)) => self.foresee(plan, usize::MAX, MOST_SHOWN),
            Err(reason) => self.preview.set(Some(reason.text().into())),
        }
    }

    /// Shows what the tool would do with the first records, once the form has not changed for a moment. Fields that
    /// are not filled in yet are not complained about, and tools that have to see all of many records wait to be
    /// asked.
    pub(super) fn glance_soon(&'static self) {
        let turn = self.turn.get_value();
        spawn_local(async move {
            TimeoutFuture::new(PAUSE_MS).await;
            if self.turn.get_value() == turn
                && self.is_open.get_untracked()
                && let Ok((_, plan)) = self.plan()
            {
                let count = self.documents.with_active(|open| untrack(|| self.list.chosen_len(open)));
                match plan {
                    Plan::Step(_) => self.foresee(plan, GLANCED, FEW_SHOWN),
                    // Only the first lines are looked at.
                    Plan::Report { .. } | Plan::Copy(_) => self.foresee(plan, usize::MAX, FEW_SHOWN),
                    _ if count.is_none_or(|count| count > GLANCED_WHOLE) => {}
                    _ => self.foresee(plan, GLANCED_WHOLE, FEW_SHOWN),
                }
            }
        });
    }

    /// Works out what a plan does to the records that tools work on, or to the first `most` of them, and shows as
    /// many as `shown`.
    fn foresee(&'static self, plan: Plan, most: usize, shown: usize) {
        let Some(document) = self.documents.with_active(|open| open.id) else { return };
        let mut ids = self.list.chosen_ids();
        let is_glance = ids.len() > most;
        ids.truncate(most);
        let done = (0, ids.len());
        let turn = self.turn.get_value();
        let sweep = Sweep::default();
        self.sweep.set_value(sweep.clone());
        let is_report = matches!(plan, Plan::Report { .. });
        self.preview.set(Some(Preview { done, is_glance, is_report, ..Preview::default() }));
        spawn_local(async move {
            let outcome = match plan {
                Plan::Step(step) => self.preview_step(&sweep, document, ids, step, shown).await,
                Plan::Report { by, .. } => {
                    let sample = self.reports.sample(&sweep, document, ids, by, shown).await;
                    sample.map(|sample| self.show_preview(&sweep, |preview| preview.sample = sample))
                }
                Plan::Reorder(what) => self.preview_order(&sweep, document, ids, &what, shown).await,
                Plan::Copy(what) => {
                    self.show_preview(&sweep, |preview| preview.changes = self.copying.lines_of(&what, &ids));
                    // All columns of a table are known only when all records are.
                    let knows_columns = shown == MOST_SHOWN || ids.len() <= GLANCED_WHOLE;
                    if what == (Copy::Export { format: Format::Csv }) && !knows_columns {
                        Ok(())
                    } else {
                        let sample = self.copying.sample(&sweep, document, ids, &what, shown).await;
                        sample.map(|sample| self.show_preview(&sweep, |preview| preview.sample = sample))
                    }
                }
                Plan::Count => {
                    let counted = self.copying.count(&sweep, document, ids).await;
                    counted.map(|counts| self.show_preview(&sweep, |preview| preview.counts = counts))
                }
            };
            self.show_preview(&sweep, |preview| preview.done.0 = preview.done.1);
            // A sweep that failed was stopped as well; what is shown must still be about this form.
            if let Err(reason) = outcome
                && self.turn.get_value() == turn
            {
                self.preview.set(Some(reason.into()));
            }
        });
    }

    /// Changes the preview, unless it was stopped.
    fn show_preview(&'static self, sweep: &Sweep, change: impl FnOnce(&mut Preview)) {
        if !sweep.is_stopped() {
            self.preview.update(|preview| {
                if let Some(preview) = preview {
                    change(preview);
                }
            });
        }
    }

    async fn preview_step(
        &'static self,
        sweep: &Sweep,
        document: DocumentId,
        ids: Vec<RecordId>,
        step: Step,
        most_shown: usize,
    ) -> Result<(), Text> {
        let words = step.words();
        let step = step.begun(page::now_seconds().into());
        self.show_preview(sweep, |preview| preview.words = words);
        let failed = Rc::new(Cell::new(None));
        let (fail, shown) = (Rc::clone(&failed), sweep.clone());
        let take = move |batch: Batch<'_>, outcome: Result<Outcome, Text>| match outcome {
            Ok(Outcome::Foreseen(foreseen)) => self.show_preview(&shown, |preview| {
                preview.done.0 += batch.ids.len();
                for (at, foreseen) in foreseen.into_iter().enumerate() {
                    let (before, after) = match foreseen {
                        Foreseen::Nothing(ended) => {
                            preview.add(ended);
                            continue;
                        }
                        Foreseen::Line(line) => (batch.lines.get(at).map(<[u8]>::to_vec), line),
                        Foreseen::Search => (None, batch.lines.get(at).unwrap_or_default().to_vec()),
                    };
                    preview.changes += 1;
                    if let Some(&id) = batch.ids.get(at).filter(|_| preview.first.len() < most_shown) {
                        let line = self.documents.line_number(document, id);
                        preview.first.push(Difference { id, line, before, after: Some(after) });
                    }
                }
            }),
            Ok(_) => {}
            Err(reason) => {
                shown.stop();
                fail.set(Some(reason));
            }
        };
        let conventions = self.documents.conventions_of(document);
        let make = Box::new(move |from: usize, lines| {
            let first = u32::try_from(from + 1).unwrap_or(u32::MAX);
            Task::Foresee { step: step.clone(), conventions: conventions.clone(), first, lines }
        });
        sweep.run(self.sweeps, document, ids, make, Box::new(take)).await;
        failed.take().map_or(Ok(()), Err)
    }

    async fn preview_order(
        &'static self,
        sweep: &Sweep,
        document: DocumentId,
        ids: Vec<RecordId>,
        what: &Reorder,
        most_shown: usize,
    ) -> Result<(), Text> {
        let ids = self.below_head(document, ids, what);
        let Some(new) = self.sweeps.reorder(sweep, document, ids.clone(), what).await? else { return Ok(()) };
        let moved = new.ids.iter().zip(&ids).filter(|(new, old)| new != old).count();
        let (shown, is_removed) = match new.removed.as_slice() {
            [] if moved == 0 => (Vec::new(), false),
            [] => (new.ids.iter().copied().take(most_shown).collect::<Vec<_>>(), false),
            removed => (removed.iter().copied().take(most_shown).collect(), true),
        };
        self.documents.ensure(document, shown.clone()).await.map_err(Text::from)?;
        let line = |id: RecordId| {
            let text = self.documents.text_of(document, id);
            let (before, after) = if is_removed { (text, None) } else { (None, text) };
            Difference { id, line: self.documents.line_number(document, id), before, after }
        };
        let first: Vec<Difference> = shown.into_iter().map(line).collect();
        self.show_preview(sweep, |preview| {
            preview.changes = if is_removed { new.removed.len() } else { moved };
            preview.first = first;
        });
        Ok(())
    }
}
