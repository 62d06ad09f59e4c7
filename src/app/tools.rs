//! Work on many records at once: each tool of the table with its fields, a preview, and one step of
//! undo. They work on the records that are listed: all of the file, or those that a query found.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::preview::Preview;
use crate::app::reorder::{Reorder, Reordered};
use crate::app::runs::LOOKED_AT;
use crate::app::state::AppState;
use crate::app::sweep::Sweep;
use crate::app::tool_table::{Plan, Tool, tool_at};
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::language::{Text, args, say, word};
use crate::verb::Step;

/// The signals of the tools.
#[derive(Debug, Clone, Copy)]
pub struct ToolsState {
    /// Whether the dialog is open.
    pub is_open: RwSignal<bool>,
    /// The tool chosen, by its place in the table.
    pub tool: RwSignal<usize>,
    /// The texts of its fields.
    pub values: RwSignal<Vec<String>>,
    /// What it would do.
    pub preview: RwSignal<Option<Preview>>,
    pub(super) sweep: StoredValue<Sweep, LocalStorage>,
}

impl Default for ToolsState {
    fn default() -> Self {
        Self {
            is_open: RwSignal::new(false),
            tool: RwSignal::new(0),
            values: RwSignal::new(usual(0)),
            preview: RwSignal::new(None),
            sweep: StoredValue::new_local(Sweep::default()),
        }
    }
}

fn usual(tool: usize) -> Vec<String> {
    tool_at(tool).fields().iter().map(|field| field.initial.to_owned()).collect()
}

impl AppState {
    /// Opens the dialog of the tools.
    pub fn open_tools(self) {
        if self.documents.with_active(|_| ()).is_some() {
            self.clear_preview();
            self.tools.is_open.set(true);
        }
    }

    /// Chooses a tool.
    pub fn choose_tool(self, tool: usize) {
        self.clear_preview();
        self.tools.values.set(usual(tool));
        self.tools.tool.set(tool);
    }

    /// Sets the text of a field of the tool.
    pub fn set_tool_value(self, field: usize, value: String) {
        self.clear_preview();
        self.tools.values.update(|values| {
            if let Some(known) = values.get_mut(field) {
                *known = value;
            }
        });
    }

    /// Forgets what a tool would do, and stops working it out.
    pub fn clear_preview(self) {
        self.tools.sweep.with_value(Sweep::stop);
        self.tools.preview.set(None);
    }

    pub(super) fn plan(self) -> Result<(Tool, Plan), Text> {
        let tool = tool_at(self.tools.tool.get_untracked());
        let plan = self.tools.values.with_untracked(|values| tool.plan(values))?;
        Ok((tool, plan))
    }

    /// Does what the tool is asked to do, as one step of undo.
    pub fn apply_tool(self) {
        let (tool, plan) = match self.plan() {
            Ok(found) => found,
            Err(reason) => return self.tools.preview.set(Some(reason.into())),
        };
        let Some(document) = self.documents.with_active(|open| open.id) else { return };
        let ids = self.list.listed_ids();
        let label = tool.name();
        match plan {
            Plan::Count => return self.preview_tool(),
            Plan::Step(step) => return self.apply_step(document, ids, step, label),
            Plan::Report { by, all_files } => self.make_report(by, all_files),
            Plan::Reorder(what) => self.reorder_records(document, ids, what, label),
            Plan::Gather(what) => spawn_local(self.gather(document, ids, what)),
        }
        self.clear_preview();
        self.tools.is_open.set(false);
    }

    /// Does a step with records.
    fn apply_step(self, document: DocumentId, ids: Vec<RecordId>, step: Step, label: &'static str) {
        self.clear_preview();
        self.tools.is_open.set(false);
        self.do_step(document, ids, step, label, label);
    }

    /// Begins a step over records, by engines or by workers that rewrite; returns whether it has begun.
    pub(super) fn do_step(
        self,
        document: DocumentId,
        ids: Vec<RecordId>,
        step: Step,
        label: impl Into<Text>,
        title: impl Into<Text>,
    ) -> bool {
        if step.is_searched() {
            self.run_step(document, ids, step, title.into(), false)
        } else {
            self.rewrite_records(document, ids, step, label.into(), title.into(), LOOKED_AT)
        }
    }

    fn reorder_records(self, document: DocumentId, ids: Vec<RecordId>, what: Reorder, label: &'static str) {
        if self.begin_run(document, label.into(), ids.len()).is_none() {
            return;
        }
        let revision = move |id| {
            self.documents.workspace.with_untracked(|w| w.get(id).map(|open| open.document.revision()))
        };
        let asked = revision(document);
        spawn_local(async move {
            let sweep = Sweep::of_run();
            let worked = self.sweeps.reorder(&sweep, document, ids.clone(), &what).await;
            // The new order of a long file is work for a picture of its own.
            crate::browser::page::breathe().await;
            let stopped = self.analysis.is_stopping();
            self.analysis.run.set(None);
            match worked {
                Ok(Some(new)) if !stopped => {
                    let Reordered { ids: order, removed, edits } = new;
                    let done = if matches!(what, Reorder::Deduplicate { .. }) {
                        // A record that was edited meanwhile may be no duplicate any more.
                        if revision(document) != asked {
                            self.notices.problem(say("toast.file-changed", [word(label)]));
                            return;
                        }
                        let gone = removed.len();
                        self.documents.update_document(document, |document| {
                            document.drop_lines(&removed, edits, label);
                        });
                        say("toast.lines-went", args![word(label), gone])
                    } else {
                        let moved = order.iter().zip(&ids).filter(|(new, old)| new != old).count();
                        self.documents.update_document(document, |document| document.permute(&order, label));
                        say("toast.lines-moved", args![word(label), moved])
                    };
                    // What was listed is asked again: lines went, and others have another place.
                    self.list.find(&self.list.query.get_untracked());
                    self.notices.note(done);
                }
                Ok(_) => self.notices.note("toast.stopped-unchanged"),
                Err(reason) => self.notices.failed_of("toast.failed-unchanged", word(label), reason),
            }
        });
    }
}
