//! The referee and the seats of its programs together: lines in, lines out, and the games in between.
//!
//! It has no process, socket or clock: others start programs, carry lines and say what time it is.

mod gate;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};

use crate::chess::{ByColor, Color};
use crate::referee::board::{Board, Pairing, Played, Us};
use crate::referee::chess_rules::ChessRules;
use crate::referee::ending::Ending;
use crate::referee::{Action, ConnId, Event, Manner, Referee, TableId};
use crate::seat::{Out, Seat, no_option};
use gate::Gate;

/// What happened.
#[derive(Debug)]
pub enum Happened {
    /// A program is there, or a client is connected.
    Opened(ConnId, Box<dyn Seat>, Manner),
    /// It wrote this line, given without its end.
    Line(ConnId, Vec<u8>),
    /// It is gone, in this way.
    Closed(ConnId, String),
    /// Time went by.
    Tick,
    /// A game is to begin.
    Start(TableId, ByColor<ConnId>, Box<Pairing<ChessRules>>),
    /// A side of a game is played by another connection from now on.
    Rejoin(TableId, Color, ConnId),
    /// A game is ended from outside.
    Adjudicate(TableId, Ending),
    /// The referee itself cannot go on, for this reason.
    Fault(String),
    /// The referee goes.
    Disconnect,
}

/// What is to be done, in this order.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// Send a line.
    Say(ConnId, String),
    /// End a program at once, for this reason.
    End(ConnId, String),
    /// The program was asked to leave: end it if it does not.
    Bye(ConnId),
    /// Replace this program by another one of the same kind.
    Renew(ConnId),
    /// A program signed on, with a name if it gave one.
    SignedOn(ConnId, Option<String>),
    /// A move counts.
    Played(TableId, Played),
    /// Milliseconds that were used in vain for the move with this number.
    Wasted(TableId, usize, u64),
    /// A game waits for the program of a side.
    Missing(TableId, Color),
    /// A game is over.
    Ended(TableId, Ending),
    /// Something for the log.
    Note(Option<ConnId>, String),
}

/// The referee with the seats of its programs.
#[derive(Debug, Default)]
pub struct Room {
    referee: Referee<ChessRules>,
    seats: BTreeMap<ConnId, Box<dyn Seat>>,
    gate: Gate,
    /// The time by which clocks begin to run.
    now: Us,
}

impl Room {
    /// A room in which at most `width` programs are asked to think within a moment.
    pub fn with_width(width: usize) -> Self {
        Self { gate: Gate::new(width), ..Self::default() }
    }

    /// Takes in what happened at the moment `at` and is known `now`. Clocks count until a line arrives, and
    /// from when one is sent; the time in between is charged to nobody.
    pub fn handle(&mut self, happened: Happened, at: Us, now: Us) -> Vec<Deed> {
        let mut out = Vec::new();
        self.now = now.max(at);
        let now = at;
        match happened {
            Happened::Opened(conn, mut seat, manner) => {
                self.pass(Event::Opened(conn, manner), now, &mut out);
                let mut outs = Vec::new();
                seat.open(now, &mut outs);
                self.seats.insert(conn, seat);
                self.translate(conn, outs, now, &mut out);
            }
            Happened::Line(conn, line) => {
                self.at_seat(conn, now, &mut out, |seat, outs| seat.hear(&line, now, outs));
            }
            Happened::Closed(conn, how) => {
                self.seats.remove(&conn);
                self.gate.forget(conn);
                self.pass(Event::Closed(conn, how), now, &mut out);
            }
            Happened::Tick => self.tick(now, &mut out),
            Happened::Start(game, players, pairing) => {
                self.pass(Event::Start(game, players, *pairing), now, &mut out);
            }
            Happened::Rejoin(game, side, conn) => self.pass(Event::Rejoin(game, side, conn), now, &mut out),
            Happened::Adjudicate(game, ending) => self.pass(Event::Adjudicate(game, ending), now, &mut out),
            Happened::Fault(why) => self.pass(Event::Fault(why), now, &mut out),
            Happened::Disconnect => self.pass(Event::Disconnect, now, &mut out),
        }
        while let Some((conn, outs)) = self.gate.next(self.now) {
            let events = Self::events(conn, outs, &mut out);
            self.tell_referee(events, now, &mut out);
        }
        out
    }

    /// The next moment at which something has to be decided, even if nothing happens.
    pub fn next_wakeup(&self) -> Option<Us> {
        let seats = self.seats.values().filter_map(|seat| seat.wakeup());
        seats.chain(self.referee.next_wakeup()).chain(self.gate.wakeup()).min()
    }

