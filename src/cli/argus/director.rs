//! The director of an event: has games played in the order of the schedule, on as many boards as there
//! are, and writes down what comes of them.

mod deeds;
mod finish;
mod opening;
mod past;
mod players;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;
use std::sync::mpsc::{Receiver, TryRecvError};

use super::carrier::{Arrival, Carrier, Stamped};
use super::journal::Journal;
use super::settings;
use crate::chess::ByColor;
use crate::event::config::{Boards, EventConfig};
use crate::event::openings::Openings;
use crate::event::record::GameRecord;
use crate::event::schedule::{Game, GameId, Schedule};
use crate::event::statistics::Tally;
use crate::referee::board::{Past, Us};
use crate::referee::{ConnId, TableId};
use crate::room::{Happened, Room};

/// Microseconds after which the user is asked whether he wants no more.
const LOOK_US: Us = 200_000;

/// Lines of a connection that are kept as evidence.
const KEPT_LINES: usize = 20;

/// A connection of a player.
pub(super) struct Member {
    /// Its player, once that is known.
    pub(super) player: Option<usize>,
    /// It signed on.
    pub(super) is_ready: bool,
    /// The game that it plays, or will.
    pub(super) table: Option<TableId>,
    /// Bytes of this turn that are in the journal, and that are not.
    pub(super) said: usize,
    pub(super) left_out: usize,
    /// The last lines, for the evidence.
    pub(super) last: VecDeque<String>,
}

/// A game that is played, or about to be.
pub(super) struct Playing {
    pub(super) game: Game,
    pub(super) conns: ByColor<Option<ConnId>>,
    pub(super) is_started: bool,
    pub(super) record: GameRecord,
}

/// What the caller decides beside the configuration.
#[derive(Debug, Clone, Default)]
pub(super) struct Extras {
    /// Moves are on the disk before the next one is asked for.
    pub(super) syncs_moves: bool,
    /// Milliseconds of silence after `reset` and `conclude`, if not those of the text.
    pub(super) silence_ms: Option<u64>,
    /// Milliseconds in which a client of the network may come back.
    pub(super) grace_ms: u64,
    /// Most memory of a program in MiB.
    pub(super) memory_mib: Option<u64>,
    /// Nothing is printed but the end.
    pub(super) is_quiet: bool,
}

/// Lines that wait until what they follow from is on the disk.
struct Held {
    told: Receiver<()>,
    sends: Vec<(ConnId, String)>,
}

/// The director.
pub(super) struct Director {
    pub(super) config: EventConfig,
    pub(super) extras: Extras,
    pub(super) date: String,
    pub(super) schedule: Schedule,
    pub(super) openings: Openings,
    pub(super) tally: Tally,
    pub(super) carrier: Carrier,
    pub(super) room: Room,
    pub(super) journal: Option<Journal>,
    pub(super) members: BTreeMap<ConnId, Member>,
    pub(super) games: BTreeMap<TableId, Playing>,
    /// Games that wait for a client of the network.
    pub(super) postponed: Vec<Game>,
    pub(super) finished: BTreeMap<GameId, GameRecord>,
    /// What was played of games before the event was interrupted.
    pub(super) past: BTreeMap<GameId, Vec<past::PastMove>>,
    /// Games that must not begin before: a board rests.
    resting: Vec<Us>,
    pub(super) sends: Vec<(ConnId, String)>,
    held: Vec<Held>,
    pub(super) has_moved: bool,
    pub(super) is_stopping: bool,
    pub(super) started: u32,
    pub(super) pgn_offset: u64,
    pub(super) trouble: Option<String>,
    next_table: u32,
    /// Players whose program could not be started.
    broken: BTreeSet<usize>,
}

impl Director {
    /// An event before its first game.
    pub(super) fn new(
        config: EventConfig,
        extras: Extras,
        carrier: Carrier,
        journal: Option<Journal>,
        openings: Openings,
        date: String,
    ) -> Result<Self, String> {
        let schedule = Schedule::new(config.plan()).map_err(|error| error.to_string())?;
        let tally = Tally::new(config.engines.len(), config.is_in_pairs());
        Ok(Self {
            config,
            extras,
            date,
            schedule,
            openings,
            tally,
            carrier,
            room: Room::default(),
            journal,
            members: BTreeMap::new(),
            games: BTreeMap::new(),
            postponed: Vec::new(),
            finished: BTreeMap::new(),
            past: BTreeMap::new(),
            resting: Vec::new(),
            sends: Vec::new(),
            held: Vec::new(),
            has_moved: false,
            is_stopping: false,
            started: 0,
            pgn_offset: 0,
            trouble: None,
            next_table: 0,
            broken: BTreeSet::new(),
        })
    }

    fn boards(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let count = match self.config.boards {
            Boards::Count(count) => count as usize,
            Boards::CoresLess(less) => cores.saturating_sub(less as usize),
        };
        count.max(1)
    }

    /// Plays until all is played, or the user wants no more.
    pub(super) fn run(&mut self, wants_no_more: &dyn Fn() -> bool) -> io::Result<()> {
        self.open_pipes()?;
        loop {
            if wants_no_more() {
                self.is_stopping = true;
            }
            if self.is_stopping || self.trouble.is_some() {
                break;
            }
            self.fill();
            self.send()?;
            if self.games.is_empty() && self.postponed.is_empty() && self.schedule.is_over() {
                break;
            }
            self.wait()?;
        }
        self.leave()
    }

