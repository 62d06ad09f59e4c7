//! Thinking along: the engine searches the position on the board and shows the best lines. Nothing is written
//! unless the user asks for it.

mod team;
mod write;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::AnalysisState;
use crate::app::announcements::Announcements;
use crate::app::board::Board;
use crate::app::documents::Documents;
use crate::app::editing::Editing;
use crate::app::jobs::{Job, Jobs};
use crate::app::notices::Notices;
use crate::app::study::team::Team;
use crate::app::tablebases::Tablebases;
use crate::browser::worker_link::Program;
use crate::browser::{page, team as team_memory};
use crate::chess::score::Score;
use crate::document::workspace::DocumentId;
use crate::epd::position::fields_of;
use crate::language::say;
use crate::logic::search_settings::threads;
use crate::logic::stepping::Shown;
use crate::logic::study::{NotSearched, Preview, Root, Studied, Wanted, for_white};
use crate::pool::Answer;
use crate::protocol::{Progress, Task};
use crate::verb::{EngineName, EngineTask, SearchLimits};

/// Milliseconds before a new position is searched, so that the user can step through a line.
const PAUSE_MS: u32 = 150;

/// Milliseconds between two updates of a search.
const BEAT_MS: u32 = 80;

/// Milliseconds after which a search waits until the user asks it to go deeper.
const TIME_MS: u64 = 15_000;

/// The state of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Going {
    /// No search.
    Off,
    /// A search is in progress.
    On,
    /// The search waits until the user asks it to go deeper.
    Waits,
}

/// The signals of thinking along.
#[derive(Debug, Clone, Copy)]
pub struct Study {
    /// Whether the position on the board is searched.
    pub is_on: RwSignal<bool>,
    /// Whether the search shows the threat: the best move of the other side.
    pub is_threat: RwSignal<bool>,
    /// The number of lines wanted, 1 to [`crate::logic::search_settings::MOST_LINES`].
    pub lines: RwSignal<u32>,
    /// Workers that search together, as the user wants it; 0 for as many as is usual.
    pub threads: RwSignal<u32>,
    /// The result of the search.
    pub found: RwSignal<Studied>,
    /// The state of the search.
    pub going: RwSignal<Going>,
    /// The line and the move in it that the user looks at, both by index.
    pub looked_at: RwSignal<Option<(usize, usize)>>,
    /// Grows with each question, so that late answers to earlier ones are dropped.
    serial: StoredValue<u64>,
    job: StoredValue<Option<Job>>,
    jobs: StoredValue<Option<Jobs>, LocalStorage>,
    team: Team,
    analysis: &'static AnalysisState,
    tables: Tablebases,
    documents: &'static Documents,
    editing: &'static Editing,
    board: &'static Board,
    announcements: Announcements,
    notices: Notices,
}

/// The parts that thinking along needs.
#[derive(Debug, Clone, Copy)]
pub struct StudyParts {
    /// The choice of the engine, and whether a run is in progress.
    pub analysis: &'static AnalysisState,
    /// Tables of endgames: with others the search begins anew.
    pub tables: Tablebases,
    /// The open files.
    pub documents: &'static Documents,
    /// Writes a line that the user takes over.
    pub editing: &'static Editing,
    /// The board whose position is searched.
    pub board: &'static Board,
    /// Announces results.
    pub announcements: Announcements,
    /// Reports failures.
    pub notices: Notices,
}

impl Study {
    /// Makes the signals. No worker is started.
    pub fn new((lines, threads): (u32, u32), parts: StudyParts) -> Self {
        let StudyParts { analysis, tables, documents, editing, board, announcements, notices } = parts;
        Self {
            analysis,
            tables,
            documents,
            editing,
            board,
            announcements,
            notices,
            is_on: RwSignal::new(false),
            is_threat: RwSignal::new(false),
            lines: RwSignal::new(lines),
            threads: RwSignal::new(threads),
            found: RwSignal::new(Studied::default()),
            going: RwSignal::new(Going::Off),
            looked_at: RwSignal::new(None),
            serial: StoredValue::new(0),
            job: StoredValue::new(None),
            jobs: StoredValue::new_local(None),
            team: Team::new(notices),
        }
    }

    /// A separate worker, which keeps its tables for a deeper search.
    fn jobs(&'static self) -> Jobs {
        self.jobs.get_value().unwrap_or_else(|| {
            let jobs = Jobs::new(Program::Engine, 1, self.notices);
            self.jobs.set_value(Some(jobs.clone()));
            jobs
        })
    }

