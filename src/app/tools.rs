//! Work on many records at once: a table of tools, each with its fields, a preview, and one step of
//! undo. They work on the records that are listed: all of the file, or those that a query found.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::gather::Gather;
use crate::app::preview::Preview;
use crate::app::reorder::{Reorder, Reordered};
use crate::app::state::AppState;
use crate::app::sweep::Sweep;
use crate::document::RecordId;
use crate::document::workspace::DocumentId;
use crate::epd::opcode::is_opcode;
use crate::epd::write::check_operands;
use crate::headless::decimal::grouped;
use crate::protocol::{Same, Verb};

/// What a field of a tool takes.
#[derive(Debug, Clone, Copy)]
pub enum Takes {
    /// Any text.
    Text,
    /// The place of one of these, which are entries of the language files or speak for themselves.
    OneOf(&'static [&'static str]),
}

/// A field of a tool.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The entry of its label.
    pub label: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What stands in it at first.
    pub usual: &'static str,
}

/// What a tool is asked to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// A verb over the records.
    Rewrite(Verb),
    /// Another order.
    Reorder(Reorder),
    /// New files, or files to keep.
    Gather(Gather),
    /// A count of what they hold.
    Count,
}

/// A tool.
#[derive(Debug, Clone, Copy)]
pub struct Tool {
    /// The entry of its name, which is the label of the step of undo too.
    pub name: &'static str,
    /// The entry that says what it does.
    pub help: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
    /// What it is asked to do by the texts of its fields, or what is wrong with them.
    plan: fn(&[String]) -> Result<Plan, String>,
}

const fn text(label: &'static str, usual: &'static str) -> Field {
    Field { label, takes: Takes::Text, usual }
}

