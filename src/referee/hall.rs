//! All clients and all games of a referee (§8): who is signed on, who plays where, and who may be spoken to.

mod tell;

use std::collections::{BTreeMap, VecDeque};

use crate::chess::{ByColor, Color};
use crate::referee::board::{Board, Pairing, Played, Us};
use crate::referee::ending::{Cause, Ending};
use crate::referee::rules::Rules;
use crate::referee::words::{Directive, Refcom, Refreq, Request};

/// Numbers a connection for the life of a referee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConnId(pub u32);

/// Numbers a game for the life of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId(pub u32);

/// How a connection is treated. Milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// Silence after `reset` (§8.1.6).
    pub reset_ms: u64,
    /// Silence after `conclude` (§8.1.1).
    pub conclude_ms: u64,
    /// Faults that it may make before one loses its game.
    pub retries: u32,
    /// How long its game waits for it when it is gone.
    pub grace_ms: u64,
}

impl Default for Manner {
    /// As in the 1995 text: five seconds of silence, and a second try after a fault.
    fn default() -> Self {
        Self { reset_ms: 5000, conclude_ms: 5000, retries: 1, grace_ms: 0 }
    }
}

impl Manner {
    /// For a program on the same machine, which says itself when it is ready: no silence, no second try.
    pub const PROMPT: Self = Self { reset_ms: 0, conclude_ms: 0, retries: 0, grace_ms: 0 };
}

/// What happened.
#[derive(Debug)]
pub enum Event<R: Rules> {
    /// A connection is open.
    Opened(ConnId, Manner),
    /// A client sent a request.
    Heard(ConnId, Request),
    /// A client sent a line that is not a request, for this reason.
    Nonsense(ConnId, String),
    /// The client that was asked thinks from now on. After each `respond` this must come, or `Stalled`, or
    /// `Closed`: until then no clock runs.
    Begun(ConnId),
    /// A client does not answer this question.
    Stalled(ConnId, String),
    /// A connection is closed, in this way.
    Closed(ConnId, String),
    /// Time went by.
    Tick,
    /// A game is to begin between two clients that are signed on.
    Start(TableId, ByColor<ConnId>, Pairing<R>),
    /// A side of a game is played by this connection from now on.
    Rejoin(TableId, Color, ConnId),
    /// The supervisor ends a game.
    Adjudicate(TableId, Ending),
    /// The referee itself cannot go on, for this reason (§8.1.4).
    Fault(String),
    /// The referee goes (§8 step 15).
    Disconnect,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Tell a client something.
    Tell(ConnId, Directive),
    /// Close a connection.
    Close(ConnId),
    /// A client signed on, with a name if it gave one: it may be paired.
    SignedOn(ConnId, Option<String>),
    /// A move counts.
    Played(TableId, Played),
    /// Milliseconds that were used in vain for the move with this number.
    Wasted(TableId, usize, u64),
    /// A game waits for the program of a side.
    Missing(TableId, Color),
    /// A game is over; both clients may be paired again.
    Ended(TableId, Ending),
    /// Something for the supervisor to know.
    Alert(Option<ConnId>, String),
}

#[derive(Debug)]
struct Client {
    manner: Manner,
    is_signed_on: bool,
    /// No directive was sent since the last reset.
    is_fresh: bool,
    queue: VecDeque<Directive>,
    silent_until: Us,
    plays: Option<(TableId, Color)>,
}

#[derive(Debug)]
struct Table<R: Rules> {
    board: Board<R>,
    players: ByColor<ConnId>,
}

/// The referee of all games of an event, as a machine: requests in, directives out.
#[derive(Debug)]
pub struct Referee<R: Rules> {
    clients: BTreeMap<ConnId, Client>,
    tables: BTreeMap<TableId, Table<R>>,
}

impl<R: Rules> Default for Referee<R> {
    fn default() -> Self {
        Self { clients: BTreeMap::new(), tables: BTreeMap::new() }
    }
}

