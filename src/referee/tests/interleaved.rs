//! Anything in any order: lines late, twice, cut, connections lost, clocks at the edge.

use super::*;
use crate::referee::board::Board;
use crate::referee::rules::Rules;
use crate::referee::words::{DrawWord, Refreq, Request};
use proptest::prelude::*;

/// Something that a client or the world does.
#[derive(Debug, Clone)]
enum Step {
    Say(u32, Refreq, usize, Option<DrawWord>, bool),
    Again(u32),
    Cut(u32, usize),
    Begun(u32),
    Lose(u32),
    Open(u32),
    Wait(u64),
    Start,
    Rejoin(bool, u32),
    Stall(u32),
    Judge,
}

fn any_step() -> impl Strategy<Value = Step> {
    let conn = || 0_u32..3;
    let draw = proptest::option::weighted(0.2, proptest::sample::select(&DrawWord::ALL[..]));
    prop_oneof![
        20 => (conn(), any::<usize>(), draw, proptest::bool::weighted(0.03))
            .prop_map(|(conn, m, draw, resigns)| Step::Say(conn, Refreq::Reply, m, draw, resigns)),
        3 => conn().prop_map(|conn| Step::Say(conn, Refreq::SignOn, 0, None, false)),
        1 => conn().prop_map(|conn| Step::Say(conn, Refreq::SignOff, 0, None, false)),
        1 => conn().prop_map(Step::Again),
        1 => (conn(), 0_usize..90).prop_map(|(conn, at)| Step::Cut(conn, at)),
        8 => conn().prop_map(Step::Begun),
        1 => conn().prop_map(Step::Lose),
        2 => conn().prop_map(Step::Open),
        6 => prop_oneof![0_u64..50, Just(999), Just(1000), Just(1001), 0_u64..4000].prop_map(Step::Wait),
        3 => Just(Step::Start),
        2 => (any::<bool>(), conn()).prop_map(|(side, conn)| Step::Rejoin(side, conn)),
        1 => conn().prop_map(Step::Stall),
        1 => Just(Step::Judge),
    ]
}

/// What is known of a game from outside.
#[derive(Debug, Default, Clone)]
struct Known {
    plies: usize,
    used_ms: ByColor<u64>,
    is_over: bool,
}

/// The referee and what was seen of it.
struct World {
    referee: Referee<ChessRules>,
    now: Us,
    manner: Manner,
    followers: Vec<Follower<ChessRules>>,
    silent_until: Vec<Us>,
    last: Vec<Option<String>>,
    games: Vec<Known>,
}

impl World {
    fn happens(&mut self, event: Event<ChessRules>) {
        for action in self.referee.handle(event, self.now) {
            match action {
                Action::Tell(ConnId(conn), directive) => {
                    let at = conn as usize;
                    let all = matches!(directive.refcom, Refcom::Disconnect | Refcom::Fault);
                    assert!(all || self.now >= self.silent_until[at], "{directive:?} into a silence");
                    let silence = match directive.refcom {
                        Refcom::Reset => self.manner.reset_ms,
                        Refcom::Conclude => self.manner.conclude_ms,
                        _ => 0,
                    };
                    self.silent_until[at] = self.now + silence * 1000;
                    self.followers[at].take(&directive).expect("a position and moves");
                }
                Action::Played(TableId(game), played) => {
                    let known = &mut self.games[game as usize];
                    assert!(!known.is_over, "a move after the end");
                    known.plies += 1;
                    assert_eq!(played.ply, known.plies, "a move was lost");
                    *known.used_ms.get_mut(played.side) += played.used_ms;
                    assert!(played.left_ms.is_none_or(|left| left >= 0));
                }
                Action::Ended(TableId(game), _) => {
                    let known = &mut self.games[game as usize];
                    assert!(!known.is_over, "two results");
                    known.is_over = true;
                }
                Action::Wasted(TableId(game), ply, ms) => {
                    let known = &mut self.games[game as usize];
                    assert_eq!(ply, known.plies + 1);
                    let turn = Color::from_white(ply % 2 == 1);
                    *known.used_ms.get_mut(turn) += ms;
                }
                Action::Close(_) | Action::SignedOn(..) | Action::Missing(..) | Action::Alert(..) => {}
            }
        }
        for (game, board, _) in self.referee.games() {
            let known = &self.games[game.0 as usize];
            assert_eq!(board.plies(), known.plies);
            for side in [Color::White, Color::Black] {
                let clock = board.clock(side);
                // What was used without a move counts too; nothing is ever given back, or lost.
                assert_eq!(clock.used_ms(), *known.used_ms.get(side));
                let given = 10_000 + i64::try_from(board.plies()).expect("few") * 1000;
                let used = i64::try_from(clock.used_ms()).expect("little");
                assert!(clock.left_ms().is_some_and(|left| left <= given && left >= given - used - 100_000));
            }
        }
    }

