//! The chart of `ce` over the whole file.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::documents::Documents;
use crate::app::notices::Notices;
use crate::app::sweep::{Batch, Sweep, Sweeps};
use crate::document::workspace::DocumentId;
use crate::headless::chart::Chart;
use crate::language::Text;
use crate::protocol::{Lines, Outcome, Task};

/// Most lines of a file whose chart follows every change. The chart of a larger file is remade on request.
const MOST_FOLLOWED: usize = 20_000;

/// Milliseconds without a change before the chart is remade.
const PAUSE_MS: u32 = 500;

/// A chart and its subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charted {
    /// The file.
    pub document: DocumentId,
    /// The revision of the file.
    pub revision: u64,
    /// The chart, as far as it is made.
    pub chart: Chart,
}

/// The signals of the chart.
#[derive(Debug, Clone, Copy)]
pub struct ChartState {
    /// Whether the chart is visible.
    pub is_open: RwSignal<bool>,
    /// The chart that was made last.
    pub made: RwSignal<Option<Charted>>,
    /// The percentage of lines done while a chart is being made.
    pub percent: RwSignal<Option<usize>>,
    sweep: StoredValue<Sweep, LocalStorage>,
    serial: StoredValue<u64>,
    documents: &'static Documents,
    sweeps: &'static Sweeps,
    notices: Notices,
}

impl ChartState {
    /// The chart is hidden at first.
    pub fn new(documents: &'static Documents, sweeps: &'static Sweeps, notices: Notices) -> Self {
        Self {
            is_open: RwSignal::new(false),
            made: RwSignal::new(None),
            percent: RwSignal::new(None),
            sweep: StoredValue::new_local(Sweep::default()),
            serial: StoredValue::new(0),
            documents,
            sweeps,
            notices,
        }
    }
}

impl ChartState {
    /// Remakes the chart when the active file changes while the chart is visible. Call once, in the root
    /// component.
    pub fn keep_chart(&'static self) {
        let front = Memo::new(move |_| {
            let is_open = self.is_open.get();
            self.documents.workspace.with(|workspace| {
                let open = workspace.active().filter(|open| is_open && !open.is_reading)?;
                Some((open.id, open.document.revision(), open.document.len()))
            })
        });
        Effect::new(move || {
            let front = front.get();
            let serial = self.serial.get_value() + 1;
            self.serial.set_value(serial);
            let Some((document, revision, lines)) = front else { return };
            let known = self.made.with_untracked(|made| {
                made.as_ref().filter(|made| made.document == document).map(|made| made.revision)
            });
            let is_first = known.is_none();
            if known == Some(revision) || !(is_first || lines <= MOST_FOLLOWED) {
                return;
            }
            spawn_local(async move {
                if !is_first {
                    gloo_timers::future::TimeoutFuture::new(PAUSE_MS).await;
                }
                if self.serial.get_value() == serial {
                    self.make_chart();
                }
            });
        });
    }

    /// Whether the chart shows the active file in its current state.
    pub fn is_chart_new(&'static self) -> bool {
        let front =
            self.documents.workspace.with(|w| w.active().map(|open| (open.id, open.document.revision())));
        self.made.with(|made| made.as_ref().map(|made| (made.document, made.revision)) == front)
    }

    /// Makes the chart of the active file.
    pub fn make_chart(&'static self) {
        let state = self;
        state.sweep.with_value(Sweep::stop);
        let Some((document, revision)) =
            self.documents.with_active(|open| (open.id, open.document.revision()))
        else {
            return;
        };
        let sweep = Sweep::default();
        state.sweep.set_value(sweep.clone());
        state.percent.set(Some(0));
        let ids = self.documents.all_ids();
        let total = ids.len().max(1);
        let grown = Rc::new(RefCell::new(Chart::default()));
        let (chart, end) = (Rc::clone(&grown), sweep.clone());
        let make = |_, lines: Lines| Task::Evaluations { lines };
        let take = move |_: Batch<'_>, outcome: Result<Outcome, Text>| match outcome {
            Ok(Outcome::Evaluations(scores)) => {
                let mut chart = chart.borrow_mut();
                for score in scores {
                    chart.push(score);
                }
                state.percent.set(Some(chart.len() * 100 / total));
            }
            Ok(_) => {}
            Err(reason) => {
                end.stop();
                state.percent.set(None);
                self.notices.failed("toast.chart-failed", &reason);
            }
        };
        spawn_local(async move {
            sweep.run(self.sweeps, document, ids, Box::new(make), Box::new(take)).await;
            if !sweep.is_stopped() {
                let chart = grown.take();
                state.percent.set(None);
                state.made.set(Some(Charted { document, revision, chart }));
            }
        });
    }
}
