//! Who plays: programs that are started, that rest, and clients that come by themselves.

use std::io;

use super::{Director, Member, Playing, Trouble};
use crate::chess::{ByColor, Color};
use crate::cli::argus::settings;
use crate::event::config::{Protocol, Restart};
use crate::event::schedule::Game;
use crate::referee::ending::{Cause, Ending};
use crate::referee::{ConnId, TableId};
use crate::room::Happened;

impl Director {
    /// Begins games while boards are free.
    pub(super) fn fill(&mut self) {
        if self.is_paused {
            return;
        }
        for game in std::mem::take(&mut self.postponed) {
            if self.trouble.is_some() {
                self.postponed.push(game);
            } else if self.halt.is_none() || self.past.contains_key(&game.id) {
                self.begin(game);
            }
        }
        if self.halt.is_some() {
            return self.fill_from_past();
        }
        // A game whose player cannot be started ends at once, and may end all others with it.
        while self.trouble.is_none() && self.halt.is_none() && self.has_free_board() {
            let Some(game) = self.schedule.start() else { return };
            self.begin(game);
        }
    }

    fn has_free_board(&self) -> bool {
        self.games.len() + self.postponed.len() + self.resting.len() < self.boards()
    }

    /// Begins only games that an interruption broke off.
    fn fill_from_past(&mut self) {
        for game in self.past.keys().filter_map(|&id| self.schedule.game(id)).collect::<Vec<_>>() {
            let is_there = self
                .games
                .values()
                .map(|playing| playing.game.id)
                .chain(self.postponed.iter().map(|game| game.id))
                .any(|id| id == game.id);
            if self.trouble.is_none() && !is_there && self.games.len() + self.postponed.len() < self.boards()
            {
                self.begin(game);
            }
        }
    }

    /// Whether a player connects from outside, so that it cannot be started here.
    pub(super) fn is_guest(&self, player: usize) -> bool {
        let engine = &self.config.engines[player];
        matches!(engine.protocol, Protocol::Epd | Protocol::Human) && engine.command.is_empty()
    }

    /// Takes players for a game and starts it when they are ready.
    pub(super) fn begin(&mut self, game: Game) {
        for player in [game.white, game.black] {
            if self.is_guest(player) && self.idle(player).is_none() {
                return self.postponed.push(game);
            }
        }
        self.next_table += 1;
        let table = TableId(self.next_table);
        let record = self.new_record(&game);
        let conns = ByColor { white: None, black: None };
        self.started += 1;
        let (number, here) = (self.started, record.last());
        let playing =
            Playing { game, number, conns, is_started: false, record, here, last: None, stream: None };
        self.games.insert(table, playing);
        for (side, player) in [(Color::White, game.white), (Color::Black, game.black)] {
            match self.seat(player) {
                Ok(conn) => {
                    if let Some(member) = self.members.get_mut(&conn) {
                        member.table = Some(table);
                    }
                    if let Some(playing) = self.games.get_mut(&table) {
                        *playing.conns.get_mut(side) = Some(conn);
                    }
                }
                Err(error) => {
                    let how = format!("it cannot be started: {error}");
                    if !self.broken.insert(player) {
                        let name = self.config.engines[player].name.clone();
                        self.trouble = Some(Trouble::NoStart { name, how: how.clone() });
                    }
                    let cause = Cause::Disconnect(side, how);
                    return self.finish(table, Ending::lost(side, cause));
                }
            }
        }
        self.start_if_ready(table);
    }

    /// A connection of a player that rests.
    pub(super) fn idle(&self, player: usize) -> Option<ConnId> {
        let is_idle =
            |member: &Member| member.player == Some(player) && member.is_ready && member.table.is_none();
        self.members.iter().find(|(_, member)| is_idle(member)).map(|(&conn, _)| conn)
    }

    /// A connection for a player: one that rests, or a program that is started.
    pub(super) fn seat(&mut self, player: usize) -> io::Result<ConnId> {
        if let Some(conn) = self.idle(player) {
            return Ok(conn);
        }
        let engine = &self.config.engines[player];
        let mut spec = settings::program(engine);
        spec.memory_mib = spec.memory_mib.or(self.extras.memory_mib);
        let seat = settings::seat(engine, &self.config);
        let manner = settings::manner(engine, self.extras.silence_ms);
        let conn = self.carrier.start(&spec)?;
        self.add_member(conn, Some(player));
        let now = self.carrier.now();
        self.happens(Happened::Opened(conn, seat, manner), now);
        Ok(conn)
    }

    /// Tells the referee of a game whose players are both ready.
    pub(super) fn start_if_ready(&mut self, table: TableId) {
        let Some(playing) = self.games.get(&table).filter(|playing| !playing.is_started) else { return };
        let (Some(white), Some(black)) = (playing.conns.white, playing.conns.black) else { return };
        let is_ready = |conn| self.members.get(conn).is_some_and(|member| member.is_ready);
        if !is_ready(&white) || !is_ready(&black) {
            return;
        }
        let (pairing, ending) = self.pairing(table);
        let now = self.carrier.now();
        self.announce(table, now);
        self.happens(Happened::Start(table, ByColor { white, black }, Box::new(pairing)), now);
        if let Some(ending) = ending {
            self.happens(Happened::Adjudicate(table, ending), now);
        }
    }

    /// The board of a game is free again, at once or after the rest that was asked for.
    pub(super) fn rest(&mut self) {
        if self.config.wait > 0 {
            let rest = self.config.wait.saturating_mul(1_000);
            self.resting.push(self.carrier.now().saturating_add(rest));
        }
    }

    /// Decides what becomes of a connection after its game.
    pub(super) fn release(&mut self, conn: ConnId) {
        let Some(member) = self.members.get_mut(&conn) else { return };
        member.table = None;
        let Some(player) = member.player else { return };
        let is_new_each_game = self.config.engines[player].restart == Restart::On;
        let idle =
            self.members.values().filter(|member| member.table.is_none() && member.player.is_some()).count();
        // Programs that are not needed at the moment would only take memory.
        let are_too_many = idle > 2 * self.boards() && !self.is_guest(player);
        if is_new_each_game && !self.is_guest(player) || are_too_many {
            self.dismiss(conn);
        }
    }

    /// Sends a program away, if another one can be started in its place.
    pub(super) fn replace(&mut self, conn: ConnId) {
        let player = self.members.get(&conn).and_then(|member| member.player);
        if player.is_some_and(|player| !self.is_guest(player) && self.config.engines[player].fifo.is_none()) {
            self.dismiss(conn);
        }
    }

    /// Sends a program away.
    pub(super) fn dismiss(&mut self, conn: ConnId) {
        let player = self.members.remove(&conn).and_then(|member| member.player);
        // An EPD client understands the end of its channel.
        if player.is_some_and(|player| self.config.engines[player].protocol != Protocol::Epd) {
            self.sending.line(conn, "quit".to_owned());
        }
        self.sending.end(conn, 2000);
        let now = self.carrier.now();
        self.happens(Happened::Closed(conn, "it was sent away".to_owned()), now);
    }
}
