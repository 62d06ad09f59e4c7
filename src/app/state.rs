//! The whole state of the page: one small struct of signals, made once.

use leptos::prelude::*;

use crate::app::analysis::AnalysisState;
use crate::app::announcements::Announcements;
use crate::app::arrangement::Panes;
use crate::app::autosave::Autosave;
use crate::app::board::Board;
use crate::app::bridge::Bridge;
use crate::app::chart::ChartState;
use crate::app::copying::Copying;
use crate::app::documents::Documents;
use crate::app::editing::Editing;
use crate::app::event::Watching;
use crate::app::files::opening::{Files, FilesParts};
use crate::app::files::question::Questions;
use crate::app::files::save::Save;
use crate::app::findings::CheckDesk;
use crate::app::findings::check_file::CheckState;
use crate::app::findings::fix_menu::FixMenu;
use crate::app::findings::problems::Problems;
use crate::app::language::{Language, Spoken};
use crate::app::list::List;
use crate::app::look::keys::KeysState;
use crate::app::look::looks::LooksState;
use crate::app::notices::Notices;
use crate::app::panel::{self, Panel};
use crate::app::parts::Parts;
use crate::app::reading::Reader;
use crate::app::reading::openings::Openings;
use crate::app::recent::RecentFiles;
use crate::app::recipe::{Recipes, RecipesParts};
use crate::app::records::Records;
use crate::app::registers::RegistersState;
use crate::app::report::{ReportParts, Reports};
use crate::app::runs::{Runs, RunsParts};
use crate::app::share::dialog::Sharing;
use crate::app::share::link::Links;
use crate::app::share::picture::Pictures;
use crate::app::share::sheet::Sheets;
use crate::app::study::{Study, StudyParts};
use crate::app::sweep::Sweeps;
use crate::app::tab_sync::TabSync;
use crate::app::tablebases::Tablebases;
use crate::app::tools::{Tools, ToolsParts};
use crate::app::tour::{Tour, TourParts};
use crate::app::workers::Workers;
use crate::logic::search_settings::SearchSettings;

/// The state of the page, which is made once and lives as long as the page. A copy is only a pointer, so that
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
    pub documents: &'static Documents,
    /// The workers for short tasks.
    pub workers: Workers,
    /// The board: its orientation, the line that is shown, the piece in hand.
    pub board: &'static Board,
    /// Edits of the selected record.
    pub editing: &'static Editing,
    /// Selects, adds and removes records, and undoes changes.
    pub records: &'static Records,
    /// The search.
    pub analysis: &'static AnalysisState,
    /// The native engines.
    pub bridge: Bridge,
    /// The event that the server of the page tells of.
    pub watching: Watching,
    /// The panel of the search.
    pub panel: Panel,
    /// Thinking along: the engine searches the position on the board.
    pub study: &'static Study,
    /// The checks of the records on the screen.
    pub findings: &'static CheckDesk,
    /// Moves from problem to problem.
    pub problems: &'static Problems,
    /// The chart of the file.
    pub chart: &'static ChartState,
    /// The registers of comments and names.
    pub registers: &'static RegistersState,
    /// The check of the whole file.
    pub check: &'static CheckState,
    /// Batch work over many lines.
    pub sweeps: &'static Sweeps,
    /// The list of records.
    pub list: &'static List,
    /// Keeps unsaved work in the browser.
    pub autosave: &'static Autosave,
    /// Keeps tabs with the same file in step.
    pub tab_sync: TabSync,
    /// The questions about files that are being opened.
    pub questions: Questions,
    /// Tools that work on many records at once.
    pub tools: &'static Tools,
    /// The current recipe.
    pub recipe: &'static Recipes,
    /// The report on which records are solved.
    pub report: &'static Reports,
    /// Runs over records.
    pub runs: &'static Runs,
    /// The dialog that shares the selected record.
    pub sharing: &'static Sharing,
    /// Links to records.
    pub links: &'static Links,
    /// Pictures of the board.
    pub pictures: Pictures,
    /// The sheet of diagrams.
    pub sheet: &'static Sheets,
    /// Messages to the user.
    pub notices: Notices,
    /// The files that are being opened.
    pub openings: Openings,
    /// Reads files.
    pub reader: Reader,
    /// Opens and closes files.
    pub files: &'static Files,
    /// Saves files.
    pub save: Save,
    /// The arrangement of the panes.
    pub panes: Panes,
    /// The part of the page that a phone shows.
    pub parts: Parts,
    /// Whether the help is open.
    pub help: RwSignal<bool>,
    /// The keys of the commands.
    pub keys: KeysState,
    /// Whether a new version of the page is ready and waits for a reload.
    pub has_new_version: RwSignal<bool>,
    /// Whether the palette of commands is open.
    pub palette: RwSignal<bool>,
    /// Whether the table of opcodes is open.
    pub opcode_help: RwSignal<bool>,
    /// The opcode that the help explains.
    pub opcode: RwSignal<String>,
    /// The menu of fixes.
    pub fixes: &'static FixMenu,
    /// Announcements for screen readers.
    pub announcements: Announcements,
    /// The tour of the page.
    pub tour: Tour,
    /// The appearance of the page.
    pub looks: LooksState,
    /// The language of the page.
    pub language: Language,
}