impl<R: Rules> Referee<R> {
    /// Takes in what happened at this moment.
    pub fn handle(&mut self, event: Event<R>, now: Us) -> Vec<Action> {
        let mut out = Vec::new();
        match event {
            Event::Opened(conn, manner) => {
                let client = Client {
                    manner,
                    is_signed_on: false,
                    is_fresh: false,
                    queue: VecDeque::new(),
                    silent_until: 0,
                    plays: None,
                };
                self.clients.insert(conn, client);
            }
            Event::Heard(conn, request) => self.heard(conn, request, now, &mut out),
            Event::Nonsense(conn, why) => self.nonsense(conn, &why, now, &mut out),
            Event::Begun(conn) => {
                if let Some((game, side)) = self.plays(conn)
                    && let Some(table) = self.tables.get_mut(&game)
                {
                    table.board.begun(side, now);
                }
            }
            Event::Stalled(conn, asked) => {
                self.at_board(conn, now, &mut out, |board, side, actions| {
                    board.lose(side, Cause::Stall(side, asked), actions);
                });
            }
            Event::Closed(conn, how) => self.closed(conn, &how, now, &mut out),
            Event::Tick => self.tick(now, &mut out),
            Event::Start(game, players, pairing) => self.start(game, players, pairing, now, &mut out),
            Event::Rejoin(game, side, conn) => self.rejoin(game, side, conn, now, &mut out),
            Event::Adjudicate(game, ending) => {
                self.with_board(game, now, &mut out, |board, actions| board.adjudicate(ending, actions));
            }
            Event::Fault(why) => self.tell_all(Refcom::Fault, Some(&why), now, &mut out),
            Event::Disconnect => {
                self.tell_all(Refcom::Disconnect, None, now, &mut out);
                out.extend(self.clients.keys().map(|&conn| Action::Close(conn)));
                self.clients.clear();
            }
        }
        out
    }

    /// The next moment at which something has to be decided, even if nothing happens.
    pub fn next_wakeup(&self) -> Option<Us> {
        let silences = self.clients.values().filter(|client| !client.queue.is_empty());
        let silences = silences.map(|client| client.silent_until);
        silences.chain(self.tables.values().filter_map(|table| table.board.wakeup())).min()
    }

    /// The game that a connection plays, and on which side.
    pub fn plays(&self, conn: ConnId) -> Option<(TableId, Color)> {
        self.clients.get(&conn)?.plays
    }

    /// A game that goes on.
    pub fn board(&self, game: TableId) -> Option<&Board<R>> {
        self.tables.get(&game).map(|table| &table.board)
    }

    /// The games that go on, with the connections that play them.
    pub fn games(&self) -> impl Iterator<Item = (TableId, &Board<R>, ByColor<ConnId>)> {
        self.tables.iter().map(|(&game, table)| (game, &table.board, table.players))
    }

    fn heard(&mut self, conn: ConnId, request: Request, now: Us, out: &mut Vec<Action>) {
        let Some(client) = self.clients.get_mut(&conn) else { return };
        if !client.is_signed_on && request.refreq != Refreq::SignOn {
            let what = format!("{} before sign_on; ignored (§8.2.4)", request.refreq.word());
            return out.push(Action::Alert(Some(conn), what));
        }
        match request.refreq {
            Refreq::SignOn => self.signs_on(conn, request.remark, now, out),
            Refreq::SignOff => {
                self.closed(conn, "it signed off", now, out);
                out.push(Action::Close(conn));
            }
            Refreq::Fault => {
                let why = request.remark.unwrap_or_else(|| "it gave no reason".to_owned());
                out.push(Action::Alert(Some(conn), format!("the client has a fault: {why}")));
                self.at_board(conn, now, out, |board, side, actions| {
                    board.lose(side, Cause::Fault(side, why), actions);
                });
            }
            Refreq::Reply => {
                let retries = client.manner.retries;
                if client.plays.is_none() {
                    let what = "a reply without a game; ignored".to_owned();
                    return out.push(Action::Alert(Some(conn), what));
                }
                self.at_board(conn, now, out, |board, side, actions| {
                    board.reply(side, request, retries, now, actions);
                });
            }
        }
    }

