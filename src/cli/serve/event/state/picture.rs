//! What the page shows of an event: standings, and the games of the moment. All is put into words here, so that the
//! page has nothing to do but to show it.

use std::fmt::Write as _;

use serde_json::json;

use super::counting::Counting;
use super::{EventState, Game};
use crate::chess::notation::{MoveReading, read_and_play};
use crate::chess::score::Score;
use crate::epd::parse;
use crate::epd::position::{PositionReading, record_fields};
use crate::event::Outcome;
use crate::text::clock::clock_face;

/// The most games that are shown.
const MOST_GAMES: usize = 100;

impl Game {
    fn is_over(&self) -> bool {
        self.result != Outcome::None.as_str()
    }

    fn begins_with_black(&self) -> bool {
        self.start.split(' ').nth(1) == Some("b")
    }

    /// The half move that was played last, with its number, and the score that its player gave.
    fn last(&self) -> String {
        let Some(last) = self.moves.last() else { return String::new() };
        let first: usize = self.start.split(' ').nth(5).and_then(|text| text.parse().ok()).unwrap_or(1);
        let ply = self.moves.len() - 1 + usize::from(self.begins_with_black());
        let (number, dots) = (first.saturating_add(ply / 2), if ply.is_multiple_of(2) { "." } else { "..." });
        let score = last.ce.and_then(Score::from_ce).map_or_else(String::new, |score| format!(" ({score})"));
        format!("{number}{dots} {}{score}", last.san)
    }

    /// What the clocks of White and Black show, if they are known.
    fn clocks(&self) -> [Option<String>; 2] {
        let mut last = self.moves.iter().rev().map(|m| m.left_ms.map(clock_face));
        let (one, other) = (last.next().flatten(), last.next().flatten());
        let is_white_next = self.moves.len().is_multiple_of(2) != self.begins_with_black();
        if is_white_next { [other, one] } else { [one, other] }
    }

    /// Its positions as records: with the move that was played there as `sm` (§6.26), and the score and the depth of
    /// its player. A move that is not legal ends them.
    fn records(&self) -> String {
        let four: Vec<&str> = self.start.split(' ').take(4).collect();
        let start = PositionReading::read(&parse(four.join(" ").as_bytes())).chess;
        let Some(mut here) = start else { return String::new() };
        let mut out = String::new();
        // Writing to a string cannot fail.
        for (at, m) in self.moves.iter().enumerate() {
            out.push_str(&record_fields(&here));
            if let Some(depth) = m.depth {
                let _ = write!(out, " acd {depth};");
            }
            if let Some(ce) = m.ce {
                let _ = write!(out, " ce {ce};");
            }
            let _ = write!(out, " id \"{}, ply {}\";", self.id, at + 1);
            if !matches!(read_and_play(&mut here, m.san.as_bytes()), MoveReading::Exact(_)) {
                out.push('\n');
                return out;
            }
            let _ = writeln!(out, " sm {};", m.san);
        }
        let _ = writeln!(out, "{} id \"{}, ply {}\";", record_fields(&here), self.id, self.moves.len() + 1);
        out
    }
}

impl EventState {
    /// The picture as JSON: how far the event is (`played`, `over` or `left`), how many games are over and are played,
    /// and the cells of two tables. A row of `standings` is a player with points, and games won, drawn and lost; one of
    /// `games` is its name, White and Black with their clocks, the result and the last move.
    pub(in crate::cli::serve) fn picture(&self) -> String {
        let stage = match self.left.as_deref() {
            None => "played",
            Some("over") => "over",
            Some(_) => "left",
        };
        let over = self.games.values().filter(|game| game.is_over()).count();
        let shown = self.games.values().filter(|game| !game.is_over());
        let shown = shown.chain(self.games.values().rev().filter(|game| game.is_over())).take(MOST_GAMES);
        let games: Vec<_> = shown.map(|game| self.game_row(game)).collect();
        let played = self.games.len() - over;
        let standings = self.counting.as_deref().map(Counting::rows).unwrap_or_default();
        json!({ "stage": stage, "over": over, "played": played, "standings": standings, "games": games })
            .to_string()
    }

