//! Tools for many records: each has fields, a preview, and one step of undo. They work on the listed records:
//! the whole file, or the result of a query.

mod preview;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::AnalysisState;
use crate::app::copying::Copying;
use crate::app::documents::Documents;
use crate::app::list::List;
use crate::app::notices::Notices;
use crate::app::report::Reports;
use crate::app::runs::{LOOKED_AT, Runs};
use crate::app::sweep::{Sweep, Sweeps};
use crate::document::RecordId;
use crate::document::workspace::{DocumentId, OpenDocument, Workspace};
use crate::language::{Text, args, say, word};
use crate::logic::reordering::{Reorder, Reordered};
use crate::logic::tools::{Copy, Plan, Tool, ToolError, tool_at, tools};
use crate::run::Errand;
use crate::verb::{Repair, Step, Verb as _};

pub use preview::Preview;

/// The dialog of tools: the chosen tool, its fields and its preview.
#[derive(Debug, Clone, Copy)]
pub struct Tools {
    /// Whether the dialog is open.
    pub is_open: RwSignal<bool>,
    /// The chosen tool, by its index in the table.
    pub tool: RwSignal<usize>,
    /// The texts of its fields.
    pub values: RwSignal<Vec<String>>,
    /// The preview of its effect.
    pub preview: RwSignal<Option<Preview>>,
    sweep: StoredValue<Sweep, LocalStorage>,
    /// Whether it shows what a rule of the file would repair, which was not chosen in the dialog.
    is_foreseen: StoredValue<bool>,
    /// Counts previews, so that nothing is shown of one that was cleared.
    turn: StoredValue<u32>,
    documents: &'static Documents,
    list: &'static List,
    runs: &'static Runs,
    reports: &'static Reports,
    copying: &'static Copying,
    analysis: &'static AnalysisState,
    sweeps: &'static Sweeps,
    notices: Notices,
}

/// The parts that tools need.
#[derive(Debug, Clone, Copy)]
pub(super) struct ToolsParts {
    pub(super) documents: &'static Documents,
    pub(super) list: &'static List,
    pub(super) runs: &'static Runs,
    pub(super) reports: &'static Reports,
    pub(super) copying: &'static Copying,
    pub(super) analysis: &'static AnalysisState,
    pub(super) sweeps: &'static Sweeps,
    pub(super) notices: Notices,
}

impl Tools {
    /// Starts with the first tool and its defaults.
    pub(super) fn new(parts: ToolsParts) -> Self {
        let ToolsParts { documents, list, runs, reports, copying, analysis, sweeps, notices } = parts;
        Self {
            is_open: RwSignal::new(false),
            tool: RwSignal::new(0),
            values: RwSignal::new(usual(0)),
            preview: RwSignal::new(None),
            sweep: StoredValue::new_local(Sweep::default()),
            is_foreseen: StoredValue::new(false),
            turn: StoredValue::new(0),
            documents,
            list,
            runs,
            reports,
            copying,
            analysis,
            sweeps,
            notices,
        }
    }
}

fn usual(tool: usize) -> Vec<String> {
    tool_at(tool).fields().iter().map(|field| field.initial.to_owned()).collect()
}

impl Tools {
    /// Opens the dialog of the tools. A rule that was filled in to look at its repair goes.
    pub fn open_tools(&'static self) {
        if self.is_foreseen.try_update_value(std::mem::take) == Some(true) {
            self.values.set(usual(self.tool.get_untracked()));
        }
        self.show_tools();
    }

    fn show_tools(&'static self) {
        if self.documents.with_active(|_| ()).is_some() {
            self.clear_preview();
            self.is_open.set(true);
            self.glance_soon();
        }
    }

    /// Lists the records with findings of a rule, and opens the dialog with its repair, to show what that would change.
    pub fn foresee_repair(&'static self, code: String) {
        self.list.find(&format!("error:{code}"));
        self.tool.set(tools().position(|tool| tool.name() == Repair::TITLE).unwrap_or_default());
        self.values.set(vec![code]);
        self.is_foreseen.set_value(true);
        self.show_tools();
    }

    /// Shows the form of the tool at this index of the table.
    pub fn choose_tool(&'static self, tool: usize) {
        self.is_foreseen.set_value(false);
        self.clear_preview();
        self.values.set(usual(tool));
        self.tool.set(tool);
        self.glance_soon();
    }

    /// Sets the text in a field of the tool.
    pub fn set_tool_value(&'static self, field: usize, value: String) {
        self.clear_preview();
        let tool = tool_at(self.tool.get_untracked());
        self.values.update(|values| tool.put(values, field, value));
        self.glance_soon();
    }

    /// Whether it is about the listed records, and not about all open files.
    pub fn takes_listed(&'static self) -> bool {
        let tool = tool_at(self.tool.get());
        let plan = self.values.with(|values| tool.plan(values));
        !matches!(plan, Ok(Plan::Copy(Copy::Merge) | Plan::Report { all_files: true, .. }))
    }

    /// Begins the preview anew, since there are other records.
    pub fn look_again(&'static self) {
        self.clear_preview();
        self.glance_soon();
    }

    /// Drops the preview, or stops working it out.
    pub fn clear_preview(&'static self) {
        self.turn.update_value(|turn| *turn += 1);
        self.sweep.with_value(Sweep::stop);
        self.preview.set(None);
    }

    fn plan(&'static self) -> Result<(Tool, Plan), ToolError> {
        let tool = tool_at(self.tool.get_untracked());
        let plan = self.values.with_untracked(|values| tool.plan(values))?;
        Ok((tool, plan))
    }

    /// The step of a recipe for the tool and its fields.
    ///
    /// # Errors
    /// The fields are not valid, or the tool is not a step.
    pub(super) fn step(&'static self) -> Result<Step, ToolError> {
        match self.plan()? {
            (_, Plan::Step(step)) => Ok(step),
            _ => Err(ToolError::NoStep),
        }
    }

