//! The engine as seen by other programs: the Universal Chess Interface.
//!
//! UCI is a dialogue in lines of text. The other program sends `position …` and `go …`; the engine answers
//! `info …` while it thinks and `bestmove …` at the end. This module holds only the dialogue. The [`Host`]
//! knows where lines come from and go to, and what time it is. So the same code serves the command line and a
//! web worker.
//!
//! One command is an addition: `prove N` looks for a mate in at most `N` moves and answers `proof mate N …`,
//! `proof none`, `proof gaveup N` with the number of moves that are refuted, or `proof atmost N` with the moves of a mate
//! that need not be the shortest.
//!
//! Unknown words are skipped, as the description of UCI demands. A command that cannot be carried out is
//! answered with `info string …`, so that users of the other program find it in its log.

pub mod client;
mod command;
pub mod heard;
mod print;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::sync::Arc;

use command::{Command, Go, Setting, Start};
pub use command::{Thinking, word_of};

use crate::chess::START;
use crate::mate::{Aim, Learned, MateLimits, Prover};
use crate::search::{Asked, Clock, Endgames, Limits, PARAMETERS, Question, Report, Team, bench, perft};

/// Size of the table in MiB until the other program chooses one.
const TABLE_MIB: usize = 16;

/// Size of the table for proofs in MiB.
const PROVER_MIB: usize = 64;

/// Depth in plies of a `bench` without a number.
const BENCH_DEPTH: u32 = 10;

/// The surroundings of the dialogue.
pub trait Host: Clock {
    /// Sends a line.
    fn say(&self, line: &str);

    /// Returns when the other program has sent `stop`, or `ponderhit` after `go ponder`. After `go infinite` and
    /// `go ponder` the move is not sent before that.
    fn wait_for_stop(&self);

    /// Whether it can wait for a word while the engine has nothing to do, so that other programs may let it ponder.
    fn can_wait(&self) -> bool {
        false
    }

    /// The most threads that may search.
    fn most_threads(&self) -> usize {
        1
    }

    /// Whether it can open tables of endgames.
    fn has_files(&self) -> bool {
        false
    }

    /// The tables of endgames in some folders, as one path; `None` for an empty path.
    ///
    /// # Errors
    /// Why they cannot be used.
    fn endgames(&self, path: &str) -> Result<Option<Arc<dyn Endgames>>, Box<dyn Error>> {
        Err(format!("{path} cannot be read here").into())
    }

    /// For how many milliseconds of the search the move of the other side was only a guess: from `go ponder` until
    /// `ponderhit`. They are not taken off the time for the move.
    fn pondered_ms(&self) -> f64 {
        0.0
    }
}

/// Whether the dialogue continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    On,
    /// The other program sent `quit`.
    Quit,
}

/// The engine's side of the dialogue.
#[derive(Debug)]
pub struct Session {
    searcher: Team,
    start: Start,
    lines: usize,
    is_chess960: bool,
    /// Whether chances to win, draw and lose are sent with scores.
    shows_chances: bool,
    /// What was set; `None` without.
    overhead_ms: Option<u64>,
    prover: Option<Prover>,
    /// Whether the numbers of the search are listed as options.
    lists_parameters: bool,
}

impl Default for Session {
    fn default() -> Self {
        let start = Start { fields: START.to_owned(), halfmove_clock: 0, played: Vec::new() };
        Self {
            searcher: Team::new(TABLE_MIB),
            start,
            lines: 1,
            is_chess960: false,
            shows_chances: false,
            overhead_ms: None,
            prover: None,
            lists_parameters: false,
        }
    }
}

impl Session {
    /// A dialogue that lists the numbers of the search as options, for tests of strength.
    pub fn with_parameters() -> Self {
        Self { lists_parameters: true, ..Self::default() }
    }

    /// Judges by another net; see [`Team::take_net`].
    #[must_use]
    pub fn take_net(&mut self, bytes: &[u8]) -> bool {
        self.searcher.take_net(bytes)
    }

