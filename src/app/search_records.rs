//! Searching records and writing what is found.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::app::analysis::{LimitKind, Live};
use crate::app::state::AppState;
use crate::browser::page;
use crate::chess::Chess;
use crate::document::workspace::DocumentId;
use crate::document::{MergeKey, RecordId};
use crate::epd::verbs::analyze::line_in_san;
use crate::epd::verbs::mate_search::is_wanted;
use crate::pool::Answer;
use crate::protocol::{Outcome, Progress, Report, Task, Verdict};
use crate::view::Searchable;

/// Milliseconds of work on the page before it may paint.
const BREATH_MS: f64 = 8.0;

/// How one record ended.
enum Ended {
    Changed,
    Unchanged,
    /// It has no mate in so many moves: that is proved.
    NoMate(u32),
    Failed(String),
    Stopped,
}

impl AppState {
    /// Searches the selected record and writes what is found.
    pub fn analyze_record(self) {
        let Some((document, id)) = self.selection().filter(|_| self.can_search()) else { return };
        let Some(serial) = self.begin_run(document, "Analysing the record", 1) else { return };
        spawn_local(async move {
            let ended = self.analyze_one(document, id, serial, true).await;
            match &ended {
                Ended::Failed(reason) => {
                    self.toasts.problem(format!("The record was not analysed: {reason}."));
                }
                Ended::NoMate(moves) => self.toasts.note(format!("There is no mate in {moves} moves.")),
                Ended::Changed | Ended::Unchanged | Ended::Stopped => {}
            }
            self.analysis.run.set(None);
        });
    }

    /// Searches all records of the file in front and writes what is found, one step of undo.
    pub fn analyze_file(self) {
        let Some(document) = self.with_active(|open| open.id).filter(|_| self.can_search()) else { return };
        let ids = self.all_ids();
        let Some(serial) = self.begin_run(document, "Analysing the file", ids.len()) else { return };
        let queue = Rc::new(RefCell::new(VecDeque::from(ids)));
        let failures = Rc::new(RefCell::new(Vec::new()));
        let width = self.analysis.width();
        let lanes = Rc::new(RefCell::new(width));
        for _ in 0..width {
            let (queue, failures, lanes) = (Rc::clone(&queue), Rc::clone(&failures), Rc::clone(&lanes));
            spawn_local(async move {
                let mut breath = page::now_ms();
                loop {
                    // Lines that are not searched take no time of a worker; the page must paint.
                    if page::now_ms() - breath > BREATH_MS {
                        page::breathe().await;
                        breath = page::now_ms();
                    }
                    let next = queue.borrow_mut().pop_front();
                    let Some(id) = next.filter(|_| !self.analysis.is_stopping()) else { break };
                    match self.analyze_one(document, id, serial, false).await {
                        Ended::Changed => self.analysis.count(1, 1, 0),
                        Ended::Unchanged | Ended::NoMate(_) => self.analysis.count(1, 0, 0),
                        Ended::Failed(reason) => {
                            failures.borrow_mut().push((id, reason));
                            self.analysis.count(1, 0, 1);
                        }
                        Ended::Stopped => break,
                    }
                }
                *lanes.borrow_mut() -= 1;
                if *lanes.borrow() == 0 {
                    self.finish_run("analysed", &failures.borrow());
                }
            });
        }
    }

    /// Whether the browser can run the engines; says so if not.
    fn can_search(self) -> bool {
        let can = page::has_simd();
        if !can {
            self.toasts.problem(
                "This browser cannot search: it lacks SIMD for WebAssembly. Chrome has it since version 91, Firefox since 89, Safari since 16.4.",
            );
        }
        can
    }

