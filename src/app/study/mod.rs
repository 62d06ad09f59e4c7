//! Thinking along: the position on the board is searched while one looks at it, and the best lines are shown.
//! Nothing is written unless a line is taken over.

pub mod found;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::board::Preview;
use crate::app::jobs::{Job, Jobs};
use crate::app::state::AppState;
use crate::app::study::found::{Root, for_white};
pub use crate::app::study::found::{Studied, StudyLine};
use crate::browser::page;
use crate::browser::worker_link::Program;
use crate::chess::Position as _;
use crate::chess::score::Score;
use crate::document::workspace::DocumentId;
use crate::epd::position::fields_of;
use crate::epd::verbs::play::with_line;
use crate::epd::{parse, position};
use crate::language::say;
use crate::pool::Answer;
use crate::protocol::{Progress, Task};
use crate::verb::{EngineName, EngineTask, Limits};

/// Milliseconds for which a position is shown before it is searched: one can step through a line.
const PAUSE_MS: u32 = 150;

/// Milliseconds between two pictures of a search.
const BEAT_MS: u32 = 80;

/// Milliseconds after which a search waits until one asks it to go deeper.
const TIME_MS: u64 = 15_000;

/// Most lines at a time.
pub const MOST_LINES: u32 = 5;

/// Whether a search goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Going {
    /// It does not.
    Off,
    /// It does.
    On,
    /// It waits until it is asked to go deeper.
    Waits,
}

/// The signals of thinking along.
#[derive(Debug, Clone, Copy)]
pub struct StudyState {
    /// Whether the position on the board is to be searched.
    pub is_on: RwSignal<bool>,
    /// Whether it is searched what the other side would do.
    pub is_threat: RwSignal<bool>,
    /// How many lines are wanted, 1 to [`MOST_LINES`].
    pub lines: RwSignal<u32>,
    /// What was found.
    pub found: RwSignal<Studied>,
    /// Whether the search goes on.
    pub going: RwSignal<Going>,
    /// The line and its move that are looked at, by their numbers, 0 first.
    pub looked_at: RwSignal<Option<(usize, usize)>>,
    /// Grows with each question: answers to earlier ones come too late.
    serial: StoredValue<u64>,
    job: StoredValue<Option<Job>>,
    jobs: StoredValue<Option<Jobs>, LocalStorage>,
}

impl StudyState {
    /// Makes the signals; no worker is started.
    pub fn new(lines: u32) -> Self {
        Self {
            is_on: RwSignal::new(false),
            is_threat: RwSignal::new(false),
            lines: RwSignal::new(lines),
            found: RwSignal::new(Studied::default()),
            going: RwSignal::new(Going::Off),
            looked_at: RwSignal::new(None),
            serial: StoredValue::new(0),
            job: StoredValue::new(None),
            jobs: StoredValue::new_local(None),
        }
    }

    /// One worker of its own: it keeps what it found out when the search is to go deeper.
    fn jobs(self) -> Jobs {
        self.jobs.get_value().unwrap_or_else(|| {
            let jobs = Jobs::new(Program::Engine, 1);
            self.jobs.set_value(Some(jobs.clone()));
            jobs
        })
    }

    fn next_serial(self) -> u64 {
        let serial = self.serial.get_value() + 1;
        self.serial.set_value(serial);
        serial
    }

    fn cancel(self) {
        if let Some(job) = self.job.try_update_value(Option::take).flatten() {
            self.jobs().cancel(job);
        }
    }

    /// The position after the move that is looked at.
    pub(crate) fn preview(self) -> Option<Preview> {
        let (line, ply) = self.looked_at.get()?;
        self.found.with(|found| {
            let mut chess = found.root.as_ref()?.chess.clone();
            let moves = found.lines.get(line)?.moves.get(..=ply)?;
            for &m in moves {
                chess.play_unchecked(m);
            }
            Some(Preview { chess, last: *moves.last()? })
        })
    }
}

impl AppState {
    /// Searches the position on the board whenever it changes while that is wanted. Call once, in the root
    /// component.
    pub fn keep_studying(self) {
        let study = self.study;
        let root = Memo::new(move |_| self.study_root());
        Effect::new(move |before: Option<Option<DocumentId>>| {
            let root = root.get();
            let document = root.as_ref().ok().map(|root| root.document);
            study.cancel();
            let serial = study.next_serial();
            study.looked_at.set(None);
            match root {
                Ok(root) => {
                    // A file that was opened meanwhile is not searched unasked.
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
                Err(words) => {
                    study.going.set(Going::Off);
                    study.found.set(Studied { words: Some(words.into()), ..Studied::default() });
                }
            }
            document.or(before.flatten().filter(|_| study.is_on.get_untracked()))
        });
    }

    /// What is to be searched, or why nothing is, in words.
    fn study_root(self) -> Result<Root, &'static str> {
        let study = self.study;
        if !study.is_on.get() {
            return Err("");
        }
        if self.analysis.run.with(Option::is_some) {
            return Err("study.waits-for-run");
        }
        let shown = self.board.shown.get();
        let selection =
            self.documents.workspace.with(|w| w.active().and_then(|open| Some((open.id, open.selected?))));
        let Some((document, record)) = selection else { return Err("study.no-position") };
        let known = self.documents.record.with(|view| {
            let view = view.as_ref()?;
            let start = view.chess.clone()?;
            let moves = shown.line.map(|line| self.board.moves_of(view, line)).unwrap_or_default();
            let (clock, _) = position::move_counters(&parse(&view.text));
            Some((start, moves.into_iter().take(shown.ply).collect::<Vec<_>>(), clock))
        });
        let (Some((start, before, clock)), Some(mut chess)) = (known, shown.chess) else {
            return Err("study.no-position");
        };
        let is_threat = study.is_threat.get();
        let shown = chess.clone();
        if is_threat {
            chess = chess.swap_turn().map_err(|_| "study.no-threat")?;
        }
        if chess.is_game_over() {
            return Err("study.game-over");
        }
        let halfmove_clock = if before.is_empty() && !is_threat { clock } else { 0 };
        let (is_stockfish, lines) = (self.analysis.is_stockfish.get(), study.lines.get());
        Ok(Root {
            document,
            record,
            start,
            before,
            shown,
            chess,
            halfmove_clock,
            is_threat,
            is_stockfish,
            lines,
        })
    }

