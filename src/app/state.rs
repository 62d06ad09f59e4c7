//! All state of the page: one small struct of signals, made once.

use std::collections::HashMap;

use leptos::prelude::*;

use crate::app::analysis::AnalysisState;
use crate::app::autosave::KeepState;
use crate::app::board::BoardState;
use crate::app::chart::ChartState;
use crate::app::documents::dialect;
use crate::app::files::games::GamesState;
use crate::app::findings::CheckDesk;
use crate::app::findings::check_file::CheckState;
use crate::app::findings::fix_menu::FixMenuState;
use crate::app::language::{Language, Spoken};
use crate::app::list::columns;
use crate::app::list::find::FindState;
use crate::app::look::keys::KeysState;
use crate::app::look::looks::LooksState;
use crate::app::notices::Notices;
use crate::app::panel::Settings;
use crate::app::recipe::RecipeState;
use crate::app::registers::RegistersState;
use crate::app::report::ReportState;
use crate::app::share::dialog::SharingState;
use crate::app::share::sheet::SheetState;
use crate::app::study::StudyState;
use crate::app::tools::ToolsState;
use crate::app::tour::TourState;
use crate::browser::files::Given;
use crate::document::workspace::{DocumentId, OpenDocument, Workspace};
use crate::document::{Document, RecordId};
use crate::epd::dialect::Dialect;
use crate::view::{Column, RecordView};

/// A file that is being opened.
#[derive(Debug, Clone, Copy)]
pub struct Opening {
    /// Tells apart two files of one name.
    pub serial: u32,
    /// Bytes read.
    pub done: RwSignal<u64>,
    /// Bytes in all.
    pub total: u64,
    /// When it was begun, by the clock of the page.
    pub since_ms: f64,
    /// Whether the user may stop it.
    pub can_cancel: bool,
    /// Its beginning, open while the rest is read.
    pub shown: RwSignal<Option<DocumentId>>,
}