    /// Searches one record. A search that is stopped is written only with `keep_stopped`.
    async fn analyze_one(self, document: DocumentId, id: RecordId, serial: u64, keep_stopped: bool) -> Ended {
        if let Err(error) = self.ensure(document, vec![id]).await {
            return Ended::Failed(error.to_string());
        }
        if self.analysis.is_stopping() {
            return Ended::Stopped;
        }
        let Some(text) = self.text_of(document, id) else {
            return Ended::Failed("it was removed meanwhile".to_owned());
        };
        let position = match Searchable::of(&text) {
            Searchable::NoRecord => return Ended::Unchanged,
            Searchable::NoPosition => return Ended::Failed("it has no legal position".to_owned()),
            Searchable::Position(position) => position,
        };
        let (kind, limit) = (self.analysis.kind.get_untracked(), self.analysis.limit.get_untracked());
        let (fields, halfmove_clock) = (position.fields.clone(), position.halfmove_clock);
        let moves = u32::try_from(limit).unwrap_or(u32::MAX);
        let task = if kind == LimitKind::Mate {
            // In a run over a file a record that has such a mate stays as it is (V-13).
            if !keep_stopped && !is_wanted(&text, moves) {
                return Ended::Unchanged;
            }
            Task::Prove { fields, halfmove_clock, moves }
        } else {
            let engine = self.analysis.engine();
            Task::Search { engine, fields, halfmove_clock, limits: kind.limits(limit) }
        };
        let last = Rc::new(RefCell::new(None::<Report>));
        let keep = Rc::clone(&last);
        let chess = position.chess.clone();
        let handed = self.analysis.jobs().submit(task, move |progress| match progress {
            Progress::Found(report) => {
                self.show(&chess, &report);
                *keep.borrow_mut() = Some(report);
            }
            Progress::Loading(percent) => self.show_words(format!("Loading the engine: {percent} %")),
            Progress::Refuted(moves) => self.show_words(format!("There is no mate in {moves}.")),
        });
        let job = handed.job;
        self.analysis.add_job(job);
        let answer = handed.end.await.unwrap_or(Answer::Cancelled);
        self.analysis.remove_job(job);
        let report = match answer {
            Answer::Done(Outcome::Search(report)) => report,
            Answer::Done(Outcome::Proof(Verdict::Mate(moves, mate))) => {
                self.show_words(format!("Mate in {moves} is proved, and none is shorter."));
                let write = move |line| Task::WriteMate { line, moves, mate };
                return self.write(document, id, serial, &position.fields, Box::new(write)).await;
            }
            Answer::Done(Outcome::Proof(_)) => return Ended::NoMate(moves),
            Answer::Failed(reason) => return Ended::Failed(reason),
            Answer::Cancelled => match last.borrow_mut().take().filter(|_| keep_stopped) {
                Some(report) => report,
                None => return Ended::Stopped,
            },
            Answer::Done(_) | Answer::Progress(_) => return Ended::Unchanged,
        };
        self.show(&position.chess, &report);
        let predicted_move = self.analysis.predicted_move.get_untracked();
        let write = move |line| Task::Write { line, report, predicted_move };
        self.write(document, id, serial, &position.fields, Box::new(write)).await
    }

    fn show(self, chess: &Chess, report: &Report) {
        let line = line_in_san(chess, &report.line);
        let score = crate::chess::score::Score::from(report.score).to_string();
        let line = line.unwrap_or_default().join(" ");
        let (depth, nodes, time_ms) = (report.depth, report.nodes, report.time_ms);
        self.analysis.live.set(Some(Live { depth, score, line, nodes, time_ms }));
    }

    /// Shows words where else the line stands.
    fn show_words(self, line: String) {
        self.analysis.live.set(Some(Live { line, ..Live::default() }));
    }

    /// Writes what was found into the record as it is now; its position must still be the one searched.
    async fn write(
        self,
        document: DocumentId,
        id: RecordId,
        serial: u64,
        fields: &str,
        task: Box<dyn FnOnce(Vec<u8>) -> Task>,
    ) -> Ended {
        let Some(text) = self.text_of(document, id) else {
            return Ended::Failed("it was removed meanwhile".to_owned());
        };
        if !matches!(Searchable::of(&text), Searchable::Position(position) if position.fields == fields) {
            return Ended::Failed("its position changed meanwhile".to_owned());
        }
        let new = match self.ask_worker(task(text.clone())).await {
            Ok(Outcome::Rewrite(changed)) => changed.into_iter().next(),
            Ok(_) => None,
            Err(reason) => return Ended::Failed(reason),
        };
        let Some((_, new)) = new else { return Ended::Unchanged };
        // What was typed while it was written is the user's.
        if self.text_of(document, id).as_ref() != Some(&text) {
            return Ended::Failed("it was changed meanwhile".to_owned());
        }
        let merge = Some(MergeKey::Run(serial));
        self.update_document(document, |document| document.set_line(id, new, "Analyse", merge));
        Ended::Changed
    }
}
