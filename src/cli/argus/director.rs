//! The director of an event: plays the games in the order of the schedule, on all boards, and writes down the
//! results.

mod deeds;
mod finish;
mod halt;
mod latency;
mod live;
mod member;
mod observed;
mod opening;
mod past;
mod pgn_file;
mod players;
mod records;
mod sending;
mod supervisor;
mod table;
mod trouble;

pub(in crate::cli) use past::PastMove;
pub(super) use trouble::Trouble;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;

use super::error::ArgusError;
use super::journal::Journal;
use super::replica::Primary;
use super::settings;
use crate::chess::ByColor;
use crate::cli::carrier::{Arrival, Carrier, SerialPort, Stamped};
use crate::cli::{complain_of_damaged, cores};
use crate::event::config::{Boards, EventConfig, Protocol};
use crate::event::openings::{Openings, Start};
use crate::event::record::GameRecord;
use crate::event::schedule::{Game, GameId, Schedule};
use crate::event::statistics::Tally;
use crate::referee::board::Us;
use crate::referee::{ConnId, TableId};
use crate::room::{Happened, Room};
use crate::tablebases::Tables;
use halt::Halt;
use latency::Latency;
use member::Member;
use pgn_file::PgnFile;
use records::Stream;
use sending::Sending;
use supervisor::Supervisor;

/// Microseconds between two checks whether the user wants to stop.
const LOOK_US: Us = 200_000;

/// Number of programs per core that may be asked to think at the same moment.
const GATE_WIDTH: usize = 4;

/// The most different warnings that are shown.
const MOST_WARNINGS: usize = 1000;

/// A game in progress, or about to begin.
pub(super) struct Playing {
    pub(super) game: Game,
    /// Its number among the games begun, from 1.
    pub(super) number: usize,
    pub(super) conns: ByColor<Option<ConnId>>,
    pub(super) is_started: bool,
    pub(super) record: GameRecord,
    /// The position after its last move.
    pub(super) here: Start,
    /// The last move in SAN.
    pub(super) last: Option<String>,
    /// Its PGN, move by move.
    pub(super) stream: Option<Stream>,
}

/// What the caller decides besides the configuration.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(super) struct Extras {
    /// Moves are on the disk before the next one is asked for.
    pub(super) syncs_moves: bool,
    /// Milliseconds of silence after `reset` and `conclude`, if other than in the 1995 text.
    pub(super) silence_ms: Option<u64>,
    /// Milliseconds in which a client of the network may come back.
    pub(super) grace_ms: u64,
    /// Serial ports with a client behind each.
    pub(super) serial: Vec<SerialPort>,
    /// Most memory of a program in MiB.
    pub(super) memory_mib: Option<u64>,
    /// Whether the referee's own time is printed at the end.
    pub(super) tells_latency: bool,
    /// Orders come on standard input.
    pub(super) is_supervised: bool,
    /// Nothing is printed but the end.
    pub(super) is_quiet: bool,
}

/// The director.
pub(super) struct Director {
    pub(super) config: EventConfig,
    pub(super) extras: Extras,
    pub(super) date: String,
    pub(super) schedule: Schedule,
    pub(super) openings: Openings,
    pub(super) tables: Tables,
    pub(super) tally: Tally,
    pub(super) carrier: Carrier,
    pub(super) room: Room,
    pub(super) journal: Option<Journal>,
    /// The lease of this referee, if an observer may follow it.
    pub(super) primary: Option<Primary>,
    members: BTreeMap<ConnId, Member>,
    pub(super) games: BTreeMap<TableId, Playing>,
    /// Games that wait for a client of the network.
    pub(super) postponed: Vec<Game>,
    pub(super) finished: BTreeMap<GameId, GameRecord>,
    /// Games that were broken off; they are continued when the event is resumed.
    pub(super) broken_off: BTreeMap<GameId, GameRecord>,
    /// What was played of games before the event was interrupted.
    pub(super) past: BTreeMap<GameId, past::PastGame>,
    /// For each resting board, the time before which it begins no game.
    resting: Vec<Us>,
    sending: Sending,
    /// Why no more games begin.
    pub(super) halt: Option<Halt>,
    /// Moves that were played since the start.
    pub(super) moves: u64,
    /// The number of games begun, including those before an interruption.
    pub(super) started: usize,
    /// The bytes in the file of games that belong to other events, once known.
    pub(super) pgn_offset: Option<u64>,
    pgn_file: PgnFile,
    /// Games whose final positions are in their file.
    pub(super) positions_written: BTreeSet<GameId>,
    /// Games that had begun before the event was interrupted.
    begun: BTreeSet<GameId>,
    /// Those of them that were broken off in good order.
    were_broken_off: BTreeSet<GameId>,
    /// Why the event cannot go on.
    pub(super) trouble: Option<Trouble>,
    /// Time, threads, memory and openings in a line.
    pub(super) settings: String,
    /// Who gives orders, if anybody; whether no games may begin, and whether all are to end.
    supervisor: Option<Supervisor>,
    pub(super) is_paused: bool,
    is_stopped: bool,
    /// Whether the games are shown on a terminal, and when next.
    is_live: bool,
    picture_at: Us,
    latency: Latency,
    /// The warnings that have been shown.
    warnings: BTreeSet<String>,
    /// Files for what programs write on standard error.
    errors: BTreeMap<String, File>,
    next_table: u32,
    /// Players whose program could not be started.
    broken: BTreeSet<usize>,
}

