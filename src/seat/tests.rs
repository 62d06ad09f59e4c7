//! Dialogues of seats with the referee on one side and a program on the other, in virtual time.
//!
//! `r>` is a record of the referee and `r<` one of the seat, without the position that the seat has
//! anyway; `e>` and `e<` are lines to the program and from it. `+` lets milliseconds go by, `=` is what
//! else the seat wants done.

use std::fmt::Write as _;

use super::epd::EpdSeat;
use super::human::HumanSeat;
use super::uci::UciSeat;
use super::xboard::XboardSeat;
use super::{Manners, Out, Seat};
use crate::referee::board::Us;
use crate::referee::chess_rules::ChessRules;
use crate::referee::client::Follower;
use crate::referee::rules::Rules as _;
use crate::referee::wire::{read_directive, write_request};

/// A seat between a referee and a program that do as the script says.
struct Scene {
    seat: Box<dyn Seat>,
    follower: Follower<ChessRules>,
    now: Us,
    seen: Vec<String>,
}

impl Scene {
    fn take(&mut self, out: Vec<Out>) {
        for item in out {
            let line = match item {
                Out::Say(line) => format!("e> {line}"),
                Out::Request(request) => {
                    let line = write_request(&request);
                    let ours = self.follower.at().fields;
                    if let Some(Ok(m)) = request.sm.map(|sm| self.follower.course().here().read(&sm)) {
                        self.follower.play(m, 0);
                    }
                    format!("r< {}", line.strip_prefix(&ours).map_or(line.as_str(), str::trim))
                }
                Out::Nonsense(why) => format!("= nonsense: {why}"),
                Out::Begun => "= thinks".to_owned(),
                Out::Stalled(asked) => format!("= stalls: {asked}"),
                Out::Bye => "= bye".to_owned(),
                Out::Renew => "= wants to be started anew".to_owned(),
                Out::Note(note) => format!("= note: {note}"),
                Out::NoOption(name) => format!("= note: {}", super::no_option(&name)),
            };
            self.seen.push(line);
        }
    }

    fn act(&mut self, line: &str) {
        let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut out = Vec::new();
        match what {
            "+" => {
                let until = self.now + rest.parse::<Us>().expect("milliseconds") * 1000;
                while let Some(at) = self.seat.wakeup().filter(|&at| at <= until) {
                    self.now = at;
                    self.seat.tick(at, &mut out);
                }
                self.now = until;
            }
            "open" => self.seat.open(self.now, &mut out),
            "e<" => self.seat.hear(rest.replace("\\r", "\r").as_bytes(), self.now, &mut out),
            "r>" | "r>>" => {
                let ours = if what == "r>" { self.follower.at().fields + " " } else { String::new() };
                let directive = read_directive(format!("{ours}{rest}").as_bytes()).expect("a directive");
                self.follower.take(&directive).expect("a position");
                self.seat.tell(&directive, self.now, &mut out);
            }
            other => panic!("{other:?} is nothing that happens"),
        }
        self.take(out);
    }
}

/// Settings of a scenario.
fn manners(settings: &[&str]) -> Manners {
    let mut manners = Manners::default();
    for line in settings {
        match line[1..].trim().split_once(' ').unwrap_or((line[1..].trim(), "")) {
            ("ponder", _) => manners.ponders = true,
            ("option", option) => {
                let (name, value) = option.split_once('=').unwrap_or((option, ""));
                manners.options.push((name.to_owned(), value.to_owned()));
            }
            ("first", line) => manners.first_lines.push(line.to_owned()),
            (other, _) => panic!("{other:?} is no setting"),
        }
    }
    manners
}

/// Plays all scenarios of a file: `## what it shows`, settings after `#`, the transcript.
///
/// With EPIDOTE_WRITE_SCENARIOS in the environment the file is written anew; look at each change.
#[track_caller]
fn check(file: &str, seat: impl Fn(Manners) -> Box<dyn Seat>) {
    let path = format!("{}/tests/data/seat/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a file of scenarios");
    let mut written = String::new();
    for scenario in text.split("## ").skip(1) {
        let mut lines = scenario.lines().filter(|line| !line.trim().is_empty());
        let title = lines.next().expect("a title");
        let (settings, script): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with('#'));
        let seat = seat(manners(&settings));
        let mut scene = Scene { seat, follower: Follower::default(), now: 0, seen: Vec::new() };
        for line in script {
            if !line.starts_with('=') && !line.starts_with("e> ") && !line.starts_with("r< ") {
                scene.seen.push(line.to_owned());
                scene.act(line);
            }
        }
        let all: Vec<&str> = settings.into_iter().chain(scene.seen.iter().map(String::as_str)).collect();
        let _ = write!(written, "## {title}\n{}\n\n", all.join("\n"));
    }
    if std::env::var_os("EPIDOTE_WRITE_SCENARIOS").is_some() {
        std::fs::write(&path, written.trim_end().to_owned() + "\n").expect("a file of scenarios");
    } else {
        assert!(written.trim_end() == text.trim_end(), "{file}: what happens is\n{written}");
    }
}

#[test]
fn programs_that_speak_uci() {
    check("uci.txt", |manners| Box::new(UciSeat::new(manners)));
}

#[test]
fn programs_that_speak_xboard() {
    check("xboard.txt", |manners| Box::new(XboardSeat::new(manners)));
}

#[test]
fn clients_that_speak_epd() {
    check("epd.txt", |_| Box::new(EpdSeat));
}

#[test]
fn humans() {
    check("human.txt", |_| Box::<HumanSeat>::default());
}
