//! Does what the room wants done.

use super::Director;
use crate::chess::Color;
use crate::chess::notation::{MoveReading, read_move};
use crate::cli::argus::screen::print;
use crate::event::record::{Note, PlayedMove};
use crate::referee::board::{Played, Us};
use crate::referee::ending::{Cause, Ending};
use crate::referee::{ConnId, TableId};
use crate::room::{Deed, Happened};

/// Milliseconds for a program to end by itself.
const LEAVE_MS: u64 = 1000;

impl Director {
    pub(super) fn act(&mut self, deeds: Vec<Deed>, at: Us) {
        // A program that is given up has to be known for what follows from that.
        let mut ended = Vec::new();
        for deed in deeds {
            match deed {
                Deed::Say(conn, line) => self.say(conn, line, at),
                Deed::End(conn, why) => {
                    self.note(at, &format!("connection {} is given up: {why}", conn.0));
                    self.carrier.end(conn, 0);
                    ended.push((conn, why));
                }
                Deed::Bye(conn) => {
                    self.sending.end(conn, LEAVE_MS);
                    self.gone(conn, "it was sent away", at, false);
                }
                Deed::Renew(conn) => {
                    self.sending.end(conn, LEAVE_MS);
                    self.gone(conn, "it plays only one game", at, false);
                }
                Deed::SignedOn(conn, name) => self.signed_on(conn, name.as_deref(), at),
                Deed::Played(table, played) => self.played(table, &played, at),
                Deed::Missing(table, side) => {
                    self.note(at, &format!("game {}: {side:?} is missing", table.0));
                }
                Deed::Wasted(table, ply, ms) => {
                    if let (Some(playing), Some(journal)) = (self.games.get(&table), &mut self.journal) {
                        journal.line(at, "waste", format_args!("{} {ply} {ms}", playing.game.id));
                    }
                }
                Deed::Ended(table, ending) => self.finish(table, ending),
                Deed::Note(conn, text) => self.warn(conn, &text, at),
            }
        }
        for (conn, why) in ended {
            self.gone(conn, &why, at, true);
        }
    }

    fn say(&mut self, conn: ConnId, line: String, at: Us) {
        let mut repeated = 0;
        if let Some(member) = self.members.get_mut(&conn) {
            if member.left_out > 0 {
                let text = format!("connection {} said {} lines more", conn.0, member.left_out);
                if let Some(journal) = &mut self.journal {
                    journal.line(at, "note", text);
                }
            }
            (member.bytes, member.left_out) = (0, 0);
            repeated = member.keep_sent(&line);
        }
        if let Some(journal) = &mut self.journal {
            match repeated {
                0 => journal.wire(at, ">", conn.0, line.as_bytes()),
                _ => journal.wire(at, ">+", conn.0, &line.as_bytes()[repeated + 1..]),
            }
        }
        if self.config.debug {
            print(&format!("{at} >{}: {line}", conn.0));
        }
        self.sending.line(conn, line);
    }

    /// A connection was closed by the other side.
    pub(super) fn closed(&mut self, conn: ConnId, how: &str, at: Us) {
        if let Some(journal) = &mut self.journal {
            journal.line(at, "close", format_args!("{} {how}", conn.0));
        }
        if let Some(member) = self.members.get_mut(&conn) {
            member.keep(format!("= {how}"));
        }
        self.happens(Happened::Closed(conn, how.to_owned()), at);
        self.gone(conn, how, at, false);
    }

    /// A connection is gone. If it was meant for a game that has not begun, it loses that game.
    fn gone(&mut self, conn: ConnId, how: &str, at: Us, has_stalled: bool) {
        self.room_forgets(conn, how, at);
        let table = self.members.get(&conn).and_then(|member| member.table);
        let waiting = table.and_then(|table| Some((table, self.games.get(&table)?)));
        if let Some((table, playing)) = waiting.filter(|(_, playing)| !playing.is_started) {
            let side = if playing.conns.white == Some(conn) { Color::White } else { Color::Black };
            let cause = if has_stalled {
                Cause::Stall(side, how.to_owned())
            } else {
                Cause::Disconnect(side, how.to_owned())
            };
            self.finish(table, Ending::lost(side, cause));
        }
        // Its last lines were the evidence.
        self.members.remove(&conn);
    }