    /// The game that a connection plays, and on which side.
    pub fn plays(&self, conn: ConnId) -> Option<(TableId, Color)> {
        self.referee.plays(conn)
    }

    /// The games that go on, with the connections that play them.
    pub fn games(&self) -> impl Iterator<Item = (TableId, &Board<ChessRules>, ByColor<ConnId>)> {
        self.referee.games()
    }

    fn tick(&mut self, now: Us, out: &mut Vec<Deed>) {
        let is_due = |seat: &dyn Seat| seat.wakeup().is_some_and(|at| now >= at);
        let due: Vec<ConnId> =
            self.seats.iter().filter(|(_, seat)| is_due(seat.as_ref())).map(|(&conn, _)| conn).collect();
        for conn in due {
            self.at_seat(conn, now, out, |seat, outs| seat.tick(now, outs));
        }
        if self.referee.next_wakeup().is_some_and(|at| now >= at) {
            self.pass(Event::Tick, now, out);
        }
    }

    fn at_seat(
        &mut self,
        conn: ConnId,
        now: Us,
        out: &mut Vec<Deed>,
        act: impl FnOnce(&mut dyn Seat, &mut Vec<Out>),
    ) {
        let Some(seat) = self.seats.get_mut(&conn) else { return };
        let mut outs = Vec::new();
        act(seat.as_mut(), &mut outs);
        self.translate(conn, outs, now, out);
    }

    /// Hands an event to the referee, and its directives to the seats, until nothing is left to send.
    fn pass(&mut self, event: Event<ChessRules>, now: Us, out: &mut Vec<Deed>) {
        let mut actions: VecDeque<Action> = self.referee.handle(event, now).into();
        while let Some(action) = actions.pop_front() {
            let (conn, outs) = match action {
                Action::Tell(conn, directive) => {
                    let mut outs = Vec::new();
                    if let Some(seat) = self.seats.get_mut(&conn) {
                        seat.tell(&directive, now, &mut outs);
                    }
                    (conn, outs)
                }
                other => {
                    out.push(deed(other));
                    continue;
                }
            };
            let outs = self.gate.pass(conn, outs, self.now);
            for event in Self::events(conn, outs, out) {
                let at = if matches!(event, Event::Begun(_)) { self.now } else { now };
                actions.extend(self.referee.handle(event, at));
            }
        }
    }

    /// Does what a seat wants done.
    fn translate(&mut self, conn: ConnId, outs: Vec<Out>, now: Us, out: &mut Vec<Deed>) {
        let outs = self.gate.pass(conn, outs, self.now);
        let events = Self::events(conn, outs, out);
        self.tell_referee(events, now, out);
    }

    fn tell_referee(&mut self, events: Vec<Event<ChessRules>>, now: Us, out: &mut Vec<Deed>) {
        for event in events {
            let at = if matches!(event, Event::Begun(_)) { self.now } else { now };
            self.pass(event, at, out);
        }
    }

    /// Returns what a seat says to the referee, and does everything else it wants.
    fn events(conn: ConnId, outs: Vec<Out>, out: &mut Vec<Deed>) -> Vec<Event<ChessRules>> {
        let mut events = Vec::new();
        for seat_out in outs {
            match seat_out {
                Out::Say(line) => out.push(Deed::Say(conn, line)),
                Out::Request(request) => events.push(Event::Heard(conn, request)),
                Out::Nonsense(why) => events.push(Event::Nonsense(conn, why)),
                Out::Begun => events.push(Event::Begun(conn)),
                Out::Stalled(asked) => {
                    out.push(Deed::End(conn, asked.clone()));
                    events.push(Event::Stalled(conn, asked));
                }
                Out::Bye => out.push(Deed::Bye(conn)),
                Out::Renew => out.push(Deed::Renew(conn)),
                Out::Note(text) => out.push(Deed::Note(Some(conn), text)),
                Out::NoOption(name) => out.push(Deed::Note(Some(conn), no_option(&name))),
            }
        }
        events
    }
}

fn deed(action: Action) -> Deed {
    match action {
        // Handled by the caller. Closing ends the channel, and the program at its other end.
        Action::Tell(conn, directive) => Deed::Note(Some(conn), format!("{directive:?}")),
        Action::Close(conn) => Deed::Bye(conn),
        Action::SignedOn(conn, name) => Deed::SignedOn(conn, name),
        Action::Played(game, played) => Deed::Played(game, played),
        Action::Wasted(game, ply, ms) => Deed::Wasted(game, ply, ms),
        Action::Missing(game, side) => Deed::Missing(game, side),
        Action::Ended(game, ending) => Deed::Ended(game, ending),
        Action::Alert(conn, what) => Deed::Note(conn, what),
    }
}