    /// Each client that signs on is reset (§8 step 6). One that signs on again during its game has lost what
    /// it knew of it.
    fn signs_on(&mut self, conn: ConnId, name: Option<String>, now: Us, out: &mut Vec<Action>) {
        let Some(client) = self.clients.get_mut(&conn) else { return };
        let was_signed_on = std::mem::replace(&mut client.is_signed_on, true);
        match client.plays {
            Some((game, side)) if was_signed_on => {
                out.push(Action::Alert(Some(conn), "it signed on again during its game".to_owned()));
                self.with_board(game, now, out, |board, actions| board.rejoined(side, now, actions));
            }
            _ => {
                client.queue.clear();
                self.reset(conn, now, out);
                out.push(Action::SignedOn(conn, name));
            }
        }
    }

    fn nonsense(&mut self, conn: ConnId, why: &str, now: Us, out: &mut Vec<Action>) {
        let Some(client) = self.clients.get(&conn) else { return };
        let retries = client.manner.retries;
        if client.plays.is_none() {
            return out.push(Action::Alert(Some(conn), why.to_owned()));
        }
        self.at_board(conn, now, out, |board, side, actions| board.fault(side, why, retries, actions));
    }

    fn closed(&mut self, conn: ConnId, how: &str, now: Us, out: &mut Vec<Action>) {
        let Some(client) = self.clients.remove(&conn) else { return };
        let grace = client.manner.grace_ms;
        if let Some((game, side)) = client.plays {
            self.with_board(game, now, out, |board, actions| board.lost(side, how, grace, now, actions));
            if self.tables.contains_key(&game) {
                out.push(Action::Missing(game, side));
            }
        }
    }

    fn tick(&mut self, now: Us, out: &mut Vec<Action>) {
        let conns: Vec<ConnId> = self.clients.keys().copied().collect();
        for conn in conns {
            self.flush(conn, now, out);
        }
        let due = |table: &Table<R>| table.board.wakeup().is_some_and(|at| now >= at);
        let games: Vec<TableId> =
            self.tables.iter().filter(|(_, table)| due(table)).map(|(&game, _)| game).collect();
        for game in games {
            self.with_board(game, now, out, |board, actions| board.tick(now, actions));
        }
    }

    fn start(
        &mut self,
        game: TableId,
        players: ByColor<ConnId>,
        pairing: Pairing<R>,
        now: Us,
        out: &mut Vec<Action>,
    ) {
        let is_free = |conn| self.clients.get(conn).is_some_and(|c| c.is_signed_on && c.plays.is_none());
        let refused = if self.tables.contains_key(&game) {
            Some("a game with this number is in progress")
        } else if players.white == players.black || !is_free(&players.white) || !is_free(&players.black) {
            Some("a player is not signed on, or is already playing")
        } else {
            None
        };
        if let Some(why) = refused {
            return out.push(Action::Ended(game, Ending::open(why)));
        }
        let board = match Board::new(pairing) {
            Ok(board) => board,
            Err(error) => return out.push(Action::Ended(game, Ending::open(&error.to_string()))),
        };
        self.tables.insert(game, Table { board, players });
        for side in [Color::White, Color::Black] {
            let conn = *players.get(side);
            let is_fresh = self.clients.get_mut(&conn).is_some_and(|client| {
                client.plays = Some((game, side));
                client.is_fresh
            });
            if !is_fresh {
                self.reset(conn, now, out);
            }
        }
        self.with_board(game, now, out, Board::begin);
    }

    fn rejoin(&mut self, game: TableId, side: Color, conn: ConnId, now: Us, out: &mut Vec<Action>) {
        let is_free =
            self.clients.get(&conn).is_some_and(|client| client.is_signed_on && client.plays.is_none());
        let Some(table) = self.tables.get_mut(&game).filter(|_| is_free) else {
            let what = "it cannot take a side of this game".to_owned();
            return out.push(Action::Alert(Some(conn), what));
        };
        let before = std::mem::replace(table.players.get_mut(side), conn);
        if let Some(client) =
            self.clients.get_mut(&before).filter(|client| client.plays == Some((game, side)))
        {
            client.plays = None;
        }
        if let Some(client) = self.clients.get_mut(&conn) {
            client.plays = Some((game, side));
        }
        self.with_board(game, now, out, |board, actions| board.rejoined(side, now, actions));
    }
}
