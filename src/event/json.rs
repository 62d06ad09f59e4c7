//! An event as JSON, for other programs.
//!
//! Times are in milliseconds, scores in centipawns from the side of the player who moved; a mate is given in
//! plies, negative for the side that is mated.

use serde::Serialize;

use crate::chess::score::Score;
use crate::event::record::GameRecord;
use crate::event::schedule::GameId;
use crate::event::statistics::{Counts, Crosstable, Elo, Tally};

/// What `format` says in JSON.
pub const FORMAT: &str = "epidote-event";

/// Whether a text is an event as JSON, by its beginning.
pub fn is_event(text: &[u8]) -> bool {
    let head = text.trim_ascii_start().strip_prefix(b"{").unwrap_or_default().trim_ascii_start();
    let value = head.strip_prefix(b"\"format\":").unwrap_or_default().trim_ascii_start();
    value.strip_prefix(b"\"").is_some_and(|value| value.starts_with(FORMAT.as_bytes()))
}

/// Version of the JSON.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Event<'a> {
    format: &'static str,
    version: u32,
    name: &'a str,
    players: &'a [String],
    games: Vec<Game>,
    table: Vec<Row>,
}

#[derive(Serialize)]
struct Game {
    id: String,
    round: String,
    date: String,
    white: String,
    black: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_controls: Option<[String; 2]>,
    fen: String,
    final_fen: String,
    moves: Vec<Move>,
    result: &'static str,
    termination: &'static str,
    reason: String,
}

#[derive(Serialize)]
struct Move {
    san: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    book: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    centipawns: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate_plies: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
}

#[derive(Serialize)]
struct Row {
    rank: usize,
    player: String,
    points: f64,
    losses: u64,
    draws: u64,
    wins: u64,
    pairs: [u64; 5],
    tie_break: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo_error: Option<f64>,
}

/// The event: its players, its games in the order of their names, and its table.
pub fn event_to_json(
    name: &str,
    players: &[String],
    games: &[(GameId, GameRecord)],
    tally: &Tally,
    table: &Crosstable,
) -> String {
    let row = |row: &crate::event::statistics::Row| {
        let Counts::Games([losses, draws, wins]) = row.games else { return None };
        let pairs = match tally.pairs_of(row.player) {
            Counts::Pairs(pairs) => pairs,
            Counts::Games(_) => [0; 5],
        };
        let (elo, elo_error) = match row.elo {
            Some(Elo::About { value, error }) => (Some(value), Some(error).filter(|error| error.is_finite())),
            Some(Elo::MoreThan(_) | Elo::LessThan(_)) | None => (None, None),
        };
        let part = |number: u64, parts: f64| u32::try_from(number).map_or(f64::NAN, f64::from) / parts;
        Some(Row {
            rank: row.rank,
            player: players.get(row.player).cloned().unwrap_or_default(),
            points: part(row.half_points, 2.0),
            losses,
            draws,
            wins,
            pairs,
            tie_break: part(row.tie_break, 4.0),
            elo,
            elo_error,
        })
    };
    let event = Event {
        format: FORMAT,
        version: VERSION,
        name,
        players,
        games: games.iter().map(|(id, record)| game(*id, record)).collect(),
        table: table.rows.iter().filter_map(row).collect(),
    };
    // Writing these types cannot fail.
    serde_json::to_string_pretty(&event).unwrap_or_else(|error| format!("\"{error}\"")) + "\n"
}