    /// Answers a line. A search has ended when this returns; the clock of the host can break it off.
    pub fn hear(&mut self, line: &str, host: &dyn Host) -> Flow {
        match command::read(line) {
            Command::Uci => introduce(host, self.lists_parameters),
            Command::IsReady => host.say("readyok"),
            Command::NewGame => self.searcher.clear(),
            Command::Set(setting) => self.set(setting, host),
            Command::Position(start) => self.start = start,
            Command::Go(go) => self.go(&go, host),
            Command::Perft(depth) => self.perft(depth, host),
            Command::Prove(moves) => self.prove(moves, host),
            Command::Bench(depth) => {
                let before = host.now_ms();
                let nodes = bench::signature(depth.unwrap_or(BENCH_DEPTH), &mut || {});
                host.say(&format!("{nodes} nodes {} nps", print::rate(nodes, host.now_ms() - before)));
            }
            Command::Quit => return Flow::Quit,
            Command::Bad(why) => host.say(&format!("info string {why}")),
            Command::BadPosition(why) => {
                host.say(&format!("info string {why}"));
                // A search says that there is no position.
                self.start = Start { fields: String::new(), halfmove_clock: 0, played: Vec::new() };
            }
            Command::BadGo(why) => {
                host.say(&format!("info string {why}"));
                host.say("bestmove (none)");
            }
            // There is nothing to stop: any search has already ended.
            Command::Stop | Command::Nothing => {}
        }
        Flow::On
    }

    fn set(&mut self, setting: Setting, host: &dyn Host) {
        match setting {
            Setting::Table(mib) => self.searcher.resize(mib),
            Setting::Clear => self.searcher.clear(),
            Setting::Lines(lines) => self.lines = lines,
            Setting::Chess960(is_on) => self.is_chess960 = is_on,
            Setting::Chances(is_on) => self.shows_chances = is_on,
            Setting::Overhead(ms) => self.overhead_ms = Some(ms),
            Setting::Threads(threads) => self.searcher.set_threads(threads.min(host.most_threads())),
            Setting::Endgames(_) if !host.has_files() => host.say("info string no such option: SyzygyPath"),
            Setting::Endgames(path) => match host.endgames(&path) {
                Ok(tables) => {
                    if let Some(tables) = &tables {
                        host.say(&format!(
                            "info string tables of endgames with up to {} men",
                            tables.most_pieces()
                        ));
                    }
                    self.searcher.take_endgames(tables);
                }
                Err(why) => host.say(&format!("info string SyzygyPath: {why}")),
            },
            Setting::Accepted => {}
            Setting::Parameter(name, value) if self.searcher.set(&name, value) => {}
            Setting::Unknown(name) | Setting::Parameter(name, _) => {
                host.say(&format!("info string no such option: {name}"));
            }
        }
    }

    fn go(&mut self, go: &Go, host: &dyn Host) {
        let played = self.start.moves();
        let question = self.start.question(&played, self.is_chess960);
        let is_legal = |mv: &&str| Asked::of(&Question { only: &[*mv], ..question.clone() }).is_ok();
        let asked: Vec<&str> = go.only.iter().map(String::as_str).collect();
        let mut only: Vec<&str> = asked.iter().copied().filter(is_legal).collect();
        if only.is_empty() {
            // The answer says what is wrong with them.
            only = asked;
        } else if let Some(other) = asked.iter().find(|mv| !only.contains(mv)) {
            host.say(&format!("info string {other} is no legal move, and left out"));
        }
        let question = Question { only: &only, lines: self.lines, ..question };
        let is_white = self.start.fields.split(' ').nth(1) == Some("w");
        let limits = go.limits(is_white == played.len().is_multiple_of(2), self.overhead_ms);
        let mut reported = 0;
        let material = self.shows_chances.then(|| Asked::of(&question).ok()).flatten();
        let material = material.map(|asked| asked.material());
        let tell = |report: &Report| {
            // Both are whole milliseconds.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a span of time")]
            let pondered = host.pondered_ms() as u64;
            let report = Report { time_ms: report.time_ms.saturating_add(pondered), ..report.clone() };
            host.say(&print::info(&report, material));
        };
        let found = self.searcher.go_on(&question, &limits, &Waiting(host), &mut |report| {
            reported = report.nodes;
            tell(report);
        });
        if go.is_infinite || go.is_ponder {
            host.wait_for_stop();
        }
        match found {
            Ok(report) => {
                // Report what was found after the last news.
                if report.nodes > reported {
                    tell(&report);
                }
                let mut moves = report.pv.iter();
                let best = moves.next().map_or_else(|| "(none)".to_owned(), ToString::to_string);
                let ponder = moves.next().map_or_else(String::new, |mv| format!(" ponder {mv}"));
                host.say(&format!("bestmove {best}{ponder}"));
            }
            Err(error) => {
                host.say(&format!("info string {error}"));
                host.say("bestmove (none)");
            }
        }
    }

