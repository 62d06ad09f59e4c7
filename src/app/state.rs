//! All state of the page: one small struct of signals, made once.

use leptos::prelude::*;

use crate::app::analysis::AnalysisState;
use crate::app::announcements::Announcements;
use crate::app::autosave::KeepState;
use crate::app::board::BoardState;
use crate::app::chart::ChartState;
use crate::app::documents::Documents;
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
use crate::app::workers::Workers;
use crate::document::workspace::DocumentId;
use crate::view::Column;

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
    pub documents: Documents,
    /// The workers for short tasks.
    pub workers: Workers,
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
    pub announcements: Announcements,
    /// The tour.
    pub tour: TourState,
    /// How the page looks.
    pub looks: LooksState,
    /// Number of files opened so far.
    pub opened_files: StoredValue<u32>,
    /// The language of the page.
    pub language: Language,
}

impl AppState {
    /// Makes the state, in the language that is spoken first. Call once, inside the root component.
    pub fn new(spoken: Spoken) -> Self {
        let notices = Notices::default();
        let settings = Settings::remembered();
        let language = Language::new(spoken, notices);
        let documents = Documents::new(notices);
        Self(Box::leak(Box::new(State {
            documents,
            workers: Workers::default(),
            board: BoardState::new(documents.workspace, documents.record),
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
            dragging: RwSignal::new(false),
            help: RwSignal::new(false),
            keys: KeysState::default(),
            has_new_version: RwSignal::new(false),
            palette: RwSignal::new(false),
            opcode_help: RwSignal::new(false),
            opcode: RwSignal::new(String::new()),
            problem: RwSignal::new(None),
            fixes: FixMenuState::default(),
            announcements: Announcements::new(documents, language),
            tour: TourState::default(),
            looks: LooksState::remembered(),
            opened_files: StoredValue::new(0),
            language,
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
}
