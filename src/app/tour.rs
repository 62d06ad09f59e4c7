//! The tour: the main things that can be done, one after the other, on records made for it. Each step says what to
//! do and notices when it was done; nothing has to be.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::state::AppState;
use crate::browser::page;
use crate::commands::Command;

/// The file of the tour.
const FILE: &str = "example-tour.epd";

/// The files that the page without a file offers, with the keys of their names and of what is said of them.
pub static EXAMPLES: &[(&str, &str, &str)] = &[
    ("example-tactics.epd", "example.tactics", "example.tactics.about"),
    ("example-mistakes.epd", "example.mistakes", "example.mistakes.about"),
    ("example-opcodes.epd", "example.opcodes", "example.opcodes.about"),
];

/// One step.
#[derive(Debug)]
pub struct Step {
    /// What it is about, as the key of a text.
    pub title: &'static str,
    /// What to do, as the key of a text; `{0}` is the key of the command.
    pub text: &'static str,
    /// The command that it is about.
    pub command: Option<Command>,
    /// The part of the page that is marked meanwhile, as the style sheet knows it.
    pub place: &'static str,
    is_done: fn(AppState) -> bool,
}

/// The steps.
pub static STEPS: &[Step] =
    &[
        Step {
            title: "tour.records",
            text: "tour.records.text",
            command: Some(Command::NextRecord),
            place: "records",
            is_done: |state| {
                state.documents.workspace.with(|workspace| {
                    workspace.active().is_some_and(|open| open.position().is_some_and(|at| at > 0))
                })
            },
        },
        Step {
            title: "tour.board",
            text: "tour.board.text",
            command: Some(Command::StepForward),
            place: "board",
            is_done: |state| state.board.shown.with(|shown| shown.ply > 0),
        },
        Step {
            title: "tour.problems",
            text: "tour.problems.text",
            command: Some(Command::NextProblem),
            place: "editor",
            is_done: |state| state.problem.get().is_some(),
        },
        Step {
            title: "tour.fixes",
            text: "tour.fixes.text",
            command: Some(Command::FixProblem),
            place: "editor",
            is_done: |state| {
                state.documents.workspace.with(|workspace| {
                    workspace.active().is_some_and(|open| open.document.undo_label().is_some())
                })
            },
        },
        Step {
            title: "tour.undo",
            text: "tour.undo.text",
            command: Some(Command::Undo),
            place: "editor",
            is_done: |state| {
                state.documents.workspace.with(|workspace| {
                    workspace.active().is_some_and(|open| open.document.redo_label().is_some())
                })
            },
        },
        Step {
            title: "tour.study",
            text: "tour.study.text",
            command: Some(Command::Study),
            place: "editor",
            is_done: |state| state.study.is_on.get(),
        },
        Step {
            title: "tour.palette",
            text: "tour.palette.text",
            command: Some(Command::Palette),
            place: "",
            is_done: |state| state.palette.get(),
        },
        Step {
            title: "tour.share",
            text: "tour.share.text",
            command: Some(Command::Share),
            place: "",
            is_done: |state| state.sharing.is_open.get(),
        },
    ];

/// The signals of the tour.
#[derive(Debug, Clone, Copy)]
pub struct TourState {
    /// The step at hand.
    pub step: RwSignal<Option<usize>>,
    /// Whether what it says was done.
    pub is_done: RwSignal<bool>,
}

impl Default for TourState {
    fn default() -> Self {
        Self { step: RwSignal::new(None), is_done: RwSignal::new(false) }
    }
}

impl AppState {
    /// Notices what is done during the tour. Call once, in the root component.
    pub fn keep_tour(self) {
        let tour = self.tour;
        Effect::new(move || {
            let step = tour.step.get().and_then(|at| STEPS.get(at));
            page::set_root_attribute(
                "data-tour",
                step.map(|step| step.place).filter(|place| !place.is_empty()),
            );
            if step.is_some_and(|step| (step.is_done)(self)) {
                tour.is_done.set(true);
            }
        });
    }

    /// Opens the records of the tour and begins it.
    pub fn begin_tour(self) {
        spawn_local(async move {
            if self.open_example(FILE).await {
                self.go_on_tour(0);
            }
        });
    }

    /// Goes to a step of the tour.
    pub fn go_on_tour(self, step: usize) {
        self.tour.is_done.set(false);
        self.tour.step.set(Some(step));
    }

    /// Ends the tour; its file stays open.
    pub fn end_tour(self) {
        self.tour.step.set(None);
    }

    /// Opens a file of examples; gives whether it could be read.
    pub async fn open_example(self, file: &'static str) -> bool {
        match page::fetch_text(file).await {
            Ok(text) => {
                self.open_bytes(file, text.into_bytes());
                true
            }
            Err(error) => {
                self.notices.failed("toast.no-example", &error);
                false
            }
        }
    }
}