    /// The record of a client: a legal move by its number, as far as it knows the game.
    fn request(&self, conn: u32, refreq: Refreq, number: usize, draw: Option<DrawWord>) -> Request {
        let follower = &self.followers[conn as usize];
        let mut request = Request::new(refreq, follower.at());
        let moves = crate::chess::Position::legal_moves(follower.course().here().chess());
        if refreq == Refreq::Reply && !moves.is_empty() && !number.is_multiple_of(11) {
            let m = moves[number % moves.len()];
            request.sm = Some(follower.course().here().spell(m));
        }
        request.draw = draw;
        request
    }

    fn hear(&mut self, conn: u32, line: &str) {
        let id = ConnId(conn);
        match read_request(line.as_bytes()) {
            Ok(request) => {
                let plies = |world: &Self| {
                    let (game, _) = world.referee.plays(id)?;
                    world.referee.board(game).map(Board::plies)
                };
                let before = plies(self);
                let sm = request.sm.clone();
                self.happens(Event::Heard(id, request));
                let follower = &mut self.followers[conn as usize];
                if before.is_some()
                    && plies_differ(
                        before,
                        self.referee.plays(id).and_then(|(game, _)| Some(self.referee.board(game)?.plies())),
                    )
                    && let Some(Ok(m)) = sm.map(|sm| follower.course().here().read(&sm))
                {
                    follower.play(m, 0);
                }
            }
            Err(why) => self.happens(Event::Nonsense(id, why.to_string())),
        }
    }

    fn step(&mut self, step: &Step) {
        match *step {
            Step::Say(conn, refreq, number, draw, resigns) => {
                let mut request = self.request(conn, refreq, number, draw);
                request.resigns = resigns;
                let line = crate::referee::wire::write_request(&request);
                self.last[conn as usize] = Some(line.clone());
                self.hear(conn, &line);
            }
            Step::Again(conn) => {
                if let Some(line) = self.last[conn as usize].clone() {
                    self.hear(conn, &line);
                }
            }
            Step::Cut(conn, at) => {
                if let Some(line) = self.last[conn as usize].clone() {
                    self.hear(conn, line.get(..at).unwrap_or(&line));
                }
            }
            Step::Begun(conn) => self.happens(Event::Begun(ConnId(conn))),
            Step::Lose(conn) => self.happens(Event::Closed(ConnId(conn), "lost".to_owned())),
            Step::Open(conn) => {
                self.happens(Event::Closed(ConnId(conn), "replaced".to_owned()));
                self.silent_until[conn as usize] = 0;
                self.followers[conn as usize] = Follower::default();
                self.happens(Event::Opened(ConnId(conn), self.manner));
            }
            Step::Wait(ms) => {
                let until = self.now + ms * 1000;
                while let Some(at) = self.referee.next_wakeup().filter(|&at| at <= until) {
                    self.now = at.max(self.now);
                    self.happens(Event::Tick);
                    assert!(self.referee.next_wakeup() != Some(at), "nothing came of what was due");
                }
                self.now = until;
            }
            Step::Start => {
                let game = u32::try_from(self.games.len()).expect("few");
                self.games.push(Known::default());
                let players = ByColor { white: ConnId(game % 3), black: ConnId((game + 1) % 3) };
                self.happens(Event::Start(TableId(game), players, pairing("10+1")));
            }
            Step::Rejoin(is_white, conn) => {
                let game = u32::try_from(self.games.len()).expect("few").saturating_sub(1);
                self.happens(Event::Rejoin(TableId(game), Color::from_white(is_white), ConnId(conn)));
            }
            Step::Stall(conn) => self.happens(Event::Stalled(ConnId(conn), "isready".to_owned())),
            Step::Judge => {
                let game = u32::try_from(self.games.len()).expect("few").saturating_sub(1);
                let ending = Ending::drawn(Cause::Adjudication("enough".to_owned()));
                self.happens(Event::Adjudicate(TableId(game), ending));
            }
        }
    }
}

fn plies_differ(before: Option<usize>, after: Option<usize>) -> bool {
    before != after
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn nothing_breaks(
        steps in proptest::collection::vec(any_step(), 0..200),
        silence in prop_oneof![Just(0_u64), Just(5000)],
        grace_ms in prop_oneof![Just(0_u64), Just(3000)],
    ) {
        let manner = Manner { reset_ms: silence, conclude_ms: silence, retries: 1, grace_ms };
        let mut world = World {
            referee: Referee::default(),
            now: 0,
            manner,
            followers: vec![Follower::default(); 3],
            silent_until: vec![0; 3],
            last: vec![None; 3],
            games: Vec::new(),
        };
        for conn in 0..3 {
            world.step(&Step::Open(conn));
            world.step(&Step::Say(conn, Refreq::SignOn, 0, None, false));
        }
        world.step(&Step::Start);
        for step in &steps {
            world.step(step);
        }
        // Whatever happened: in the end every game ends, once the program that is asked thinks. That it
        // does, or is given up, is the part of its seat.
        world.step(&Step::Wait(60_000));
        (0..3).for_each(|conn| world.step(&Step::Begun(conn)));
        world.step(&Step::Wait(3_000_000));
        prop_assert_eq!(world.referee.games().count(), 0);
        prop_assert!(world.games.iter().all(|game| game.is_over));
    }
}
