//! A room with real seats and engines that think for a given time, in virtual time.

use std::collections::{BTreeMap, BTreeSet};

use super::{Deed, Happened, Room};
use crate::chess::notation::coordinates;
use crate::chess::{ByColor, Position as _};
use crate::referee::board::{Pairing, Us};
use crate::referee::chess_rules::ChessRules;
use crate::referee::ending::Cause;
use crate::referee::pace::Pace;
use crate::referee::rules::Rules as _;
use crate::referee::{ConnId, Manner, TableId};
use crate::seat::Manners;
use crate::seat::uci::UciSeat;
use proptest::prelude::*;

/// Engines that speak UCI: each needs `think_us` microseconds for a move.
struct World {
    room: Room,
    now: Us,
    think_us: Vec<Us>,
    positions: BTreeMap<ConnId, String>,
    /// What engines will say, and when.
    lines: BTreeSet<(Us, u32, String)>,
    ready: BTreeSet<ConnId>,
    /// Milliseconds of each move, with its program.
    played: Vec<(TableId, usize, u64)>,
    /// The number of programs asked to think at each moment.
    begun: Vec<Us>,
    ended: BTreeSet<TableId>,
}

impl World {
    fn new(width: usize, think_us: Vec<Us>) -> Self {
        let mut world = Self {
            room: Room::with_width(width),
            now: 0,
            think_us,
            positions: BTreeMap::new(),
            lines: BTreeSet::new(),
            ready: BTreeSet::new(),
            played: Vec::new(),
            begun: Vec::new(),
            ended: BTreeSet::new(),
        };
        for conn in 0..world.think_us.len() {
            let conn = ConnId(u32::try_from(conn).expect("few"));
            let seat = Box::new(UciSeat::new(Manners::default()));
            world.happens(Happened::Opened(conn, seat, Manner::PROMPT));
        }
        world
    }

    fn happens(&mut self, happened: Happened) {
        for deed in self.room.handle(happened, self.now, self.now) {
            match deed {
                Deed::Say(conn, line) => self.hear(conn, &line),
                Deed::SignedOn(conn, _) => drop(self.ready.insert(conn)),
                Deed::Played(table, played) => self.played.push((table, played.ply, played.used_ms)),
                Deed::Ended(table, ending) => {
                    assert!(self.ended.insert(table), "two results");
                    let is_by_time = matches!(ending.cause, Cause::Flag(..) | Cause::Stall(..));
                    assert!(!is_by_time, "{ending:?}");
                }
                Deed::Note(_, note) => panic!("{note}"),
                Deed::End(..) | Deed::Bye(_) | Deed::Renew(_) | Deed::Missing(..) | Deed::Wasted(..) => {}
            }
        }
    }

    fn hear(&mut self, conn: ConnId, line: &str) {
        let mut say = |after: Us, line: &str| {
            self.lines.insert((self.now + after, conn.0, line.to_owned()));
        };
        match line.split(' ').next() {
            Some("uci") => say(10, "uciok"),
            Some("isready") => say(10, "readyok"),
            Some("position") => drop(self.positions.insert(conn, line.to_owned())),
            Some("go") => {
                self.begun.push(self.now);
                let mut here = ChessRules::start();
                let position = self.positions.get(&conn).map_or("", String::as_str);
                for text in position.split(' ').skip(3) {
                    let m = here.read(text).expect("a move");
                    here.play(m);
                }
                let m = here.chess().legal_moves()[0];
                say(self.think_us[conn.0 as usize], &format!("bestmove {}", coordinates(m)));
            }
            _ => {}
        }
    }

    /// Lets time pass until `moves` moves were played, or nothing more happens.
    fn run(&mut self, moves: usize) {
        while self.played.len() < moves {
            let line = self.lines.first().map(|(at, ..)| *at);
            let wakeup = self.room.next_wakeup().map(|at| at.max(self.now));
            let Some(next) = line.into_iter().chain(wakeup).min() else { return };
            self.now = next;
            if line == Some(next)
                && let Some((_, conn, line)) = self.lines.pop_first()
            {
                self.happens(Happened::Line(ConnId(conn), line.into_bytes()));
            } else {
                self.happens(Happened::Tick);
            }
        }
    }
}

fn pairing() -> Box<Pairing<ChessRules>> {
    let pace = Pace::read_tag("10+0.1").expect("a time control");
    Box::new(Pairing::new(ByColor { white: pace.clone(), black: pace }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// However few may begin at once: a move takes what the program thought, no game is lost, none waits for
    /// ever.
    #[test]
    fn a_clock_runs_for_thought_alone(
        width in 1_usize..4,
        think_ms in proptest::collection::vec(0_u64..30, 2..12),
    ) {
        let think_us: Vec<Us> = think_ms.iter().map(|ms| ms * 1000).collect();
        let boards = think_us.len() / 2;
        let mut world = World::new(width, think_us);
        while world.ready.len() < world.think_us.len() {
            world.run(0);
            let (at, conn, line) = world.lines.pop_first().expect("an engine that introduces itself");
            world.now = at;
            world.happens(Happened::Line(ConnId(conn), line.into_bytes()));
        }
        for board in 0..boards {
            let white = ConnId(u32::try_from(2 * board).expect("few"));
            let players = ByColor { white, black: ConnId(white.0 + 1) };
            let table = TableId(u32::try_from(board).expect("few"));
            world.happens(Happened::Start(table, players, pairing()));
        }
        world.run(20 * boards);
        prop_assert_eq!(world.played.len(), 20 * boards);
        for &(TableId(table), ply, used_ms) in &world.played {
            let player = 2 * table as usize + usize::from(ply % 2 == 0);
            prop_assert_eq!(used_ms, think_ms[player], "game {}, ply {}", table, ply);
        }
        // Never more than the width within a moment of two milliseconds, unless one of them has answered.
        if think_ms.iter().all(|&ms| ms >= 2) {
            for moment in world.begun.windows(width + 1) {
                prop_assert!(moment[width] - moment[0] >= 2000, "{:?}", moment);
            }
        }
    }
}
