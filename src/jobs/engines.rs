//! What answers the tasks of verbs: our engine and others, the proof of mates, and the count of positions.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::jobs::engine::{Engine, Hear, Heard, Hears, Hunt, Own, Position};
use crate::jobs::watch::Watch;
use crate::language::{Text, say};
use crate::mate::{Aim, Learned, MateLimits, Prover};
use crate::protocol::Progress;
use crate::search::{Clock, Endgames, Question, Shared, perft};
use crate::verb::{EngineName, EngineTask, Found, FoundLine, Goal, Searched};

/// Size of the table of proofs in MiB.
const PROOFS_MIB: usize = 32;

/// The engines of a worker, with their tables.
pub(super) struct Engines {
    own: Own,
    /// Stockfish on the page, a program on the command line.
    other: Box<dyn Engine>,
    /// On the page, a program on the machine that serves it.
    native: Option<Box<dyn Engine>>,
    prover: Option<Prover>,
}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engines").finish_non_exhaustive()
    }
}

impl Engines {
    pub(super) fn new(other: Box<dyn Engine>) -> Self {
        Self { own: Own::default(), other, native: None, prover: None }
    }

    pub(super) fn set_native(&mut self, native: Box<dyn Engine>) {
        self.native = Some(native);
    }

    /// Gives the engine of this project tables of endgames.
    pub(super) fn take_endgames(&mut self, tables: Option<Arc<dyn Endgames>>) {
        self.own.take_endgames(tables);
    }

    /// Gives the engine of this project memory that it shares with others.
    pub(super) fn take_memory(&mut self, memory: Arc<dyn Shared>) {
        self.own.take_memory(memory);
    }

    /// Stops the engines that answer later. One that has nothing to do ignores that.
    pub(super) fn stop(&mut self) {
        self.other.stop();
        if let Some(native) = &mut self.native {
            native.stop();
        }
    }

    /// Does a task. The end is reported before this returns, or later.
    pub(super) fn answer(&mut self, task: EngineTask, clock: &dyn Clock, mut hears: Hears) {
        match task {
            EngineTask::Search { engine, fields, halfmove_clock, limits, lines, target, continues, team } => {
                let engine: &mut dyn Engine = match engine {
                    EngineName::Epidote => &mut self.own,
                    EngineName::Stockfish => self.other.as_mut(),
                    EngineName::Native => self.native.as_deref_mut().unwrap_or(self.other.as_mut()),
                };
                let position = Position { fields, halfmove_clock };
                let hunt = Hunt { position, limits, lines: lines.max(1), continues, team };
                engine.search(hunt, clock, listener(hears, target));
            }
            EngineTask::Prove { fields, halfmove_clock, moves, nodes, time_ms, all_keys } => {
                let position = Position { fields, halfmove_clock };
                let limits = MateLimits { nodes, time_ms, all_keys };
                let prover = self.prover.get_or_insert_with(|| Prover::new(PROOFS_MIB));
                let on_news = &mut |news| {
                    (hears.progress)(match news {
                        Learned::Refuted(moves) => Progress::Refuted(moves),
                        Learned::AtMost(moves) => Progress::Message(say("run.mate-at-most", [moves])),
                    });
                };
                let proof = prover.prove(&position.question(), Aim::Mate, moves, &limits, clock, on_news);
                (hears.end)(
                    proof.map(|proof| Found::Proof(proof.into())).map_err(|error| error.to_string().into()),
                );
            }
            EngineTask::Perft { fields, depth } => {
                let question = Question::new(&fields);
                let beat = || {
                    clock.now_ms();
                };
                let counts: Result<Vec<u64>, _> =
                    (1..=depth).map(|depth| perft::perft(&question, depth, &beat)).collect();
                (hears.end)(counts.map(Found::Perft).map_err(|error| error.to_string().into()));
            }
        }
    }
}

/// Hears a search, and adds to its end what was seen on the way: the other lines, and from when on it kept
/// the solution.
fn listener(mut hears: Hears, goal: Option<Goal>) -> Hear {
    let mut watch = goal.map(Watch::new);
    let mut others: Vec<FoundLine> = Vec::new();
    let mut is_enough = false;
    let mut shown = 0;
    Box::new(move |news| {
        match news {
            Heard::Progress(progress) => {
                match (&progress, &mut watch) {
                    (Progress::Found(report), _) if report.rank > 1 => {
                        others.retain(|known| known.rank != report.rank);
                        others.push(report.clone());
                    }
                    (Progress::Found(report), Some(watch)) => is_enough = watch.hear(report),
                    _ => {}
                }
                if let Progress::Found(report) = &progress {
                    shown = report.nodes;
                }
                (hears.progress)(progress);
            }
            Heard::End(Ok(best)) => {
                let mut searched = Searched::from(best);
                if let Some(watch) = &mut watch {
                    watch.hear(&searched.best);
                    searched.solution = watch.solution();
                }
                // What is shown last has the numbers that are written: the last iteration may have been cut. Of several
                // lines, its best move may be that of another one.
                if others.is_empty() && searched.best.nodes > shown {
                    (hears.progress)(Progress::Found(searched.best.clone()));
                }
                searched.others = in_order(std::mem::take(&mut others), &searched);
                (hears.end)(Ok(Found::Search(searched)));
            }
            Heard::End(Err(reason)) => (hears.end)(Err::<Found, Text>(reason)),
        }
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

/// The other lines by rank. A line that begins with the best move is left out: it was last reported by an
/// iteration that was not finished.
fn in_order(mut others: Vec<FoundLine>, searched: &Searched) -> Vec<FoundLine> {
    others.retain(|other| other.line.first() != searched.best.line.first());
    others.sort_by_key(|other| other.rank);
    others
}