const fn one_of(label: &'static str, words: &'static [&'static str]) -> Field {
    Field { label, takes: Takes::OneOf(words), usual: "0" }
}

/// The second of several.
const SECOND: &str = "1";

/// Names of the formats of exports, with the endings of their files.
const FORMATS: &[&str] = &["fen", "csv", "json", "pgn", "normal", "epd"];

/// All tools.
pub static TOOLS: &[Tool] = &[
    Tool {
        name: "tool.set",
        help: "tool.set.help",
        fields: &[text("tool.field.opcode", "id"), text("tool.field.operands", "\"new.{n:4}\"")],
        plan: |values| {
            check_operands(values[1].as_bytes()).map_err(|error| error.to_string())?;
            Ok(Plan::Rewrite(Verb::Set {
                opcode: opcode(&values[0])?,
                operands: values[1].trim().to_owned(),
            }))
        },
    },
    Tool {
        name: "tool.remove",
        help: "tool.remove.help",
        fields: &[text("tool.field.opcodes", "acd acn acs")],
        plan: |values| {
            let patterns: Vec<String> = values[0].split_whitespace().map(str::to_owned).collect();
            (!patterns.is_empty()).then_some(Plan::Rewrite(Verb::Remove(patterns))).ok_or_else(no_opcode)
        },
    },
    Tool {
        name: "tool.rename",
        help: "tool.rename.help",
        fields: &[text("tool.field.from", "c0"), text("tool.field.to", "c1")],
        plan: |values| Ok(Plan::Rewrite(Verb::Rename { from: opcode(&values[0])?, to: opcode(&values[1])? })),
    },
    Tool {
        name: "tool.reverse",
        help: "tool.reverse.help",
        fields: &[],
        plan: |_| Ok(Plan::Rewrite(Verb::Reverse)),
    },
    Tool {
        name: "tool.sort",
        help: "tool.sort.help",
        fields: &[
            text("tool.field.by", "id"),
            one_of("tool.field.order", &["tool.option.ascending", "tool.option.descending"]),
        ],
        plan: |values| {
            let by = values[0].trim().to_owned();
            let descending = values[1] == SECOND;
            (!by.is_empty()).then_some(Plan::Reorder(Reorder::Sort { by, descending })).ok_or_else(no_opcode)
        },
    },
    Tool {
        name: "tool.shuffle",
        help: "tool.shuffle.help",
        fields: &[text("tool.field.seed", "1")],
        plan: |values| Ok(Plan::Reorder(Reorder::Shuffle { seed: number(&values[0])? })),
    },
    Tool {
        name: "tool.unique",
        help: "tool.unique.help",
        fields: &[
            one_of("tool.field.same", &["tool.option.fields", "tool.option.game"]),
            one_of("tool.field.keep", &["tool.option.first", "tool.option.last"]),
            one_of("tool.field.others", &["tool.option.go", "tool.option.kept"]),
        ],
        plan: |values| {
            Ok(Plan::Reorder(Reorder::Deduplicate {
                same: if values[0] == SECOND { Same::Game } else { Same::Fields },
                keep_last: values[1] == SECOND,
                merge: values[2] == SECOND,
            }))
        },
    },
    Tool {
        name: "tool.extract",
        help: "tool.extract.help",
        fields: &[],
        plan: |_| Ok(Plan::Gather(Gather::Extract)),
    },
    Tool {
        name: "tool.split",
        help: "tool.split.help",
        fields: &[text("tool.field.size", "1000")],
        plan: |values| Ok(Plan::Gather(Gather::Split { size: number(&values[0])?.max(1) })),
    },
    Tool {
        name: "tool.join",
        help: "tool.join.help",
        fields: &[],
        plan: |_| Ok(Plan::Gather(Gather::Merge)),
    },
    Tool {
        name: "tool.export",
        help: "tool.export.help",
        fields: &[one_of("tool.field.format", FORMATS)],
        plan: |values| {
            let format = FORMATS.get(values[0].parse().unwrap_or(0)).copied().unwrap_or_default();
            Ok(Plan::Gather(Gather::Export { format }))
        },
    },
    Tool { name: "tool.statistics", help: "tool.statistics.help", fields: &[], plan: |_| Ok(Plan::Count) },
];

fn no_opcode() -> String {
    "an opcode is missing".to_owned()
}

fn opcode(word: &str) -> Result<String, String> {
    let word = word.trim();
    if is_opcode(word.as_bytes()) { Ok(word.to_owned()) } else { Err(format!("“{word}” is no opcode")) }
}

fn number(word: &str) -> Result<u64, String> {
    word.trim().parse().map_err(|_| format!("“{}” is no number", word.trim()))
}

/// The signals of the tools.
#[derive(Debug, Clone, Copy)]
pub struct ToolsState {
    /// Whether the dialog is open.
    pub is_open: RwSignal<bool>,
    /// The tool chosen, by its place in [`TOOLS`].
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
    TOOLS.get(tool).map_or(&[][..], |tool| tool.fields).iter().map(|field| field.usual.to_owned()).collect()
}

impl AppState {
    /// Opens the dialog of the tools.
    pub fn open_tools(self) {
        if self.with_active(|_| ()).is_some() {
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

    pub(super) fn plan(self) -> Result<(&'static Tool, Plan), String> {
        let tool = &TOOLS[self.tools.tool.get_untracked().min(TOOLS.len() - 1)];
        let plan = self.tools.values.with_untracked(|values| (tool.plan)(values))?;
        Ok((tool, plan))
    }

    /// Does what the tool is asked to do, as one step of undo.
    pub fn apply_tool(self) {
        let (tool, plan) = match self.plan() {
            Ok(found) => found,
            Err(reason) => {
                self.tools.preview.set(Some(Preview { refused: Some(reason), ..Preview::default() }));
                return;
            }
        };
        let Some(document) = self.with_active(|open| open.id) else { return };
        let ids = self.listed_ids();
        let label = self.say_now(&tool.name.into());
        match plan {
            Plan::Count => return self.preview_tool(),
            Plan::Rewrite(verb) => self.rewrite_records(ids, verb, &label, &label, "looked at"),
            Plan::Reorder(what) => self.reorder_records(document, ids, what, label),
            Plan::Gather(what) => spawn_local(self.gather(document, ids, what)),
        }
        self.clear_preview();
        self.tools.is_open.set(false);
    }

    fn reorder_records(self, document: DocumentId, ids: Vec<RecordId>, what: Reorder, label: String) {
        if self.begin_run(document, &label, ids.len()).is_none() {
            return;
        }
        let revision =
            move |id| self.workspace.with_untracked(|w| w.get(id).map(|open| open.document.revision()));
        let asked = revision(document);
        spawn_local(async move {
            let sweep = Sweep::of_run();
            let worked = self.reorder(&sweep, document, ids.clone(), &what).await;
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
                            self.toasts
                                .problem(format!("{label}: the file was changed meanwhile. Try again."));
                            return;
                        }
                        let gone = removed.len();
                        self.update_document(document, |document| {
                            document.drop_lines(&removed, edits, &label);
                        });
                        format!("{label}: {} lines went.", grouped(gone))
                    } else {
                        let moved = order.iter().zip(&ids).filter(|(new, old)| new != old).count();
                        self.update_document(document, |document| document.permute(&order, &label));
                        format!("{label}: {} lines have another place.", grouped(moved))
                    };
                    // What was listed is asked again: lines went, and others have another place.
                    self.find(&self.find.query.get_untracked());
                    self.toasts.note(done);
                }
                Ok(_) => self.toasts.note("Stopped. Nothing was changed."),
                Err(reason) => self.toasts.problem(format!("{label} failed: {reason}. Nothing was changed.")),
            }
        });
    }
}
