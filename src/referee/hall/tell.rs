//! Sends directives to clients: when their silences allow it, and on behalf of boards, which know only sides.

use super::{Action, Client, ConnId, Referee, TableId};
use crate::chess::{ByColor, Color};
use crate::referee::board::{Board, BoardAction, Us};
use crate::referee::rules::Rules;
use crate::referee::words::{At, Directive, Refcom};

impl<R: Rules> Referee<R> {
    pub(super) fn tell_all(&mut self, refcom: Refcom, why: Option<&str>, now: Us, out: &mut Vec<Action>) {
        let conns: Vec<ConnId> = self.clients.keys().copied().collect();
        for conn in conns {
            let Some(client) = self.clients.get_mut(&conn).filter(|client| client.is_signed_on) else {
                continue;
            };
            // The silences are for the client's work after a game; what all clients must know cannot wait.
            client.queue.clear();
            client.silent_until = now;
            let at = At::new(&R::start().fields());
            let directive = Directive { remark: why.map(str::to_owned), ..Directive::new(refcom, at) };
            self.tell(conn, directive, now, out);
        }
    }

    pub(super) fn reset(&mut self, conn: ConnId, now: Us, out: &mut Vec<Action>) {
        self.tell(conn, Directive::new(Refcom::Reset, At::new(&R::start().fields())), now, out);
    }

    pub(super) fn tell(&mut self, conn: ConnId, directive: Directive, now: Us, out: &mut Vec<Action>) {
        if let Some(client) = self.clients.get_mut(&conn) {
            client.is_fresh = directive.refcom == Refcom::Reset;
            client.queue.push_back(directive);
        }
        self.flush(conn, now, out);
    }

    /// Sends a client what may be sent by now.
    pub(super) fn flush(&mut self, conn: ConnId, now: Us, out: &mut Vec<Action>) {
        let Some(client) = self.clients.get_mut(&conn) else { return };
        while now >= client.silent_until
            && let Some(directive) = client.queue.pop_front()
        {
            let silence = match directive.refcom {
                Refcom::Reset => client.manner.reset_ms,
                Refcom::Conclude => client.manner.conclude_ms,
                _ => 0,
            };
            client.silent_until = now.saturating_add(silence.saturating_mul(1000));
            out.push(Action::Tell(conn, directive));
        }
    }

    /// Does something at the board of a connection, if it plays.
    pub(super) fn at_board(
        &mut self,
        conn: ConnId,
        now: Us,
        out: &mut Vec<Action>,
        act: impl FnOnce(&mut Board<R>, Color, &mut Vec<BoardAction>),
    ) {
        if let Some((game, side)) = self.plays(conn) {
            self.with_board(game, now, out, |board, actions| act(board, side, actions));
        }
    }

    /// The client that plays a side, if it is there.
    pub(super) fn player(
        &mut self,
        game: TableId,
        side: Color,
        players: ByColor<ConnId>,
    ) -> Option<&mut Client> {
        self.clients.get_mut(players.get(side)).filter(|client| client.plays == Some((game, side)))
    }

    /// Does something at a board, then what the board wants done.
    pub(super) fn with_board(
        &mut self,
        game: TableId,
        now: Us,
        out: &mut Vec<Action>,
        act: impl FnOnce(&mut Board<R>, &mut Vec<BoardAction>),
    ) {
        let Some(table) = self.tables.get_mut(&game) else { return };
        let mut actions = Vec::new();
        act(&mut table.board, &mut actions);
        let players = table.players;
        for action in actions {
            match action {
                BoardAction::Tell(side, directive) => {
                    // Nothing is sent to a client that is gone.
                    let conn = *players.get(side);
                    if self.plays(conn) == Some((game, side)) {
                        self.tell(conn, directive, now, out);
                    }
                }
                BoardAction::Hush(side) => {
                    if let Some(client) = self.player(game, side, players) {
                        client.queue.retain(|directive| directive.refcom == Refcom::Reset);
                    }
                }
                BoardAction::Played(played) => out.push(Action::Played(game, played)),
                BoardAction::Wasted(ply, ms) => out.push(Action::Wasted(game, ply, ms)),
                BoardAction::Alert(what) => out.push(Action::Alert(None, what)),
                BoardAction::Ended(ending) => {
                    self.tables.remove(&game);
                    for side in [Color::White, Color::Black] {
                        if let Some(client) = self.player(game, side, players) {
                            client.plays = None;
                        }
                    }
                    out.push(Action::Ended(game, ending));
                }
            }
        }
    }
}
