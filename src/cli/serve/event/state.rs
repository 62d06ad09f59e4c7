//! An event as its journal records it: who plays, and every game with its moves.

mod counting;
mod picture;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use crate::cli::argus::{Entry, LEAVE, PastMove, SEED, read_settings};
use crate::event::Outcome;
use crate::event::schedule::GameId;
use counting::Counting;

/// A move, as far as it is known: moves of an opening have no time.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
struct Move {
    san: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    used_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ce: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

impl Move {
    fn of_opening(san: &str) -> Self {
        Self { san: san.to_owned(), ..Self::default() }
    }

    fn of(past: PastMove) -> Self {
        Self {
            san: past.san,
            used_ms: Some(past.used_ms),
            left_ms: past.left_ms,
            ce: past.score.map(crate::chess::score::Score::to_ce),
            depth: past.depth,
            nodes: past.nodes,
        }
    }
}

/// A game as the page gets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Game {
    /// Its name: round, encounter, game.
    #[serde(rename = "game")]
    id: String,
    /// The players, by their numbers.
    white: usize,
    black: usize,
    start: String,
    moves: Vec<Move>,
    /// As PGN writes it; `*` while it is played.
    result: String,
    termination: String,
    reason: String,
    /// When it changed last.
    #[serde(skip)]
    changed: u64,
}

/// An event.
#[derive(Debug, Default)]
pub(in crate::cli::serve) struct EventState {
    date: String,
    players: Vec<String>,
    games: BTreeMap<GameId, Game>,
    /// The results; `None` as long as nothing is known of the event.
    counting: Option<Box<Counting>>,
    /// `over` or `early` once its referee has left.
    left: Option<String>,
    /// Grows with each change.
    serial: u64,
    /// What it was when this journal was begun.
    born: u64,
    /// When something changed last that does not belong to a game.
    changed: u64,
}

impl EventState {
    /// An event of another journal, which replaces this one.
    pub(super) fn after(other: &Self) -> Self {
        let serial = other.serial + 1;
        Self { serial, born: serial, ..Self::default() }
    }

    /// Grows with each change.
    pub(in crate::cli::serve) fn serial(&self) -> u64 {
        self.serial
    }

    /// Takes in a line of the journal. One that makes no sense changes nothing.
    pub(super) fn take(&mut self, entry: &Entry<'_>) {
        self.serial += 1;
        let serial = self.serial;
        // A referee that goes on writing has not left.
        if self.left.take().is_some() {
            self.changed = serial;
        }
        match entry.word {
            "#" => {
                entry.rest.split(' ').next_back().unwrap_or_default().clone_into(&mut self.date);
                self.changed = serial;
            }
            "toml" | "arguments" => {
                if let Ok(read) = read_settings(entry) {
                    self.players = read.config.engines.iter().map(|engine| engine.name.clone()).collect();
                    self.counting = Counting::new(read.config).map(Box::new);
                    self.changed = serial;
                }
            }
            // It comes before the first game.
            SEED => {
                if let (Some(counting), Ok(seed)) = (self.counting.take(), entry.rest.parse()) {
                    self.counting = counting.drawn_by(seed).map(Box::new);
                    self.changed = serial;
                }
            }
            LEAVE => {
                self.left = Some(entry.rest.to_owned());
                self.changed = serial;
            }
            "game" => self.begin(entry.rest).unwrap_or_default(),
            "move" => self.play(entry.rest).unwrap_or_default(),
            "end" => self.end(entry.rest).unwrap_or_default(),
            _ => {}
        }
    }