impl Director {
    /// An event before its first game.
    ///
    /// # Errors
    /// Why the event cannot be played.
    pub(super) fn new(
        config: EventConfig,
        extras: Extras,
        carrier: Carrier,
        openings: Openings,
        date: String,
    ) -> Result<Self, ArgusError> {
        let is_live = !extras.is_quiet && super::screen::is_live();
        let tables = Tables::open(&config.tablebases).map_err(ArgusError::Tables)?;
        complain_of_damaged(&tables, "-tb");
        let sending = Sending::new(&carrier).map_err(ArgusError::System)?;
        let supervisor = extras.is_supervised.then(|| Supervisor::listen(sending.waker()));
        let schedule = Schedule::new(config.plan()).map_err(ArgusError::Plan)?;
        let tally = Tally::new(config.engines.len(), config.is_in_pairs());
        Ok(Self {
            extras,
            date,
            schedule,
            openings,
            tables,
            tally,
            carrier,
            room: Room::with_width(cores() * GATE_WIDTH),
            journal: None,
            primary: None,
            members: BTreeMap::new(),
            games: BTreeMap::new(),
            postponed: Vec::new(),
            finished: BTreeMap::new(),
            broken_off: BTreeMap::new(),
            past: BTreeMap::new(),
            resting: Vec::new(),
            sending,
            halt: None,
            moves: 0,
            started: 0,
            pgn_offset: None,
            pgn_file: PgnFile::default(),
            positions_written: BTreeSet::new(),
            begun: BTreeSet::new(),
            were_broken_off: BTreeSet::new(),
            trouble: None,
            settings: settings::summary(&config),
            supervisor,
            is_paused: false,
            is_stopped: false,
            is_live,
            picture_at: 0,
            latency: Latency::default(),
            warnings: BTreeSet::new(),
            errors: BTreeMap::new(),
            config,
            next_table: 0,
            broken: BTreeSet::new(),
        })
    }

    fn boards(&self) -> usize {
        let count = match self.config.boards {
            Boards::Count(count) => count as usize,
            Boards::CoresLess(less) => cores().saturating_sub(less as usize),
        };
        count.max(1)
    }

    /// Plays until all games are over, the user stops it, or the event cannot go on. Whatever happens, all
    /// games are ended properly and all players are dismissed.
    pub(super) fn run(&mut self, wants_no_more: &dyn Fn() -> bool) {
        if let Err(error) = self.play_on(wants_no_more) {
            self.trouble.get_or_insert(Trouble::Play(error));
        }
        if let Some(trouble) = &self.trouble {
            let (why, now) = (trouble.to_string(), self.carrier.now());
            self.happens(Happened::Fault(why), now);
        }
        self.break_off();
        if let Err(error) = self.leave() {
            self.trouble.get_or_insert(Trouble::Leave(error));
        }
    }

    fn play_on(&mut self, wants_no_more: &dyn Fn() -> bool) -> io::Result<()> {
        self.open_lines()?;
        while !wants_no_more() && !self.is_stopped && self.trouble.is_none() {
            self.fill();
            self.send()?;
            let is_over = self.halt.is_some() || self.schedule.is_over();
            if self.games.is_empty() && self.postponed.is_empty() && is_over {
                break;
            }
            self.wait()?;
        }
        Ok(())
    }