    /// The positions of a game as records; `None` if there is no such game.
    pub(in crate::cli::serve) fn records(&self, name: &str) -> Option<String> {
        Some(self.games.get(&name.parse().ok()?)?.records())
    }

    fn name(&self, player: usize) -> &str {
        self.players.get(player).map_or("?", String::as_str)
    }

    fn game_row(&self, game: &Game) -> [String; 5] {
        let [white, black] = game.clocks().map(|clock| clock.filter(|_| !game.is_over()));
        let side = |player: usize, clock: Option<String>| match clock {
            Some(clock) => format!("{} {clock}", self.name(player)),
            None => self.name(player).to_owned(),
        };
        let players = [side(game.white, white), side(game.black, black)];
        let [white, black] = players;
        [game.id.clone(), white, black, game.result.clone(), game.last()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::serve::event::state::tests::{HEAD, state};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn picture(journal: &str) -> serde_json::Value {
        serde_json::from_str(&state(&format!("{HEAD}{journal}")).picture()).expect("JSON")
    }

    #[test]
    fn the_best_player_comes_first() {
        let game = |id: &str, white: u8, result: &str| {
            format!("1 game {id} {white} {} {START}|\n2 end {id}|{result}|normal|x\n", 1 - white)
        };
        let games = [game("1.1.1", 0, "0-1"), game("1.1.2", 1, "1/2-1/2"), game("2.1.1", 0, "0-1")];
        // Nobody knows the players of the last game.
        let more =
            format!("1 game 2.1.2 1 0 {START}|\n1 game 2.1.3 7 9 {START}|\n2 end 2.1.3|1-0|normal|x\n");
        let rounds = HEAD.replace("\"--each\"", "\"--rounds\",\"9\",\"--each\"");
        let seen: serde_json::Value =
            serde_json::from_str(&state(&format!("{rounds}{}{more}", games.concat())).picture())
                .expect("JSON");
        assert_eq!(seen["standings"], json!([["B", "2.5", "2", "1", "0"], ["A", "0.5", "0", "1", "2"]]));
        assert_eq!(
            [&seen["over"], &seen["played"], &seen["stage"]],
            [&json!(4), &json!(1), &json!("played")]
        );
        assert_eq!(picture("9 leave over\n")["stage"], "over");
        assert_eq!(picture("9 leave early\n")["stage"], "left");
    }

    #[test]
    fn results_count_by_the_rules_of_the_event() {
        let check = |words: &str, result: &str, expect: serde_json::Value| {
            let head = HEAD.replace("\"--each\"", &format!("{words},\"--each\""));
            let game = format!("1 game 1.1.1 0 1 {START}|\n2 end 1.1.1|{result}|normal|x\n");
            // What is repeated when a referee takes over counts once.
            let whole = state(&format!("{head}{game}{game}")).picture();
            let seen: serde_json::Value = serde_json::from_str(&whole).expect("JSON");
            assert_eq!(seen["standings"], expect, "{words}");
        };
        let lost = json!([["B", "1.0", "1", "0", "0"], ["A", "0.0", "0", "0", "1"]]);
        let draw = json!([["A", "0.5", "0", "1", "0"], ["B", "0.5", "0", "1", "0"]]);
        check("\"--rounds\",\"1\"", "1/2-1/2", draw);
        check("\"--armageddon\",\"white=9\",\"black=8\"", "1/2-1/2", lost);
        let none = json!([["A", "0.0", "0", "0", "0"], ["B", "0.0", "0", "0", "0"]]);
        check("\"--rounds\",\"1\"", "*", none);
        // Who has no opponent in a round of a Swiss event has the points for it, and by Buchholz more of them.
        let third = "\"--engine\",\"name=C\",\"cmd=c\"";
        let swiss = format!(
            "{third},\"--tournament\",\"swiss\",\"--rounds\",\"1\",\"--games\",\"1\",\"--repeat\",\"1\""
        );
        let byes =
            json!([["C", "1.0", "0", "0", "0"], ["A", "1.0", "1", "0", "0"], ["B", "0.0", "0", "0", "1"]]);
        check(&swiss, "1-0", byes);
    }

    #[test]
    fn games_that_are_played_come_first_and_only_some_are_shown() {
        let game = |id: &str| format!("1 game {id} 0 1 {START}|\n");
        let names = |journal: &str| -> Vec<String> {
            let seen = picture(journal);
            let rows = seen["games"].as_array().expect("rows").iter();
            rows.map(|row| row[0].as_str().expect("a name").to_owned()).collect()
        };
        let begun: String = ["2.1.1", "10.1.1", "1.1.1", "3.1.1"].map(game).concat();
        let over = "2 end 2.1.1|1-0|normal|x\n2 end 3.1.1|1-0|normal|x\n";
        assert_eq!(names(&format!("{begun}{over}")), ["1.1.1", "10.1.1", "3.1.1", "2.1.1"]);
        let many: String = (1..=MOST_GAMES + 5).map(|round| game(&format!("{round}.1.1"))).collect();
        assert_eq!(names(&many).len(), MOST_GAMES);
    }

    #[test]
    fn a_row_has_the_last_move_and_the_clocks() {
        let check = |start: &str, moves: &str, expect: [&str; 5]| {
            let seen = picture(&format!("1 game 1.1.1 0 1 {start}|\n{moves}"));
            assert_eq!(seen["games"], json!([expect]), "{moves}");
        };
        let e4 = "2 move 1.1.1 1 e4 5 61500 30 9 7\n";
        let e5 = "3 move 1.1.1 2 e5 5 9950 -32765 8 7\n";
        check(START, "", ["1.1.1", "A", "B", "*", ""]);
        check(START, e4, ["1.1.1", "A 1:01", "B", "*", "1. e4 (+0.30)"]);
        check(START, &format!("{e4}{e5}"), ["1.1.1", "A 1:01", "B 0:09.9", "*", "1... e5 (#-1)"]);
        let black = START.replace(" w ", " b ").replace(" 0 1", " 0 7");
        check(&black, "2 move 1.1.1 1 e5 5 900 - - -\n", ["1.1.1", "A", "B 0:00.9", "*", "7... e5"]);
        check("nonsense", "2 move 1.1.1 1 e4 5 - - - -\n", ["1.1.1", "A", "B", "*", "1. e4"]);
        let end = "4 end 1.1.1|1-0|normal|x\n";
        check(START, &format!("{e4}{end}"), ["1.1.1", "A", "B", "1-0", "1. e4 (+0.30)"]);
    }

    #[test]
    fn a_game_becomes_records() {
        let check = |start: &str, moves: &str, expect: &[&str]| {
            let whole = state(&format!("{HEAD}1 game 1.1.1 0 1 {start}|\n{moves}"));
            assert_eq!(whole.records("1.1.1").expect("a game").lines().collect::<Vec<_>>(), expect);
            assert_eq!([whole.records("1.1.2"), whole.records("x")], [None, None]);
        };
        check(
            START,
            "2 move 1.1.1 1 e4 5 - 30 9 7\n2 move 1.1.1 2 e5 5 - - - -\n2 move 1.1.1 3 Ke8 5 - - - -\n",
            &[
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - acd 9; ce 30; id \"1.1.1, ply 1\"; sm e4;",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 id \"1.1.1, ply 2\"; sm e5;",
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 id \"1.1.1, ply 3\";",
            ],
        );
        check("8/8 w - -", "", &[]);
    }
}