    fn next_serial(&'static self) -> u64 {
        let serial = self.serial.get_value() + 1;
        self.serial.set_value(serial);
        serial
    }

    fn cancel(&'static self) {
        if let Some(job) = self.job.try_update_value(Option::take).flatten() {
            self.jobs().cancel(job);
            self.team.dismiss();
        }
    }

    /// The position after the move that the user looks at.
    pub(super) fn preview(&'static self) -> Option<Preview> {
        let (line, ply) = self.looked_at.get()?;
        self.found.with(|found| found.preview(line, ply))
    }
}

impl Study {
    /// The position to draw: the one that the user looks at, or else the one on the board.
    pub fn drawn(&'static self) -> Shown {
        match self.preview().filter(|_| self.is_study_of_board()) {
            Some(Preview { chess, last }) => {
                Shown { chess: Some(chess), last: Some(last), line: None, ply: 0 }
            }
            None => self.board.shown.get(),
        }
    }

    /// Searches the position on the board again whenever it changes, while this is switched on. Call once, in
    /// the root component.
    pub fn keep_studying(&'static self) {
        let study = self;
        let root = Memo::new(move |_| self.study_root());
        Effect::new(move |before: Option<Option<DocumentId>>| {
            let root = root.get();
            let document = root.as_ref().ok().map(|root| root.document);
            study.cancel();
            let serial = study.next_serial();
            study.looked_at.set(None);
            match root {
                Ok(root) => {
                    // A file that was opened in the meantime is not searched unasked.
                    if before.flatten().is_some_and(|before| before != root.document) {
                        study.is_on.set(false);
                        return None;
                    }
                    study.going.set(Going::On);
                    spawn_local(async move {
                        gloo_timers::future::TimeoutFuture::new(PAUSE_MS).await;
                        if study.serial.get_value() == serial {
                            self.search_root(root, serial, false).await;
                        }
                    });
                }
                Err(reason) => {
                    study.going.set(Going::Off);
                    study.found.set(Studied { words: Some(reason.text()), ..Studied::default() });
                }
            }
            document.or(before.flatten().filter(|_| study.is_on.get_untracked()))
        });
    }

    /// Lets an engine go that is not ours, as it takes much memory, when it is not to search the next position, and the
    /// workers that help when they are not wanted.
    /// Call once, in the root component.
    pub fn let_others_go(&'static self) {
        Effect::new(move |before: Option<Option<(EngineName, String)>>| {
            let engine = self.analysis.engine.get();
            let native = self.analysis.native.get();
            let is_on = self.is_on.get();
            let is_other = is_on && engine != EngineName::Epidote;
            let wanted = is_other.then_some((engine, native));
            if before.is_some_and(|before| before.is_some() && before != wanted) {
                self.cancel();
                self.jobs().release();
            }
            let has_run = self.analysis.run.with(Option::is_some);
            if !is_on || is_other || has_run || self.workers_wanted() == 1 {
                self.team.release();
            }
            wanted
        });
    }

    /// The position to search, or the reason why there is none.
    fn study_root(&'static self) -> Result<Root, NotSearched> {
        let documents = self.documents;
        let selection =
            documents.workspace.with(|w| w.active().and_then(|open| Some((open.id, open.selected?))));
        let shown = self.board.shown.get();
        documents.record.with(|record| {
            let moves =
                shown.line.zip(record.as_ref()).map(|(line, record)| self.board.moves_of(record, line));
            Root::of(Wanted {
                is_on: self.is_on.get(),
                has_run: self.analysis.run.with(Option::is_some),
                selection,
                record: record.as_ref(),
                shown: &shown,
                moves: moves.unwrap_or_default(),
                is_threat: self.is_threat.get(),
                engine: self.analysis.engine.get(),
                native: self.analysis.native.get(),
                tables: self.tables.changes.get(),
                lines: self.lines.get(),
                threads: if self.is_on.get() { self.workers_wanted() } else { 1 },
            })
        })
    }

    /// Shows or hides the threat. Showing it switches the search on.
    pub fn toggle_threat(&'static self) {
        let study = self;
        study.is_threat.update(|is_threat| *is_threat = !*is_threat);
        if study.is_threat.get_untracked() {
            study.is_on.set(true);
        }
    }