/// The state of the page, made once and kept for its life. A copy is a pointer to it, so that
/// the many closures of the page stay small.
#[derive(Debug, Clone, Copy)]
pub struct AppState(&'static State);

impl std::ops::Deref for AppState {
    type Target = State;

    fn deref(&self) -> &State {
        self.0
    }
}

/// The signals of the page.
#[derive(Debug)]
pub struct State {
    /// The open files.
    pub workspace: RwSignal<Workspace>,
    /// The selected record; `None` without a file, or while its bytes are being read.
    pub record: Memo<Option<RecordView>>,
    /// The board: orientation, line, hand.
    pub board: BoardState,
    /// The search.
    pub analysis: AnalysisState,
    /// Thinking along.
    pub study: StudyState,
    /// The checks of the records that are seen.
    pub desk: CheckDesk,
    /// The chart of the file.
    pub chart: ChartState,
    /// The registers of comments and names.
    pub registers: RegistersState,
    /// The check of the whole file.
    pub check: CheckState,
    /// The query over the records.
    pub find: FindState,
    /// The columns of the list.
    pub columns: RwSignal<Vec<Column>>,
    /// Whether the choice of columns is open.
    pub list_options: RwSignal<bool>,
    /// The work that is kept beyond the page.
    pub keep: KeepState,
    /// The question about games.
    pub games: GamesState,
    /// Work on many records at once.
    pub tools: ToolsState,
    /// The recipe at hand.
    pub recipe: RecipeState,
    /// The report on which records are solved.
    pub report: ReportState,
    /// Sharing the selected record.
    pub sharing: SharingState,
    /// The sheet of diagrams.
    pub sheet: SheetState,
    /// Messages.
    pub notices: Notices,
    /// Files being opened, with their names.
    pub opening: RwSignal<Vec<(String, Opening)>>,
    /// Files being saved.
    pub saving: RwSignal<Vec<DocumentId>>,
    /// Large files whose lines must not change until they are saved and read again.
    pub locked: RwSignal<Vec<DocumentId>>,
    /// Whether files are dragged over the page.
    pub dragging: RwSignal<bool>,
    /// Whether the help is open.
    pub help: RwSignal<bool>,
    /// The keys of the commands.
    pub keys: KeysState,
    /// Whether a new version of the page is there and waits for a reload.
    pub has_new_version: RwSignal<bool>,
    /// Whether the palette of commands is open.
    pub palette: RwSignal<bool>,
    /// Whether the table of opcodes is open.
    pub opcode_help: RwSignal<bool>,
    /// The opcode at hand, which the help explains.
    pub opcode: RwSignal<String>,
    /// The problem that F8 stands on, by its number in the record.
    pub problem: RwSignal<Option<usize>>,
    /// The menu of fixes.
    pub fixes: FixMenuState,
    /// What is said to those who do not see the page.
    pub said: RwSignal<String>,
    /// The tour.
    pub tour: TourState,
    /// Which description of EPD records are read by.
    pub dialect: RwSignal<Dialect>,
    /// How the page looks.
    pub looks: LooksState,
    /// Number of files opened so far.
    pub opened_files: StoredValue<u32>,
    /// The language of the page.
    pub language: Language,
    /// The browser's file behind each open file.
    pub given: StoredValue<HashMap<DocumentId, Given>, LocalStorage>,
}

impl AppState {
    /// Makes the state, in the language that is spoken first. Call once, inside the root component.
    pub fn new(spoken: Spoken) -> Self {
        let workspace = RwSignal::new(Workspace::default());
        let dialect = RwSignal::new(dialect::remembered());
        let notices = Notices::default();
        let settings = Settings::remembered();
        let record = Memo::new(move |_| workspace.with(|open| selected_record(open, dialect.get())));
        Self(Box::leak(Box::new(State {
            workspace,
            record,
            board: BoardState::new(workspace, record),
            analysis: AnalysisState::new(&settings),
            study: StudyState::new(settings.lines),
            desk: CheckDesk::default(),
            chart: ChartState::default(),
            registers: RegistersState::default(),
            check: CheckState::default(),
            find: FindState::default(),
            columns: RwSignal::new(columns::remembered()),
            list_options: RwSignal::new(false),
            keep: KeepState::default(),
            games: GamesState::default(),
            tools: ToolsState::default(),
            recipe: RecipeState::default(),
            report: ReportState::default(),
            sharing: SharingState::default(),
            sheet: SheetState::default(),
            notices,
            opening: RwSignal::new(Vec::new()),
            saving: RwSignal::new(Vec::new()),
            locked: RwSignal::new(Vec::new()),
            dragging: RwSignal::new(false),
            help: RwSignal::new(false),
            keys: KeysState::default(),
            has_new_version: RwSignal::new(false),
            palette: RwSignal::new(false),
            opcode_help: RwSignal::new(false),
            opcode: RwSignal::new(String::new()),
            problem: RwSignal::new(None),
            fixes: FixMenuState::default(),
            said: RwSignal::default(),
            tour: TourState::default(),
            dialect,
            looks: LooksState::remembered(),
            opened_files: StoredValue::new(0),
            language: Language::new(spoken, notices),
            given: StoredValue::new_local(HashMap::new()),
        })))
    }

    /// The state from the context of the page.
    ///
    /// # Panics
    /// Outside the root component.
    #[expect(clippy::expect_used, reason = "the root component provides it before any other runs")]
    pub fn expect() -> Self {
        use_context::<Self>().expect("the state is provided by the root component")
    }

    /// Runs `f` with the file in front.
    pub fn with_active<T>(self, f: impl FnOnce(&OpenDocument) -> T) -> Option<T> {
        self.workspace.with_untracked(|workspace| workspace.active().map(f))
    }

    /// Changes the file in front, if there is one.
    pub fn update_active(self, f: impl FnOnce(&mut OpenDocument)) {
        self.workspace.update(|workspace| {
            if let Some(open) = workspace.active_mut() {
                f(open);
            }
        });
    }

    /// Changes an open file, if it is still open.
    pub fn update_document(self, id: DocumentId, f: impl FnOnce(&mut Document)) {
        self.workspace.update(|workspace| {
            if let Some(open) = workspace.get_mut(id) {
                f(&mut open.document);
            }
        });
    }

    /// The file in front and its selected record.
    pub fn selection(self) -> Option<(DocumentId, RecordId)> {
        self.with_active(|open| Some((open.id, open.selected?))).flatten()
    }
}

fn selected_record(workspace: &Workspace, dialect: Dialect) -> Option<RecordView> {
    let open = workspace.active()?;
    let text = open.document.text(open.selected?)?;
    Some(RecordView::of(text.as_ref().into(), dialect, open.document.code_page))
}