    /// Whether the tool can be a step of a recipe; also while its fields are not valid. A view that asks follows the answer.
    pub fn is_step(&'static self) -> bool {
        let tool = tool_at(self.tool.get());
        self.values.with(|values| matches!(tool.plan(values), Ok(Plan::Step(_)) | Err(_)))
    }

    /// Shows why something cannot be done.
    pub(super) fn refuse(&'static self, reason: Text) {
        self.preview.set(Some(reason.into()));
    }

    /// Why the tool cannot be applied now: a file is complete only when it is read, and of all tools only counting
    /// goes on beside a run. A view that asks follows the answer.
    pub fn obstacle(&'static self) -> Option<&'static str> {
        let counts = || {
            let tool = tool_at(self.tool.get());
            self.values.with(|values| matches!(tool.plan(values), Ok(Plan::Count)))
        };
        self.wait().filter(|&why| why != "obstacle.run" || !counts())
    }

    /// What work on the records of the file has to wait for. A view that asks follows the answer.
    pub fn wait(&'static self) -> Option<&'static str> {
        let of_active = |open: &OpenDocument| open.is_reading;
        if self.documents.workspace.with(|workspace| workspace.active().is_some_and(of_active)) {
            return Some("obstacle.reading");
        }
        self.analysis.run.with(Option::is_some).then_some("obstacle.run")
    }

    /// Applies the tool as one step of undo.
    pub fn apply_tool(&'static self) {
        let (tool, plan) = match self.plan() {
            Ok(found) => found,
            Err(reason) => return self.refuse(reason.text()),
        };
        // The dialog stays, with all that is filled in.
        if let Some(obstacle) = untrack(|| self.obstacle()) {
            return self.refuse(obstacle.into());
        }
        let Some(document) = self.documents.with_active(|open| open.id) else { return };
        let Some(ids) = self.list.whole_choice() else { return };
        let label = tool.name();
        match plan {
            Plan::Count => return self.preview_tool(),
            Plan::Step(step) => {
                // A run may bring a dialog of its own.
                self.clear_preview();
                self.is_open.set(false);
                self.do_step(document, ids, step, label, label);
                return;
            }
            Plan::Report { by, all_files } => self.reports.make_report(by, all_files),
            Plan::Reorder(what) => self.reorder_records(document, ids, what, label),
            Plan::Copy(what) => spawn_local(self.copying.copy(document, ids, what)),
        }
        self.clear_preview();
        self.is_open.set(false);
    }

    /// Begins a step over records, in engines or in workers that rewrite; returns whether it has begun.
    pub(super) fn do_step(
        &'static self,
        document: DocumentId,
        ids: Vec<RecordId>,
        errand: impl Into<Errand>,
        label: impl Into<Text>,
        title: impl Into<Text>,
    ) -> bool {
        let errand = errand.into();
        if errand.step.is_searched() {
            self.runs.run_step(document, ids, errand, title.into(), false)
        } else {
            self.runs.rewrite_records(document, ids, errand.step, label.into(), title.into(), LOOKED_AT)
        }
    }

    /// The lines that take new places: comments about the whole file stay at its head.
    fn below_head(&self, document: DocumentId, mut ids: Vec<RecordId>, what: &Reorder) -> Vec<RecordId> {
        if !matches!(what, Reorder::Deduplicate { .. }) {
            let head =
                |w: &Workspace| w.get(document).map_or(0, |open| open.document.head_of(ids.iter().copied()));
            let head = self.documents.workspace.with_untracked(head);
            ids.drain(..head);
        }
        ids
    }

    fn reorder_records(
        &'static self,
        document: DocumentId,
        ids: Vec<RecordId>,
        what: Reorder,
        label: &'static str,
    ) {
        let ids = self.below_head(document, ids, &what);
        if self.runs.begin_run(document, label.into(), ids.len()).is_none() {
            return;
        }
        let revision = move |id| {
            self.documents.workspace.with_untracked(|w| w.get(id).map(|open| open.document.revision()))
        };
        let asked = revision(document);
        spawn_local(async move {
            let sweep = Sweep::of_run();
            let outcome = self.sweeps.reorder(&sweep, document, ids.clone(), &what).await;
            // Reordering a long file takes a whole frame.
            crate::browser::page::breathe().await;
            let stopped = self.analysis.is_stopping();
            self.analysis.run.set(None);
            match outcome {
                Ok(Some(new)) if !stopped => {
                    let Reordered { ids: order, removed, edits, left } = new;
                    let done = if matches!(what, Reorder::Deduplicate { .. }) {
                        // A record that was edited in the meantime may no longer be a duplicate.
                        if revision(document) != asked {
                            self.notices.problem(say("toast.file-changed", [word(label)]));
                            return;
                        }
                        let gone = removed.len();
                        self.documents.update_document(document, |document| {
                            document.drop_lines(&removed, edits, label);
                        });
                        match left {
                            0 => say("toast.lines-went", args![word(label), gone]),
                            _ => say("toast.lines-went-but", args![word(label), gone, left]),
                        }
                    } else {
                        let moved = order.iter().zip(&ids).filter(|(new, old)| new != old).count();
                        self.documents.update_document(document, |document| document.permute(&order, label));
                        say("toast.lines-moved", args![word(label), moved])
                    };
                    // The query runs again, because lines were removed or moved.
                    self.list.find(&self.list.query.get_untracked());
                    self.notices.note(done);
                }
                Ok(_) => self.notices.note("toast.stopped-unchanged"),
                Err(reason) => self.notices.failed_of("toast.failed-unchanged", word(label), reason),
            }
        });
    }
}