    /// Searches deeper with the present results.
    pub fn search_deeper(&'static self) {
        let study = self;
        if study.going.get_untracked() != Going::Waits {
            return;
        }
        let Some(root) = study.found.with_untracked(|found| found.root.clone()) else { return };
        let serial = study.next_serial();
        study.going.set(Going::On);
        spawn_local(self.search_root(root, serial, true));
    }

    /// Stops the search. Its results stay, and it can be continued.
    pub fn rest_study(&'static self) {
        self.cancel();
    }

    async fn search_root(&'static self, root: Root, serial: u64, continues: bool) {
        let study = self;
        if !page::has_simd() {
            study.is_on.set(false);
            self.notices.problem("toast.no-simd");
            return;
        }
        let time_ms = (!continues).then_some(TIME_MS);
        let task = EngineTask::Search {
            engine: root.engine,
            fields: fields_of(&root.chess),
            halfmove_clock: root.halfmove_clock,
            limits: SearchLimits { time_ms, ..SearchLimits::default() },
            lines: root.lines,
            target: None,
            continues,
            team: None,
        };
        let (is_threat, threads) = (root.is_threat, root.threads);
        let (task, helpers) = self.team.call(task, threads);
        let helpers = Cell::new(helpers);
        // Until the first report, the results are those of another position.
        let known = Rc::new(RefCell::new(if continues {
            study.found.get_untracked()
        } else {
            Studied { root: Some(root), ..Studied::default() }
        }));
        let is_due = Rc::new(Cell::new(false));
        let hear = Rc::clone(&known);
        let handed = study.jobs().submit(Task::Engine(task), move |progress| {
            // The first worker has compiled the program for those who help.
            if let Some(helpers) = helpers.take() {
                self.team.send(helpers);
            }
            let mut known = hear.borrow_mut();
            match progress {
                Progress::Found(report) => known.hear(&report),
                Progress::Loading(percent) => {
                    known.words = Some(say("run.loading", [u32::from(percent)]));
                }
                // For a threat the other side is to move.
                Progress::Message(words) => known.known = Some(words).filter(|_| !is_threat),
                Progress::Refuted(_) | Progress::Written(..) => {}
            }
            if !is_due.replace(true) {
                let (hear, is_due) = (Rc::clone(&hear), Rc::clone(&is_due));
                spawn_local(async move {
                    gloo_timers::future::TimeoutFuture::new(BEAT_MS).await;
                    is_due.set(false);
                    self.show_study(serial, &hear.borrow());
                });
            }
        });
        study.job.set_value(Some(handed.job));
        let answer = handed.end.await.unwrap_or(Answer::Cancelled);
        if study.serial.get_value() != serial {
            return;
        }
        study.job.set_value(None);
        study.team.dismiss();
        if let Answer::Failed(reason) = answer {
            known.borrow_mut().words = Some(reason);
        }
        self.show_study(serial, &known.borrow());
        study.going.set(Going::Waits);
    }

    /// The number of workers that search together.
    #[inline(never)]
    pub fn workers_wanted(&'static self) -> u32 {
        threads(self.threads.get(), page::worker_count(), team_memory::is_possible())
    }

    fn show_study(&'static self, serial: u64, found: &Studied) {
        if self.serial.get_value() == serial {
            self.found.set(found.clone());
        }
    }

    /// Whether the lines belong to the position on the board.
    pub fn is_study_of_board(&'static self) -> bool {
        self.found.with(|found| {
            let root = found.root.as_ref().map(|root| &root.shown);
            root.is_some() && self.board.shown.with(|shown| shown.chess.as_ref() == root)
        })
    }

    /// The evaluation of the position on the board from White's point of view, and whether it comes from
    /// this search or from `ce` of the record.
    pub fn evaluation(&'static self) -> Option<(Score, bool)> {
        let searched = self.found.with(Studied::score_for_white);
        if let Some(score) = searched.filter(|_| self.is_study_of_board()) {
            return Some((score, true));
        }
        if self.board.shown.with(|shown| shown.ply > 0) {
            return None;
        }
        self.documents.record.with(|record| {
            let record = record.as_ref()?;
            Some((for_white(record.score?, record.turn), false))
        })
    }

    /// Shows the position after a move of one of the lines on the board.
    pub fn go_into_study(&'static self, line: usize, ply: usize) {
        self.looked_at.set(None);
        if !untrack(|| self.is_study_of_board()) {
            return;
        }
        let tried = self.found.with_untracked(|found| found.moves_into(line, Some(ply)));
        if let Some(tried) = tried {
            self.board.show_tried(tried);
        }
    }
}