    fn prove(&mut self, moves: u32, host: &dyn Host) {
        let played = self.start.moves();
        let question = self.start.question(&played, self.is_chess960);
        let prover = self.prover.get_or_insert_with(|| Prover::new(PROVER_MIB));
        let proof = prover.prove(&question, Aim::Mate, moves, &MateLimits::default(), host, &mut |news| {
            host.say(&match news {
                Learned::Refuted(moves) => format!("info string no mate in {moves}"),
                Learned::AtMost(moves) => format!("info string mate in at most {moves}"),
            });
        });
        match proof {
            Ok(proof) => host.say(&print::proof(&proof)),
            Err(error) => host.say(&format!("info string {error}")),
        }
    }

    fn perft(&self, depth: u32, host: &dyn Host) {
        let played = self.start.moves();
        let question = self.start.question(&played, self.is_chess960);
        match perft::divide(&question, depth, &mut || {}) {
            Ok(parts) => {
                let mut sum = 0;
                for (mv, nodes) in parts {
                    host.say(&format!("{mv}: {nodes}"));
                    sum += nodes;
                }
                host.say(&format!("Nodes searched: {sum}"));
            }
            Err(error) => host.say(&format!("info string {error}")),
        }
    }
}

/// The clock of a search: it stands still while the move of the other side is only a guess.
struct Waiting<'a>(&'a dyn Host);

impl Clock for Waiting<'_> {
    fn now_ms(&self) -> f64 {
        self.0.now_ms() - self.0.pondered_ms()
    }
}

fn introduce(host: &dyn Host, lists_parameters: bool) {
    host.say(&format!("id name Epidote {}", env!("CARGO_PKG_VERSION")));
    host.say("id author the founders of Epidote");
    host.say(&format!("option name Hash type spin default {TABLE_MIB} min 1 max 4096"));
    if host.most_threads() > 1 {
        host.say(&format!("option name Threads type spin default 1 min 1 max {}", host.most_threads()));
    }
    host.say("option name Clear Hash type button");
    host.say("option name MultiPV type spin default 1 min 1 max 256");
    host.say("option name UCI_Chess960 type check default false");
    if host.can_wait() {
        host.say("option name Ponder type check default false");
    }
    host.say("option name UCI_ShowWDL type check default false");
    host.say("option name UCI_AnalyseMode type check default false");
    if host.has_files() {
        host.say("option name SyzygyPath type string default <empty>");
    }
    host.say("option name Move Overhead type spin default 10 min 0 max 5000");
    for parameter in PARAMETERS.iter().filter(|_| lists_parameters) {
        let crate::search::Parameter { name, default, least, most } = parameter;
        host.say(&format!("option name {name} type spin default {default} min {least} max {most}"));
    }
    host.say("uciok");
}

/// What is kept back of a time in milliseconds, unless the user sets something else, …
const OVERHEAD_MS: u64 = 10;
/// … but of a time for one move no more than the part with this divisor: it is meant for clocks, and could be
/// most of a very short time.
const OVERHEAD_PART: u64 = 10;

impl Go {
    /// The limits of a search for the side to move.
    fn limits(&self, is_white: bool, overhead_ms: Option<u64>) -> Limits {
        let mut limits =
            Limits { nodes: self.nodes, depth: self.depth, mate: self.mate, ..Limits::default() };
        if let Some(ms) = self.move_ms {
            limits.time_ms =
                Some(ms.saturating_sub(overhead_ms.unwrap_or(OVERHEAD_MS.min(ms / OVERHEAD_PART))).max(1));
        }
        let sides = [(self.white_ms, self.white_gain_ms), (self.black_ms, self.black_gain_ms)];
        let (own, other) = if is_white { (sides[0], sides[1]) } else { (sides[1], sides[0]) };
        // Who tells only the time of the other side does not want a search without end.
        let (left, gained) = if own.0.is_some() { own } else { other };
        if let Some(left) = left {
            // The time left after the move is sent.
            let left = left.saturating_sub(overhead_ms.unwrap_or(OVERHEAD_MS)).max(1);
            let moves = self.moves_left.unwrap_or(22).clamp(1, 22);
            // Most moves take less than their time, but a depth that is begun may take several times what was
            // used so far.
            let share = (left / moves).saturating_add(gained.unwrap_or(0).saturating_mul(3) / 4);
            limits.soft_ms = Some((share.saturating_mul(6) / 10).clamp(1, left));
            limits.time_ms = Some(share.saturating_mul(3).min(left.saturating_mul(4) / 10).max(1));
        }
        limits
    }
}
