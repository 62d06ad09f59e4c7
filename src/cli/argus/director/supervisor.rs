//! The supervisor at the keyboard (§3.2): lines on standard input, with `--supervise`.

use std::fmt;
use std::io::{self, BufRead as _};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};

use mio::Waker;

use super::Director;
use crate::chess::{Color, Position as _};
use crate::cli::argus::screen::print;
use crate::event::Outcome;
use crate::referee::TableId;
use crate::referee::board::Us;
use crate::referee::ending::Cause;
use crate::room::Happened;

/// What a supervisor can say.
const HELP: &str = "\
games                          the games that are played
pause                          begin no more games
continue                       begin games again
adjudicate GAME RESULT [WHY]   end a game: 1-0, 0-1, 1/2-1/2 or *
restart GAME white|black       start the program of a side anew; the game goes on
stop                           end all games in good order; `argus resume` goes on";

/// Lines of the supervisor.
pub(super) struct Supervisor(Receiver<String>);

impl Supervisor {
    /// Reads standard input from now on.
    pub(super) fn listen(waker: Arc<Waker>) -> Self {
        let (sender, orders) = mpsc::channel();
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
                if sender.send(line).is_err() {
                    return;
                }
                // An event that is over needs no waking.
                let _ = waker.wake();
            }
            // This shows the director that no more orders come.
            drop(sender);
            let _ = waker.wake();
        });
        Self(orders)
    }
}

/// An order that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Order {
    Help,
    Games,
    Pause,
    Continue,
    Stop,
    Adjudicate(usize, Outcome, String),
    Restart(usize, Color),
}

/// Why an order is not obeyed.
#[derive(Debug)]
enum OrderError {
    /// It is not an order.
    Unknown(String),
    /// It is not the number of a game.
    NoNumber(String),
    /// It is not a result.
    NoResult(String),
    /// It is not a side.
    NoSide(String),
    /// The game with this number is not played now.
    NotPlayed(usize),
    /// The player with this name came by itself, so it cannot be started.
    Guest(String),
    /// The program cannot be started.
    Start(io::Error),
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => write!(f, "{word:?} is not an order; `help` lists them"),
            Self::NoNumber(text) => write!(f, "{text:?} is not the number of a game"),
            Self::NoResult(text) => write!(f, "{text:?} is not a result"),
            Self::NoSide(text) => write!(f, "{text:?} is not a side: write white or black"),
            Self::NotPlayed(number) => write!(f, "game {number} is not played now"),
            Self::Guest(name) => write!(f, "{name} was not started here"),
            Self::Start(error) => error.fmt(f),
        }
    }
}

impl FromStr for Order {
    type Err = OrderError;

    fn from_str(line: &str) -> Result<Self, OrderError> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let game = |text: &str| text.parse().map_err(|_| OrderError::NoNumber(text.to_owned()));
        Ok(match words.as_slice() {
            [] | ["help"] => Self::Help,
            ["games"] => Self::Games,
            ["pause"] => Self::Pause,
            ["continue"] => Self::Continue,
            ["stop"] => Self::Stop,
            ["adjudicate", number, result, why @ ..] => {
                let outcome =
                    Outcome::read(result).ok_or_else(|| OrderError::NoResult((*result).to_owned()))?;
                Self::Adjudicate(game(number)?, outcome, why.join(" "))
            }
            ["restart", number, side] => {
                let side = match side.to_ascii_lowercase().as_str() {
                    "white" | "w" => Color::White,
                    "black" | "b" => Color::Black,
                    _ => return Err(OrderError::NoSide((*side).to_owned())),
                };
                Self::Restart(game(number)?, side)
            }
            [word, ..] => return Err(OrderError::Unknown((*word).to_owned())),
        })
    }
}

impl Director {
    /// Obeys the orders that have come in.
    pub(super) fn obey(&mut self, now: Us) {
        while let Some(Supervisor(orders)) = &self.supervisor {
            match orders.try_recv() {
                Ok(line) => {
                    self.note(now, &format!("the supervisor says: {line}"));
                    let done = line.parse::<Order>().and_then(|order| self.obey_order(order, now));
                    print(&done.unwrap_or_else(|why| why.to_string()));
                }
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => self.end_supervision(now),
            }
        }
    }

    /// No more orders come, so nobody could end a pause.
    fn end_supervision(&mut self, now: Us) {
        self.supervisor = None;
        if std::mem::replace(&mut self.is_paused, false) {
            let what = "games begin again, because no more orders can come";
            self.note(now, what);
            print(what);
        }
    }

