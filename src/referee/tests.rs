//! Dialogues of the referee with two clients, in virtual time.
//!
//! A scenario is a transcript. `w<` and `b<` are records of the clients, written without their position,
//! which is the one that the client has; `w>` and `b>` are those of the referee, without a position that
//! the client has anyway. `+` lets milliseconds go by, `=` is what the supervisor sees, `!` what the supervisor does.

mod clients;
mod crafty;
mod interleaved;

use std::fmt::Write as _;

use crate::chess::{ByColor, Color};
use crate::referee::board::{Board, Draws, Pairing, Past, Us};
use crate::referee::chess_rules::ChessRules;
use crate::referee::client::Follower;
use crate::referee::ending::{Cause, Ending};
use crate::referee::pace::Pace;
use crate::referee::wire::{read_directive, read_request, write_directive};
use crate::referee::words::{At, Refcom};
use crate::referee::{Action, ConnId, Event, Manner, Referee, TableId};

const GAME: TableId = TableId(1);

/// A referee with clients that do as the script says.
struct Scene {
    referee: Referee<ChessRules>,
    now: Us,
    /// What each client knows of its game.
    followers: Vec<Follower<ChessRules>>,
    pairing: Option<Pairing<ChessRules>>,
    seen: Vec<String>,
}

/// The letter of a connection: the clients that play first, and one more.
const NAMES: [char; 3] = ['w', 'b', 'x'];

impl Scene {
    fn new(pairing: Pairing<ChessRules>, manner: Manner) -> Self {
        let mut scene = Self {
            referee: Referee::default(),
            now: 0,
            followers: vec![Follower::default(); NAMES.len()],
            pairing: Some(pairing),
            seen: Vec::new(),
        };
        for conn in 0..3 {
            scene.happens(Event::Opened(ConnId(conn), manner));
        }
        scene
    }

    fn happens(&mut self, event: Event<ChessRules>) {
        let actions = self.referee.handle(event, self.now);
        for action in actions {
            let line = self.line(action);
            self.seen.push(line);
        }
    }

    /// What is done, as a line; and what a client makes of it.
    fn line(&mut self, action: Action) -> String {
        let name = |conn: ConnId| NAMES[conn.0 as usize];
        match action {
            Action::Tell(conn, directive) => {
                let line = write_directive(&directive);
                let follower = &mut self.followers[conn.0 as usize];
                let ours = follower.at().fields;
                let read = read_directive(line.as_bytes()).expect("a record");
                follower.take(&read).expect("a position and moves");
                if directive.refcom == Refcom::Respond {
                    // Clients that get `respond` answer at once.
                    self.referee.handle(Event::Begun(conn), self.now);
                }
                let shown = line.strip_prefix(&ours).map_or(line.as_str(), str::trim);
                format!("{}> {shown}", name(conn))
            }
            Action::Close(conn) => format!("= close {}", name(conn)),
            Action::SignedOn(conn, who) => {
                format!("= {} is signed on {}", name(conn), who.unwrap_or_default()).trim_end().to_owned()
            }
            Action::Played(_, played) => {
                let left = played.left_ms.map_or_else(String::new, |ms| format!(", {ms} left"));
                format!("= {} {} {} ms{left}", played.ply, played.san, played.used_ms)
            }
            Action::Wasted(_, ply, ms) => format!("= {ply} wastes {ms} ms"),
            Action::Missing(_, side) => format!("= {side:?} is missing"),
            Action::Ended(_, ending) => {
                format!("= {} {}: {}", ending.score.tag(), ending.termination(), ending.words())
            }
            Action::Alert(conn, what) => {
                let who = conn.map_or_else(String::new, |conn| format!("{}: ", name(conn)));
                format!("= alert {who}{what}")
            }
        }
    }

    /// Lets time go by, from one thing that is due to the next.
    fn wait(&mut self, ms: u64) {
        let until = self.now + ms * 1000;
        while let Some(at) = self.referee.next_wakeup().filter(|&at| at <= until) {
            self.now = at.max(self.now);
            self.happens(Event::Tick);
            assert!(self.referee.next_wakeup() != Some(at), "nothing came of what was due");
        }
        self.now = until;
    }

    /// Does what a line of the script says.
    fn act(&mut self, line: &str) {
        let (what, rest) = line.split_at(1);
        if what == "+" {
            return self.wait(rest.trim().parse().expect("milliseconds"));
        }
        if what == "!" {
            return self.supervise(rest.trim());
        }
        let conn = NAMES.iter().position(|name| what.starts_with(*name)).expect("a client");
        let id = ConnId(u32::try_from(conn).expect("few"));
        let (how, record) = rest.split_once(' ').unwrap_or((rest, ""));
        let record = match how {
            "<" => format!("{} {record}", self.followers[conn].at().fields),
            "<<" => record.to_owned(),
            "gone" => return self.happens(Event::Closed(id, record.to_owned())),
            other => panic!("{other:?} is nothing that a client does"),
        };
        match read_request(record.as_bytes()) {
            Ok(request) => {
                let before = self.referee.plays(id).map(|(game, side)| (game, side, self.plies(game)));
                let sm = request.sm.clone();
                self.happens(Event::Heard(id, request));
                // A client plays its move by itself.
                if let (Some((game, _, plies)), Some(sm)) = (before, sm)
                    && self.plies(game) != plies
                    && let Ok(m) =
                        crate::referee::rules::Rules::read(self.followers[conn].course().here(), &sm)
                {
                    self.followers[conn].play(m, 0);
                }
            }
            Err(why) => self.happens(Event::Nonsense(id, why.to_string())),
        }
    }