impl AppState {
    /// Makes the state, with the language to start in. Call once, inside the root component.
    pub fn new(spoken: Spoken) -> Self {
        let settings = panel::remembered();
        let base = Base::new(spoken, &settings);
        let Base {
            documents,
            workers,
            announcements,
            editing,
            analysis,
            board,
            records,
            sweeps,
            list,
            language,
            notices,
        } = base;
        let findings = leak(CheckDesk::new(documents, workers));
        let check = leak(CheckState::new(documents, sweeps, workers, notices));
        let (openings, recent) = (Openings::new(language), RecentFiles::new(notices));
        let tables = Tablebases::new(analysis, notices);
        let reader = Reader::new(documents, openings);
        let questions = Questions::default();
        let files = leak(Files::new(FilesParts {
            documents,
            openings,
            reader,
            questions,
            recent,
            tables,
            board,
            analysis,
            check,
            list,
            announcements,
            language,
            notices,
        }));
        let autosave = leak(Autosave::new(documents, reader, recent, notices));
        let study_parts = StudyParts { analysis, tables, documents, editing, board, announcements, notices };
        let study = leak(Study::new((settings.lines, settings.threads), study_parts));
        let pictures = Pictures::new(documents, board, language);
        let Many { runs, reports, tools, recipe, links, bridge, watching } = Many::new(base, files);
        let sharing = leak(Sharing::new(documents, board, *links, pictures, language, notices));
        let (palette, panes) = (RwSignal::new(false), Panes::remembered());
        let parts = Parts::new(panes);
        let state = Self(leak(State {
            documents,
            workers,
            board,
            editing,
            records,
            analysis,
            bridge,
            watching,
            panel: Panel::new(analysis, study),
            study,
            findings,
            problems: leak(base.problems(findings, parts)),
            chart: leak(ChartState::new(documents, sweeps, notices)),
            registers: leak(RegistersState::new(documents, sweeps, notices)),
            check,
            sweeps,
            list,
            autosave,
            tab_sync: TabSync::new(autosave, analysis, documents, notices),
            questions,
            tools,
            recipe,
            report: reports,
            runs,
            sharing,
            links,
            pictures,
            sheet: leak(Sheets::new(documents, list, sharing, pictures, language, notices)),
            notices,
            openings,
            reader,
            files,
            save: Save::new(documents, reader, autosave, analysis, recent, language, notices),
            panes,
            parts,
            help: RwSignal::new(false),
            keys: KeysState::default(),
            has_new_version: RwSignal::new(false),
            palette,
            opcode_help: RwSignal::new(false),
            opcode: RwSignal::new(String::new()),
            fixes: leak(FixMenu::new(documents, findings, editing, notices)),
            announcements,
            tour: Tour::new(TourParts { documents, board, editing, study, sharing, palette, files }),
            looks: LooksState::remembered(notices),
            language,
        }));
        documents.when_replaced(move |document| state.forget_lines_of(document));
        state
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

/// The parts that most other parts need.
#[derive(Clone, Copy)]
struct Base {
    documents: &'static Documents,
    workers: Workers,
    announcements: Announcements,
    editing: &'static Editing,
    analysis: &'static AnalysisState,
    board: &'static Board,
    records: &'static Records,
    sweeps: &'static Sweeps,
    list: &'static List,
    language: Language,
    notices: Notices,
}

impl Base {
    fn new(spoken: Spoken, settings: &SearchSettings) -> Self {
        let notices = Notices::default();
        let language = Language::new(spoken, notices);
        let documents = leak(Documents::new(notices));
        let workers = Workers::new(notices);
        let announcements = Announcements::new(documents, language);
        let editing = leak(Editing::new(documents, notices, workers));
        let analysis = leak(AnalysisState::new(settings, notices));
        let board = leak(Board::new(documents, editing, announcements, notices));
        let records = leak(Records::new(documents, editing, board));
        let sweeps = leak(Sweeps::new(documents, analysis));
        let list = leak(List::new(documents, editing, records, sweeps, notices));
        Self {
            documents,
            workers,
            announcements,
            editing,
            analysis,
            board,
            records,
            sweeps,
            list,
            language,
            notices,
        }
    }
}

impl Base {
    fn problems(self, findings: &'static CheckDesk, parts: Parts) -> Problems {
        let Self { documents, workers, announcements, editing, records, list, notices, .. } = self;
        Problems { documents, findings, editing, records, list, parts, announcements, notices, workers }
    }
}

/// The parts that work on many records, or with other programs.
struct Many {
    runs: &'static Runs,
    reports: &'static Reports,
    tools: &'static Tools,
    recipe: &'static Recipes,
    links: &'static Links,
    bridge: Bridge,
    watching: Watching,
}

impl Many {
    fn new(base: Base, files: &'static Files) -> Self {
        let Base {
            documents,
            board,
            announcements,
            editing,
            analysis,
            records,
            sweeps,
            list,
            language,
            notices,
            ..
        } = base;
        let runs =
            leak(Runs::new(RunsParts { documents, editing, analysis, sweeps, announcements, notices }));
        let reports = leak(Reports::new(ReportParts {
            documents,
            list,
            records,
            runs,
            analysis,
            sweeps,
            language,
            notices,
        }));
        let copying = leak(Copying { documents, files, runs, analysis, sweeps, language, notices });
        let tools = leak(Tools::new(ToolsParts {
            documents,
            list,
            runs,
            reports,
            copying,
            analysis,
            sweeps,
            notices,
        }));
        let links = leak(Links::new(documents, files, board, notices));
        let recipe = leak(Recipes::new(RecipesParts { documents, list, tools, analysis, links, notices }));
        runs.when_added(|document, before| list.list_added(document, before));
        runs.when_ended(|is_stopped| recipe.run_next_step(is_stopped));
        runs.when_resumed(|document, ids, errand| recipe.follow_resumed(document, ids, errand));
        files.when_recipe(move |text| {
            recipe.open_recipe_file(text, || {
                if !tools.is_open.get_untracked() {
                    tools.open_tools();
                }
            });
        });
        let bridge = Bridge::new(analysis, notices);
        let watching = Watching::new(bridge, files, notices);
        Self { runs, reports, tools, recipe, links, bridge, watching }
    }
}

/// Keeps a part of the state for the life of the page, so that others can hold a reference to it.
fn leak<T>(part: T) -> &'static T {
    Box::leak(Box::new(part))
}
