//! The steps for the protocol of xboard, version 2.

use super::fault::Fault;
use super::talk::{Talk, position};
use super::{Outcome, Step};
use crate::chess::START;
use crate::referee::rules::Rules as _;
use crate::seat::xboard::pairs;

pub(super) const STEPS: &[Step] = &[
    Step { what: "tells its features", check: features },
    Step { what: "answers ping", check: ping },
    Step {
        what: "moves by the clock",
        check: |talk| game(talk, &["level 40 0:02 0", "time 200", "otim 200"], 2500),
    },
    Step { what: "moves within a time", check: |talk| game(talk, &["st 1"], 3000) },
    Step { what: "moves after a depth", check: |talk| game(talk, &["level 0 5 0", "sd 3"], 60_000) },
    Step { what: "says what it thinks (post)", check: post },
    Step { what: "moves at once when it is told to (?)", check: at_once },
    Step { what: "reads moves", check: moves },
    Step { what: "refuses illegal moves", check: illegal },
    Step { what: "sets up positions", check: set_up },
    Step { what: "is silent in force mode, and after a result", check: silent },
    Step { what: "leaves when it is told to", check: quit },
];

/// The value of a feature that it announced.
fn feature(talk: &Talk, name: &str) -> Option<String> {
    let lines = talk.introduction.iter().filter_map(|line| line.strip_prefix("feature"));
    lines.flat_map(pairs).filter(|(known, _)| known == name).map(|(_, value)| value).next_back()
}

fn has(talk: &Talk, name: &str) -> bool {
    feature(talk, name).as_deref() == Some("1")
}

fn features(talk: &mut Talk) -> Outcome {
    talk.send("xboard");
    talk.send("protover 2");
    let is_done = |line: &str| {
        line.strip_prefix("feature")
            .is_some_and(|rest| pairs(rest).contains(&("done".to_owned(), "1".to_owned())))
    };
    let lines = talk.until(8000, "feature done=1 (it speaks version 1 of the protocol)", is_done)?;
    for (name, _) in lines.iter().filter_map(|line| line.strip_prefix("feature")).flat_map(pairs) {
        talk.send(&format!("accepted {name}"));
    }
    talk.introduction = lines;
    let name = feature(talk, "myname");
    Ok(Some(name.unwrap_or_else(|| "it does not tell its name (myname)".to_owned())))
}

fn ping(talk: &mut Talk) -> Outcome {
    if !has(talk, "ping") {
        return Ok(Some("it does not (no feature ping): a referee cannot know when it is ready".to_owned()));
    }
    talk.send("ping 7");
    talk.until(15_000, "pong 7", |line| line.trim() == "pong 7").map(|_| None)
}

/// The move of a line, in the new form or the old one.
fn move_of(line: &str) -> Option<&str> {
    line.strip_prefix("move ").or_else(|| line.split_once("... ").map(|(_, text)| text)).map(str::trim)
}

fn begin(talk: &mut Talk, settings: &[&str]) {
    for line in ["new", "force"].iter().chain(settings).chain(&["easy", "post"]) {
        talk.send(line);
    }
}

fn usermove(talk: &Talk, text: &str) -> String {
    if has(talk, "usermove") { format!("usermove {text}") } else { text.to_owned() }
}

/// Lets it think on the start position; returns all lines.
fn think(talk: &mut Talk, settings: &[&str], ms: u64) -> Result<Vec<String>, Fault> {
    begin(talk, settings);
    talk.send("go");
    let lines = talk.until(ms, "move", |line| move_of(line).is_some())?;
    talk.send("force");
    let here = position(START, &[])?;
    let text = lines.last().and_then(|line| move_of(line)).unwrap_or_default();
    here.read(text).map_err(|_| Fault::Illegal(text.to_owned()))?;
    Ok(lines)
}

fn game(talk: &mut Talk, settings: &[&str], ms: u64) -> Outcome {
    think(talk, settings, ms).map(|_| None)
}

fn post(talk: &mut Talk) -> Outcome {
    let lines = think(talk, &["st 1"], 3000)?;
    let is_news = |line: &String| {
        let mut words = line.split_ascii_whitespace();
        let depth = words.next().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        depth && words.take(3).filter(|word| word.parse::<i64>().is_ok()).count() == 3
    };
    if lines.iter().any(is_news) { Ok(None) } else { Err(Fault::NoThinking) }
}

fn at_once(talk: &mut Talk) -> Outcome {
    begin(talk, &["level 0 60 0"]);
    talk.send("go");
    talk.send("?");
    let moved = talk.until(2000, "move after ?", |line| move_of(line).is_some()).map(|_| None);
    talk.send("force");
    moved
}

fn moves(talk: &mut Talk) -> Outcome {
    begin(talk, &["st 1"]);
    for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6"] {
        let line = usermove(talk, text);
        talk.send(&line);
    }
    talk.send("go");
    let lines = talk.until(3000, "move", |line| move_of(line).is_some())?;
    talk.send("force");
    let here = position(START, &["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6"])?;
    let text = lines.last().and_then(|line| move_of(line)).unwrap_or_default();
    here.read(text).map(|_| None).map_err(|_| Fault::Illegal(text.to_owned()))
}

fn illegal(talk: &mut Talk) -> Outcome {
    begin(talk, &["st 1"]);
    let line = usermove(talk, "e2e5");
    talk.send(&line);
    let is_refusal = |line: &str| line.to_ascii_lowercase().starts_with("illegal move");
    talk.until(2000, "Illegal move", is_refusal).map(|_| None)
}

fn set_up(talk: &mut Talk) -> Outcome {
    if !has(talk, "setboard") {
        return Ok(Some("it cannot (no feature setboard): it plays from the start position only".to_owned()));
    }
    let fields = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    begin(talk, &[&format!("setboard {fields} 0 1"), "st 1"]);
    talk.send("go");
    let lines = talk.until(3000, "move", |line| move_of(line).is_some())?;
    talk.send("force");
    let here = position(fields, &[])?;
    let text = lines.last().and_then(|line| move_of(line)).unwrap_or_default();
    let m = here.read(text).map_err(|_| Fault::Illegal(text.to_owned()))?;
    let san = here.spell(m);
    Ok((san != "Ra8#").then(|| format!("it plays {san}, and Ra8# mates")))
}

fn silent(talk: &mut Talk) -> Outcome {
    // It may move at the very moment it gets the result, but not twice.
    stops_with_result(talk, 200).or_else(|_| stops_with_result(talk, 300)).map(|()| None)
}

/// Gives it two seconds for a move, and says after `ms` milliseconds that the game is over.
fn stops_with_result(talk: &mut Talk, ms: u64) -> Result<(), Fault> {
    let is_move = |line: &str| move_of(line).is_some();
    begin(talk, &["st 2"]);
    let line = usermove(talk, "e2e4");
    talk.send(&line);
    talk.never(500, "it moves in force mode", is_move)?;
    talk.send("go");
    talk.wait(ms)?;
    talk.send("result 1-0 {White mates}");
    talk.never(2500, "it moves after the result", is_move)
}

fn quit(talk: &mut Talk) -> Outcome {
    talk.send("quit");
    talk.until_end(5000)
}
