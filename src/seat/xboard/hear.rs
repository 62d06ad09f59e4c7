//! What a program says, and what it means.

use super::{Out, Stage, XboardSeat, feature};
use crate::chess::Color;
use crate::chess::score::Score;
use crate::referee::board::Us;
use crate::referee::rules::Rules as _;
use crate::referee::words::{DrawWord, Judgement};

impl XboardSeat {
    pub(super) fn heard(&mut self, text: &str, now: Us, out: &mut Vec<Out>) {
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match first {
            "feature" => self.hear_features(rest, now, out),
            "pong" => self.hear_pong(rest.trim(), now, out),
            "move" => self.moved(rest.trim(), now, out),
            "1-0" | "0-1" | "1/2-1/2" | "*" => self.hear_result(first, rest, now, out),
            "resign" | "resigns" if self.stage == Stage::Thinking => self.answer(None, true, now, out),
            "offer" if rest.trim() == "draw" => self.hear_offer(now, out),
            "Illegal" | "Error" | "illegal" | "error" => self.hear_complaint(text, out),
            "tellics" | "tellall" | "tellothers"
                if rest.trim() == "resign" && self.stage == Stage::Thinking =>
            {
                self.answer(None, true, now, out);
            }
            _ => self.hear_other(text, first, rest, now, out),
        }
    }

    /// A report on its search, or a move as the oldest programs write it: `12. ... Nf6`.
    fn hear_other(&mut self, text: &str, first: &str, rest: &str, now: Us, out: &mut Vec<Out>) {
        if self.stage != Stage::Thinking || !first.starts_with(|c: char| c.is_ascii_digit()) {
            return;
        }
        match rest.trim_start().strip_prefix("...") {
            Some(text) => self.moved(text.trim(), now, out),
            None => self.post = Some(text.to_owned()),
        }
    }

    fn hear_features(&mut self, rest: &str, now: Us, out: &mut Vec<Out>) {
        if self.stage != Stage::Introducing {
            return;
        }
        for (name, value) in feature::pairs(rest) {
            let (answer, is_done) = self.features.take(&name, &value);
            Self::say(out, format!("{answer} {name}"));
            if name == "done" && !is_done {
                // It needs longer than the protocol gives it.
                self.enter(Stage::Introducing, Some(self.manners.patience.start_ms), now);
            }
            if is_done {
                self.introduced(now, out);
            }
        }
    }

    fn hear_pong(&mut self, number: &str, now: Us, out: &mut Vec<Out>) {
        let number = number.parse().ok();
        match self.stage {
            Stage::Fenced(ping) if number == Some(ping) => {
                if self.is_wanted {
                    self.go(now, out);
                } else {
                    self.enter(Stage::Idle, None, now);
                }
            }
            Stage::Concluding(ping) if number == Some(ping) => {
                self.enter(Stage::Idle, None, now);
                self.go_on(now, out);
            }
            _ => {}
        }
    }

    /// Before its move an offer goes along with it; where the opponent offered, it accepts.
    fn hear_offer(&mut self, now: Us, out: &mut Vec<Out>) {
        if self.stage == Stage::Thinking && self.was_offered {
            self.answer(Some(DrawWord::Accept), false, now, out);
        } else {
            self.offers = true;
        }
    }

    /// A result. The referee decides games, so only a resignation is believed.
    fn hear_result(&mut self, result: &str, why: &str, now: Us, out: &mut Vec<Out>) {
        if self.stage != Stage::Thinking {
            return;
        }
        let turn = self.turn();
        let loses = matches!((result, turn), ("1-0", Color::Black) | ("0-1", Color::White));
        let here = self.follower.course().here();
        match result {
            "1/2-1/2" if here.is_drawn_by_count(100) || self.follower.course().occurrences() >= 3 => {
                self.answer(Some(DrawWord::Claim), false, now, out);
            }
            // Perhaps its next move draws.
            "1/2-1/2" => self.claims = true,
            "*" => {
                self.enter(Stage::Idle, None, now);
                self.is_playing = false;
                out.push(Out::Nonsense(format!("it gives the game up: {result} {why}")));
            }
            _ if loses => self.answer(None, true, now, out),
            _ => {
                self.enter(Stage::Idle, None, now);
                self.is_playing = false;
                out.push(Out::Nonsense(format!("it claims a wrong result: {result} {why}")));
            }
        }
    }

    /// It refuses a move that was checked, so it has lost track of the game. Programs also say “illegal move”
    /// to commands that they do not know.
    fn hear_complaint(&mut self, text: &str, out: &mut Vec<Out>) {
        let is_complaint = text.to_ascii_lowercase().starts_with("illegal move");
        let what = text.rsplit(':').next().unwrap_or_default().trim();
        let is_ours = self.moves.last().is_some_and(|last| last == what);
        if is_complaint && is_ours && matches!(self.stage, Stage::Thinking | Stage::Fenced(_)) {
            out.push(Out::Nonsense(format!("it does not take a legal move: {text}")));
        } else {
            out.push(Out::Note(text.to_owned()));
        }
    }
}

/// What a report says: depth, score, centiseconds, nodes, and the line.
pub(super) fn judgement(line: &str) -> Judgement {
    let mut words = line.split_ascii_whitespace();
    let digits = |word: &str| word.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok();
    let depth = words.next().and_then(digits);
    let score = words.next().and_then(|word| word.parse::<i32>().ok()).map(score);
    let nodes = words.nth(1).and_then(|word| word.parse().ok());
    Judgement { score, depth, nodes, line: words.map(str::to_owned).collect() }
}

/// Mates are 100000 and the number of moves.
fn score(value: i32) -> Score {
    let moves = value.unsigned_abs().saturating_sub(100_000);
    match value {
        100_001..=100_999 => Score::Mate(2 * moves - 1),
        -100_999..=-100_001 => Score::Mated(2 * moves),
        _ => Score::Centipawns(value),
    }
}