    /// A game begins, or goes on after its referee was lost: then the journal repeats the moves so far.
    fn begin(&mut self, rest: &str) -> Option<()> {
        let (head, sans) = rest.split_once('|')?;
        let mut words = head.splitn(4, ' ');
        let (id, white, black, start) = (words.next()?, words.next()?, words.next()?, words.next()?);
        let key = id.parse().ok()?;
        let sans: Vec<&str> = sans.split_ascii_whitespace().collect();
        let known = self.games.remove(&key).map(|game| game.moves).unwrap_or_default();
        let is_known = known.len() >= sans.len() && known.iter().zip(&sans).all(|(one, san)| one.san == *san);
        let moves = if is_known {
            known.into_iter().take(sans.len()).collect()
        } else {
            sans.into_iter().map(Move::of_opening).collect()
        };
        let game = Game {
            id: id.to_owned(),
            white: white.parse().ok()?,
            black: black.parse().ok()?,
            start: start.to_owned(),
            moves,
            result: Outcome::None.as_str().to_owned(),
            termination: String::new(),
            reason: String::new(),
            changed: self.serial,
        };
        self.games.insert(key, game);
        Some(())
    }

    fn play(&mut self, rest: &str) -> Option<()> {
        let (id, ply, past) = PastMove::read(rest)?;
        let game = self.games.get_mut(&id)?;
        // A move that was lost with its program is repeated.
        game.moves.truncate(ply.checked_sub(1)?);
        game.moves.push(Move::of(past));
        game.changed = self.serial;
        Some(())
    }

    fn end(&mut self, rest: &str) -> Option<()> {
        let mut words = rest.splitn(4, '|');
        let (id, result, termination, reason) = (words.next()?, words.next()?, words.next()?, words.next()?);
        let (id, outcome) = (id.parse().ok()?, Outcome::read(result)?);
        let game = self.games.get_mut(&id)?;
        outcome.as_str().clone_into(&mut game.result);
        termination.clone_into(&mut game.termination);
        reason.clone_into(&mut game.reason);
        game.changed = self.serial;
        if let Some(counting) = &mut self.counting {
            counting.count(id, outcome);
        }
        Some(())
    }

    /// What is not of a single game.
    fn head(&self) -> serde_json::Value {
        json!({ "date": self.date, "players": self.players, "left": self.left })
    }

    /// All of it.
    pub(in crate::cli::serve) fn json(&self) -> String {
        let games: Vec<&Game> = self.games.values().collect();
        json!({ "event": self.head(), "games": games }).to_string()
    }