    fn room_forgets(&mut self, conn: ConnId, how: &str, at: Us) {
        let now = self.carrier.now();
        let deeds = self.room.handle(Happened::Closed(conn, how.to_owned()), at, now);
        self.act(deeds, at);
    }

    fn signed_on(&mut self, conn: ConnId, name: Option<&str>, at: Us) {
        let known = self.members.get(&conn).and_then(|member| member.player);
        let Some(player) = known.or_else(|| self.guest(name)) else {
            self.note(
                at,
                &format!("connection {}: there is no place for {}", conn.0, name.unwrap_or("a client")),
            );
            return;
        };
        if let Some(member) = self.members.get_mut(&conn).filter(|member| member.rejoins.is_some()) {
            (member.player, member.is_ready) = (Some(player), true);
            return self.rejoin_if_ready(conn, at);
        }
        // A game that waits for this player goes on.
        let missing = self.missing_side(player);
        let Some(member) = self.members.get_mut(&conn) else { return };
        (member.player, member.is_ready) = (Some(player), true);
        let table = member.table;
        if let Some((table, side)) = missing {
            member.table = Some(table);
            if let Some(playing) = self.games.get_mut(&table) {
                *playing.conns.get_mut(side) = Some(conn);
            }
            return self.happens(Happened::Rejoin(table, side, conn), at);
        }
        if let Some(table) = table {
            self.start_if_ready(table);
        }
    }

    /// The player that a client of the network plays for: the one with its name, or else the first without a client.
    fn guest(&self, name: Option<&str>) -> Option<usize> {
        let is_free = |player: &usize| {
            self.is_guest(*player)
                && self.config.engines[*player].fifo.is_none()
                && !self.members.values().any(|member| member.player == Some(*player))
        };
        let free: Vec<usize> = (0..self.config.engines.len()).filter(is_free).collect();
        let is_named = |player: &&usize| Some(self.config.engines[**player].name.as_str()) == name;
        free.iter().find(is_named).or(free.first()).copied()
    }

    /// The game and the side of a player whose client is gone.
    fn missing_side(&self, player: usize) -> Option<(TableId, Color)> {
        self.games.iter().find_map(|(&table, playing)| {
            let sides = [(Color::White, playing.game.white), (Color::Black, playing.game.black)];
            let is_gone =
                |side: Color| playing.conns.get(side).is_none_or(|conn| !self.members.contains_key(&conn));
            sides
                .into_iter()
                .find(|&(side, who)| playing.is_started && who == player && is_gone(side))
                .map(|(side, _)| (table, side))
        })
    }

    fn played(&mut self, table: TableId, played: &Played, at: Us) {
        let Some(playing) = self.games.get_mut(&table) else { return };
        let who = if played.side == Color::White { playing.game.white } else { playing.game.black };
        let turns = self.config.engines[who].white_scores && played.side == Color::Black;
        let score = played.judgement.score;
        let note = Note {
            is_book: false,
            score: if turns { score.map(crate::chess::score::Score::of_other_side) } else { score },
            depth: played.judgement.depth,
            nodes: played.judgement.nodes,
            time: Some(played.used_ms),
            clock: played.left_ms.map(|ms| u64::try_from(ms).unwrap_or(0)),
        };
        // The referee has checked it.
        if let MoveReading::Exact(m) = read_move(&playing.here.position, played.san.as_bytes()) {
            let (san, played) = (&played.san, PlayedMove { m, note });
            playing.here.play(m);
            playing.last = Some(san.clone());
            playing.record.moves.push(played);
        }
        self.sending.moved();
        self.moves += 1;
        let id = playing.game.id;
        if let Some(journal) = &mut self.journal {
            journal.line(at, "move", super::past::PastMove::of(played, &note).line(id, played.ply));
        }
    }
}