    /// Shows what the other side would do, or no longer; who asks wants the search.
    pub fn toggle_threat(self) {
        let study = self.study;
        study.is_threat.update(|is_threat| *is_threat = !*is_threat);
        if study.is_threat.get_untracked() {
            study.is_on.set(true);
        }
    }

    /// Searches on, with what was found out so far.
    pub fn search_deeper(self) {
        let study = self.study;
        if study.going.get_untracked() != Going::Waits {
            return;
        }
        let Some(root) = study.found.with_untracked(|found| found.root.clone()) else { return };
        let serial = study.next_serial();
        study.going.set(Going::On);
        spawn_local(self.search_root(root, serial, true));
    }

    /// Stops the search; what was found stays, and it can go on.
    pub fn rest_study(self) {
        self.study.cancel();
    }

    async fn search_root(self, root: Root, serial: u64, continues: bool) {
        let study = self.study;
        if !page::has_simd() {
            study.is_on.set(false);
            self.notices.problem("toast.no-simd");
            return;
        }
        let engine = if root.is_stockfish { EngineName::Stockfish } else { EngineName::Epidote };
        let time_ms = (!continues).then_some(TIME_MS);
        let task = Task::Engine(EngineTask::Search {
            engine,
            fields: fields_of(&root.chess),
            halfmove_clock: root.halfmove_clock,
            limits: Limits { time_ms, ..Limits::default() },
            lines: root.lines,
            target: None,
            continues,
        });
        // What is shown is of another position until the first news.
        let known = Rc::new(RefCell::new(if continues {
            study.found.get_untracked()
        } else {
            Studied { root: Some(root), ..Studied::default() }
        }));
        let is_due = Rc::new(Cell::new(false));
        let hear = Rc::clone(&known);
        let handed = study.jobs().submit(task, move |progress| {
            let mut known = hear.borrow_mut();
            match progress {
                Progress::Found(report) => known.hear(&report),
                Progress::Loading(percent) => {
                    known.words = Some(say("run.loading", [u32::from(percent)]));
                }
                Progress::Refuted(_) | Progress::Said(_) | Progress::Written(..) => {}
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
        if let Answer::Failed(reason) = answer {
            known.borrow_mut().words = Some(reason);
        }
        self.show_study(serial, &known.borrow());
        study.going.set(Going::Waits);
    }

    fn show_study(self, serial: u64, found: &Studied) {
        if self.study.serial.get_value() == serial {
            self.study.found.set(found.clone());
        }
    }

    /// Whether the lines are those of the position on the board.
    pub fn is_study_of_board(self) -> bool {
        self.study.found.with(|found| {
            let root = found.root.as_ref().map(|root| &root.shown);
            root.is_some() && self.board.shown.with(|shown| shown.chess.as_ref() == root)
        })
    }

    /// How the position on the board stands for White: by the search that thinks along, or by `ce` of the
    /// record; and which of both it is.
    pub fn standing(self) -> Option<(Score, bool)> {
        let searched = self.study.found.with(Studied::score_for_white);
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

    /// Goes on the board to the position after a move of a line that was found.
    pub fn go_into_study(self, line: usize, ply: usize) {
        self.study.looked_at.set(None);
        if !untrack(|| self.is_study_of_board()) {
            return;
        }
        let tried = self.study.found.with_untracked(|found| {
            let root = found.root.as_ref().filter(|root| !root.is_threat)?;
            let moves = found.lines.get(line)?.moves.get(..=ply)?;
            Some([&root.before[..], moves].concat())
        });
        if let Some(tried) = tried {
            self.show_tried(tried);
        }
    }

    /// Writes a line that was found into `pv`, behind the moves that led to its position.
    pub fn take_into_pv(self, line: usize) {
        let taken = self.study.found.with_untracked(|found| {
            let root = found.root.as_ref().filter(|root| !root.is_threat)?;
            let moves = [&root.before[..], &found.lines.get(line)?.moves].concat();
            Some((root.document, root.record, root.start.clone(), moves))
        });
        let Some((document, record, start, moves)) = taken else { return };
        if self.is_locked() || !untrack(|| self.is_study_of_board()) {
            return;
        }
        let Some(text) = self.documents.text_of(document, record) else { return };
        match with_line(&text, "pv", &start, &moves) {
            Ok(text) => {
                self.documents.update_document(document, |document| {
                    document.set_line(record, text, "step.take-line", None);
                });
                self.announcements.announce(self.language.say_now(&"study.taken".into()));
            }
            Err(error) => self.notices.failed("toast.move-not-written", error.text()),
        }
    }
}