    fn plies(&self, game: TableId) -> usize {
        self.referee.board(game).map_or(usize::MAX, Board::plies)
    }

    fn supervise(&mut self, order: &str) {
        let players = ByColor { white: ConnId(0), black: ConnId(1) };
        match order.split_once(' ').unwrap_or((order, "")) {
            ("start", _) => {
                let pairing = self.pairing.take().expect("a game");
                self.happens(Event::Start(GAME, players, pairing));
            }
            ("again", _) => self.happens(Event::Start(TableId(2), players, pairing("10"))),
            ("adjudicate", why) => {
                self.happens(Event::Adjudicate(GAME, Ending::drawn(Cause::Adjudication(why.to_owned()))));
            }
            ("give", _) => self.happens(Event::Adjudicate(GAME, Ending::open("no more"))),
            ("rejoin", side) => {
                let side = Color::from_white(side == "white");
                self.happens(Event::Rejoin(GAME, side, ConnId(2)));
            }
            ("fault", why) => self.happens(Event::Fault(why.to_owned())),
            ("disconnect", _) => self.happens(Event::Disconnect),
            (other, _) => panic!("{other:?} is no order"),
        }
    }
}

/// A game with this time control and nothing else.
fn pairing(control: &str) -> Pairing<ChessRules> {
    let pace = Pace::read_tag(control).expect("a time control");
    Pairing::new(ByColor { white: pace.clone(), black: pace })
}

/// What a scenario begins with: settings, a line each.
struct Settings {
    pairing: Pairing<ChessRules>,
    manner: Manner,
    /// Both clients are signed on and the game is started; messages before that are not shown.
    is_begun: bool,
}

impl Settings {
    fn read<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        let quick = Manner { reset_ms: 0, conclude_ms: 0, retries: 1, grace_ms: 0 };
        let mut settings = Self { pairing: pairing("10"), manner: quick, is_begun: true };
        for line in lines {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            let moves = || value.split(' ').map(str::to_owned);
            let Settings { pairing, manner, is_begun } = &mut settings;
            match name {
                "control" => {
                    let pace = Pace::read_tag(value).expect("a time control");
                    pairing.paces = ByColor { white: pace.clone(), black: pace };
                }
                "name" => pairing.tags.push(("White".to_owned(), value.to_owned())),
                "start" => pairing.start = Some(At::new(value)),
                "counters" => {
                    let (hmvc, fmvn) = value.split_once(' ').expect("two numbers");
                    let at = pairing.start.as_mut().expect("a position before");
                    (at.hmvc, at.fmvn) = (hmvc.parse().ok(), fmvn.parse().ok());
                }
                "opening" => pairing.played.extend(moves().map(Past::Opening)),
                "past" => pairing.played.extend(moves().map(|text| Past::Move(text, 2500))),
                "wasted" => pairing.played.push(Past::Wasted(value.parse().expect("milliseconds"))),
                "claims" => pairing.draws = Draws::ByClaim,
                "silences" => *manner = Manner { grace_ms: manner.grace_ms, ..Manner::default() },
                "grace" => manner.grace_ms = value.parse().expect("milliseconds"),
                "from-the-start" => *is_begun = false,
                other => panic!("{other:?} is no setting"),
            }
        }
        settings
    }
}

/// Plays the transcript of a scenario anew.
fn replay(settings: Settings, script: &[&str]) -> Vec<String> {
    let mut scene = Scene::new(settings.pairing, settings.manner);
    if settings.is_begun {
        for line in ["w< refreq sign_on;", "b< refreq sign_on;", "x< refreq sign_on;", "+ 5000", "! start"] {
            scene.act(line);
        }
        scene.seen.clear();
    }
    for line in script {
        let is_said = line.starts_with('=') || matches!(line.as_bytes(), [_, b'>', ..]);
        if !is_said {
            scene.seen.push((*line).to_owned());
            scene.act(line);
        }
    }
    scene.seen
}

/// All scenarios of a file: `## what it shows`, settings after `#`, the transcript.
///
/// With EPIDOTE_WRITE_SCENARIOS in the environment the file is written anew; look at each change.
#[track_caller]
fn check(file: &str) {
    let path = format!("{}/tests/data/referee/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a file of scenarios");
    let mut written = String::new();
    for scenario in text.split("## ").skip(1) {
        let mut lines = scenario.lines().map(str::trim).filter(|line| !line.is_empty());
        let title = lines.next().expect("a title");
        let (settings, script): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with('#'));
        let seen = replay(Settings::read(settings.iter().map(|line| line[1..].trim())), &script);
        let all: Vec<&str> = settings.into_iter().chain(seen.iter().map(String::as_str)).collect();
        let _ = write!(written, "## {title}\n{}\n\n", all.join("\n"));
    }
    if std::env::var_os("EPIDOTE_WRITE_SCENARIOS").is_some() {
        std::fs::write(&path, written.trim_end().to_owned() + "\n").expect("a file of scenarios");
    } else {
        assert!(written.trim_end() == text.trim_end(), "{file}: what happens is\n{written}");
    }
}

#[test]
fn every_word() {
    check("words.txt");
}

#[test]
fn every_ending() {
    check("endings.txt");
}

#[test]
fn every_word_of_draws() {
    check("draws.txt");
}

#[test]
fn every_fault() {
    check("faults.txt");
}

#[test]
fn every_clock() {
    check("clocks.txt");
}

#[test]
fn games_that_go_on() {
    check("restarts.txt");
}