fn game(id: GameId, record: &GameRecord) -> Game {
    let header = &record.header;
    let notes = record.moves.iter().map(|played| played.note);
    let moves = record.sans().into_iter().zip(notes).map(|(san, note)| {
        let (centipawns, mate_plies) = match note.score {
            None => (None, None),
            Some(Score::Centipawns(value)) => (Some(value), None),
            Some(Score::Mate(plies)) => (None, Some(i64::from(plies))),
            Some(Score::Mated(plies)) => (None, Some(-i64::from(plies))),
        };
        let crate::event::record::Note { is_book: book, depth, nodes, time, clock, score: _ } = note;
        Move { san, book, centipawns, mate_plies, depth, nodes, time, clock }
    });
    Game {
        id: id.to_string(),
        round: header.round.clone(),
        date: header.date.clone(),
        white: header.white.clone(),
        black: header.black.clone(),
        time_controls: header.time_controls.clone(),
        fen: header.start.fen(),
        final_fen: record.last().fen(),
        moves: moves.collect(),
        result: record.end.as_ref().map_or("*", |end| end.outcome.as_str()),
        termination: record.end.as_ref().map_or("", |end| end.termination.as_str()),
        reason: record.end.as_ref().map_or(String::new(), |end| end.reason.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::{MoveReading, read_move};
    use crate::event::Outcome;
    use crate::event::record::{End, Header, Note, PlayedMove, Termination};
    use crate::event::schedule::{Format, Plan, Schedule};
    use crate::event::statistics::TieBreak;
    use serde_json::Value;

    #[test]
    fn an_event_is_told() {
        let players = ["Ann".to_owned(), "Bo \"2\"".to_owned()];
        let mut schedule = Schedule::new(Plan::new(2, Format::RoundRobin)).expect("a plan");
        let mut tally = Tally::new(2, true);
        let mut games = Vec::new();
        while let Some(game) = schedule.start() {
            let header = Header {
                white: players[game.white].clone(),
                black: players[game.black].clone(),
                ..Header::default()
            };
            let mut record = GameRecord { header, moves: Vec::new(), end: None };
            let scores = [None, Some(Score::Centipawns(-5)), Some(Score::Mated(2)), Some(Score::Mate(1))];
            for (word, score) in ["f3", "e5", "g4", "Qh4#"].into_iter().zip(scores) {
                let MoveReading::Exact(m) = read_move(&record.last().position, word.as_bytes()) else {
                    panic!("{word}")
                };
                let note = Note { is_book: score.is_none(), score, time: Some(7), ..Note::default() };
                record.moves.push(PlayedMove { m, note });
            }
            record.end = Some(End {
                outcome: Outcome::BlackWins,
                termination: Termination::Normal,
                reason: "Black mates".to_owned(),
            });
            tally.add(&game, Outcome::BlackWins);
            games.push((game.id, record));
        }
        let table = Crosstable::new(&tally, TieBreak::SonnebornBerger);
        let json = event_to_json("Test", &players, &games, &tally, &table);
        let value: Value = serde_json::from_str(&json).expect("JSON");
        let text_at = |path: &str| value.pointer(path).map_or("-".to_owned(), Value::to_string);
        assert_eq!(text_at("/format"), "\"epidote-event\"");
        assert_eq!(text_at("/games/1/id"), "\"1.1.2\"");
        assert_eq!(text_at("/games/1/white"), "\"Bo \\\"2\\\"\"");
        assert_eq!(text_at("/games/0/result"), "\"0-1\"");
        assert_eq!(text_at("/games/0/moves/0"), "{\"book\":true,\"san\":\"f3\",\"time\":7}");
        assert_eq!(text_at("/games/0/moves/1/centipawns"), "-5");
        assert_eq!(text_at("/games/0/moves/2/mate_plies"), "-2");
        assert_eq!(text_at("/games/0/moves/3"), "{\"mate_plies\":1,\"san\":\"Qh4#\",\"time\":7}");
        assert!(
            text_at("/games/0/final_fen")
                .contains("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
        );
        assert_eq!(text_at("/table/0/points"), "1.0");
        assert_eq!(text_at("/table/0/pairs"), "[0,0,1,0,0]");
        assert_eq!(text_at("/table/1/rank"), "1");
        let nothing =
            event_to_json("", &[], &[], &Tally::new(0, true), &Crosstable { rows: Vec::new(), ..table });
        assert!(serde_json::from_str::<Value>(&nothing).is_ok());
    }
}