    /// Waits for what arrives, and does what comes of it.
    fn wait(&mut self) -> io::Result<()> {
        let now = self.carrier.now();
        let soon = if self.held.is_empty() { LOOK_US } else { 500 };
        let rest = self.resting.iter().copied().min();
        let until = [self.room.next_wakeup(), rest, Some(now + soon)].into_iter().flatten().min();
        for stamped in self.carrier.wait(until)? {
            self.arrived(stamped);
            self.send()?;
        }
        let now = self.carrier.now();
        self.resting.retain(|&until| until > now);
        if self.room.next_wakeup().is_some_and(|at| at <= now) {
            self.happens(Happened::Tick, now);
            self.send()?;
        }
        self.send_held();
        Ok(())
    }

    fn arrived(&mut self, stamped: Stamped) {
        let Stamped { at, conn, arrival } = stamped;
        match arrival {
            Arrival::Line(line) => {
                self.write_heard(at, conn, &line);
                self.happens(Happened::Line(conn, line), at);
            }
            Arrival::Error(text) => {
                if let Some(member) = self.members.get_mut(&conn) {
                    if member.last.len() == KEPT_LINES {
                        member.last.pop_front();
                    }
                    member.last.push_back(format!("! {text}"));
                }
                if let Some(journal) = &mut self.journal {
                    journal.wire(at, '!', conn.0, text.as_bytes());
                }
            }
            Arrival::Connected(peer) => {
                self.add_member(conn, None);
                self.note(at, &format!("a client connects from {peer}"));
                let mut manner = crate::referee::Manner::default();
                if let Some(ms) = self.extras.silence_ms {
                    (manner.reset_ms, manner.conclude_ms) = (ms, ms);
                }
                manner.grace_ms = self.extras.grace_ms;
                self.happens(Happened::Opened(conn, Box::new(crate::seat::epd::EpdSeat), manner), at);
            }
            Arrival::Closed(how) => self.closed(conn, &how, at),
        }
    }

    /// A line that arrived goes into the journal, unless there is no end of them.
    fn write_heard(&mut self, at: Us, conn: ConnId, line: &[u8]) {
        let Some(member) = self.members.get_mut(&conn) else { return };
        member.said += line.len() + 1;
        if !line.starts_with(b"info ") {
            if member.last.len() == KEPT_LINES {
                member.last.pop_front();
            }
            member.last.push_back(format!("< {}", String::from_utf8_lossy(line)));
        }
        if member.said > super::journal::MOST_PER_TURN {
            member.left_out += 1;
            return;
        }
        if let Some(journal) = &mut self.journal {
            journal.wire(at, '<', conn.0, line);
        }
        if self.config.debug {
            super::print(&format!("{at} <{}: {}", conn.0, String::from_utf8_lossy(line)));
        }
    }

    pub(super) fn happens(&mut self, happened: Happened, at: Us) {
        let now = self.carrier.now();
        let deeds = self.room.handle(happened, at, now);
        self.act(deeds, at);
    }

    pub(super) fn note(&mut self, at: Us, text: &str) {
        if let Some(journal) = &mut self.journal {
            journal.line(at, "note", text);
        }
    }

    /// Writes the journal, then sends what is to be sent.
    fn send(&mut self) -> io::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.flush()?;
            if self.extras.syncs_moves && std::mem::take(&mut self.has_moved) && !self.sends.is_empty() {
                let sends = std::mem::take(&mut self.sends);
                self.held.push(Held { told: journal.sync_and_tell(), sends });
                return Ok(());
            }
        }
        for (conn, line) in std::mem::take(&mut self.sends) {
            self.carrier.send(conn, &line);
        }
        Ok(())
    }

    /// Sends what waited for the disk.
    fn send_held(&mut self) {
        let is_done = |held: &Held| !matches!(held.told.try_recv(), Err(TryRecvError::Empty));
        while self.held.first().is_some_and(is_done) {
            for (conn, line) in self.held.remove(0).sends {
                self.carrier.send(conn, &line);
            }
        }
    }

    pub(super) fn add_member(&mut self, conn: ConnId, player: Option<usize>) {
        let member =
            Member { player, is_ready: false, table: None, said: 0, left_out: 0, last: VecDeque::new() };
        self.members.insert(conn, member);
        let at = self.carrier.now();
        if let Some(journal) = &mut self.journal {
            let name = player.map_or("?", |player| self.config.engines[player].name.as_str());
            journal.line(at, "open", format_args!("{} {name}", conn.0));
        }
    }

    /// Opens the pipes of clients that come through them.
    fn open_pipes(&mut self) -> io::Result<()> {
        for player in 0..self.config.engines.len() {
            let engine = &self.config.engines[player];
            let Some(base) = engine.fifo.clone() else { continue };
            let manner = settings::manner(engine, self.extras.silence_ms);
            let seat = settings::seat(engine, &self.config);
            let (input, output) = super::carrier::open_pipes(&base)?;
            let conn = self.carrier.adopt(input, output)?;
            self.add_member(conn, Some(player));
            let now = self.carrier.now();
            self.happens(Happened::Opened(conn, seat, manner), now);
        }
        Ok(())
    }

    /// Takes leave of all (§8 step 15).
    fn leave(&mut self) -> io::Result<()> {
        let now = self.carrier.now();
        self.happens(Happened::Disconnect, now);
        self.send()?;
        self.send_held();
        // Programs have a moment to go by themselves.
        let until = self.carrier.now() + 1_000_000;
        while self.carrier.is_ending() && self.carrier.now() < until {
            self.carrier.wait(Some(until))?;
        }
        self.carrier.close();
        if let Some(journal) = &mut self.journal {
            journal.flush()?;
            journal.sync();
        }
        Ok(())
    }

    /// Moves of the past, for the referee.
    pub(super) fn past_of(&self, id: GameId) -> Vec<Past> {
        let moves = self.past.get(&id).map(Vec::as_slice).unwrap_or_default();
        moves.iter().map(|past| Past { text: past.san.clone(), used_ms: Some(past.used_ms) }).collect()
    }
}