    fn obey_order(&mut self, order: Order, now: Us) -> Result<String, OrderError> {
        match order {
            Order::Help => Ok(HELP.to_owned()),
            Order::Games => {
                let name = |player: usize| self.config.engines[player].name.as_str();
                let line = |playing: &super::Playing| {
                    let (white, black) = (name(playing.game.white), name(playing.game.black));
                    format!(
                        "{} {white} - {black}, {} plies: {}",
                        playing.number,
                        playing.record.moves.len(),
                        playing.here.fen()
                    )
                };
                let lines: Vec<String> = self.games.values().map(line).collect();
                Ok(if lines.is_empty() { "no game is played".to_owned() } else { lines.join("\n") })
            }
            Order::Pause => {
                self.is_paused = true;
                Ok(format!("paused: no more games begin; games that go on: {}", self.games.len()))
            }
            Order::Continue => {
                self.is_paused = false;
                Ok("games begin again".to_owned())
            }
            Order::Stop => {
                self.is_stopped = true;
                Ok("stopping".to_owned())
            }
            Order::Adjudicate(number, outcome, why) => {
                let table = self.table_of(number)?;
                let by = "adjudication by the supervisor";
                let why = if why.is_empty() { by.to_owned() } else { format!("{by}: {why}") };
                let ending = super::finish::ending_of(outcome, Cause::Adjudication(why));
                let thinks = self
                    .games
                    .get(&table)
                    .and_then(|playing| *playing.conns.get(playing.here.position.turn()));
                self.happens(Happened::Adjudicate(table, ending), now);
                // It may hang, so another program plays the next game.
                if let Some(conn) = thinks {
                    self.replace(conn);
                }
                Ok(format!("game {number} is ended: {outcome}"))
            }
            Order::Restart(number, side) => {
                let table = self.table_of(number)?;
                let player = self.games.get(&table).map_or(0, |playing| match side {
                    Color::White => playing.game.white,
                    Color::Black => playing.game.black,
                });
                if self.is_guest(player) {
                    return Err(OrderError::Guest(self.config.engines[player].name.clone()));
                }
                let conn = self.seat(player).map_err(OrderError::Start)?;
                if let Some(member) = self.members.get_mut(&conn) {
                    member.rejoins = Some((table, side));
                }
                self.rejoin_if_ready(conn, now);
                Ok(format!("the program of {} is started anew", self.config.engines[player].name))
            }
        }
    }

    fn table_of(&self, number: usize) -> Result<TableId, OrderError> {
        let found = self.games.iter().find(|(_, playing)| playing.number == number && playing.is_started);
        found.map(|(&table, _)| table).ok_or(OrderError::NotPlayed(number))
    }

    /// A program that replaces another one does so when it is ready; then the other one goes.
    pub(super) fn rejoin_if_ready(&mut self, conn: crate::referee::ConnId, now: Us) {
        let Some(member) = self.members.get_mut(&conn).filter(|member| member.is_ready) else { return };
        let Some((table, side)) = member.rejoins.take() else { return };
        let Some(playing) = self.games.get_mut(&table) else { return };
        member.table = Some(table);
        let before = playing.conns.get_mut(side).replace(conn);
        self.happens(Happened::Rejoin(table, side, conn), now);
        if let Some(before) = before.filter(|&before| before != conn) {
            if let Some(member) = self.members.get_mut(&before) {
                member.table = None;
            }
            self.dismiss(before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read() {
        let check = |line: &str, expect: Result<Order, &str>| {
            let read = line.parse::<Order>().map_err(|error| error.to_string());
            assert_eq!(read, expect.map_err(str::to_owned), "{line}");
        };
        check("", Ok(Order::Help));
        check(" pause ", Ok(Order::Pause));
        check("adjudicate 7 1/2-1/2", Ok(Order::Adjudicate(7, Outcome::Draw, String::new())));
        check(
            "adjudicate 7 1-0 the board fell down",
            Ok(Order::Adjudicate(7, Outcome::WhiteWins, "the board fell down".to_owned())),
        );
        check("restart 12 Black", Ok(Order::Restart(12, Color::Black)));
        check("restart 12 red", Err("\"red\" is not a side: write white or black"));
        check("adjudicate x 1-0", Err("\"x\" is not the number of a game"));
        check("adjudicate 1 2-0", Err("\"2-0\" is not a result"));
        check("restart 12", Err("\"restart\" is not an order; `help` lists them"));
        check("rm -rf", Err("\"rm\" is not an order; `help` lists them"));
    }
}
