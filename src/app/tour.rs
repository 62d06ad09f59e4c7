//! The tour: the main features one after the other, on records made for it. Each step says what to do and
//! notices when the user has done it. No step is compulsory.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::board::Board;
use crate::app::documents::Documents;
use crate::app::editing::Editing;
use crate::app::files::opening::Files;
use crate::app::parts::Part;
use crate::app::share::dialog::Sharing;
use crate::app::study::Study;
use crate::browser::page;
use crate::commands::Command;
use crate::document::workspace::OpenDocument;

/// The file of the tour.
const FILE: &str = "example-tour.epd";

/// The example files of the start page, with the keys of their names and descriptions.
pub static EXAMPLES: &[Example] = &[
    Example {
        file: "example-tactics.epd",
        name: "example.tactics",
        about: "example.tactics.about",
        shown: "r1b2rk1/pppp1ppp/8/4N2Q/8/3B4/PPP2PPP/R3K2R w KQ -",
    },
    Example {
        file: "example-mistakes.epd",
        name: "example.mistakes",
        about: "example.mistakes.about",
        shown: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
    },
    Example {
        file: "example-opcodes.epd",
        name: "example.opcodes",
        about: "example.opcodes.about",
        shown: "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -",
    },
];

/// An example file.
#[derive(Debug)]
pub struct Example {
    /// Its name, from where the page is.
    pub file: &'static str,
    /// The key of its name.
    pub name: &'static str,
    /// The key of what is in it.
    pub about: &'static str,
    /// One of its positions.
    pub shown: &'static str,
}

/// One step of the tour.
#[derive(Debug)]
pub struct Step {
    /// The key of its title.
    pub title: &'static str,
    /// The key of its text; `{0}` in the text is the key of the command, `{1}` that of the help on opcodes.
    pub text: &'static str,
    /// The key of its text on a phone, where there are no keys.
    pub touch: &'static str,
    /// The part of the page that a phone shows meanwhile.
    pub part: Part,
    /// The command that it explains.
    pub command: Option<Command>,
    /// The part of the page that is marked in the meantime, by its name in the style sheet.
    pub place: &'static str,
    is_done: fn(&Tour) -> bool,
}

/// What the tour shows, in order.
pub static STEPS: &[Step] = &[
    Step {
        title: "tour.records",
        text: "tour.records.text",
        touch: "tour.records.touch",
        part: Part::List,
        command: Some(Command::NextRecord),
        place: "records",
        is_done: |tour| tour.in_front(|open| open.position().is_some_and(|at| at > 0)),
    },
    Step {
        title: "tour.board",
        text: "tour.board.text",
        touch: "tour.board.touch",
        part: Part::Record,
        command: Some(Command::StepForward),
        place: "board",
        is_done: |tour| tour.parts.board.shown.with(|shown| shown.ply > 0),
    },
    Step {
        title: "tour.problems",
        text: "tour.problems.text",
        touch: "tour.problems.touch",
        part: Part::Problems,
        command: Some(Command::NextProblem),
        place: "editor",
        is_done: |tour| tour.parts.editing.problem.get().is_some(),
    },
    Step {
        title: "tour.fixes",
        text: "tour.fixes.text",
        touch: "tour.fixes.touch",
        part: Part::Problems,
        command: Some(Command::FixProblem),
        place: "editor",
        is_done: |tour| tour.in_front(|open| open.document.undo_label().is_some()),
    },
    Step {
        title: "tour.undo",
        text: "tour.undo.text",
        touch: "tour.undo.touch",
        part: Part::Record,
        command: Some(Command::Undo),
        place: "editor",
        is_done: |tour| tour.in_front(|open| open.document.redo_label().is_some()),
    },
    Step {
        title: "tour.study",
        text: "tour.study.text",
        touch: "tour.study.touch",
        part: Part::Engine,
        command: Some(Command::Study),
        place: "engine",
        is_done: |tour| tour.parts.study.is_on.get(),
    },
    Step {
        title: "tour.palette",
        text: "tour.palette.text",
        touch: "tour.palette.touch",
        part: Part::Record,
        command: Some(Command::Palette),
        place: "",
        is_done: |tour| tour.parts.palette.get(),
    },
    Step {
        title: "tour.share",
        text: "tour.share.text",
        touch: "tour.share.touch",
        part: Part::Record,
        command: Some(Command::Share),
        place: "",
        is_done: |tour| tour.parts.sharing.is_open.get(),
    },
];

/// The state of the tour, and the features that its steps use.
#[derive(Debug, Clone, Copy)]
pub struct Tour {
    /// The current step.
    pub step: RwSignal<Option<usize>>,
    /// Whether the current step was done.
    pub is_done: RwSignal<bool>,
    parts: TourParts,
}

/// The parts of the page that the tour watches.
#[derive(Debug, Clone, Copy)]
pub struct TourParts {
    /// The open files.
    pub documents: &'static Documents,
    /// The board, which several steps are about.
    pub board: &'static Board,
    /// The edits, with the selected problem.
    pub editing: &'static Editing,
    /// Thinking along.
    pub study: &'static Study,
    /// The dialog for sharing, which a step is about.
    pub sharing: &'static Sharing,
    /// Whether the palette of commands is open.
    pub palette: RwSignal<bool>,
    /// Opens the records of the tour.
    pub files: &'static Files,
}

impl Tour {
    /// The tour does not run at first.
    pub fn new(parts: TourParts) -> Self {
        Self { step: RwSignal::new(None), is_done: RwSignal::new(false), parts }
    }

    fn in_front(&self, is: impl FnOnce(&OpenDocument) -> bool) -> bool {
        self.parts.documents.workspace.with(|workspace| workspace.active().is_some_and(is))
    }

    /// Moves to a step of the tour.
    pub fn go_on_tour(self, step: usize) {
        self.is_done.set(false);
        self.step.set(Some(step));
    }

    /// Ends the tour; its file stays open.
    pub fn end_tour(self) {
        self.step.set(None);
    }

    /// Notices when a step is done. Call once, in the root component.
    pub fn keep_tour(self) {
        let tour = self;
        Effect::new(move || {
            let step = tour.step.get().and_then(|at| STEPS.get(at));
            page::set_root_attribute(
                "data-tour",
                step.map(|step| step.place).filter(|place| !place.is_empty()),
            );
            if step.is_some_and(|step| (step.is_done)(&tour)) {
                tour.is_done.set(true);
            }
        });
    }

    /// Opens the records of the tour and begins it.
    pub fn begin_tour(self) {
        spawn_local(async move {
            if self.parts.files.open_example(FILE).await {
                self.go_on_tour(0);
            }
        });
    }
}