    /// Waits for lines and other events, and deals with them.
    fn wait(&mut self) -> io::Result<()> {
        let now = self.carrier.now();
        let rest = self.resting.iter().copied().min();
        let until = [self.room.next_wakeup(), rest, Some(now + LOOK_US)].into_iter().flatten().min();
        for stamped in self.carrier.wait(until)? {
            let (at, moves) = (stamped.at, self.moves);
            self.arrived(stamped);
            // Most lines report on searches: the journal is written once for many of them.
            if self.sending.is_due() {
                self.send()?;
            }
            if self.moves != moves {
                self.latency.add(self.carrier.now().saturating_sub(at));
            }
        }
        let now = self.carrier.now();
        self.note_observers(now);
        self.obey(now);
        self.resting.retain(|&until| until > now);
        if self.room.next_wakeup().is_some_and(|at| at <= now) {
            self.happens(Happened::Tick, now);
        }
        self.send()?;
        self.show_games(now);
        self.stream_pgn(now)
    }

    fn arrived(&mut self, stamped: Stamped) {
        let Stamped { at, conn, arrival } = stamped;
        match arrival {
            Arrival::Line(line) => {
                self.write_heard(at, conn, &line);
                self.happens(Happened::Line(conn, line), at);
            }
            Arrival::Error(text) => self.wrote_error(at, conn, &text),
            Arrival::Connected(peer) => self.connected(conn, &peer, at),
            Arrival::Closed(how) => self.closed(conn, &how, at),
        }
    }

    /// A client that speaks EPD has connected; it will say who it is.
    fn connected(&mut self, conn: ConnId, peer: &str, at: Us) {
        self.add_member(conn, None);
        self.note(at, &format!("a client connects from {peer}"));
        let mut manner = crate::referee::Manner::default();
        if let Some(ms) = self.extras.silence_ms {
            (manner.reset_ms, manner.conclude_ms) = (ms, ms);
        }
        manner.grace_ms = self.extras.grace_ms;
        self.happens(Happened::Opened(conn, Box::new(crate::seat::epd::EpdSeat), manner), at);
    }

    /// Writes a line that arrived into the journal, unless there are far too many.
    fn write_heard(&mut self, at: Us, conn: ConnId, line: &[u8]) {
        let Some(member) = self.members.get_mut(&conn) else { return };
        member.bytes += line.len() + 1;
        if !line.starts_with(b"info ") {
            member.keep(format!("< {}", String::from_utf8_lossy(line)));
        }
        if member.bytes > super::journal::MOST_PER_TURN {
            member.left_out += 1;
            return;
        }
        if let Some(journal) = &mut self.journal {
            journal.wire(at, "<", conn.0, line);
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

    /// Tells the supervisor something: always in the journal, and once on the screen.
    pub(super) fn warn(&mut self, conn: Option<ConnId>, text: &str, at: Us) {
        let who = conn.map_or_else(String::new, |conn| format!("connection {}: ", conn.0));
        self.note(at, &format!("{who}{text}"));
        let player = conn.and_then(|conn| self.members.get(&conn)?.player);
        let name = player.map(|player| self.config.engines[player].name.as_str());
        let line = name.map_or_else(|| format!("{who}{text}"), |name| format!("{name}: {text}"));
        let is_new = self.warnings.len() < MOST_WARNINGS && self.warnings.insert(line.clone());
        if is_new && !self.extras.is_quiet {
            super::screen::complain(&line);
        }
    }

    pub(super) fn add_member(&mut self, conn: ConnId, player: Option<usize>) {
        self.members.insert(conn, Member::of(player));
        let at = self.carrier.now();
        if let Some(journal) = &mut self.journal {
            let name = player.map_or("?", |player| self.config.engines[player].name.as_str());
            journal.line(at, "open", format_args!("{} {name}", conn.0));
        }
    }

    /// Opens the pipes and serial lines of clients.
    fn open_lines(&mut self) -> io::Result<()> {
        for port in self.extras.serial.clone() {
            let (input, output) = crate::cli::carrier::open_serial(&port)?;
            let conn = self.carrier.adopt(input, output)?;
            let now = self.carrier.now();
            self.connected(conn, &port.to_string(), now);
        }
        for player in 0..self.config.engines.len() {
            let engine = &self.config.engines[player];
            let is_terminal = engine.protocol == Protocol::Human && engine.command.is_empty();
            let ends = match &engine.fifo {
                Some(base) => crate::cli::carrier::open_pipes(base)?,
                None if is_terminal => crate::cli::carrier::open_terminal()?,
                None => continue,
            };
            let (input, output) = ends;
            let manner = settings::manner(engine, self.extras.silence_ms);
            let seat = settings::seat(engine, &self.config);
            let conn = self.carrier.adopt(input, output)?;
            self.add_member(conn, Some(player));
            let now = self.carrier.now();
            self.happens(Happened::Opened(conn, seat, manner), now);
        }
        Ok(())
    }
}