    /// What has changed since that serial number, as lines: the event, and each changed game. Everything, for
    /// a page that knows nothing of this journal.
    pub(in crate::cli::serve) fn news(&self, known: Option<u64>) -> Vec<String> {
        let Some(known) = known.filter(|&known| known >= self.born) else { return vec![self.json()] };
        let head = (self.changed > known).then(|| json!({ "event": self.head() }));
        let games =
            self.games.values().filter(|game| game.changed > known).map(|game| json!({ "game": game }));
        head.into_iter().chain(games).map(|line| line.to_string()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::argus::entries;

    pub(super) fn state(journal: &str) -> EventState {
        let mut state = EventState::default();
        entries(journal.as_bytes()).for_each(|entry| state.take(&entry));
        state
    }

    pub(super) const HEAD: &str = "0 # epidote argus journal 1 2026.11.24\n0 clock 5\n0 arguments [\"--engine\",\"name=A\",\"cmd=a\",\
                        \"--engine\",\"name=B\",\"cmd=b\",\"--each\",\"nodes=1\"]\n";

    /// Who plays whom in a drawn event follows from its seed.
    #[test]
    fn results_go_to_those_whom_the_lot_has_paired() {
        let winner = |seed: &str| {
            let engines: Vec<String> =
                ('A'..='H').map(|name| format!("\"--engine\",\"name={name}\",\"cmd=x\"")).collect();
            let words = format!(
                "{},\"--each\",\"nodes=1\",\"--tournament\",\"knockout\",\"--shuffle\"",
                engines.join(",")
            );
            let journal = format!(
                "0 # epidote argus journal 1 2026.11.24\n0 arguments [{words}]\n{seed}\
                 1 game 1.1.1 0 1 FEN w - - 0 1|\n2 end 1.1.1|1-0|normal|mate\n"
            );
            let whole: serde_json::Value = serde_json::from_str(&state(&journal).picture()).expect("JSON");
            whole["standings"][0][0].as_str().map(str::to_owned)
        };
        let winners: std::collections::BTreeSet<_> =
            (0..20).map(|seed| winner(&format!("0 seed {seed}\n"))).collect();
        assert!(winners.len() > 1 && !winners.contains(&None), "{winners:?}");
        assert_eq!(winner(""), winner("0 seed 0\n"));
    }

    #[test]
    fn a_journal_tells_its_event() {
        let check = |journal: &str, expect: &str| {
            let whole = state(&format!("{HEAD}{journal}"));
            let all: serde_json::Value = serde_json::from_str(&whole.json()).expect("JSON");
            assert_eq!(all["event"]["players"], json!(["A", "B"]));
            let games = all["games"].as_array().expect("games").iter().map(|game| {
                let moves = game["moves"].as_array().expect("moves").iter();
                let moves: Vec<&str> = moves.filter_map(|one| one["san"].as_str()).collect();
                let text = |key: &str| game[key].as_str().unwrap_or_default().to_owned();
                format!("{} {} {} {}", text("game"), text("result"), text("reason"), moves.join(" "))
            });
            let left = all["event"]["left"].as_str().unwrap_or("-");
            let summary = games.chain([left.to_owned()]).collect::<Vec<_>>().join("; ");
            assert_eq!(summary, expect, "{journal}");
        };
        let begun = "1 game 1.1.1 0 1 FEN w - - 0 1|e4 e5\n2 move 1.1.1 3 Nf3 5 - 30 1 7\n";
        check("", "-");
        check(begun, "1.1.1 *  e4 e5 Nf3; -");
        check(
            &format!("{begun}9 end 1.1.1|1-0|normal|a | b\n9 leave over\n"),
            "1.1.1 1-0 a | b e4 e5 Nf3; over",
        );
        // The event goes on: what the next referee repeats is kept once.
        check(&format!("{begun}3 leave early\n4 game 1.1.1 0 1 FEN|e4 e5 Nf3\n"), "1.1.1 *  e4 e5 Nf3; -");
        check(&format!("{begun}4 move 1.1.1 3 Nc3 5 - - - -\n"), "1.1.1 *  e4 e5 Nc3; -");
        for nonsense in [
            "3 game\n",
            "3 game 1.1.1 0\n",
            "3 move 9.9.9 1 e4 1 - - - -\n",
            "3 move 1.1.1 0 e4 1 - - - -\n",
            "3 move x\n",
            "3 end 1.1.1|2-0|normal|x\n",
            "3 end\n",
            "nonsense\n",
            "3 < 1 end 1.1.1|1-0|normal|x\n",
        ] {
            check(&format!("{begun}{nonsense}"), "1.1.1 *  e4 e5 Nf3; -");
        }
    }

    #[test]
    fn news_are_what_changed() {
        let mut whole = state(HEAD);
        assert_eq!(whole.news(None), [whole.json()]);
        let known = whole.serial();
        assert!(whole.news(Some(known)).is_empty());
        for line in ["1 game 1.1.1 0 1 FEN|\n", "1 game 1.2.1 1 0 FEN|\n", "2 move 1.1.1 1 e4 5 90 - - -\n"] {
            entries(line.as_bytes()).for_each(|entry| whole.take(&entry));
        }
        let news = whole.news(Some(known));
        assert_eq!(news.len(), 2);
        assert!(news[0].contains(r#""moves":[{"left_ms":90,"san":"e4","used_ms":5}]"#), "{}", news[0]);
        assert!(whole.news(Some(whole.serial())).is_empty());
        let other = EventState::after(&whole);
        assert_eq!(
            other.news(Some(whole.serial())),
            [other.json()],
            "another journal is told from its start"
        );
        assert!(other.news(Some(other.serial())).is_empty());
    }
}
